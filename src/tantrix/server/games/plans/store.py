"""Plans in the database.

A plan always belongs to the current position of its game: each change of the game follows it in the same
commit. The number `plans_revision` in the row of the game makes sure that no plan is saved in between: a
change of the game is a conflict if it has not seen the last plan, and a plan if it was made for another
position.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.reading import read_all
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import MustMatch
from tantrix.server.games.plans.plan import Plan, parse_plan
from tantrix.server.games.store import GAMES


@dataclass(frozen=True, slots=True)
class StoredPlans:
    """The plans of a game by user, and how often plans of this game have been saved."""

    revision: int = 0
    plans: Mapping[str, Plan] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanRow(Row):
    """What a player has planned in a game, as text."""

    game_id: str
    user_id: str
    body: str
    at_ms: int


_PLANS = table_of(
    PlanRow,
    "game_plans",
    sa.Index(None, "user_id"),
    key=("game_id", "user_id"),
    references={"game_id": "games.id"},
)
_COLUMNS = _PLANS.c


def count_plan(game_id: str, version: int) -> MustMatch:
    """Count a saved plan; a conflict if the game has moved on from the version that it was made for."""
    is_it = GAMES.c.id == game_id, GAMES.c.version == version
    return MustMatch(GAMES.update().where(*is_it).values(plans_revision=GAMES.c.plans_revision + 1))


def check_plans(game_id: str, revision: int) -> MustMatch:
    """Check that no plan was saved since a change of a game read them; a conflict if one was."""
    is_it = GAMES.c.id == game_id, GAMES.c.plans_revision == revision
    return MustMatch(GAMES.update().where(*is_it).values(plans_revision=revision))


def delete_plan(game_id: str, user_id: str) -> sa.Delete:
    """Delete the plan of a player in a game."""
    return _PLANS.delete().where(_COLUMNS.game_id == game_id, _COLUMNS.user_id == user_id)


def delete_game_plans(game_id: str) -> sa.Delete:
    """Delete all plans in a game."""
    return _PLANS.delete().where(_COLUMNS.game_id == game_id)


def delete_plans(user_id: str) -> sa.Delete:
    """Delete all plans of a user."""
    return _PLANS.delete().where(_COLUMNS.user_id == user_id)


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
