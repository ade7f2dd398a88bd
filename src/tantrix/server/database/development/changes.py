"""What development versions changed in the schema until the first release, as far as data tell it.

The first release of the schema, 0101, was changed in place 37 times; the versions before it ended with 0012.
A change that is not listed here cannot be converted, and damage is not mistaken for an older version.
"""

from collections.abc import Collection

RELEASE = "0101"  # the revision that development versions are brought to

TABLES = {  # new names of tables
    "meetings": "game_started_notices",
    "tournament_people": "tournament_participants",
    "tournament_talk": "tournament_messages",
    "words": "chat_messages",
}

# The new name of a column where a table has no column of the old name any more.
COLUMNS = {
    ("challenge_seats", "wishes"): "colour_preferences",
    ("challenges", "wish"): "new_game",
    ("journal", "message_id"): "message_key",
    ("leases", "fence"): "fencing_token",
    ("reports", "words"): "message_text",
    ("rush_journal", "message_id"): "message_key",
    ("sittings", "wishes"): "colour_preferences",
}
OWNER, USER = "owner", "user_id"  # in all tables that have lost the first for the second

# Values that are written in another way now, as SQL over the columns of the old table.
VALUES = {
    ("challenges", "new_game"): """replace({}, '"wishes":', '"colour_preferences":')""",
    ("games", "seats"): """replace(seats, ', "wishes ', ', "prefers ')""",
    # A key names the sender and a digest of the content, too. Nobody repeats a message after an upgrade.
    ("journal", "message_key"): "'- ' || {} || ' -'",
    ("rush_journal", "message_key"): "'- ' || {} || ' -'",
}

# The values of columns that came later, in a table that was there before, as SQL over the old table.
ADDED = {
    ("accounts", "about"): "NULL",
    ("accounts", "colour_preferences"): "NULL",
    ("accounts", "country"): "NULL",
    ("accounts", "face"): "NULL",
    ("accounts", "seen_by"): "NULL",
    ("accounts", "written_by"): "NULL",
    ("games", "due_ms"): "NULL",
    ("games", "is_paused"): "false",
    ("games", "match_id"): "NULL",
    ("games", "plans_revision"): "0",
    ("games", "ply"): "0",
    ("games", "scores"): "''",
    ("games", "stand_ins"): "''",
    ("games", "to_play"): "NULL",
    ("games", "version"): "0",
    ("notices", "moment_ms"): "NULL",
    ("puzzle_runs", "race"): "NULL",
    ("puzzle_runs", "seed"): "NULL",
    ("puzzle_runs", "solved_ms"): "NULL",
    ("push_subscriptions", "failing_since_ms"): "NULL",
    ("result_seats", "finished_ms"): (
        "(SELECT finished_ms FROM {old}results WHERE results.game_id = result_seats.game_id)"
    ),
    ("result_seats", "tenths"): "NULL",
    ("sessions", "host"): "''",
    ("sessions", "language"): "'en'",
    ("sessions", "seen_ms"): "made_ms",
    ("sittings", "is_over"): (
        "(SELECT finished_ms IS NOT NULL FROM {old}games WHERE games.id = sittings.game_id)"
    ),
    ("tournaments", "is_rated"): "false",
    ("tournaments", "n_unrated"): "0",
}

# The first tables of the release; all others came later, so their absence shows an older version.
FIRST_TABLES = frozenset(
    "accounts audit challenge_seats challenges chat_messages game_started_notices games imports journal "
    "ladders leases moderators mutes outages pairings proposals puzzle_progress rated_games rating_steps "
    "ratings records rematches reports resets result_seats results rush_journal rush_players rushes seeks "
    "servers sessions silences sittings solitaire_results tokens visitors".split()
)


def came_later(found: Collection[str], table: str, column: str | None = None) -> bool:
    """Return whether a missing table or column shows an older version, whose tables are `found`."""
    if column is None:
        return table not in FIRST_TABLES or any(TABLES.get(name) == table for name in found)
    renamed = {(of, new) for (of, _old), new in COLUMNS.items()}
    return column == USER or (table, column) in ADDED or (table, column) in renamed


def new_column(table: str, column: str, now: Collection[str]) -> str:
    """Return the present name of a column of a table, which has the columns `now`."""
    return USER if column == OWNER and OWNER not in now else COLUMNS.get((table, column), column)
