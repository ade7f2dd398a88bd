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
from tantrix.server.tournaments.store import UNFINISHED


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
    AccountRows("former_names", secret=("skeleton",)),
)
OFFERS = (  # deleted for a banned account, too
    AccountRows("challenges", "owner"),
    AccountRows("challenges", "invited"),
    AccountRows("challenge_seats"),
    AccountRows("seeks"),
)
DELETED = (
    *OFFERS,
    AccountRows("solitaire_results"),
    AccountRows("game_started_notices"),
    AccountRows("mutes", "muter"),
    AccountRows("sign_in_steps"),
    AccountRows("online_users"),
    AccountRows("visitors"),
)


def delete_rows(rows: AccountRows, user_id: str) -> sa.Delete:
    """Delete the rows of a closed account in a table."""
    return METADATA.tables[rows.table].delete().where(rows.of(user_id))


DELETE_OFFERS: tuple[Callable[[str], Write], ...] = tuple(partial(delete_rows, rows) for rows in OFFERS)
DELETE_ROWS: tuple[Callable[[str], Write], ...] = tuple(partial(delete_rows, rows) for rows in DELETED)


def left_behind(readers: sa.Engine) -> set[str]:
    """Return closed and banned accounts that still hold something, and those with an old name at a table."""
    accounts, games, sittings = (METADATA.tables[name].c for name in ("accounts", "games", "sittings"))
    events, entered, rushes, series = (
        METADATA.tables[name].c for name in ("tournaments", "tournament_participants", "rushes", "series")
    )
    is_open = events.state.in_(UNFINISHED)
    holders = (
        sa.select(games.owner).where(games.finished_ms.is_(None)),
        sa.select(sittings.user_id).where(sittings.is_over.is_(False)),
        sa.select(events.organiser).where(is_open),
        sa.select(series.organiser).where(series.stopped_ms.is_(None)),
        sa.select(entered.user_id).where(entered.tournament_id.in_(sa.select(events.id).where(is_open))),
        sa.select(rushes.owner).where(rushes.finished_ms.is_(None)),
        *(sa.select(METADATA.tables[each.table].c[each.user]) for each in OFFERS),
    )
    has_left = sa.or_(accounts.closed_ms.is_not(None), accounts.banned_ms.is_not(None))
    seats = METADATA.tables["result_seats"].c
    formers = METADATA.tables["former_names"].c
    called = (  # renamed while another server was about to store the old name
        sa.select(each.user_id).join(
            formers.name.table, sa.and_(formers.user_id == each.user_id, formers.name == each.name)
        )
        for each in (sittings, seats)
    )
    named = (
        sa.select(each.user_id)
        .join(accounts.name.table, accounts.user_id == each.user_id)
        .where(accounts.closed_ms.is_not(None), each.name != accounts.name)
        for each in (sittings, seats)
    )
    held = sa.select(accounts.user_id).where(
        has_left, sa.or_(*(accounts.user_id.in_(each) for each in holders))
    )
    return {user_id for query in (held, *named, *called) for (user_id,) in read_all(readers, query)}


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
