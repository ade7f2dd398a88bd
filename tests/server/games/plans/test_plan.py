"""Plans as values: what is left of them, which lines are possible, and games played from them."""

from collections.abc import Sequence
from random import Random

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Game, IllegalPlacement, Rules
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.server.games.journal_lines import PlacementLine, Takeback
from tantrix.server.games.plans.plan import (
    ImpossibleLine,
    MissingReply,
    Plan,
    PlannedPosition,
    PlanStep,
    PlanSteps,
    parse_plan,
    plan_of,
    print_plan,
)
from tantrix.server.games.plans.replies import with_replies
from tantrix.server.games.plans.store import PlanRow, StoredPlans, delete_game_plans
from tantrix.server.games.room import Room
from tantrix.server.games.store import JournalEntry
from tantrix.server.rooms.commands import RoomChange
from tests.server.support.rooms import NOW, room_of
from tests.support.play import RULE_SETS, random_play

PEOPLE = ("ann", "bea", "cyd", "dan")
SECRETS = st.binary(min_size=32, max_size=32)


def steps_of(room: Room) -> PlanSteps:
    """Return all placements of a room, with their draws."""
    lines = [event.line for event in room.events if isinstance(event.line, PlacementLine)]
    return tuple(PlanStep(line.placement, line.draw) for line in lines)


def laid(room: Room, placement: Placement) -> tuple[Room, RoomChange[Room]]:
    change = room.lay(placement, NOW)
    assert isinstance(change, RoomChange)
    return room, change


def played(room: Room, n_plies: int, rng: Random) -> Room:
    """Play at random."""
    for _ in range(n_plies):
        if not room.game.is_over:
            _, change = laid(room, rng.choice(room.game.placements()))
            room = change.room
    return room


def deletes_plans(change: RoomChange[Room]) -> bool:
    deletion = delete_game_plans(change.room.setup.id)
    return any(isinstance(write, sa.Delete) and write.compare(deletion) for write in change.writes)


def lines_of(change: RoomChange[Room]) -> list[str]:
    return [write.line for write in change.writes if isinstance(write, JournalEntry)]


@given(SECRETS, st.integers(2, 4), st.integers(0, 20), st.integers(1, 24), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_the_true_continuation_is_played_to_its_end_as_by_hand(
    secret: bytes, n_players: int, n_before: int, n_foreseen: int, rng: Random
) -> None:
    start = played(room_of(*PEOPLE[:n_players], control="3 days", secret=secret), n_before, rng)
    by_hand = played(start, n_foreseen, rng)
    line = steps_of(by_hand)[start.version :]
    planned = tuple(step if rng.random() < 0.5 else PlanStep(step.placement) for step in line)
    author = start.setup.occupant(start.game.to_play)

    # All others have planned this, some of it whatever is drawn; the author of the first tile has not.
    room, plans = start, {user: Plan((planned,)) for user in PEOPLE[:n_players] if line and user != author}
    while (rest := line[room.game.ply - start.game.ply :]) and room.setup.occupant(
        room.game.to_play
    ) == author:
        change = with_replies(*laid(room, rest[0].placement), StoredPlans(0, plans), NOW)
        room = change.room
        plans = {
            write.user_id: parse_plan(write.body) for write in change.writes if isinstance(write, PlanRow)
        }

    assert steps_of(room)[start.version :] == line
    assert (room.game, room.version, room.clock) == (by_hand.game, by_hand.version, by_hand.clock)


@given(SECRETS, st.integers(0, 30), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_a_plan_for_something_else_changes_nothing(secret: bytes, n_before: int, rng: Random) -> None:
    room = played(room_of("ann", "bea", control="3 days", secret=secret), n_before, rng)
    if room.game.is_over or len(room.game.placements()) < 2:
        return
    foreseen, other = rng.sample(list(room.game.placements()), 2)
    user_id = room.setup.occupant(1 - room.game.to_play) or ""
    plan = Plan(((PlanStep(foreseen), PlanStep(foreseen)),))
    before, change = laid(room, other)

    planned = with_replies(before, change, StoredPlans(3, {user_id: plan}), NOW)

    assert planned.room == change.room
    assert lines_of(planned) == lines_of(change)
    assert deletes_plans(planned)


@given(st.sampled_from(RULE_SETS), st.integers(0, 40), st.integers(1, 12), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_every_continuation_with_its_draws_is_possible(
    rules: Rules, n_before: int, n_steps: int, rng: Random
) -> None:
    games = list(random_play(rules, rng))
    game = games[min(n_before, len(games) - 1)]
    line = tuple(PlanStep(each.placement, each.draw) for each in games[-1].laid[game.ply :][:n_steps])

    foreseen = PlannedPosition(game)
    for step in line:
        foreseen = foreseen.after(step)

    assert foreseen.game == games[game.ply - games[0].ply + len(line)]


@given(st.integers(0, 40), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_an_unknown_draw_leaves_the_hand_smaller_and_the_bag_as_it_was(n_before: int, rng: Random) -> None:
    games = [game for game in random_play(RULE_SETS[0], rng) if len(game.bag) > 1]
    game = games[min(n_before, len(games) - 1)]
    placement = rng.choice(game.placements())

    after = game.play_undrawn(placement)

    seat = game.to_play
    assert after.bag == game.bag
    assert sorted(after.hands[seat]) == sorted(set(game.hands[seat]) - {placement.tile})
    assert [laid.placement for laid in after.laid] == [*(each.placement for each in game.laid), placement]


@given(
    st.lists(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=1, max_size=4), max_size=6)
)
def test_a_plan_is_read_as_it_was_written(drawn: Sequence[Sequence[tuple[str, bool]]]) -> None:
    plan = Plan(
        tuple(
            tuple(
                PlanStep(Placement("abc".index(name) + 1, Cell(0, 1), 2), 9 if draws else None)
                for name, draws in line
            )
            for line in drawn
        )
    )

    assert parse_plan(print_plan(plan)) == plan


A, B, C, D = (Placement(tile, Cell(0, 0), 0) for tile in (1, 2, 3, 4))


def test_a_placement_leaves_the_lines_that_foresaw_it() -> None:
    plan = Plan(
        ((PlanStep(A), PlanStep(B)), (PlanStep(A), PlanStep(B), PlanStep(C)), (PlanStep(D), PlanStep(B)))
    )

    assert plan.after(A, 7) == Plan(((PlanStep(B),), (PlanStep(B), PlanStep(C))))
    assert plan.after(C, 7) == Plan()


def test_a_line_that_names_the_draw_goes_before_one_that_does_not() -> None:
    plan = Plan(((PlanStep(A), PlanStep(B)), (PlanStep(A, 7), PlanStep(C))))

    assert plan.after(A, 7).next == C
    assert plan.after(A, 8).next == B


def test_what_lines_begin_with_counts_once() -> None:
    plan = Plan(
        (
            (PlanStep(A), PlanStep(B), PlanStep(C)),
            (PlanStep(A), PlanStep(B), PlanStep(D)),
            (PlanStep(A, 7), PlanStep(B)),
        )
    )

    assert plan.n_tiles == 6


def foreseen_turn(room: Room) -> PlanSteps:
    """Return the turn of the player to play and the first reply, without draws, as far as hands are known."""
    foreseen, seat = PlannedPosition(room.game), room.game.to_play
    steps: list[PlanStep] = []
    while True:
        step = PlanStep(foreseen.game.placements()[0])
        is_reply = foreseen.game.to_play != seat
        foreseen, steps = foreseen.after(step), [*steps, step]
        if is_reply:
            return tuple(steps)


def test_a_later_reply_to_the_same_turn_replaces_the_earlier_one() -> None:
    room = room_of("ann", "bea", control="3 days")
    line = foreseen_turn(room)
    mine = frozenset({1 - room.game.to_play})
    foreseen = PlannedPosition(room.game)
    for step in line[:-1]:
        foreseen = foreseen.after(step)
    other = (*line[:-1], PlanStep(foreseen.game.placements()[-1]))

    assert other != line
    assert plan_of(room.game, [line, other], mine) == Plan((other,))
    assert plan_of(room.game, [line, line], mine) == Plan((line,))


def test_impossible_lines_say_why() -> None:
    room = room_of("ann", "bea", control="3 days")
    line = foreseen_turn(room)
    to_play = room.game.to_play
    mine = frozenset({1 - to_play})
    in_hand = room.game.hands[to_play][1]

    with pytest.raises(IllegalPlacement):
        plan_of(room.game, [(line[0], line[0])], mine)
    with pytest.raises(ImpossibleLine, match="bag"):
        plan_of(room.game, [(PlanStep(line[0].placement, in_hand), *line[1:])], mine)
    with pytest.raises(MissingReply):
        plan_of(room.game, [line[:1]], mine)


def test_draws_are_named_once_the_bag_runs_empty() -> None:
    games = list(random_play(RULE_SETS[0], Random(2)))
    game = next(game for game in games if len(game.bag) == 2)
    first = PlanStep(game.placements()[0])
    after = PlannedPosition(game).after(first)

    with pytest.raises(ImpossibleLine, match="bag is empty"):
        after.after(PlanStep(after.game.placements()[0]))


def test_the_last_draw_is_known() -> None:
    games: list[Game] = list(random_play(RULE_SETS[0], Random(2)))
    game = next(game for game in games if len(game.bag) == 1)
    (last,) = game.bag

    assert last in PlannedPosition(game).after(PlanStep(game.placements()[0])).game.hands[game.to_play]


def test_a_takeback_ends_all_plans() -> None:
    room = played(room_of("ann", "bea", control="3 days"), 4, Random(1))
    plan = Plan((foreseen_turn(room),))
    change = room.change(Takeback(room.game.ply - 1), NOW)

    assert deletes_plans(with_replies(room, change, StoredPlans(1, {"ann": plan}), NOW))


def test_a_reply_that_is_no_longer_legal_ends_the_plan_of_its_player() -> None:
    room = room_of("ann", "bea", control="3 days")
    first = room.game.placements()[0]
    seat = 1 - room.game.to_play
    user_id = room.setup.occupant(seat) or ""
    far = PlanStep(Placement(room.game.hands[seat][0], Cell(9, 9), 0))
    before, change = laid(room, first)

    answer = with_replies(before, change, StoredPlans(0, {user_id: Plan(((PlanStep(first), far),))}), NOW)

    assert change.room.game.to_play == seat
    assert lines_of(answer) == lines_of(change)
    assert answer.room.failed_plans == {seat}
    assert deletes_plans(answer)
