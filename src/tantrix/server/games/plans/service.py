"""Reading and saving the plans of a player, and looking at the positions that a plan foresees."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

import sqlalchemy as sa

from tantrix.game import Game, IllegalPlacement
from tantrix.placement import Placement
from tantrix.server.database.writer import Conflict, Writer, retry_on_conflict
from tantrix.server.games.plans.plan import (
    MAX_TILES,
    ImpossibleLine,
    MissingReply,
    Plan,
    PlanStep,
    PlanSteps,
    plan_of,
    position_after,
    print_plan,
)
from tantrix.server.games.plans.store import PlanRow, count_plan, delete_plan, read_plan, read_plans_of
from tantrix.server.games.room import Room
from tantrix.server.games.views.position import laid_view, position_view
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.game import ForeseenView, PlanLine, PlannedTile, PlanView
from tantrix.server.settings import Settings

_T = TypeVar("_T")


class PlannedGames(Protocol):
    """The games of a server."""

    async def room(self, game_id: str) -> Room:
        """Return the room of a game that has begun; raises UnknownGame or NotBegun."""

    async def catch_up(self, game_id: str) -> None:
        """Reread a game because another server has changed it; raises UnknownGame."""


class GamePlans:
    """The plans of the players of a server."""

    def __init__(self, settings: Settings, readers: sa.Engine, writer: Writer, games: PlannedGames) -> None:
        self._now_ms = settings.play_ms
        self._readers = readers
        self._writer = writer
        self._games = games

    async def view(self, user_id: str, game_id: str) -> PlanView:
        """Return what a player has planned. Raises UnknownGame, and Refusal for others."""
        room = await self._room(user_id, game_id)
        return _view(room, await asyncio.to_thread(read_plan, self._readers, game_id, user_id))

    async def save(self, user_id: str, game_id: str, view: PlanView) -> PlanView:
        """Save what a player has planned, in place of everything planned before.

        Raises UnknownGame, NotSaved, and Refusal if the plan is not possible in the current position.
        """
        return await retry_on_conflict(lambda: self._save(user_id, game_id, view))

    async def foresee(self, user_id: str, game_id: str, view: PlanView) -> ForeseenView:
        """Return the position after the only line of a plan. Raises UnknownGame and Refusal."""
        room = await self._room(user_id, game_id)
        _check_ply(room, view)
        if len(view.lines) > 1:
            raise Refusal("invalid", f"expected one line, got {len(view.lines)}")
        line = _line(view.lines[0]) if view.lines else ()
        return await asyncio.to_thread(_possible, lambda: _foreseen_view(position_after(room.game, line)))

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return all plans of a user, as JSON."""
        plans = await asyncio.to_thread(read_plans_of, self._readers, user_id)
        return [{"game": game_id, "lines": print_plan(plan).split("\n")} for game_id, plan in plans.items()]

    async def _save(self, user_id: str, game_id: str, view: PlanView) -> PlanView:
        room = await self._room(user_id, game_id)
        plan = await asyncio.to_thread(_checked, room, user_id, view)
        row = [PlanRow(game_id, user_id, print_plan(plan), self._now_ms())] if plan.lines else []
        try:
            await self._writer.append(count_plan(game_id, room.version), delete_plan(game_id, user_id), *row)
        except Conflict:
            await self._games.catch_up(game_id)
            raise
        return _view(room, plan)

    async def _room(self, user_id: str, game_id: str) -> Room:
        room = await self._games.room(game_id)
        if not room.setup.plays(user_id):
            raise Refusal("not_your_seat")
        if not room.is_correspondence:
            raise Refusal("correspondence_only")
        return room


def _checked(room: Room, user_id: str, view: PlanView) -> Plan:
    """Return a plan for the current position. Raises Refusal if it is not possible."""
    mine = frozenset(seat for seat in range(len(room.setup.seats)) if room.setup.owns(user_id, seat))
    if not view.lines:
        return Plan()
    _check_ply(room, view)
    if room.game.is_over:
        raise Refusal("GAME_OVER")
    if room.game.to_play in mine:
        raise Refusal("your_turn")
    plan = _possible(lambda: plan_of(room.game, map(_line, view.lines), mine))
    if plan.n_tiles > MAX_TILES:
        raise Refusal("plan_too_large", f"expected {MAX_TILES} tiles, got {plan.n_tiles}", n=MAX_TILES)
    return plan


def _check_ply(room: Room, view: PlanView) -> None:
    if view.ply != room.game.ply:
        raise Refusal("stale_ply")


def _line(tiles: PlanLine) -> PlanSteps:
    """Read a line. Raises Refusal for unreadable text."""
    try:
        return tuple(PlanStep(Placement.parse(each.placement).canonical(), each.draw) for each in tiles)
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


def _possible(compute: Callable[[], _T]) -> _T:
    """Return what is computed from lines. Raises Refusal if one of them cannot be played."""
    try:
        return compute()
    except IllegalPlacement as error:
        raise Refusal(error.verdict.name, str(error)) from error
    except MissingReply as error:
        raise Refusal("plan_without_reply", str(error)) from error
    except ImpossibleLine as error:
        raise Refusal("invalid", str(error)) from error


def _view(room: Room, plan: Plan) -> PlanView:
    return PlanView(ply=room.game.ply, lines=list(_tiles(plan.lines)))


def _tiles(lines: Iterable[PlanSteps]) -> Iterator[list[PlannedTile]]:
    for line in lines:
        yield [PlannedTile(placement=str(step.placement), draw=step.draw) for step in line]


def _foreseen_view(game: Game) -> ForeseenView:
    return ForeseenView(laid=[laid_view(laid) for laid in game.laid], position=position_view(game))
