"""The robots with a style: legal, repeatable, true to what their style says, and different in whole games."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tantrix import Colour, ForcedSides, Game, Placement, Rules, kernel
from tantrix.reasons.traced_lines import trace_lines
from tantrix.robots.evaluation import Evaluation
from tantrix.robots.forecast.features import ask_is_loop, new_sheet
from tantrix.robots.forecast.robot import forecasts
from tantrix.robots.search.tree import TreeSearch, TreeSettings
from tantrix.robots.style import Style, Styled, StyledDecision, loops_made_by
from tests.support.play import RULE_SETS, play_out, random_play, random_start

games = st.builds(
    lambda rules, seed, ply: _position(rules, seed, ply),
    st.sampled_from(RULE_SETS),
    st.integers(0, 10**6),
    st.integers(0, 63),
)
LOOPER, BLOCKER, CAREFUL = Style(loop=30.0), Style(opponent=8.0), Style(forced=0.55)
STYLES = (LOOPER, BLOCKER, CAREFUL)


def _position(rules: Rules, seed: int, ply: int) -> Game:
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


def _n_left(game: Game) -> int:
    return len(game.bag) + sum(map(len, game.hands))


@settings(max_examples=2, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6))
def test_the_three_play_legally_to_the_end_of_the_game(rules: Rules, seed: int) -> None:
    game, order = random_start(rules, Random(seed))
    robots = [Styled(STYLES[seat % 3], 60) for seat in range(rules.n_seats)]

    assert play_out(game, order, robots, Random(seed)).is_over


@settings(max_examples=12, deadline=None)
@given(style=st.sampled_from(STYLES), game=games)
def test_the_choice_is_the_first_of_what_it_judged_and_can_be_repeated(style: Style, game: Game) -> None:
    robot = Styled(style, 200)

    evaluation = robot.analyse(game, Random(3))

    assert robot.choose(game, Random(3)) == evaluation.candidates[0].placement
    assert robot.analyse(game, Random(3)) == evaluation
    assert sorted(each.placement for each in evaluation.candidates) == sorted(game.placements())


@settings(max_examples=10, deadline=None)
@given(game=games)
def test_without_a_preference_it_searches_as_the_tree_does(game: Game) -> None:
    robot = Styled(Style(), 200)

    assert robot.analyse(game, Random(3)) == TreeSearch(robot.settings).analyse(game, Random(3))


def test_the_last_report_of_a_style_is_its_answer() -> None:
    reports: list[Evaluation] = []
    game, _order = random_start(Rules(), Random(1))

    evaluation = Styled(LOOPER).analyse(game, Random(1), on_progress=reports.append)

    assert reports[-1] == evaluation
    assert len(reports) > 1


def test_the_net_of_the_looper_names_the_command_that_made_it() -> None:
    assert str(loops_made_by()["command"]).startswith("python -m research.trials.loop_chances ")


@settings(max_examples=40, deadline=None)
@given(game=games)
def test_a_best_score_is_a_loops_if_no_line_is_as_long(game: Game) -> None:
    assume(game.ply > 0)
    for colour, best in zip(range(4), game.lines(), strict=True):
        if colour in game.rules.colours:
            is_loop = ask_is_loop(game.kernel_state(), kernel.tables(), new_sheet(), colour)
            assert not is_loop or best.is_loop
            assert is_loop or not best.is_loop or _longest_line(game, colour) == best.score


def _longest_line(game: Game, colour: int) -> int:
    return max(line.n_tiles for line in trace_lines(game) if line.colour == colour and not line.is_loop)


def _decision(game: Game, style: Style) -> StyledDecision:
    return StyledDecision(game, Random(1), TreeSettings(100, point=0.05), style)


@settings(max_examples=15, deadline=None)
@given(game=games, cost=st.floats(0.1, 5))
def test_a_forced_space_that_a_hand_fits_costs_what_the_style_says(game: Game, cost: float) -> None:
    assume(_n_left(game) > 1 and game.rules.forced_sides is ForcedSides.THREE_OR_MORE)

    liked = _decision(game, Style(forced=cost)).liked(game) - forecasts(game)

    n_forced = [_n_forced(game.play_undrawn(placement)) for placement in game.placements()]
    assert liked == pytest.approx([-cost * n for n in n_forced], abs=1e-4)


def _n_forced(after: Game) -> int:
    """Count the forced spaces that a hand fits."""
    held = frozenset().union(*after.hands)
    return sum(not held.isdisjoint(after.fitting(space)) for space in after.forced_spaces())


@settings(max_examples=15, deadline=None)
@given(game=games, worth=st.floats(0.1, 50))
def test_a_chance_of_a_loop_is_worth_at_most_what_the_loop_is(game: Game, worth: float) -> None:
    liked = _decision(game, Style(loop=worth)).liked(game) - forecasts(game)

    assert liked.min() >= -1e-4
    assert liked.max() <= worth + 1e-4


@settings(max_examples=25, deadline=None)
@given(
    style=st.builds(Style, *3 * [st.floats(0, 20)]), rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 99)
)
def test_the_last_placement_of_a_game_is_worth_its_result_and_what_the_style_likes(
    style: Style, rules: Rules, seed: int
) -> None:
    game = _position(rules, seed, 64)
    assume(_n_left(game) == 1)

    decision = _decision(game, style)
    for _ in decision.deepen():
        pass

    worth = decision.tree[0].average[1 : len(decision.placements) + 1].tolist()
    assert worth == pytest.approx([_worth(game, each, style) for each in decision.placements], abs=1e-3)


def _worth(game: Game, placement: Placement, style: Style) -> float:
    seat, after = game.to_play, game.play(placement)
    own = game.rules.colours[seat]
    others = [score for colour, score in zip(game.rules.colours, after.scores, strict=True) if colour != own]
    margin = after.score(seat) - max(others)
    liked = style.loop * _surely_loop(after, own) - style.opponent * max(others)
    liked -= style.forced * len(after.forced_spaces())
    return 0.5 + 0.5 * float(np.sign(margin)) + 0.05 * (margin + liked)


def _surely_loop(game: Game, colour: Colour) -> bool:
    lines = [line.n_tiles for line in trace_lines(game) if line.colour == colour and not line.is_loop]
    return game.best(colour).score > max(lines, default=0)


def _played(style: Style, seed: int) -> list[Game]:
    """Return the positions of a game of a robot with a style, at seat 0, against one without."""
    game, order = random_start(Rules(), Random(seed))
    robots, rng, positions = [Styled(style, 200), Styled(Style(), 200)], Random(seed), [game]
    while not game.is_over:
        game = game.play(robots[game.to_play].choose(game, rng), order.pop() if order else None)
        positions.append(game)
    return positions


def test_careful_makes_fewer_forced_spaces() -> None:
    made = [0, 0]
    for seed in range(3):
        for before, after in pairwise(_played(CAREFUL, seed)):
            new = frozenset(after.forced_spaces()) - frozenset(before.forced_spaces())
            made[before.to_play] += len(new)

    assert made[0] < 0.85 * made[1]


def test_looper_ends_more_often_with_a_loop() -> None:
    ends = [_played(LOOPER, seed)[-1] for seed in range(8)]

    n_loops = [sum(game.best(colour).is_loop for game in ends) for colour in Rules().colours]
    assert n_loops[0] > n_loops[1]


def test_the_opponents_of_blocker_score_less() -> None:
    blocked, plain = ([_played(style, seed)[-1] for seed in range(4)] for style in (BLOCKER, Style()))

    assert sum(game.score(1) for game in blocked) < 0.9 * sum(game.score(1) for game in plain)
