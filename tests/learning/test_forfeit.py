"""An action outside the mask is never better than losing, and seeds are of every integer kind."""

import gymnasium
import numpy as np
import pytest

from tantrix.learning.env import env, raw_env
from tantrix.learning.gym import ID, TantrixVectorEnv
from tantrix.learning.vector import RESIGN, VectorGames

WORST = -84.0  # 42 of 56 tiles have a colour; a loop of them all counts twice


@pytest.mark.parametrize(("reward", "forfeit"), [("result", -1.0), ("margin", WORST)])
def test_an_illegal_action_costs_at_least_a_loss(reward: str, forfeit: float) -> None:
    table, games = env(reward=reward), TantrixVectorEnv(2, reward=reward)
    alone = gymnasium.make(f"tantrix.learning.gym:{ID}", reward=reward, disable_env_checker=True)
    table.reset(seed=1)
    games.reset(seed=1)
    alone.reset(seed=1)
    agent = table.agent_selection

    table.step(table.action_space(agent).n - 1)

    assert table.rewards[agent] == forfeit
    assert games.step([games.single_action_space.n - 1, 0])[1].tolist() == [forfeit, 0.0]
    assert alone.step(alone.action_space.n - 1)[1] == forfeit


def test_resigning_a_margin_costs_at_least_a_loss() -> None:
    games = VectorGames(1, reward="margin")
    seat = int(games.seats[0])

    games.step([RESIGN])

    assert games.rewards[0].tolist() == [WORST if each == seat else 0.0 for each in range(4)]


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int32])
def test_a_seed_may_be_an_integer_of_numpy(kind: type) -> None:
    ours, numpys = raw_env(), raw_env()
    ours.reset(seed=5)
    numpys.reset(seed=kind(5))
    alone = gymnasium.make(f"tantrix.learning.gym:{ID}", disable_env_checker=True).unwrapped

    assert numpys.game == ours.game
    assert np.array_equal(alone.reset(seed=kind(5))[0]["hands"], alone.reset(seed=5)[0]["hands"])
    assert np.array_equal(VectorGames(1, seed=kind(5)).seats, VectorGames(1, seed=5).seats)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a seed of 0 or more, got -5"):
        raw_env().reset(seed=-5)


def test_games_without_a_seed_differ() -> None:
    first, second = (VectorGames(8, seed=None).observations["hands"] for _ in range(2))

    assert not np.array_equal(first, second)


def test_the_masks_that_maskable_ppo_asks_for_are_those_observed() -> None:
    alone = gymnasium.make(f"tantrix.learning.gym:{ID}", disable_env_checker=True).unwrapped
    seen, _ = alone.reset(seed=1)

    assert alone.action_masks().dtype == np.bool_
    assert np.array_equal(alone.action_masks(), seen["action_mask"])
