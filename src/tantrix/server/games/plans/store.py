"""Plans in the database.

A plan always belongs to the current position of its game: each change of the game follows it in the same
commit. The number `plans_revision` in the row of the game makes sure that no plan is saved in between: a
change of the game is a conflict if it has not seen the last plan, and a plan if it was made for another
position.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.games.plans.plan import Plan, parse_plan, print_plan
from tantrix.server.games.store import GAMES

_PLANS = sa.Table(
    "game_plans",
    METADATA,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index(None, "user_id"),
)
_COLUMNS = _PLANS.c


@dataclass(frozen=True, slots=True)
class StoredPlans:
    """The plans of a game by user, and how often plans of this game have been saved."""

    revision: int = 0
    plans: Mapping[str, Plan] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """What a player has planned in a game."""

    game_id: str
    user_id: str
    plan: Plan
    at_ms: int

    def statement(self) -> sa.Insert:
        body = print_plan(self.plan)
        return _PLANS.insert().values(game_id=self.game_id, user_id=self.user_id, body=body, at_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class PlansChanged:
    """A plan is saved; a conflict if the game has moved on from the version that the plan was made for."""

    game_id: str
    version: int

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_it = GAMES.c.id == self.game_id, GAMES.c.version == self.version
        return GAMES.update().where(*is_it).values(plans_revision=GAMES.c.plans_revision + 1)


@dataclass(frozen=True, slots=True)
class PlansRead:
    """A change of a game has followed its plans; a conflict if one was saved in the meantime."""

    game_id: str
    revision: int

    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_it = GAMES.c.id == self.game_id, GAMES.c.plans_revision == self.revision
        return GAMES.update().where(*is_it).values(plans_revision=self.revision)


@dataclass(frozen=True, slots=True)
class DeletePlan:
    """The plan of a player in a game is deleted."""

    game_id: str
    user_id: str

    def statement(self) -> sa.Delete:
        return _PLANS.delete().where(_COLUMNS.game_id == self.game_id, _COLUMNS.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class DeleteGamePlans:
    """All plans in a game are deleted."""

    game_id: str

    def statement(self) -> sa.Delete:
        return _PLANS.delete().where(_COLUMNS.game_id == self.game_id)


@dataclass(frozen=True, slots=True)
class DeletePlans:
    """All plans of a user are deleted."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _PLANS.delete().where(_COLUMNS.user_id == self.user_id)


def read_plans(readers: sa.Engine, game_id: str) -> StoredPlans:
    """Return the plans in a game. Raises SQLAlchemyError."""
    joined = GAMES.outerjoin(_PLANS, _COLUMNS.game_id == GAMES.c.id)
    query = sa.select(GAMES.c.plans_revision, _COLUMNS.user_id, _COLUMNS.body).select_from(joined)
    rows = read_all(readers, query.where(GAMES.c.id == game_id))
    plans = {row.user_id: parse_plan(row.body) for row in rows if row.user_id is not None}
    return StoredPlans(rows[0].plans_revision if rows else 0, plans)


def read_plan(readers: sa.Engine, game_id: str, user_id: str) -> Plan:
    """Return what a player has planned in a game. Raises SQLAlchemyError."""
    rows = _rows(readers, _COLUMNS.game_id == game_id, _COLUMNS.user_id == user_id)
    return parse_plan(rows[0].body) if rows else Plan()


def read_plans_of(readers: sa.Engine, user_id: str) -> dict[str, Plan]:
    """Return all plans of a user by game. Raises SQLAlchemyError."""
    return {row.game_id: parse_plan(row.body) for row in _rows(readers, _COLUMNS.user_id == user_id)}


def _rows(readers: sa.Engine, *conditions: "sa.ColumnElement[bool]") -> Any:
    return read_all(readers, sa.select(_PLANS).where(*conditions).order_by(_COLUMNS.game_id))
