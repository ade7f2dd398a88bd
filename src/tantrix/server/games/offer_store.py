"""What the database stores about games besides their journals: open proposals and rematches."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import columns_of

_REMATCHES = sa.Table(
    "rematches",
    METADATA,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("next_id", sa.Text, sa.ForeignKey("games.id"), nullable=False),
)

_PROPOSALS = sa.Table(
    "proposals",
    METADATA,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("offers", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class RematchLink:
    """A link from a finished game to its rematch; each game has at most one."""

    game_id: str
    next_id: str

    def statement(self) -> sa.Insert:
        return _REMATCHES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DropProposals:
    """Delete the saved proposals of a game, which are out of date."""

    game_id: str

    def statement(self) -> sa.Delete:
        return _PROPOSALS.delete().where(_PROPOSALS.c.game_id == self.game_id)


@dataclass(frozen=True, slots=True)
class Proposals:
    """The proposals in a game at a version, as text; they expire with the next version."""

    game_id: str
    version: int
    offers: str

    def statement(self) -> sa.Insert:
        return _PROPOSALS.insert().values(**columns_of(self))


def find_rematch(readers: sa.Engine, game_id: str) -> str | None:
    """Return the id of the game's rematch; None if there is none."""
    query = sa.select(_REMATCHES.c.next_id).where(_REMATCHES.c.game_id == game_id)
    with readers.connect() as connection:
        next_id: str | None = connection.execute(query).scalar_one_or_none()
    return next_id


def find_proposals(readers: sa.Engine, game_id: str) -> Proposals | None:
    """Return the latest saved proposals of a game; None if there are none."""
    query = sa.select(_PROPOSALS).where(_PROPOSALS.c.game_id == game_id)
    with readers.connect() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else Proposals(*row)
