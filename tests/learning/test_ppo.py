"""The example that learns by PPO sees lines as the rules count them, and learns against `greedy`."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tantrix.learning.vector import VectorGames

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield import_module("ppo")
    for name in ("ppo", "policy_gradient"):
        sys.modules.pop(name, None)


def test_what_a_placement_gains_is_what_the_scores_on_the_table_rise_by(ppo: ModuleType) -> None:
    games = VectorGames(64, seed=3, reward="margin")
    gain = [len(ppo.COMMON) + side * (len(ppo.SIDES) + 2 * len(ppo.ENDS)) + 1 for side in (0, 1)]
    n_gains = 0
    for _ in range(120):
        game, action, found = ppo.describe(games)
        chosen, seats = games.choose_at_random() % ppo.N_SHOWN, games.seats.copy()
        scores = games.observations["table"][:, 4:6].copy()
        rows = {key: place for place, key in enumerate(zip(game.tolist(), action.tolist(), strict=True))}
        was_over = games.over.copy()

        games.step(chosen)

        for number in np.flatnonzero(~was_over & ~games.over):
            now = games.observations["table"][number, 4:6]
            now = now if games.seats[number] == seats[number] else now[::-1]
            expected = scores[number] + np.rint(3 * found[rows[number, int(chosen[number])], gain])
            assert now.tolist() == expected.tolist()
            n_gains += int((now != scores[number]).any())
    assert n_gains > 300


def test_an_end_that_closes_a_loop_does_so_by_one_more_tile(ppo: ModuleType) -> None:
    """A ring of six about the origin, yellow all the way round, without its last tile but one."""
    ring = [tuple(step) for step in ppo.STEPS]
    planes = np.zeros((1, ppo.GRID, ppo.GRID, 6), np.int8)

    def tile(place: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int8]]":
        colours = np.full(6, 1, np.int8)
        for other in (place - 1, place + 1):
            step = np.subtract(ring[other % 6], ring[place])
            colours[[tuple(each) for each in ppo.STEPS].index(tuple(step))] = 2
        return colours

    for place in range(4):
        q, r = ring[place]
        planes[0, r % ppo.GRID, q % ppo.GRID] = tile(place)
    tables = ppo.Tables(planes, np.zeros(1, np.int64), np.array([ring[4]]), tile(4)[None])
    at, colour = np.zeros(1, np.int64), np.array([2])

    arms = [ppo.follow_arm(tables, at, np.array([edge]), colour) for edge in np.flatnonzero(tile(4) == 2)]

    closes = 1 + ppo.ENDS.index("closes")
    assert sorted(arm[0, 0] for arm in arms) == [0, 4]
    assert [arm[closes, 0] for arm in arms] == [1, 1]


def test_ten_thousand_placements_teach_it_to_play_better(ppo: ModuleType) -> None:
    model = ppo.new_model(seed=1, n_games=64, n_steps=32)
    before, _ = ppo.against_greedy(model, 200, seed=7)

    model.learn(10_000)

    after, _ = ppo.against_greedy(model, 200, seed=7)
    assert before < 0.3
    assert after > before + 0.1
