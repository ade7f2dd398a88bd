"""Gymnasium's interfaces: its own checker, and the same games as in lockstep."""

import warnings

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra tantrix[env]")

import gymnasium
from gymnasium.utils.env_checker import check_env

from tantrix import Rules
from tantrix.learning.gym import ID, TantrixGymEnv, TantrixVectorEnv
from tantrix.learning.vector import VectorGames


@pytest.mark.parametrize("rules", [Rules(), Rules(colours="GYB", hand_size=3)], ids=str)  # type: ignore[arg-type]
def test_gymnasium_finds_nothing_wrong(rules: Rules) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not within the observation space.*")
        check_env(TantrixGymEnv(rules, render_mode="rgb_array"), skip_render_check=True)


def test_it_is_made_by_its_name() -> None:
    with gymnasium.make(f"tantrix.learning.gym:{ID}") as one:
        seen, _ = one.reset(seed=3)
        assert seen in one.observation_space
    many = gymnasium.make_vec(f"tantrix.learning.gym:{ID}", num_envs=3, n_threads=2)
    seen, _ = many.reset(seed=3)
    assert seen in many.observation_space
    many.close()


def test_the_vector_plays_the_games_in_lockstep() -> None:
    env, games = TantrixVectorEnv(6), VectorGames(6, seed=8, learner="one")
    env.reset(seed=8)

    for _ in range(100):
        actions = games.choose_at_random()
        assert (actions == env.games.choose_at_random()).all()
        games.step(actions)
        seen, rewards, over, truncated, infos = env.step(actions)
        assert all((seen[name] == array).all() for name, array in games.observations.items())
        assert (rewards == [games.rewards[game, seat] for game, seat in enumerate(games.seats)]).all()
        assert (over == games.over).all()
        assert not truncated.any()
        assert (infos["counts"] == games.counts).all()


def test_an_action_outside_the_mask_loses_the_game() -> None:
    env = TantrixVectorEnv(3)
    _, infos = env.reset(seed=2)

    _, rewards, over, _, _ = env.step([0, infos["counts"][1], -5])

    assert rewards.tolist() == [0, -1, -1]
    assert over.tolist() == [False, True, True]


def test_observations_stay_unchanged_unless_they_are_shared() -> None:
    kept, shared = TantrixVectorEnv(2), TantrixVectorEnv(2, copy=False)
    before = [env.reset(seed=1)[0]["observation"] for env in (kept, shared)]
    first = before[0].copy()

    for env in (kept, shared):
        env.step(np.zeros(2, np.int64))

    assert (before[0] == first).all()
    assert (before[1] != first).any()


def test_a_wrong_render_mode_is_named() -> None:
    with pytest.raises(ValueError, match="mode rgb_array or none, got 'human'"):
        TantrixGymEnv(render_mode="human")


def test_a_picture_shows_the_tiles_on_the_table() -> None:
    games = TantrixGymEnv(render_mode="rgb_array")
    assert TantrixGymEnv().render() is None

    games.reset(seed=4)
    for _ in range(5):
        before = games.render()
        games.step(0)
        assert games.render().shape == (480, 480, 3)
        assert (games.render() != before).any()
