"""All tables of the first release."""

import sqlalchemy as sa
from alembic import op

from tantrix.server.database.migrations.only_grows import refuse_changes

revision = "0101"  # development versions went up to 0012; their databases are refused
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    _create_games()
    _create_accounts()
    _create_sign_in()
    _create_community()
    _create_inbox()
    _create_results()
    _create_ratings()
    _create_archive()
    _create_gobble()
    _create_lobby()
    _create_puzzles()
    _create_tournaments()
    _create_series()
    _create_notices()
    _create_cluster()


def downgrade() -> None:
    raise NotImplementedError("the first release has no schema before it")


def _create_games() -> None:
    """Games, their journals, taken seats, proposals and rematches."""
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_ms", sa.BigInteger),
        sa.Column("result", sa.Text),
        sa.Column("control", sa.Text),
        sa.Column("listing", sa.Text, nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("to_play", sa.Integer),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("stand_ins", sa.Text, nullable=False),
        sa.Column("is_paused", sa.Boolean, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("match_id", sa.Text),
        sa.Column("plans_revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_owner_created_ms", "games", ["owner", "created_ms"])
    unfinished = "finished_ms IS NULL"
    _create_partial_index("ix_games_unfinished", "games", ["owner", "created_ms"], unfinished)
    listed = ["listing", "created_ms"]
    _create_partial_index("ix_games_waiting", "games", listed, f"{unfinished} AND started_ms IS NULL")
    _create_partial_index("ix_games_in_play", "games", listed, f"{unfinished} AND started_ms IS NOT NULL")
    _create_partial_index("ix_games_due", "games", ["due_ms"], "due_ms IS NOT NULL")
    op.create_table(
        "journal",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("message_key", sa.Text),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("lag_ms", sa.Integer, nullable=False),
        sa.Column("delay_ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_journal_game_id"),
        sa.PrimaryKeyConstraint("game_id", "sequence", name="pk_journal"),
    )
    refuse_changes("journal", "the journal is append-only")
    op.create_table(
        "sittings",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("colour_preferences", sa.Text, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_sittings_game_id"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_sittings"),
    )
    op.create_index("ix_sittings_user_id_at_ms", "sittings", ["user_id", "at_ms"])
    is_unfinished = sa.column("is_over", sa.Boolean).is_(False)
    _create_partial_index("ix_sittings_unfinished", "sittings", ["user_id", "at_ms"], is_unfinished)
    op.create_table(
        "proposals",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("offers", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_proposals_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_proposals"),
    )
    op.create_table(
        "delays",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_delays_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_delays"),
    )
    op.create_table(
        "game_plans",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_plans_game_id"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_game_plans"),
    )
    op.create_index("ix_game_plans_user_id", "game_plans", ["user_id"])
    op.create_table(
        "rematches",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("next_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rematches_game_id"),
        sa.ForeignKeyConstraint(["next_id"], ["games.id"], name="fk_rematches_next_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_rematches"),
    )


def _create_partial_index(
    name: str, table: str, columns: list[str], where: "str | sa.ColumnElement[bool]"
) -> None:
    """Create an index of the rows that meet a condition."""
    condition = sa.text(where) if isinstance(where, str) else where
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def _create_accounts() -> None:
    """Accounts, their sessions, tokens and resets, and the audit log."""
    op.create_table(
        "accounts",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_ms", sa.BigInteger),
        sa.Column("banned_ms", sa.BigInteger),
        sa.Column("robot_ms", sa.BigInteger),
        sa.Column("mail", sa.Text),
        sa.Column("face", sa.Text),
        sa.Column("country", sa.Text),
        sa.Column("about", sa.Text),
        sa.Column("colour_preferences", sa.Text),
        sa.Column("seen_by", sa.Text),
        sa.Column("written_by", sa.Text),
        sa.PrimaryKeyConstraint("user_id", name="pk_accounts"),
        sa.UniqueConstraint("skeleton", name="uq_accounts_skeleton"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_table(
        "tokens",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("token", name="pk_tokens"),
    )
    op.create_index("ix_tokens_user_id", "tokens", ["user_id"])
    op.create_table(
        "resets",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_resets"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    refuse_changes("audit", "the audit log only grows")


def _create_sign_in() -> None:
    """Known devices, failed sign-ins, second factors, recovery codes, passkeys, unfinished sign-ins."""
    op.create_table(
        "devices",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", "user_id", name="pk_devices"),
    )
    op.create_table(
        "failed_sign_ins",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_failed_sign_ins"),
    )
    op.create_index("ix_failed_sign_ins_user_id", "failed_sign_ins", ["user_id"])
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("used_step", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_recovery_codes"),
    )
    op.create_index("ix_recovery_codes_user_id", "recovery_codes", ["user_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("n_signed", sa.BigInteger, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])
    op.create_table(
        "sign_in_steps",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_sign_in_steps"),
    )


def _create_community() -> None:
    """Chat, mutes, follows, notes, silences, moderators and reports."""
    op.create_table(
        "chat_messages",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("preset", sa.Text),
        sa.Column("is_shadow", sa.Boolean, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_chat_messages"),
        sa.UniqueConstraint(
            "game_id", "user_id", "message_id", name="uq_chat_messages_game_id_user_id_message_id"
        ),
    )
    op.create_index("ix_chat_messages_user_id", "chat_messages", ["user_id"])
    op.create_table(
        "mutes",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("muter", sa.Text, nullable=False),
        sa.Column("muted", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mutes"),
        sa.UniqueConstraint("muter", "muted", name="uq_mutes_muter_muted"),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"])
    op.create_table(
        "follows",
        sa.Column("follower", sa.Text, nullable=False),
        sa.Column("followed", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("follower", "followed", name="pk_follows"),
    )
    op.create_index("ix_follows_follower_at_ms", "follows", ["follower", "at_ms"])
    op.create_index("ix_follows_followed_at_ms", "follows", ["followed", "at_ms"])
    op.create_table(
        "game_notes",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game_id", name="pk_game_notes"),
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "name", name="pk_preferences"),
    )
    op.create_table(
        "vacations",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("from_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "from_ms", name="pk_vacations"),
    )
    op.create_table(
        "silences",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_silences"),
    )
    op.create_table(
        "moderators",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_moderators"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reporter_name", sa.Text, nullable=False),
        sa.Column("accused", sa.Text, nullable=False),
        sa.Column("accused_name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("game_id", sa.Text),
        sa.Column("number", sa.Integer),
        sa.Column("message_text", sa.Text),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_ms", sa.BigInteger),
        sa.Column("verdict", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_accused", "reports", ["accused"])
    op.create_index("ix_reports_closed_ms", "reports", ["closed_ms"])


def _create_inbox() -> None:
    """Private messages, and the conversations of each account."""
    op.create_table(
        "private_messages",
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("sender", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("is_shadow", sa.Boolean, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("conversation", "number", name="pk_private_messages"),
        sa.UniqueConstraint("sender", "message_id", name="uq_private_messages_sender_message_id"),
    )
    op.create_index("ix_private_messages_sender_at_ms", "private_messages", ["sender", "at_ms"])
    op.create_table(
        "conversations",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("newest", sa.Integer, nullable=False),
        sa.Column("read_to", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "other", name="pk_conversations"),
    )
    op.create_index("ix_conversations_user_id_at_ms", "conversations", ["user_id", "at_ms"])
    op.create_index("ix_conversations_other", "conversations", ["other"])
    is_unread = sa.text("newest > read_to")
    op.create_index(
        "ix_conversations_unread",
        "conversations",
        ["user_id"],
        sqlite_where=is_unread,
        postgresql_where=is_unread,
    )


def _create_results() -> None:
    """The results of finished games, from which all ratings are computed."""
    op.create_table(
        "results",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("n_seats", sa.Integer, nullable=False),
        sa.Column("is_teams", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("control", sa.Text),
        sa.Column("listing", sa.Text, nullable=False),
        sa.Column("termination", sa.Text, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=False),
        sa.Column("n_plies", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_results"),
        sa.UniqueConstraint("game_id", name="uq_results_game_id"),
    )
    op.create_index("ix_results_finished_ms", "results", ["finished_ms"])
    op.create_index("ix_results_rules", "results", ["rules"])
    op.create_table(
        "result_seats",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("robot", sa.Text),
        sa.Column("colour", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("line_length", sa.Integer, nullable=False),
        sa.Column("has_loop", sa.Boolean, nullable=False),
        sa.Column("is_quitter", sa.Boolean, nullable=False),
        sa.Column("tenths", sa.Integer),
        sa.Column("finished_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_result_seats"),
    )
    op.create_index("ix_result_seats_score", "result_seats", ["score"])
    op.create_index("ix_result_seats_lower_name", "result_seats", [sa.text("lower(name)")])
    for column in ("user_id", "robot"):
        columns = [column, "finished_ms", "game_id"]
        op.create_index(f"ix_result_seats_{'_'.join(columns)}", "result_seats", columns)


def _create_ratings() -> None:
    """Ratings, ladders and their changes."""
    op.create_table(
        "rated_aborts",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_rated_aborts"),
    )
    op.create_index("ix_rated_aborts_user_id", "rated_aborts", ["user_id"])
    op.create_table(
        "rated_games",
        sa.Column("position", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("position", name="pk_rated_games"),
        sa.UniqueConstraint("game_id", name="uq_rated_games_game_id"),
    )
    op.create_table(
        "ratings",
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("n_games", sa.Integer, nullable=False),
        sa.Column("played_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("pool", "player", name="pk_ratings"),
    )
    op.create_index("ix_ratings_player", "ratings", ["player"])
    op.create_index(
        "ix_ratings_pool_played_ms_deviation_mean_player",
        "ratings",
        ["pool", "played_ms", "deviation", "mean", "player"],
    )
    op.create_table(
        "ladders",
        sa.Column("period", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("n_games", sa.Integer, nullable=False),
        sa.Column("played_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("period", "player", name="pk_ladders"),
    )
    op.create_index("ix_ladders_player", "ladders", ["player"])
    op.create_index(
        "ix_ladders_period_points_played_ms_player", "ladders", ["period", "points", "played_ms", "player"]
    )
    op.create_table(
        "pairings",
        sa.Column("month", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("n_games", sa.Integer, nullable=False),
        sa.Column("month_won", sa.Float, nullable=False),
        sa.Column("all_won", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("month", "pool", "player", "opponent", name="pk_pairings"),
    )
    op.create_table(
        "rating_steps",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("is_counted", sa.Boolean, nullable=False),
        sa.Column("month_won", sa.Float),
        sa.Column("month_points", sa.Float),
        sa.Column("all_won", sa.Float),
        sa.Column("all_points", sa.Float),
        sa.PrimaryKeyConstraint("game_id", "player", name="pk_rating_steps"),
    )
    op.create_index("ix_rating_steps_player_position", "rating_steps", ["player", "position"])


def _create_archive() -> None:
    """The records of finished games, and the imports."""
    op.create_table(
        "records",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_records"),
    )
    op.create_index("ix_records_day_digest", "records", ["day", "digest"])
    op.create_index("ix_records_digest", "records", ["digest"])
    op.create_table(
        "imports",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("imported_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_imports"),
        sa.UniqueConstraint("game_id", name="uq_imports_game_id"),
    )
    op.create_index("ix_imports_user_id", "imports", ["user_id"])


def _create_gobble() -> None:
    """Rooms of Gobble, their journals and players."""
    op.create_table(
        "rushes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("listing", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("finished_ms", sa.BigInteger),
        sa.Column("result", sa.Text),
        sa.Column("rematch", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_rushes"),
    )
    op.create_index("ix_rushes_listing_created_ms", "rushes", ["listing", "created_ms"])
    op.create_table(
        "rush_journal",
        sa.Column("rush_id", sa.Text, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("message_key", sa.Text),
        sa.ForeignKeyConstraint(["rush_id"], ["rushes.id"], name="fk_rush_journal_rush_id"),
        sa.PrimaryKeyConstraint("rush_id", "sequence", name="pk_rush_journal"),
    )
    op.create_index(
        "ix_rush_journal_rush_id_message_key", "rush_journal", ["rush_id", "message_key"], unique=True
    )
    op.create_table(
        "rush_players",
        sa.Column("rush_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["rush_id"], ["rushes.id"], name="fk_rush_players_rush_id"),
        sa.PrimaryKeyConstraint("rush_id", "seat", name="pk_rush_players"),
    )
    op.create_index("ix_rush_players_user_id", "rush_players", ["user_id"])


def _create_lobby() -> None:
    """Challenges and their seats, seeks, the games that they led to, and visitors."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("invited", sa.Text),
        sa.Column("new_game", sa.Text, nullable=False),
        sa.Column("low", sa.Integer),
        sa.Column("high", sa.Integer),
        sa.Column("is_slow", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_invited", "challenges", ["invited"])
    op.create_index("ix_challenges_owner", "challenges", ["owner"])
    op.create_table(
        "challenge_seats",
        sa.Column("challenge_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("colour_preferences", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("challenge_id", "seat", name="pk_challenge_seats"),
        sa.UniqueConstraint("challenge_id", "user_id", name="uq_challenge_seats_challenge_id_user_id"),
    )
    op.create_table(
        "seeks",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_seeks"),
    )
    op.create_table(
        "game_started_notices",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_game_started_notices"),
    )
    op.create_index("ix_game_started_notices_at_ms", "game_started_notices", ["at_ms"])
    op.create_table(
        "visitors",
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("is_playing", sa.Boolean, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("server", "user_id", name="pk_visitors"),
    )


def _create_puzzles() -> None:
    """Progress in puzzles, results of the solitaire of the day, and the goals of the puzzles of the day."""
    op.create_table(
        "puzzle_progress",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("goal", sa.Text, nullable=False),
        sa.Column("best_ms", sa.BigInteger),
        sa.Column("solved_on", sa.Text),
        sa.Column("helped_by", sa.Text),
        sa.Column("helped_on", sa.Text),
        sa.Column("best", sa.Integer),
        sa.Column("laid", sa.Text, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("help", sa.Text),
        sa.Column("left_ms", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle", "goal", name="pk_puzzle_progress"),
    )
    op.create_index("ix_puzzle_progress_puzzle_best_ms", "puzzle_progress", ["puzzle", "best_ms"])
    op.create_table(
        "puzzle_runs",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_ms", sa.BigInteger, nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("n_solved", sa.Integer, nullable=False),
        sa.Column("n_missed", sa.Integer, nullable=False),
        sa.Column("row", sa.Integer, nullable=False),
        sa.Column("best_row", sa.Integer, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("race", sa.Text),
        sa.Column("seed", sa.Text),
        sa.Column("solved_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_puzzle_runs"),
    )
    op.create_index("ix_puzzle_runs_race", "puzzle_runs", ["race"])
    op.create_index("ix_puzzle_runs_user_id_mode_n_solved", "puzzle_runs", ["user_id", "mode", "n_solved"])
    op.create_table(
        "solitaire_results",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("result", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "day", "user_id", name="pk_solitaire_results"),
    )
    op.create_table(
        "daily_goals",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("goal", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_goals"),
    )


def _create_tournaments() -> None:
    """Tournaments, their logs, games, participants and chat."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("preset", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("organiser", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("n_entrants", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("starts_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("n_unrated", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_state_starts_ms", "tournaments", ["state", "starts_ms"])
    op.create_index("ix_tournaments_organiser_created_ms", "tournaments", ["organiser", "created_ms"])
    op.create_table(
        "tournament_log",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text),
        sa.Column("action", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_log_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "sequence", name="pk_tournament_log"),
    )
    refuse_changes("tournament_log", "the log of a tournament is append-only")
    op.create_table(
        "tournament_games",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("first_seat", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_ms", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_games_tournament_id"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_tournament_games"),
        sa.UniqueConstraint(
            "tournament_id",
            "match",
            "number",
            "board",
            name="uq_tournament_games_tournament_id_match_number_board",
        ),
    )
    op.create_index(
        "ix_tournament_games_tournament_id_finished_ms", "tournament_games", ["tournament_id", "finished_ms"]
    )
    op.create_table(
        "tournament_participants",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("place", sa.Integer),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_participants_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name="pk_tournament_participants"),
    )
    op.create_index("ix_tournament_participants_user_id", "tournament_participants", ["user_id"])
    op.create_table(
        "tournament_ratings",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("n_games", sa.Integer, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_ratings_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "kind", "user_id", name="pk_tournament_ratings"),
    )
    op.create_index("ix_tournament_ratings_user_id", "tournament_ratings", ["user_id"])
    op.create_table(
        "tournament_messages",
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_tournament_chat_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_tournament_chat"),
    )


def _create_series() -> None:
    """Series, and the events that they have created."""
    op.create_table(
        "series",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("recurrence", sa.Text, nullable=False),
        sa.Column("organiser", sa.Text, nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("stopped_ms", sa.BigInteger),
        sa.Column("n_events", sa.Integer, nullable=False),
        sa.Column("next_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
    )
    op.create_table(
        "series_events",
        sa.Column("series_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("event_id", sa.Text, nullable=False),
        sa.Column("starts_ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name="fk_series_events_series_id"),
        sa.PrimaryKeyConstraint("series_id", "number", name="pk_series_events"),
        sa.UniqueConstraint("event_id", name="uq_series_events_event_id"),
    )


def _create_notices() -> None:
    """Notices, their pending deliveries, and the settings of their readers."""
    op.create_table(
        "notices",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("read_ms", sa.BigInteger),
        sa.Column("is_shown", sa.Boolean),
        sa.Column("moment_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("user_id", "id", name="pk_notices"),
    )
    op.create_index("ix_notices_user_id_at_ms", "notices", ["user_id", "at_ms"])
    op.create_index("ix_notices_user_id_url", "notices", ["user_id", "url"])
    is_new, is_unread = sa.text("is_shown IS NULL"), sa.text("is_shown IS true AND read_ms IS NULL")
    op.create_index("ix_notices_new", "notices", ["at_ms"], sqlite_where=is_new, postgresql_where=is_new)
    op.create_index(
        "ix_notices_unread", "notices", ["user_id"], sqlite_where=is_unread, postgresql_where=is_unread
    )
    op.create_table(
        "notice_deliveries",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("notice_id", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("n_tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "notice_id", "channel", "target", name="pk_notice_deliveries"),
    )
    op.create_index("ix_notice_deliveries_due_ms", "notice_deliveries", ["due_ms"])
    op.create_table(
        "notice_settings",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_notice_settings"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("failing_since_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
    )
    op.create_index("ix_push_subscriptions_user_id", "push_subscriptions", ["user_id"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )


def _create_cluster() -> None:
    """Leases of games, the servers that are alive, and past outages."""
    op.create_table(
        "leases",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("fencing_token", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_leases"),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )
    op.create_table(
        "online_users",
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "server", name="pk_online_users"),
    )
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger, nullable=False),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("from_ms", name="pk_outages"),
    )
