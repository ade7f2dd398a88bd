"""Gymnasium environments of Tantrix: one game, or thousands in lockstep.

Needs the extra `tantrix[env]`. Importing this module registers `tantrix/Tantrix-v0`, so that
`gymnasium.make("tantrix.learning.gym:tantrix/Tantrix-v0")` and `make_vec` find it. The learner plays one seat
of each game, drawn by lot; the other seats play random legal placements, or as the robot `greedy` with
`opponents="greedy"`. For self-play, or for rewards by seat, use `tantrix.learning.vector` or PettingZoo.
"""

from operator import index
from typing import Any

import numpy as np

from tantrix.learning.observation import GRID, N_FACTS, N_SEATS, N_TILES
from tantrix.learning.picture import picture
from tantrix.learning.reward import Reward
from tantrix.learning.vector import RESIGN, VectorGames
from tantrix.rules import Rules

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f"tantrix.learning.gym needs the extra tantrix[env]: {error}") from error

ID = "tantrix/Tantrix-v0"
_MAX_FACT = 127


class TantrixVectorEnv(VectorEnv):
    """`num_envs` games; the next step deals a finished game again and ignores its action.

    Observations are the arrays of `VectorGames`, copied if `copy`. An action outside the mask loses the game
    with a reward of -1, or the worst possible margin. `infos` has `counts`, how many actions are legal, and
    `seats`.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | None = None,
        reward: Reward | str = Reward.RESULT,
        n_threads: int = 1,
        copy: bool = True,
        opponents: str = "random",
    ) -> None:
        self.games = VectorGames(num_envs, rules, 0, reward, "one", n_threads, opponents)
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_space(self.games.n_actions)
        self.single_action_space = spaces.Discrete(self.games.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games; the same seed gives the same games. `options` is ignored."""
        seed = None if seed is None else index(seed)
        super().reset(seed=seed)
        self.games.reset(seed)
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Act in every game; return observations, rewards, terminations, truncations (none) and infos."""
        games = self.games
        chosen = np.asarray(actions, np.int64)
        games.step(np.where((chosen < 0) | (chosen >= games.counts), RESIGN, chosen))
        rewards = games.rewards[np.arange(self.num_envs), games.seats].astype(np.float64)
        return self._seen(), rewards, games.over.copy(), np.zeros(self.num_envs, np.bool_), self._infos()

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        self.games.close()

    def _seen(self) -> dict[str, Any]:
        seen = self.games.observations
        return {name: array.copy() for name, array in seen.items()} if self._copies else seen

    def _infos(self) -> dict[str, Any]:
        return {"counts": self.games.counts.copy(), "seats": self.games.seats.copy()}


class TantrixGymEnv(gymnasium.Env):
    """One game against `opponents`; an action outside the mask loses it."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | None = None,
        reward: Reward | str = Reward.RESULT,
        render_mode: str | None = None,
        opponents: str = "random",
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"expected a render mode rgb_array or none, got {render_mode!r}")
        self.render_mode = render_mode
        self._games = TantrixVectorEnv(1, rules, reward, opponents=opponents)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game; the same seed gives the same game. `options` is ignored."""
        seed = None if seed is None else index(seed)
        super().reset(seed=seed)
        seen, _ = self._games.reset(seed=seed)
        return _first(seen), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act; return observation, reward, whether the game is over, False, and no infos."""
        seen, rewards, over, _, _ = self._games.step([int(action)])
        return _first(seen), float(rewards[0]), bool(over[0]), False, {}

    def render(self) -> Any:
        """Return a picture of the game, uint8[480, 480, 3]; None without a render mode."""
        return picture(self._games.games.laid(0)) if self.render_mode else None

    def action_masks(self) -> Any:
        """Return which actions are legal, as MaskablePPO asks for it."""
        return self._games.games.observations["action_mask"][0].astype(np.bool_)


def observation_space(n_actions: int) -> Any:
    """Return the space of a player's observations, with a mask of `n_actions`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 4, (7, GRID, GRID), np.int8),
            "hands": spaces.Box(0, 1, (N_SEATS, N_TILES), np.int8),
            "bag": spaces.Box(0, 1, (N_TILES,), np.int8),
            "table": spaces.Box(-_MAX_FACT, _MAX_FACT, (N_FACTS,), np.int8),
            "placements": spaces.Box(-_MAX_FACT, _MAX_FACT, (n_actions, 4), np.int8),
            "action_mask": spaces.Box(0, 1, (n_actions,), np.int8),
        }
    )


def _first(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: array[0] for name, array in seen.items()}


gymnasium.register(
    ID,
    entry_point="tantrix.learning.gym:TantrixGymEnv",
    vector_entry_point="tantrix.learning.gym:TantrixVectorEnv",
)
