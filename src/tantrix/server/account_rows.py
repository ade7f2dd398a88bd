"""Rows about an account that are exported and deleted as they are, table by table.

Data that need more than that, such as games and notices, are exported and deleted by their own packages. A
test checks that every table with user ids is handled here or there.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import Write


class AccountRows(NamedTuple):
    """The rows of a table that belong to a user. `user`: the column with the id; `secret`: never exported."""

    table: str
    user: str = "user_id"
    secret: tuple[str, ...] = ()

    @property
    def columns(self) -> "list[sa.Column[Any]]":
        """The columns to export."""
        hidden = {self.user, *self.secret}
        return [column for column in METADATA.tables[self.table].columns if column.name not in hidden]

    def of(self, user_id: str) -> "sa.ColumnElement[bool]":
        """Return the condition for the rows of a user."""
        return METADATA.tables[self.table].c[self.user] == user_id


EXPORTED = (
    AccountRows("ratings", "player"),
    AccountRows("ladders", "player"),
    AccountRows("solitaire_results"),
    AccountRows("rush_players"),
    AccountRows("challenges", "owner"),
    AccountRows("challenge_seats"),
    AccountRows("imports"),
    AccountRows("series", "organiser"),
    AccountRows("tournaments", "organiser", ("secret", "password")),
    AccountRows("tournament_participants"),
    AccountRows("tournament_messages"),
    AccountRows("tournament_ratings"),
    AccountRows("rated_aborts"),
)
DELETED = (
    AccountRows("solitaire_results"),
    AccountRows("challenges", "owner"),
    AccountRows("challenges", "invited"),
    AccountRows("challenge_seats"),
    AccountRows("seeks"),
    AccountRows("game_started_notices"),
    AccountRows("mutes", "muter"),
    AccountRows("sign_in_steps"),
    AccountRows("online_users"),
    AccountRows("visitors"),
)


def delete_rows(rows: AccountRows, user_id: str) -> sa.Delete:
    """Delete the rows of a closed account in a table."""
    return METADATA.tables[rows.table].delete().where(rows.of(user_id))


DELETE_ROWS: tuple[Callable[[str], Write], ...] = tuple(partial(delete_rows, rows) for rows in DELETED)


async def export_rows(readers: sa.Engine, user_id: str) -> dict[str, object]:
    """Return the rows of a user by table, as JSON."""

    def read() -> dict[str, object]:
        return {
            rows.table: [
                dict(row._mapping)
                for row in read_all(readers, sa.select(*rows.columns).where(rows.of(user_id)))
            ]
            for rows in EXPORTED
        }

    return await asyncio.to_thread(read)
