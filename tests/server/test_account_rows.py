"""Every table that has user ids: what the export of an account has of it, and what closing it leaves."""

import sqlite3
from typing import Any
from zlib import crc32

import sqlalchemy as sa
from starlette.testclient import TestClient

from tantrix.server.database.folder import DATABASE
from tantrix.server.database.metadata import METADATA
from tantrix.server.settings import Settings
from tests.server.support.browsers import PASSWORD, Browsers

# Columns with the id of a user, by what the export calls their rows. A new column of this kind must be added
# here or below, and to the export.
EXPORTED = {
    "accounts.user_id": "name",
    "challenge_seats.user_id": "challenge_seats",
    "challenges.owner": "challenges",
    "chat_messages.user_id": "chat_messages",
    "conversations.user_id": "conversations",
    "failed_sign_ins.user_id": "failed_sign_ins",
    "follows.follower": "following",
    "former_names.user_id": "former_names",
    "game_notes.user_id": "game_notes",
    "game_plans.user_id": "game_plans",
    "games.owner": "games",
    "imports.user_id": "imports",
    "ladders.player": "ladders",
    "mutes.muter": "muted",
    "notice_settings.user_id": "notice_settings",
    "notices.user_id": "notices",
    "passkeys.user_id": "passkeys",
    "preferences.user_id": "preferences",
    "private_messages.sender": "conversations",
    "push_subscriptions.user_id": "push",
    "puzzle_progress.user_id": "puzzles",
    "puzzle_runs.user_id": "puzzle_runs",
    "rated_aborts.user_id": "rated_aborts",
    "ratings.player": "ratings",
    "reports.reporter": "reports",
    "result_seats.user_id": "games",
    "rush_players.user_id": "rush_players",
    "second_factors.user_id": "second_factor",
    "series.organiser": "series",
    "sessions.user_id": "sessions",
    "sign_in_steps.user_id": "unconfirmed_mail",
    "sittings.user_id": "games",
    "solitaire_results.user_id": "solitaire_results",
    "tokens.user_id": "tokens",
    "tournament_messages.user_id": "tournament_messages",
    "tournament_participants.user_id": "tournament_participants",
    "tournament_ratings.user_id": "tournament_ratings",
    "tournaments.organiser": "tournaments",
    "vacations.user_id": "vacations",
}
# What the export leaves out, and why.
NOT_EXPORTED = {
    "challenges.invited": "the owner's data",
    "conversations.other": "the same rows",
    "devices.user_id": "only hashes of secrets",
    "follows.followed": "the followers' data",
    "game_started_notices.user_id": "kept for an hour",
    "moderators.user_id": "the operator's data",
    "mutes.muted": "the muters' data",
    "notice_deliveries.user_id": "notices that have not been sent yet",
    "online_users.user_id": "who is connected now",
    "pairings.opponent": "computed from the games",
    "pairings.player": "computed from the games",
    "rating_steps.player": "computed from the games",
    "recovery_codes.user_id": "only hashes of secrets",
    "reports.accused": "the reporters' data",
    "resets.user_id": "only hashes of secrets",
    "rushes.owner": "in the rows of players",
    "seeks.user_id": "kept while the user waits",
    "silences.user_id": "not revealed to the user",
    "visitors.user_id": "who is connected now",
}
# What is left when an account is closed, under its pseudonym or without any name, and why.
LEFT = {
    "accounts.user_id": "the pseudonym",
    "chat_messages.user_id": "a part of other people's conversations",
    "conversations.other": "the other side's conversation",
    "former_names.user_id": "hashes, so that nobody can take the names",
    "games.owner": "the games of others, too",
    "imports.user_id": "the archive",
    "ladders.player": "the places of others depend on it",
    "moderators.user_id": "the operator's data",
    "mutes.muted": "the muters' data",
    "pairings.opponent": "the ladder of others depends on it",
    "pairings.player": "the ladder of others depends on it",
    "private_messages.sender": "deleted with the second account of a conversation",
    "rated_aborts.user_id": "the games of others, too",
    "rating_steps.player": "the ratings of others depend on it",
    "ratings.player": "the ratings of others depend on it",
    "reports.accused": "moderation",
    "reports.reporter": "moderation",
    "result_seats.user_id": "the games of others, too",
    "rush_players.user_id": "the games of others, too",
    "rushes.owner": "the games of others, too",
    "series.organiser": "the events of others, too",
    "sessions.user_id": "ended, so that nobody can use them again",
    "silences.user_id": "moderation",
    "sittings.user_id": "the games of others, too",
    "tournament_messages.user_id": "a part of other people's conversations",
    "tournament_participants.user_id": "the results of others, too",
    "tournament_ratings.user_id": "the ratings of others depend on it",
    "tournaments.organiser": "the events of others, too",
}
NAMES = {
    "accused",
    "followed",
    "follower",
    "invited",
    "muted",
    "muter",
    "opponent",
    "organiser",
    "other",
    "owner",
    "player",
    "reporter",
    "sender",
    "user_id",
}


def user_columns() -> set[str]:
    """List the columns with user ids, as `table.column`."""
    return {
        f"{table.name}.{column.name}"
        for table in METADATA.tables.values()
        for column in table.columns
        if column.name in NAMES
    }


def test_every_column_with_user_ids_is_exported_or_has_a_reason() -> None:
    assert EXPORTED.keys() & NOT_EXPORTED.keys() == set()
    assert user_columns() == EXPORTED.keys() | NOT_EXPORTED.keys()


def test_the_export_has_a_part_for_every_table(client: TestClient) -> None:
    exported = Browsers(client).become("ANN").get("/account/export").json()

    assert set(EXPORTED.values()) - exported.keys() == set()


def test_a_closed_account_leaves_no_row_without_a_reason(client: TestClient, settings: Settings) -> None:
    browser = Browsers(client).become("ANN")
    with sqlite3.connect(settings.data_dir / DATABASE) as file:  # without checks of foreign keys
        (user_id,) = file.execute("SELECT user_id FROM accounts").fetchone()
        for place in sorted(user_columns() - {"accounts.user_id"}):
            _insert(file, place, user_id)
    assert _places(settings, user_id) == user_columns()

    assert browser.post("/account/close", data={"password": PASSWORD}).status_code < 400

    assert _places(settings, user_id) == LEFT.keys()


def _insert(file: sqlite3.Connection, place: str, user_id: str) -> None:
    """Insert a row with a user id at one place, and values that occur nowhere else in the other columns."""
    table, _, column = place.partition(".")
    columns = METADATA.tables[table].columns
    values = [user_id if each.name == column else _value(each, place) for each in columns]
    names, marks = ", ".join(f'"{each.name}"' for each in columns), ", ".join("?" for _ in columns)
    file.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)


def _value(column: "sa.Column[Any]", place: str) -> str | int | bytes:
    if isinstance(column.type, sa.Text):
        return f"{place} {column.name}"
    if isinstance(column.type, sa.Boolean):
        return 0
    return place.encode() if isinstance(column.type, sa.LargeBinary) else crc32(place.encode())


def _places(settings: Settings, user_id: str) -> set[str]:
    """Return the columns in which a user id occurs."""
    with sqlite3.connect(settings.data_dir / DATABASE) as file:
        found = {place: file.execute(_count(place), (user_id,)).fetchone()[0] for place in user_columns()}
    return {place for place, n in found.items() if n}


def _count(place: str) -> str:
    table, _, column = place.partition(".")
    return f'SELECT COUNT(*) FROM {table} WHERE "{column}" = ?'
