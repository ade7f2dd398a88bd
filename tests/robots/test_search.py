"""Tree search: legal, repeatable, stoppable."""

from itertools import count
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tantrix import Game, Rules
from tantrix.robots.evaluation import Analyser, Evaluation
from tantrix.robots.search.tree import TreeSearch, TreeSettings
from tests.support.play import RULE_SETS, play_out, random_play, random_start

ROBOTS: list[Analyser] = [
    TreeSearch(TreeSettings(n_playouts=60, grow_at=1)),
]


def position(rules: Rules, seed: int, ply: int) -> Game:
    """Play at random up to a ply, or to the last position before the game ends."""
    last = None
    for game in random_play(rules, Random(seed)):
        if game.is_over:
            break
        last = game
        if game.ply >= ply:
            break
    assert last
    return last


@pytest.mark.parametrize("robot", ROBOTS)
@settings(max_examples=3, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6))
def test_every_placement_is_legal_to_the_end_of_the_game(robot: Analyser, rules: Rules, seed: int):
    game, order = random_start(rules, Random(seed))

    assert play_out(game, order, [robot] * rules.n_seats, Random(seed)).is_over


@pytest.mark.parametrize("robot", ROBOTS)
@settings(max_examples=15, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6), ply=st.integers(0, 60))
def test_every_legal_placement_is_judged_once(robot: Analyser, rules: Rules, seed: int, ply: int):
    game = position(rules, seed, ply)

    evaluation = robot.analyse(game, Random(seed))

    assert sorted(candidate.placement for candidate in evaluation.candidates) == sorted(game.placements())
    assert all(candidate.line[0] == candidate.placement for candidate in evaluation.candidates)
    assert all(0 <= candidate.share <= 1 for candidate in evaluation.candidates)


@pytest.mark.parametrize("robot", ROBOTS)
@settings(max_examples=8, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6), ply=st.integers(0, 60))
def test_the_same_random_numbers_give_the_same_evaluation(robot: Analyser, rules: Rules, seed: int, ply: int):
    game = position(rules, seed, ply)

    evaluation = robot.analyse(game, Random(seed))

    assert robot.analyse(game, Random(seed)) == evaluation
    assert robot.choose(game, Random(seed)) == evaluation.candidates[0].placement


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("n_asked", [1, 2, 5])
def test_a_stopped_search_answers_with_its_best_so_far(robot: Analyser, n_asked: int):
    game = position(Rules(), 3, 9)
    asked = count(1)

    evaluation = robot.analyse(game, Random(1), should_stop=lambda: next(asked) >= n_asked)

    assert evaluation.candidates[0].placement in game.placements()
    assert len(evaluation.candidates) == len(game.placements())


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_last_report_is_the_answer(robot: Analyser):
    evaluations: list[Evaluation] = []

    evaluation = robot.analyse(position(Rules(), 3, 9), Random(1), on_progress=evaluations.append)

    assert evaluations[-1] == evaluation


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), rules=st.sampled_from(RULE_SETS))
def test_the_line_of_the_tree_can_be_played_when_nothing_is_drawn(seed: int, rules: Rules):
    game = position(rules, seed, rules.tile_set - 5)
    assume(not game.bag)  # a deadlock may have ended the game before

    evaluation = TreeSearch(TreeSettings(n_playouts=300, grow_at=1)).analyse(game, Random(seed))

    for placement in evaluation.candidates[0].line:
        game = game.play(placement)
