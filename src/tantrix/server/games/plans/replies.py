"""Replies that players have planned, added to the change of a room that they reply to: decisions only."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tantrix.placement import Placement
from tantrix.server.database.writes import Write
from tantrix.server.games.journal_lines import Departure, Pause, PlacementLine, StandIn
from tantrix.server.games.plans.plan import Plan, print_plan
from tantrix.server.games.plans.store import PlanRow, StoredPlans, check_plans, delete_game_plans, delete_plan
from tantrix.server.games.room import Room, RoomEvent
from tantrix.server.http.errors import Refusal
from tantrix.server.rooms.commands import RoomChange

Plans = Mapping[str, Plan]
"""What is left of the plans of a game, by user; users without any are left out."""


def with_replies(
    before: Room, change: RoomChange[Room], stored: StoredPlans, now_ms: int
) -> RoomChange[Room]:
    """Return a change of a room together with the planned replies to it, to be saved in one commit.

    A reply that is not legal ends the plan of its player, who is then to play.
    """
    room, writes = change.room, change.writes
    plans = followed(stored.plans, room.events[before.version :])
    failed: frozenset[int] = frozenset()
    while (placement := _reply(room, plans)) is not None:
        seat, answer = room.game.to_play, room.lay(placement, now_ms)
        if isinstance(answer, Refusal):
            plans = {user: plan for user, plan in plans.items() if user != room.setup.occupant(seat)}
            failed |= {seat}
            continue
        plans = followed(plans, answer.room.events[room.version :])
        room, writes = answer.room, (*writes, *answer.writes)
    saved = (
        check_plans(room.setup.id, stored.revision),
        *_changes(room.setup.id, stored.plans, plans, now_ms),
    )
    return RoomChange(replace(room, failed_plans=failed), (*writes, *saved))


def followed(plans: Plans, events: Iterable[RoomEvent]) -> Plans:
    """Return what is left of plans after some events: what was not foreseen ends them."""
    for event in events:
        plans = {user: left for user, plan in plans.items() if (left := _after(plan, event)).lines}
    return plans


def _after(plan: Plan, event: RoomEvent) -> Plan:
    match event.line:
        case PlacementLine(placement, draw):
            return plan.after(placement, draw)
        case Pause() | StandIn() | Departure():
            return plan
        case _:  # a takeback or the end
            return Plan()


def _reply(room: Room, plans: Plans) -> Placement | None:
    """Return what the player whose turn it is has planned to lay now."""
    seat = room.game.to_play
    if room.game.is_over or room.paused_ms is not None or seat in room.stand_ins:
        return None
    plan = plans.get(room.setup.occupant(seat) or "")
    return None if plan is None else plan.next


def _changes(game_id: str, before: Plans, after: Plans, at_ms: int) -> Iterable[Write]:
    if before and not after:
        yield delete_game_plans(game_id)
        return
    for user_id, plan in before.items():
        left = after.get(user_id)
        if left != plan:
            yield delete_plan(game_id, user_id)
            if left is not None:
                yield PlanRow(game_id, user_id, print_plan(left), at_ms)
