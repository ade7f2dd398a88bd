"""Teach a policy by PPO against the robot `greedy`, with stable-baselines3 and PyTorch.

    pip install "tantrix[train]"
    python examples/ppo.py --steps 1000000 --seed 1 --save policy.zip

A small network looks at each legal placement alone, at numbers that say what it does to the lines of both
colours, and scores it; the policy is the softmax of the scores. Another network, which looks at what the
first finds in all placements together, says what is still to be gained. MaskablePPO of sb3-contrib trains
both in games against `greedy`, which takes the best margin on the table; 256 games advance in lockstep. At
the beginning and after every `--report` steps the policy plays `--match` games against `greedy` on other
deals, always the placement with the best score. `--load FILE` plays such a match only.
"""

import argparse
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from policy_gradient import COLOURS, GRID, STEPS
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import FlattenExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor, nn

from tantrix.learning.vector import VectorGames

Array = NDArray[Any]

N_SHOWN = 96  # placements of a game that the policy sees; of more, the first
SIDES = ("has", "gain", "behind", "growth", "length", "loop")  # what a placement does to the line of a colour
ENDS = ("is_open", "filled", "joins", "joined", "closes", "is_dead")  # the space at an end of that line
COMMON = ("is_there", "margin", "tiles_left", "n_choices", "touches", "forced", "nearly_forced")
WIDTH = 2 * (len(SIDES) + 2 * len(ENDS)) + len(COMMON)
N_GAMES = 256
POINTS = 10.0  # of margin that are worth as much as half a win


class Tables(NamedTuple):
    """The table of a game after each of its legal placements: the tiles that lie, and the one to be laid."""

    planes: Array  # int8[game, r, q, edge]
    game: Array  # int64[n]
    cells: Array  # int64[n, 2]
    tiles: Array  # int8[n, 6]

    def tile_at(self, at: Array, cells: Array) -> Array:
        """Return the colours of the tile at a cell of each table `at`, 0 for none: int8[len(at), 6]."""
        tiles = self.planes[self.game[at], cells[:, 1] % GRID, cells[:, 0] % GRID]
        is_new = (cells == self.cells[at]).all(axis=1)
        tiles[is_new] = self.tiles[at[is_new]]
        return tiles

    def around(self, at: Array, cells: Array) -> Array:
        """Return the colours that the six neighbours of a cell show it, 0 for none: int8[len(at), 6]."""
        shown = [self.tile_at(at, cells + step)[:, (edge + 3) % 6] for edge, step in enumerate(STEPS)]
        return np.stack(shown, axis=1)

    def follow(
        self, at: Array, cells: Array, edges: Array, colours: Array
    ) -> tuple[Array, Array, Array, Array]:
        """Follow the lines that leave cells by an edge.

        Returns how many tiles each has, whether it comes back to its cell, the cell where it ends, and the
        edge by which it left the tile before.
        """
        starts, lengths, is_loop = cells, np.zeros(len(at), np.int64), np.zeros(len(at), bool)
        last_cells, last_edges = cells.copy(), edges.copy()
        going = np.arange(len(at))
        while len(going):
            cells = last_cells[going] + STEPS[last_edges[going]]
            last_cells[going] = cells
            is_loop[going] = (cells == starts[going]).all(axis=1)
            tiles = self.tile_at(at[going], cells)
            goes_on = (tiles[:, 0] > 0) & ~is_loop[going]
            going, tiles = going[goes_on], tiles[goes_on]
            lengths[going] += 1
            links = tiles == colours[going, None]
            links[np.arange(len(going)), (last_edges[going] + 3) % 6] = False
            last_edges[going] = links.argmax(axis=1)
        return lengths, is_loop, last_cells, last_edges


def describe(games: VectorGames) -> tuple[Array, Array, Array]:
    """Return game and action of each legal placement, and what it does: float32[n, WIDTH]."""
    seen = games.observations
    game, action = np.nonzero(seen["action_mask"][:, :N_SHOWN])
    found = np.zeros((len(game), WIDTH), np.float32)
    if len(game) == 0:
        return game, action, found
    placements, table = seen["placements"][game, action].astype(np.int64), seen["table"][game].astype(float)
    planes = seen["observation"][:, :6].transpose(0, 2, 3, 1)
    tables = Tables(planes, game, placements[:, 1:3], COLOURS[placements[:, 0], placements[:, 3]])
    numbers = [*_common(games, game, table), *_spaces(tables)]
    for side in (0, 1):
        numbers += _line(tables, table[:, 8 + side].astype(np.int64) + 1, table[:, 4 + side])
    for place, values in enumerate(numbers):
        found[:, place] = values
    return game, action, found


def _common(games: VectorGames, game: Array, table: Array) -> list[Array]:
    """Return what is the same for all placements of a game."""
    left = games.observations["bag"].sum(axis=1) + games.observations["hands"].sum(axis=(1, 2))
    margin = (table[:, 4] - table[:, 5]) / POINTS
    return [np.ones(len(game)), margin, left[game] / 56, games.counts[game] / 50]


def _spaces(tables: Tables) -> list[Array]:
    """Return how many tiles a placement touches, and how many spaces it makes forced or nearly forced."""
    every = np.arange(len(tables.game))
    touches = (tables.around(every, tables.cells) > 0).sum(axis=1)
    forced, nearly = np.zeros(len(every)), np.zeros(len(every))
    for step in STEPS:
        beside = tables.cells + step
        is_space = tables.tile_at(every, beside)[:, 0] == 0
        n_filled = (tables.around(every, beside) > 0).sum(axis=1)
        forced += is_space & (n_filled == 3)
        nearly += is_space & (n_filled == 2)
    return [touches / 3, forced, nearly]


def _line(tables: Tables, colours: Array, best: Array) -> list[Array]:
    """Return the SIDES of a colour, and the ENDS at both ends of its line, the longer arm first."""
    n = len(colours)
    sides, arms = np.zeros((len(SIDES), n)), np.zeros((2, 1 + len(ENDS), n))
    shows = tables.tiles == colours[:, None]
    has = np.flatnonzero(shows.any(axis=1))
    edges = shows[has].argmax(axis=1), 5 - shows[has, ::-1].argmax(axis=1)
    for arm, edge in enumerate(edges):
        arms[arm][:, has] = follow_arm(tables, has, edge, colours[has])
    is_loop = shows.any(axis=1) & (arms[0, 1 + ENDS.index("is_open")] == 0)
    a, b = arms[0, 0], np.where(is_loop, 0, arms[1, 0])
    length = np.where(is_loop, 2, 1) * (1 + a + b)
    growth = np.where(is_loop, 0, (1 + a + b) ** 2 - a**2 - b**2)
    everything = (
        np.ones(n),
        np.maximum(0, length - best) / 3,
        (length - best) / 10,
        growth / 50,
        length / 10,
    )
    sides[:] = np.stack([*everything, is_loop])
    sides[:, ~shows.any(axis=1)] = 0
    longer = np.where(a >= b, arms[0, 1:], arms[1, 1:])
    shorter = np.where(a >= b, arms[1, 1:], arms[0, 1:])
    return [*sides, *longer, *shorter]


def follow_arm(tables: Tables, at: Array, edges: Array, colours: Array) -> Array:
    """Return the length of an arm of the line through the new tile, and its ENDS: float[1 + len(ENDS), n]."""
    lengths, is_loop, ends, entered = tables.follow(at, tables.cells[at], edges, colours)
    around = tables.around(at, ends)
    same = (around == colours[:, None]) & ~is_loop[:, None]
    same[np.arange(len(at)), (entered + 3) % 6] = False
    joins = np.flatnonzero(same.sum(axis=1) == 1)
    joined, closes = np.zeros(len(at)), np.zeros(len(at), bool)
    found = tables.follow(at[joins], ends[joins], same[joins].argmax(axis=1), colours[joins])
    joined[joins], closes[joins] = found[0] / 10, found[1]
    is_joint = np.zeros(len(at), bool)
    is_joint[joins] = True
    filled = (around > 0).sum(axis=1) / 3
    values = (~is_loop, filled * ~is_loop, is_joint, joined, closes, same.sum(axis=1) > 1)
    return np.stack([lengths, *values])


class AgainstGreedy(VecEnv):
    """Games in lockstep against `greedy`: float32[N_SHOWN, WIDTH] for each, a row for each placement.

    The reward of a step is what the margin on the table gains until the next choice; the last one has the
    result as well. A game that is over is dealt again by the next step, whose action counts for nothing.
    """

    def __init__(self, n_games: int, seed: int) -> None:
        self.games = VectorGames(n_games, seed=seed, learner="one", opponents="greedy")
        space = gymnasium.spaces.Box(-np.inf, np.inf, (N_SHOWN, WIDTH), np.float32)
        self.render_mode = None
        super().__init__(n_games, space, gymnasium.spaces.Discrete(N_SHOWN))

    def reset(self) -> Array:
        """Deal all games again."""
        self.games.reset()
        self._margins = self._margins_on_table()
        return self._look()

    def step_async(self, actions: Array) -> None:
        """Take the actions of the next step."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Do the step; return what is seen, rewards, which games are over, and nothing about each."""
        games = self.games
        was_over = games.over.copy()
        games.step(self._actions)
        margins = self._margins_on_table()
        results = games.rewards[np.arange(self.num_envs), games.seats]
        gained = np.where(was_over, 0, (margins - self._margins) / POINTS + results)
        self._margins = margins
        return self._look(), gained.astype(np.float32), games.over.copy(), [{} for _ in margins]

    def action_masks(self) -> Array:
        """Return which rows are legal placements, bool[n_games, N_SHOWN]; the first where a game is over."""
        counts = np.clip(self.games.counts, 1, N_SHOWN)
        return np.arange(N_SHOWN) < counts[:, None]

    def _margins_on_table(self) -> Array:
        table = self.games.observations["table"].astype(float)
        return table[:, 4] - table[:, 5]

    def _look(self) -> Array:
        rows = np.zeros((self.num_envs, N_SHOWN, WIDTH), np.float32)
        game, action, found = describe(self.games)
        rows[game, action] = found
        return rows

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method that answers for all games at once."""
        return list(getattr(self, method_name)(*args, **kwargs))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, once for each game."""
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, *_: Any, **__: Any) -> list[bool]:
        """Say that nothing is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """End the threads."""
        self.games.close()


class Scorer(nn.Module):
    """Score each placement by itself, and find what tells the value of a position."""

    def __init__(self, n_hidden: int = 64) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = N_SHOWN, n_hidden
        self.each = _layers(WIDTH, n_hidden, n_hidden)
        self.score = nn.Linear(n_hidden, 1)
        self.each_for_value = _layers(WIDTH, n_hidden)
        self.all = _layers(2 * n_hidden, n_hidden)

    def forward(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores and what tells the value."""
        return self.forward_actor(flat), self.forward_critic(flat)

    def forward_actor(self, flat: Tensor) -> Tensor:
        """Return a score for each row."""
        scores: Tensor = self.score(self.each(flat.view(-1, N_SHOWN, WIDTH))).squeeze(-1)
        return scores

    def forward_critic(self, flat: Tensor) -> Tensor:
        """Return the numbers that the value is made of."""
        rows = flat.view(-1, N_SHOWN, WIDTH)
        is_there = rows[:, :, :1]
        hidden = self.each_for_value(rows) * is_there
        mean = hidden.sum(dim=1) / is_there.sum(dim=1).clamp(min=1)
        found: Tensor = self.all(torch.cat([mean, hidden.max(dim=1).values], dim=1))
        return found


def _layers(*widths: int) -> nn.Sequential:
    parts: list[nn.Module] = []
    for before, after in pairwise(widths):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts)


class ScoringPolicy(MaskableActorCriticPolicy):
    """The policy of `Scorer`: its scores are the logits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, features_extractor_class=FlattenExtractor, ortho_init=False, **kwargs)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scorer()

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Reports(BaseCallback):
    """Play a match before the first step and after every `each` steps, and print it."""

    def __init__(self, each: int, n_games: int) -> None:
        super().__init__()
        self._marks, self._n_games = count(0, each), n_games
        self._next = next(self._marks)

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._next = next(self._marks)
            report(self.model, self.num_timesteps, self._n_games)

    def _on_step(self) -> bool:
        return True


def report(model: MaskablePPO, n_steps: int, n_games: int) -> None:
    """Print the policy's share of the points against `greedy`."""
    began = process_time()
    share, interval = against_greedy(model, n_games, seed=90_001)
    print(f"{n_steps} steps, {began:.0f} s: {share:.3f} +- {interval:.3f} of {n_games} games", flush=True)


def against_greedy(model: MaskablePPO, n_games: int, seed: int) -> tuple[float, float]:
    """Return the share of the points in the first games to begin, and its 95 % interval."""
    env = AgainstGreedy(n_games, seed)
    seen, points = env.reset(), np.full(n_games, np.nan)
    while np.isnan(points).any():
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        env.step_async(actions)
        seen, _, over, _ = env.step_wait()
        results = env.games.rewards[np.arange(n_games), env.games.seats]
        ended = over & np.isnan(points)
        points[ended] = 0.5 + 0.5 * results[ended]
    env.close()
    return float(points.mean()), float(1.96 * points.std() / n_games**0.5)


def new_model(seed: int, n_games: int = N_GAMES, n_steps: int = 64) -> MaskablePPO:
    """Make a policy that has learnt nothing yet."""
    return MaskablePPO(
        ScoringPolicy,
        AgainstGreedy(n_games, seed),
        n_steps=n_steps,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.9,
        learning_rate=lambda left: 1e-3 * left + 1e-5,
        ent_coef=0.003,
        seed=seed,
        device="cpu",
    )


def main() -> None:
    """Train and report, or play the match of a policy in a file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=1_000_000, help="placements to learn from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=int, default=100_000, help="steps between matches")
    parser.add_argument("--match", type=int, default=1000, help="games of a match")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--load", type=Path)
    options = parser.parse_args()
    if options.load:
        report(MaskablePPO.load(options.load, device="cpu"), 0, options.match)
        return
    model = new_model(options.seed)
    model.learn(options.steps, callback=Reports(options.report, options.match))
    report(model, model.num_timesteps, options.match)
    if options.save:
        model.save(options.save)


if __name__ == "__main__":
    main()
