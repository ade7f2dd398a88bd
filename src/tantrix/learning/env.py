"""Tantrix for machine learning: a PettingZoo environment, one agent a seat (AEC), with action masks.

Needs the extra `tantrix[env]`. docs/library/env.md describes observations and their types. Hands are open and
the order of the bag is hidden, as at the table. An action is the number of a legal placement in canonical
order; the observation lists those placements, a row each.
"""

from enum import StrEnum
from random import Random
from typing import Any, ClassVar

import numpy as np

from tantrix.deal import deal, next_draw, start
from tantrix.game import Game, Phase
from tantrix.notation import print_position
from tantrix.placement import Placement
from tantrix.rules import Rules
from tantrix.tiles import FULL_SET, Colour, edges

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"tantrix.learning.env needs the extra tantrix[env]: {error}") from error

GRID = 66  # a Tantrix and the spaces around it span at most that much, so cells modulo this are distinct
PLACEMENTS_A_TILE = 260  # 130 spaces, two rotations each: no hand has more legal placements
N_SEATS = 4
_PHASES = (Phase.FILL, Phase.FREE, Phase.REFILL, Phase.OVER)
_LARGEST = 127

Observation = dict[str, Any]


class Reward(StrEnum):
    """The reward when a game is over; it is 0 until then."""

    RESULT = "result"  # 1 for a win, 0 for a shared first place, -1 for all else
    MARGIN = "margin"  # own score, or the team's, less the best of any other colour; 0 for a deadlock


def env(
    rules: Rules | None = None, reward: Reward | str = Reward.RESULT, render_mode: str | None = None
) -> Any:
    """Make an environment that ends a game lost when an action is not in the mask, as PettingZoo's own do."""
    made = wrappers.TerminateIllegalWrapper(TantrixEnv(rules, reward, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(
    rules: Rules | None = None, reward: Reward | str = Reward.RESULT, render_mode: str | None = None
) -> "TantrixEnv":
    """Make an environment that raises ValueError for an action that is not in the mask."""
    return TantrixEnv(rules, reward, render_mode)


class TantrixEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table at which agents `player_0`, `player_1` ... play; the environment deals and draws.

    An agent acts once for each tile it lays, so several times in a row within a turn. A step costs under
    a millisecond, most of it for the observation.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tantrix_v1",
        "render_modes": ["ansi"],
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
            raise ValueError(f"expected a render mode 'ansi' or none, got {render_mode!r}")
        self.rules = rules or Rules()
        self.reward = Reward(reward)
        self.render_mode = render_mode
        self.n_actions = PLACEMENTS_A_TILE * self.rules.hand_size
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.n_seats)]
        self.action_spaces = {agent: spaces.Discrete(self.n_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: _space(self.n_actions) for agent in self.possible_agents}
        self._rng: Random | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the same seed, the same deal; without one, the next of the last seed's.

        `options` is not looked at.
        """
        if seed is not None or self._rng is None:
            self._rng = Random(seed)
        self._deal = deal(self.rules, self._rng.randbytes(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._set(start(self.rules, self._deal))

    def step(self, action: int | None) -> None:
        """Lay the tile of an action and draw; `None` only for an agent whose game is over.

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
        """Return what an agent sees; only the one to play has actions."""
        seat = _seat(agent)
        is_to_play = seat == self.game.to_play and not self.game.is_over
        listed = self._placements if is_to_play else ()
        mask = np.zeros(self.n_actions, np.int8)
        mask[: len(listed)] = 1
        rows = np.zeros((self.n_actions, 4), np.int8)
        if listed:
            rows[: len(listed)] = [(tile, cell.q, cell.r, turned) for tile, cell, turned in listed]
        return {
            "observation": self._planes.copy(),
            "hands": _hands(self.game, seat),
            "bag": _tile_set(self.game.bag),
            "table": _table(self.game, seat),
            "placements": rows,
            "action_mask": mask,
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent: the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent: numbers below `n_actions`."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the position on one line (docs/library/notation.md); None without a render mode."""
        return print_position(self.game) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held open."""

    def _set(self, game: Game) -> None:
        self.game = game
        self._placements = game.placements()[:]
        self._planes = _planes(game)
        self.agent_selection = f"player_{game.to_play}"


def _space(n_actions: int) -> Any:
    low, high = -_LARGEST, _LARGEST
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 4, (7, GRID, GRID), np.int8),
            "hands": spaces.Box(0, 1, (N_SEATS, len(FULL_SET)), np.int8),
            "bag": spaces.Box(0, 1, (len(FULL_SET),), np.int8),
            "table": spaces.Box(low, high, (4 + 2 * N_SEATS,), np.int8),
            "placements": spaces.Box(low, high, (n_actions, 4), np.int8),
            "action_mask": spaces.Box(0, 1, (n_actions,), np.int8),
        }
    )


def _seat(agent: str) -> int:
    return int(agent.removeprefix("player_"))


def _planes(game: Game) -> Any:
    """Draw the Tantrix: colours of the six edges, and the spaces."""
    planes = np.zeros((7, GRID, GRID), np.int8)
    for item in game.laid:
        tile, (q, r), rotation = item.placement
        planes[:6, r % GRID, q % GRID] = [Colour.parse(letter) + 1 for letter in edges(tile, rotation)]
    for number, cells in ((1, game.spaces()), (2, game.forced_spaces()), (3, game.controlled_cells())):
        for q, r in cells:
            planes[6, r % GRID, q % GRID] = number
    return planes


def _hands(game: Game, seat: int) -> Any:
    n_seats = game.rules.n_seats
    hands = np.zeros((N_SEATS, len(FULL_SET)), np.int8)
    for row in range(n_seats):
        hands[row] = _tile_set(game.hands[(seat + row) % n_seats])
    return hands


def _tile_set(tiles: Any) -> Any:
    row = np.zeros(len(FULL_SET), np.int8)
    row[[tile - 1 for tile in tiles]] = 1
    return row


def _table(game: Game, seat: int) -> Any:
    """List phase, seat to play, number of seats, ply, scores, and colours (-1 for no seat)."""
    n_seats = game.rules.n_seats
    row = np.full(4 + 2 * N_SEATS, -1, np.int8)
    row[:4] = (_PHASES.index(game.phase), (game.to_play - seat) % n_seats, n_seats, game.ply)
    order = [(seat + step) % n_seats for step in range(n_seats)]
    row[4 : 4 + N_SEATS] = 0
    row[4 : 4 + n_seats] = [game.score(other) for other in order]
    row[4 + N_SEATS : 4 + N_SEATS + n_seats] = [game.rules.colours[other] for other in order]
    return row


def _reward(game: Game, seat: int, kind: Reward) -> float:
    """Return what a seat is paid for a game that is over."""
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
