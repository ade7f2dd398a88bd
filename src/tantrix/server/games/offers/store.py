"""What the database stores about games besides their journals: open proposals, rematches and delays.

It also computes stamps, which summarise all that is stored about a game, to compare open rooms with it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.rows import Row, table_of
from tantrix.server.games.store import GAMES, JOURNAL, TAKEN_SEATS


@dataclass(frozen=True, slots=True)
class RematchLink(Row):
    """A link from a finished game to its rematch; each game has at most one."""

    game_id: str
    next_id: str


REMATCHES = table_of(
    RematchLink, "rematches", key=("game_id",), references={"game_id": "games.id", "next_id": "games.id"}
)


@dataclass(frozen=True, slots=True)
class Proposals(Row):
    """The proposals in a game at a version, as text; they expire with the next version."""

    game_id: str
    version: int
    offers: str


PROPOSALS = table_of(Proposals, "proposals", key=("game_id",), references={"game_id": "games.id"})


@dataclass(frozen=True, slots=True)
class Delay(Row):
    """How late the player to move received a version of a game; no clock counts that time."""

    game_id: str
    version: int
    ms: int


DELAYS = table_of(Delay, "delays", key=("game_id",), references={"game_id": "games.id"})


AT_ONCE = 500  # games in one query for stamps


def delete_proposals(game_id: str) -> sa.Delete:
    """Delete the saved proposals of a game because they are out of date."""
    return PROPOSALS.delete().where(PROPOSALS.c.game_id == game_id)


def delete_delay(game_id: str) -> sa.Delete:
    """Delete the saved delay of a game because it is out of date."""
    return DELAYS.delete().where(DELAYS.c.game_id == game_id)


def find_delay(readers: sa.Engine, game_id: str, version: int) -> int:
    """Return the saved delay of a version in milliseconds, 0 if there is none."""
    query = sa.select(DELAYS.c.ms).where(DELAYS.c.game_id == game_id, DELAYS.c.version == version)
    with readers.connect() as connection:
        return int(connection.execute(query).scalar_one_or_none() or 0)


def find_rematch(readers: sa.Engine, game_id: str) -> str | None:
    """Return the id of the game's rematch; None if there is none."""
    query = sa.select(REMATCHES.c.next_id).where(REMATCHES.c.game_id == game_id)
    with readers.connect() as connection:
        next_id: str | None = connection.execute(query).scalar_one_or_none()
    return next_id


def find_proposals(readers: sa.Engine, game_id: str) -> Proposals | None:
    """Return the latest saved proposals of a game; None if there are none."""
    query = sa.select(PROPOSALS).where(PROPOSALS.c.game_id == game_id)
    with readers.connect() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else Proposals(*row)


@dataclass(frozen=True, slots=True)
class GameStamp:
    """A value that changes whenever a game changes: journal lines, occupants and other stored facts.

    `last_ms`: the time of the last line, 0 if there is none. `started_ms`: when the clocks start, which may
    change before that.
    """

    game_id: str
    n_lines: int
    n_occupants: int
    last_ms: int
    proposals: str | None
    rematch: str | None
    delay_ms: int
    started_ms: int | None


def read_stamps(readers: sa.Engine, game_ids: Collection[str]) -> dict[str, GameStamp]:
    """Return the stamps of games by id; a game that does not exist has none. One query per 500 games."""
    found: dict[str, GameStamp] = {}
    wanted = sorted(game_ids)
    with readers.connect() as connection:
        for first in range(0, len(wanted), AT_ONCE):
            rows = connection.execute(_QUERY, {"game_ids": wanted[first : first + AT_ONCE]})
            found |= {row.id: GameStamp(*row) for row in rows}
    return found


def _of_game(column: "sa.ColumnElement[Any]", game_id: "sa.Column[str]") -> "sa.ScalarSelect[Any]":
    return sa.select(column).where(game_id == GAMES.c.id).scalar_subquery()


_QUERY = sa.select(
    GAMES.c.id,
    sa.func.coalesce(_of_game(sa.func.max(JOURNAL.c.sequence), JOURNAL.c.game_id), 0),
    _of_game(sa.func.count(TAKEN_SEATS.c.seat), TAKEN_SEATS.c.game_id),
    sa.func.coalesce(_of_game(sa.func.max(JOURNAL.c.at_ms), JOURNAL.c.game_id), 0),
    _of_game(PROPOSALS.c.offers, PROPOSALS.c.game_id),
    _of_game(REMATCHES.c.next_id, REMATCHES.c.game_id),
    sa.func.coalesce(_of_game(DELAYS.c.ms, DELAYS.c.game_id), 0),
    GAMES.c.started_ms,
).where(GAMES.c.id.in_(sa.bindparam("game_ids", expanding=True)))
