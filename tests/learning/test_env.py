"""The PettingZoo environment: PettingZoo's own tests, and that it plays the game it claims to play."""

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

from tantrix import Deadlock, Placement, Rules
from tantrix.notation import print_position
from tests.support.play import RULE_SETS

pytest.importorskip("pettingzoo", reason="needs the extra tantrix[env]")

from pettingzoo.test import api_test, render_test, seed_test

from tantrix.learning.env import Reward, env, raw_env
from tantrix.learning.observation import GRID

TABLES = [
    Rules(),
    Rules(colours="GYB", deadlock=Deadlock.PASS),  # type: ignore[arg-type]
    Rules(colours="YRBG", tile_set=64),  # type: ignore[arg-type]
    Rules(colours="RBRB", teams=True, hand_size=3),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_pettingzoo_finds_nothing_wrong(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        for expected in (
            "Observation is not a NumPy array",  # a dict with a mask, as in PettingZoo's own board games
            "Observation space for each agent probably should be",
            "Action mask numpy array is all zeros",  # of agents whose game is over
        ):
            warnings.filterwarnings("ignore", message=expected)
        api_test(env(rules), num_cycles=150)

    assert "Passed API test" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(env, num_cycles=60)


def play(table: Any, rng: Random) -> dict[str, float]:
    """Play at random; return the final rewards."""
    while True:
        observation, _, is_over, _, _ = table.last()
        if is_over:
            return {agent: table.rewards[agent] for agent in table.agents}
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist())))


@pytest.mark.parametrize("rules", RULE_SETS[::3], ids=str)
def test_rewards_are_the_outcome(rules: Rules) -> None:
    by_result, by_margin = raw_env(rules), raw_env(rules, Reward.MARGIN)
    for table in (by_result, by_margin):
        table.reset(seed=7)

    results = play(by_result, Random(1))
    margins = play(by_margin, Random(1))

    outcome = by_result.game.outcome
    assert outcome is not None
    for seat, agent in enumerate(by_result.possible_agents):
        assert results[agent] == (margins[agent] > 0) - (margins[agent] < 0)
        assert (results[agent] == -1) == (outcome.ranks[seat] > 1)


def test_the_planes_show_the_tantrix() -> None:
    table = raw_env(render_mode="ansi")
    table.reset(seed=3)

    for _ in range(20):
        table.step(0)
    seen = table.observe(table.agent_selection)

    game = table.game
    planes = seen["observation"]
    assert (planes[0] > 0).sum() == game.ply == 20
    assert (planes[6] > 0).sum() == len(game.spaces())
    for q, r in game.forced_spaces():
        assert planes[6, r % GRID, q % GRID] == 2
    assert table.render() == print_position(game)


def test_actions_are_the_legal_placements_in_order() -> None:
    table = raw_env()
    table.reset(seed=4)
    table.step(5)

    seen = table.observe(table.agent_selection)
    listed = list(table.game.placements())

    assert seen["action_mask"].sum() == len(listed)
    for action, placement in enumerate(listed):
        tile, q, r, rotation = seen["placements"][action].tolist()
        assert Placement(tile, (q, r), rotation) == placement == table.placement(action)
        assert table.action(str(placement)) == action


def test_each_sees_its_own_hand_first() -> None:
    table = raw_env(Rules(colours="GYB"))  # type: ignore[arg-type]
    table.reset(seed=5)

    for seat, agent in enumerate(table.agents):
        seen = table.observe(agent)
        hand = (np.flatnonzero(seen["hands"][0]) + 1).tolist()
        assert hand == sorted(table.game.hands[seat])
        assert seen["table"][8] == table.rules.colours[seat]
        assert seen["action_mask"].any() == (seat == table.game.to_play)
    assert int(seen["bag"].sum()) == len(table.game.bag)
    assert not seen["hands"][3].any()


def test_an_action_outside_the_mask_is_refused() -> None:
    table = raw_env()
    table.reset(seed=6)

    with pytest.raises(ValueError, match="expected an action 0 to 35, got 36"):
        table.step(36)
    with pytest.raises(ValueError, match="legal placement"):
        table.action("1@5,5^0")


def test_the_wrapped_game_is_lost_by_an_action_outside_the_mask() -> None:
    table = env()
    table.reset(seed=6)

    table.step(36)

    assert all(table.terminations.values())
    assert sorted(table.rewards.values()) == [-1, 0]


def test_consecutive_deals_differ() -> None:
    table = raw_env()

    table.reset(seed=8)
    first = table.game.hands
    table.reset()

    assert table.game.hands != first


def test_a_wrong_render_mode_is_named() -> None:
    with pytest.raises(ValueError, match="mode ansi, human, rgb_array or none, got 'gif'"):
        raw_env(render_mode="gif")


def test_a_picture_of_the_game_has_one_size_and_grows_with_every_tile() -> None:
    table = raw_env(render_mode="rgb_array")
    table.reset(seed=3)

    empty = table.render()
    table.step(0)
    first = table.render()
    table.step(0)
    second = table.render()

    assert empty.shape == first.shape == second.shape == (480, 480, 3)
    assert empty.dtype == np.uint8
    assert (empty == empty[0, 0]).all()
    assert (first != empty).any() and (second != first).any()


def test_a_game_for_people_is_printed_at_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env(render_mode="human")
    table.reset(seed=3)
    table.step(0)

    assert capsys.readouterr().out.splitlines()[-1] == print_position(table.game)
    assert table.render() is None


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_pettingzoo_finds_nothing_wrong_with_what_is_rendered(mode: str) -> None:
    render_test(lambda render_mode=mode: env(render_mode=render_mode))
