"""Tantrix for machine learning: a PettingZoo environment (AEC) with one agent per seat and action masks.

Needs the extra `tantrix[env]`. docs/library/env.md describes observations and their types. Hands are open and
the order of the bag is hidden, as at the table. An action is the number of a legal placement in canonical
order; the observation lists these placements in rows.
"""

from operator import index
from random import Random
from typing import Any, ClassVar

from tantrix.deal import deal, next_draw, start
from tantrix.game import Game
from tantrix.learning.gym import observation_space
from tantrix.learning.observation import PLACEMENTS_PER_TILE
from tantrix.learning.observed_game import Observation, ObservedGame
from tantrix.learning.picture import picture
from tantrix.learning.reward import Reward
from tantrix.notation import print_position
from tantrix.placement import Placement
from tantrix.rules import Rules

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"tantrix.learning.env needs the extra tantrix[env]: {error}") from error

__all__ = ["Reward", "TantrixEnv", "env", "raw_env"]


def env(
    rules: Rules | None = None, reward: Reward | str = Reward.RESULT, render_mode: str | None = None
) -> Any:
    """Make an environment in which an action outside the mask loses the game, as in PettingZoo's own."""
    table = TantrixEnv(rules, reward, render_mode)
    made = wrappers.TerminateIllegalWrapper(table, illegal_reward=table.reward.forfeit(table.rules.tile_set))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(
    rules: Rules | None = None, reward: Reward | str = Reward.RESULT, render_mode: str | None = None
) -> "TantrixEnv":
    """Make an environment that raises ValueError for an action outside the mask."""
    return TantrixEnv(rules, reward, render_mode)


class TantrixEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game between the agents `player_0`, `player_1` ...; the environment deals and draws.

    An agent acts once for each tile it lays, so it can act several times within a turn. A step takes about
    100 µs.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tantrix_v1",
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        reward: Reward | str = Reward.RESULT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            known = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"expected a render mode {known} or none, got {render_mode!r}")
        self.rules = rules or Rules()
        self.reward = Reward(reward)
        self.render_mode = render_mode
        self.n_actions = PLACEMENTS_PER_TILE * self.rules.hand_size
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.n_seats)]
        self.action_spaces = {agent: spaces.Discrete(self.n_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.n_actions) for agent in self.possible_agents}
        self._rng: Random | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same deal; without a seed, the last generator continues.

        `options` is ignored. Raises ValueError for a negative seed.
        """
        if seed is not None or self._rng is None:
            self._rng = Random(None if seed is None else _checked_seed(seed))
        self._deal = deal(self.rules, self._rng.randbytes(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seen = ObservedGame(self.n_actions)
        self._set(start(self.rules, self._deal))

    def step(self, action: int | None) -> None:
        """Lay the tile of an action and draw; `None` is only for an agent whose game is over.

        Raises ValueError for an action that the mask does not allow.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._set(self.game.play(self.placement(action), next_draw(self._deal, self.game)))
        if self.game.is_over:
            self.rewards = {agent: _reward(self.game, _seat(agent), self.reward) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def placement(self, action: int | None) -> Placement:
        """Return the placement of an action. Raises ValueError if there is none."""
        if action is None or not 0 <= action < len(self._placements):
            raise ValueError(f"expected an action 0 to {len(self._placements) - 1}, got {action}")
        return self._placements[int(action)]

    def action(self, placement: Placement | str) -> int:
        """Return the action of a legal placement. Raises ValueError if it is not legal."""
        if isinstance(placement, str):
            placement = Placement.parse(placement)
        if placement.canonical() not in self._placements:
            raise ValueError(f"expected a legal placement, got {placement}")
        return self._placements.index(placement.canonical())

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; only the agent to play has actions."""
        seat = _seat(agent)
        is_to_play = seat == self.game.to_play and not self.game.is_over
        return self._seen.show(self.game, seat, is_to_play)

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent, which is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent: numbers below `n_actions`."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Return the position on one line (docs/library/notation.md), or as uint8[480, 480, 3].

        With `human`, print the line, as every step does, and return None, as without a render mode.
        """
        if self.render_mode == "rgb_array":
            return picture([item.placement for item in self.game.laid])
        if self.render_mode == "human":
            print(print_position(self.game))
        return print_position(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _set(self, game: Game) -> None:
        self.game = game
        self._placements = game.placements()[:]
        self.agent_selection = f"player_{game.to_play}"
        if self.render_mode == "human":
            self.render()


def _checked_seed(seed: int) -> int:
    """Return a seed as an int, also that of NumPy; Python's generator would take -5 for 5."""
    if (number := index(seed)) < 0:
        raise ValueError(f"expected a seed of 0 or more, got {number}")
    return number


def _seat(agent: str) -> int:
    return int(agent.removeprefix("player_"))


def _reward(game: Game, seat: int, kind: Reward) -> float:
    """Return the reward of a seat for a game that is over."""
    outcome = game.outcome
    assert outcome is not None, game
    if outcome.is_draw:
        return 0.0
    if kind is Reward.MARGIN:
        own = game.rules.colours[seat]
        scored = zip(game.rules.colours, outcome.scores, strict=True)
        return float(outcome.scores[seat] - max(score for colour, score in scored if colour != own))
    if seat not in outcome.winners:
        return -1.0
    return 1.0 if set(outcome.winners) == set(game.rules.partners(seat)) else 0.0
