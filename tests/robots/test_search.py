"""The robots `tree` and `minimax`: legal, repeatable, stoppable; minimax against a simple, slow search."""

from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tantrix import Game, Rules, kernel
from tantrix.kernel import turned_of
from tantrix.robots.evaluation import Evaluation, Thinker
from tantrix.robots.forecast.features import new_sheet
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.search.minimax import Minimax, MinimaxSettings
from tantrix.robots.search.minimax_lines import new_lines
from tantrix.robots.search.minimax_search import MinimaxSearch, judge
from tantrix.robots.search.tree import TreeSearch, TreeSettings
from tests.support.play import RULE_SETS, play_out, random_play, random_start

ROBOTS: list[Thinker] = [
    TreeSearch(TreeSettings(n_playouts=60, grow_at=1)),
    Minimax(MinimaxSettings(n_plies=2, n_nodes=300)),
    Minimax(MinimaxSettings(n_plies=2, n_nodes=300, n_samples=2, by_forecast=True)),
]

SMALL_HANDS = [replace(rules, hand_size=2) for rules in RULE_SETS[::3]]


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
def test_every_placement_is_legal_to_the_end_of_the_game(robot: Thinker, rules: Rules, seed: int):
    game, order = random_start(rules, Random(seed))

    assert play_out(game, order, [robot] * rules.n_seats, Random(seed)).is_over


@pytest.mark.parametrize("robot", ROBOTS)
@settings(max_examples=15, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6), ply=st.integers(0, 60))
def test_every_legal_placement_is_judged_once(robot: Thinker, rules: Rules, seed: int, ply: int):
    game = position(rules, seed, ply)

    evaluation = robot.think(game, Random(seed))

    assert sorted(judged.placement for judged in evaluation.judged) == sorted(game.placements())
    assert all(judged.line[0] == judged.placement for judged in evaluation.judged)
    assert all(0 <= judged.share <= 1 for judged in evaluation.judged)


@pytest.mark.parametrize("robot", ROBOTS)
@settings(max_examples=8, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6), ply=st.integers(0, 60))
def test_the_same_random_numbers_give_the_same_evaluation(robot: Thinker, rules: Rules, seed: int, ply: int):
    game = position(rules, seed, ply)

    evaluation = robot.think(game, Random(seed))

    assert robot.think(game, Random(seed)) == evaluation
    assert robot.choose(game, Random(seed)) == evaluation.judged[0].placement


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("n_asked", [1, 2, 5])
def test_a_stopped_search_answers_with_its_best_so_far(robot: Thinker, n_asked: int):
    game = position(Rules(), 3, 9)
    asked = count(1)

    evaluation = robot.think(game, Random(1), should_stop=lambda: next(asked) >= n_asked)

    assert evaluation.judged[0].placement in game.placements()
    assert len(evaluation.judged) == len(game.placements())


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_last_report_is_the_answer(robot: Thinker):
    evaluations: list[Evaluation] = []

    evaluation = robot.think(position(Rules(), 3, 9), Random(1), on_progress=evaluations.append)

    assert evaluations[-1] == evaluation


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), rules=st.sampled_from(RULE_SETS))
def test_the_line_of_the_tree_can_be_played_when_nothing_is_drawn(seed: int, rules: Rules):
    game = position(rules, seed, rules.tile_set - 5)
    assume(not game.bag)  # a deadlock may have ended the game before

    evaluation = TreeSearch(TreeSettings(n_playouts=300, grow_at=1)).think(game, Random(seed))

    for placement in evaluation.judged[0].line:
        game = game.play(placement)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), rules=st.sampled_from(RULE_SETS), left=st.integers(1, 2))
def test_minimax_to_the_end_equals_exhaustive_search(seed: int, rules: Rules, left: int):
    game = position(rules, seed, rules.tile_set - left)
    colour = rules.colours[game.to_play]

    evaluation = Minimax(MinimaxSettings(n_plies=8, n_nodes=10**6)).think(game, Random(0))

    best = evaluation.judged[0]
    assert best.margin == solved(game, colour)
    assert best.margin == solved(game.play(best.placement), colour)


@pytest.mark.parametrize("by_forecast", [False, True])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), rules=st.sampled_from(SMALL_HANDS), ply=st.integers(2, 44))
def test_minimax_in_mid_game_equals_exhaustive_search(by_forecast: bool, seed: int, rules: Rules, ply: int):
    game = position(rules, seed, ply)
    colour = rules.colours[game.to_play]
    search = MinimaxSearch.zeros()
    search[0].by_forecast, search[0].own = by_forecast, colour
    lines, nets, sheets = new_lines(rules.colours), load_nets(rules), new_sheet()
    judge_leaf = partial(judge, search[0], w=lines[0], net=nets[0], sheet=sheets[0])

    evaluation = Minimax(MinimaxSettings(3, 10**6, by_forecast=by_forecast)).think(game, Random(0))

    assert evaluation.judged[0].margin == pytest.approx(
        tried(game, game.kernel_state(), judge_leaf, int(colour), 3)
    )


def solved(game: Game, colour: int) -> float:
    """Return the margin of a colour if all continue by paranoid minimax, computed by plain recursion."""
    if game.is_over:
        if any(game.hands):
            return 0.0
        opponent = max(s for c, s in zip(game.rules.colours, game.scores, strict=True) if c != colour)
        return game.best(game.rules.colours[game.rules.colours.index(colour)]).score - opponent
    values = [solved(game.play(placement), colour) for placement in game.placements()]
    return max(values) if game.rules.colours[game.to_play] == colour else min(values)


def tried(game: Game, states: Any, judge_leaf: Any, colour: int, n_plies: int) -> float:
    """Return the same for some placements without draws, with the robot's own evaluation at the end."""
    keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    n = kernel.do_settle(states, kernel.tables(), keys)
    rules, record = game.rules, states[0]
    if n == 0:
        opponents = [int(record.best[other]) for other in rules.colours if other != colour]
        is_draw = any(record.hands[: rules.n_seats]) or record.bag
        return 0.0 if is_draw else float(record.best[colour] - max(opponents))
    values = []
    for key in keys[:n].tolist():
        if n_plies == 1:
            values.append(judge_leaf(s=states[0], t=kernel.tables()[0], key=key))
        else:
            after = states.copy()
            turned = turned_of(key)
            kernel.do_place(after, kernel.tables(), key >> 9, turned, -1, np.empty_like(keys))
            values.append(tried(game, after, judge_leaf, colour, n_plies - 1))
    return max(values) if rules.colours[record.to_play] == colour else min(values)
