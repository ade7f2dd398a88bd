"""The robot `keen`: it sees what the forecast sees, and plays every rule set."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Game, Rules, kernel
from tantrix.robots.forecast.features import N_STAGES, NAMES, ask_row, new_sheet
from tantrix.robots.forecast.robot import forecasts, placement_keys
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.keen.features import (
    BLOCK,
    N_NUMBERS,
    ONE,
    OPPONENT,
    OWN,
    ask_keen_row,
    evaluate_all_with_net,
    new_workspace,
)
from tantrix.robots.keen.robot import Keen, KeenSettings
from tantrix.robots.keen.weights import (
    EXTRA,
    WHOLE,
    load_workspace,
    of_forecast,
    read_keen,
    shipped,
    workspace_with,
    write_keen,
)
from tests.support.play import RULE_SETS, play_out, random_play, random_start

KEEN = Keen(KeenSettings(n_playouts=60, grow_at=1))
TWO = Rules()


def position(rules: Rules, seed: int) -> Game:
    games = list(random_play(rules, Random(seed)))[:-1]
    return Random(seed).choice(games)


def whole_numbers(game: Game) -> Any:
    """Return what the keen net should see, reckoned from what the forecast sees."""
    seat, n_left = game.to_play, len(game.bag) + sum(map(len, game.hands))
    row = np.zeros(N_NUMBERS)
    for base, of in ((OPPONENT, 1 - seat), (OWN, seat)):
        sheets = new_sheet()
        ask_row(game.kernel_state(), kernel.tables(), sheets, int(game.rules.colours[of]), seat)
        for name, number in zip(NAMES, sheets[0].rows[0].tolist(), strict=True):
            whole = n_left if name == "colour_share" else WHOLE.get(name, 1)
            row[base + BLOCK.index(name) if name in BLOCK else EXTRA[name]] = number * whole
    row[ONE] = 1
    return np.rint(row)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_it_sees_what_the_forecast_sees_in_whole_numbers(seed: int):
    game = position(TWO, seed)
    workspaces = new_workspace()

    ask_keen_row(game.kernel_state(), kernel.tables(), workspaces, game.to_play)

    assert workspaces[0].row.tolist() == whole_numbers(game).tolist()


@given(seed=st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_before_all_lessons_it_judges_nearly_as_the_forecast(seed: int):
    game = position(TWO, seed)
    keys = placement_keys(game)
    margins = np.empty(len(keys))

    workspaces = workspace_with(of_forecast(load_nets(TWO)[0]))
    evaluate_all_with_net(game.kernel_state(), kernel.tables(), workspaces, keys, len(keys), margins)

    assert np.abs(margins - forecasts(game)).max() < 1.5  # a share of the tiles left is taken roughly


@settings(max_examples=6, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6))
def test_every_placement_is_legal_to_the_end_of_the_game(rules: Rules, seed: int):
    game, order = random_start(rules, Random(seed))

    assert play_out(game, order, [KEEN] * rules.n_seats, Random(seed)).is_over


@settings(max_examples=15, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6))
def test_every_legal_placement_is_judged_once_and_the_same_again(rules: Rules, seed: int):
    game = position(rules, seed)

    evaluation = KEEN.analyse(game, Random(seed))

    assert sorted(candidate.placement for candidate in evaluation.candidates) == sorted(game.placements())
    assert all(0 <= candidate.share <= 1 for candidate in evaluation.candidates)
    assert KEEN.analyse(game, Random(seed)) == evaluation
    assert KEEN.choose(game, Random(seed)) == evaluation.candidates[0].placement


def test_thinking_leaves_the_shipped_weights_as_they_are():
    before = load_workspace().tobytes()

    KEEN.choose(position(TWO, 3), Random(3))

    assert load_workspace().tobytes() == before


def test_weights_are_read_as_they_were_written(tmp_path: Path):
    weights, made = shipped()

    write_keen(tmp_path / "weights.npz", weights, made)
    again, made_again = read_keen((tmp_path / "weights.npz").read_bytes())

    assert made_again == made
    assert all(np.array_equal(*pair) for pair in zip(again, weights, strict=True))


def test_weights_too_great_for_whole_numbers_are_refused():
    weights = shipped()[0]._replace(linear=np.full((N_STAGES, N_NUMBERS), 9.0))

    with pytest.raises(ValueError, match=r"below 8, got 9\.00"):
        workspace_with(weights)
