"""What the database keeps of games beside their journals: what is proposed, and the game that followed."""

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
    """The game that followed one that is over; each has one at most."""

    game_id: str
    next_id: str

    def statement(self) -> sa.Insert:
        return _REMATCHES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DropProposals:
    """What was proposed in a game so far is out of date."""

    game_id: str

    def statement(self) -> sa.Delete:
        return _PROPOSALS.delete().where(_PROPOSALS.c.game_id == self.game_id)


@dataclass(frozen=True, slots=True)
class Proposals:
    """What is proposed in a game at a version, as text; it lapses with the next one."""

    game_id: str
    version: int
    offers: str

    def statement(self) -> sa.Insert:
        return _PROPOSALS.insert().values(**columns_of(self))


def find_rematch(readers: sa.Engine, game_id: str) -> str | None:
    """Return the id of the game that followed."""
    query = sa.select(_REMATCHES.c.next_id).where(_REMATCHES.c.game_id == game_id)
    with readers.connect() as connection:
        next_id: str | None = connection.execute(query).scalar_one_or_none()
    return next_id


def find_proposals(readers: sa.Engine, game_id: str) -> Proposals | None:
    """Return what was proposed last in a game."""
    query = sa.select(_PROPOSALS).where(_PROPOSALS.c.game_id == game_id)
    with readers.connect() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else Proposals(*row)
