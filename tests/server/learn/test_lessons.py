"""The lessons are correct: reachable positions, tempting placements refused, and tasks that can be done."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from starlette.testclient import TestClient

from tantrix.game import Game, Phase, Verdict
from tantrix.gobble.commands import Give, Lay, PutAside, Turn
from tantrix.gobble.options import GobbleRules
from tantrix.gobble.rush import Gobble, RushPlayer
from tantrix.gobble.table import RushTable
from tantrix.gobble.verdicts import RefusedCommand, RushVerdict
from tantrix.notation import parse_position, print_hands, print_position
from tantrix.server.learn.curriculum import LESSONS
from tantrix.server.learn.lessons import (
    LessonGoal,
    RushGoal,
    RushStep,
    StepDefinition,
    Task,
    target_of,
    tasks,
)
from tantrix.server.learn.pages import course_view

TASKS = [(lesson.name, task) for lesson in LESSONS for task in tasks(lesson)]
RUSHES = [step for lesson in LESSONS for step in lesson.rushes]
STEPS: list[StepDefinition | RushStep] = [*(task.step for _, task in TASKS), *RUSHES]


def tasks_of(name: str) -> list[Task]:
    return [task for lesson, task in TASKS if lesson == name]


def after(task: Task) -> Game:
    return task.game.play(task.expected[0], task.step.draw)


def test_the_course_goes_from_lines_to_gobble() -> None:
    assert [lesson.name for lesson in LESSONS] == [
        "lines",
        "golden-rule",
        "hand",
        "forced-spaces",
        "three-of-one-colour",
        "fourth-side",
        "controlled-sides",
        "loops",
        "endgame",
        "gobble",
    ]


def test_every_step_has_words_and_praise_and_a_solution() -> None:
    assert all(step.words and step.praise for step in STEPS)
    assert all(task.expected for _, task in TASKS)


def test_words_are_short_enough_for_a_child() -> None:
    too_long = [step.words for step in STEPS if len(step.words) > 170]

    assert too_long == []


def test_words_never_name_a_tile_by_its_number_or_a_cell() -> None:
    sentences = [sentence for step in STEPS for sentence in (step.words, step.praise, step.nudge)]

    assert [sentence for sentence in sentences if re.search(r"\d", sentence)] == []


def test_a_tile_that_the_words_mean_is_ringed_in_the_hand() -> None:
    steps = {lesson.name: [step.ring_tile for step in lesson.steps] for lesson in course_view("en").lessons}

    assert steps["forced-spaces"] == [None, None, 21, None]
    assert steps["endgame"] == [22]
    assert steps["lines"] == [8]


def test_the_space_that_the_first_lesson_rings_lengthens_the_line() -> None:
    [task] = tasks_of("lines")

    assert target_of(task.step) in task.expected


def test_marks_are_shown_from_the_step_that_explains_them() -> None:
    steps = {lesson.name: [step.marks for step in lesson.steps] for lesson in course_view("en").lessons}

    assert steps["hand"] == [[]]
    assert steps["forced-spaces"] == [["dot"], *[["dot", "arrow"]] * 3]
    assert steps["fourth-side"] == [["dot", "arrow"]] * 2
    assert steps["controlled-sides"] == [["dot", "arrow", "grey"]] * 2


def test_positions_are_those_that_the_page_sets_up() -> None:
    # A step is judged in its own game, and played on from the text of the position.
    for _, task in TASKS:
        again = parse_position(print_position(task.game))

        assert set(again.placements()) == set(task.game.placements())
        assert again.refusals() == task.game.refusals()


@pytest.mark.parametrize("task", [task for _, task in TASKS if task.step.goal is LessonGoal.REFUSAL])
def test_the_tempting_placement_is_refused_for_the_reason_given(task: Task) -> None:
    target = target_of(task.step)

    assert task.game.verdict(target) is task.step.reason
    assert target in task.expected
    assert {task.game.verdict(placement) for placement in task.expected} == {task.step.reason}


@pytest.mark.parametrize("task", [task for _, task in TASKS if task.step.goal is not LessonGoal.REFUSAL])
def test_the_solution_is_legal_and_its_draw_is_in_the_bag(task: Task) -> None:
    for placement in task.expected:
        assert task.game.verdict(placement) is Verdict.LEGAL
        task.game.play(placement, task.step.draw)


def test_a_step_without_a_position_follows_a_step_with_one_solution() -> None:
    # Otherwise the board would jump between the steps.
    for lesson in LESSONS:
        for task, following in pairwise(tasks(lesson)):
            if not following.step.position and task.step.goal is not LessonGoal.REFUSAL:
                assert len(task.expected) == 1


def test_each_restriction_has_a_position_where_it_is_the_reason() -> None:
    reasons = [task.step.reason for _, task in TASKS if task.step.reason]

    assert reasons == [
        Verdict.MISMATCH,
        Verdict.FORCED_FIRST,
        Verdict.TRIPLE,
        Verdict.FOURTH_SIDE,
        Verdict.CONTROLLED,
    ]


def test_the_learner_plays_red() -> None:
    for _, task in TASKS:
        assert task.game.rules.colours[task.game.to_play].letter == "R"


@pytest.mark.parametrize("task", [task for _, task in TASKS if task.step.goal is LessonGoal.LENGTHEN])
def test_only_the_solution_lengthens_the_line(task: Task) -> None:
    me, before = task.game.to_play, task.game.score(task.game.to_play)

    for placement in task.game.placements():
        grows = task.game.play(placement, task.step.draw).score(me) > before
        assert grows == (placement in task.expected)


def test_the_golden_rule_is_taught_by_a_tile_that_fits_in_one_rotation_only() -> None:  # R1.4
    first, second = tasks_of("golden-rule")

    assert target_of(first.step).rotation == 0
    assert [placement.cell for placement in second.expected] == [target_of(first.step).cell]


def test_six_tiles_are_held_again_after_one_is_laid() -> None:  # R2.2
    [task] = tasks_of("hand")

    assert len(after(task).hands[task.game.to_play]) == 6


def test_a_whole_turn_fills_before_and_after_the_free_placement() -> None:  # R3.1
    tempted, fill, free, refill = tasks_of("forced-spaces")

    assert [task.game.phase for task in (fill, free, refill)] == [Phase.FILL, Phase.FREE, Phase.REFILL]
    assert fill.expected[0].cell in fill.game.forced_spaces()
    assert refill.expected[0].cell in refill.game.forced_spaces()
    assert refill.expected[0].cell not in free.game.forced_spaces()
    assert free.expected[0].cell == target_of(tempted.step).cell
    assert after(free).score(0) > free.game.score(0)
    assert after(refill).to_play != refill.game.to_play


def test_nobody_at_the_table_holds_a_tile_for_the_spaces_that_stay_open() -> None:
    for name in ("fourth-side", "controlled-sides"):
        task = tasks_of(name)[0]
        [space] = task.game.forced_spaces()

        assert task.game.fitting(space).isdisjoint(tile for hand in task.game.hands for tile in hand)


def test_the_ringed_controlled_space_is_not_beside_the_forced_one() -> None:  # R4.3
    task = tasks_of("controlled-sides")[0]

    assert target_of(task.step).cell in task.game.controlled_cells()
    assert len(task.game.controlled_cells()) > 2


def test_the_loop_closes_and_counts_double() -> None:  # R5.1
    [task] = tasks_of("loops")
    red = task.game.rules.colours[0]

    line = after(task).best(red)

    assert (line.is_loop, len(line.cells), line.score) == (True, 6, 12)
    assert len(task.expected) == 1


def test_the_endgame_allows_what_was_a_fourth_side_before() -> None:  # R4.4
    [task] = tasks_of("endgame")
    [expected] = task.expected
    rules, laid, _, seat = print_position(task.game).split(";")
    hand = print_hands([task.game.hands[0], (), (), ()])

    earlier = parse_position(";".join([rules, laid, f" {hand}", seat]))  # the others' tiles are in the bag

    assert task.game.in_endgame
    assert earlier.verdict(expected) is Verdict.FOURTH_SIDE
    assert after(task).score(0) > task.game.score(0)


# Gobble.


def table_of(step: RushStep) -> RushTable:
    """Place the tiles one by one: from the third on, each touches two others, and all fit (R6.1, R6.2)."""
    table = RushTable()
    for n, placement in enumerate(step.placements):
        least = min(n, 2)
        assert n == 0 or placement in set(table.placements(placement.tile, least))
        table = table.lay(placement)
    return table


def rush_of(step: RushStep) -> Gobble:
    players = (RushPlayer(step.stock, pile=step.pile), RushPlayer((1, 2, 3, 4, 6)))
    return Gobble(GobbleRules(2), players, table_of(step))


def rush_steps(goal: RushGoal) -> Iterator[RushStep]:
    return (step for step in RUSHES if step.goal is goal)


def test_the_turned_tile_fits_beside_two_tiles_and_nothing_is_forced_yet() -> None:  # R6.2
    [step] = rush_steps(RushGoal.LAY)
    rush, _ = rush_of(step).play(Turn(0), 0)

    placements = list(rush.table.placements(step.stock[0], 2))

    assert placements and not list(rush.table.spaces_with(3))
    assert all(rush.verdict(Lay(0, placement), 1) is RushVerdict.ACCEPTED for placement in placements)


def test_the_tile_to_be_put_aside_fits_nowhere() -> None:  # R6.3
    [step] = rush_steps(RushGoal.ASIDE)
    rush, _ = rush_of(step).play(Turn(0), 0)

    assert not list(rush.table.placements(step.stock[0], 2))
    after, _ = rush.play(PutAside(0), 1)
    assert after.players[0].pile == (step.stock[0],)


def test_the_penalty_tile_fills_the_one_forced_space_and_a_tile_is_given() -> None:  # R6.3, R6.4
    [step] = rush_steps(RushGoal.GOBBLE)
    rush = rush_of(step)
    [(space, _)] = rush.table.spaces_with(3)
    [tile] = step.pile
    [placement] = rush.table.placements(tile, 3)

    laid, _ = rush.play(Lay(0, placement), 1)
    given, _ = laid.play(Give(0, 1, None), 2)

    assert placement.cell == space
    assert given.players[0].n_tiles == rush.players[0].n_tiles - 2
    elsewhere = next(one for one in rush.table.placements(tile, 2) if one.cell != space)
    with pytest.raises(RefusedCommand):
        rush.play(Lay(0, elsewhere), 1)


# The page.


def test_the_page_carries_all_lessons(client: TestClient) -> None:
    answer = client.get("/learn")

    assert answer.status_code == 200
    assert all(lesson.title in answer.text for lesson in LESSONS)


def test_the_page_gets_what_the_lessons_ask() -> None:
    for lesson, view in zip(LESSONS, course_view("en").lessons, strict=True):
        for task, step in zip(tasks(lesson), view.steps, strict=True):
            expected = (
                [] if task.step.goal is LessonGoal.LAY else [str(placement) for placement in task.expected]
            )

            assert step.expected == expected
            assert [seat.is_mine for seat in step.game.seats].index(True) == task.game.to_play


def test_the_game_after_the_last_lesson_begins(client: TestClient) -> None:
    fields = {"kind_0": "me", "kind_1": "robot:beginner"}

    started = client.post("/games", data=fields, follow_redirects=False)

    assert started.status_code == 303
