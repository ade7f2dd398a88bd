"""Teach a policy to play by policy gradients in self-play, with NumPy alone.

    python examples/policy_gradient.py --games 20000 --seed 1

The policy scores each legal placement by a weighted sum of a few features of the lines it extends, and draws
one by softmax. Many games advance in lockstep. After each batch the weights follow REINFORCE: placements that
were followed by a better margin than the one on the table become more likely. Before and after training it
plays `greedy`, which takes the best margin on the table. Same seed, same weights.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tantrix.hexes import ORIGIN, neighbour
from tantrix.learning.vector import VectorGames
from tantrix.tiles import LETTERS, TABLE

Array = NDArray[Any]

FEATURES = (
    "gain",
    "growth",
    "length",
    "loop",
    "has",
    "their_gain",
    "their_growth",
    "their_length",
    "their_loop",
    "touches",
)
GAIN, THEIR_GAIN = FEATURES.index("gain"), FEATURES.index("their_gain")
GRID = 66
N_GAMES = 256
STEPS = np.array([(neighbour(ORIGIN, edge).q, neighbour(ORIGIN, edge).r) for edge in range(6)])
# [tile, rotation, edge]: 1 red, 2 yellow, 3 green, 4 blue, as in the planes
COLOURS = np.zeros((65, 6, 6), np.int8)
for _tile, _letters in enumerate(TABLE, 1):
    for _rotation in range(6):
        COLOURS[_tile, _rotation] = [1 + LETTERS.index(_letters[(edge - _rotation) % 6]) for edge in range(6)]


def look(games: VectorGames) -> tuple[Array, Array]:
    """Return the game of each legal placement, and its features: float[n_placements, n_features].

    Deals again if all games are over.
    """
    if games.over.all():
        games.step(np.zeros(games.n_games, np.int64))
    seen = games.observations
    game, action = np.nonzero(seen["action_mask"])
    placements = seen["placements"][game, action].astype(np.int64)
    tiles = COLOURS[placements[:, 0], placements[:, 3]]
    cells = placements[:, 1:3]
    planes = seen["observation"][:, :6].transpose(0, 2, 3, 1)  # game, r, q, edge
    found = []
    for side in (0, 1):
        colours = seen["table"][game, 8 + side] + 1
        best = seen["table"][game, 4 + side].astype(float)
        found += _features_of(planes, game, cells, tiles, colours, best)
    around = [planes[game, (cells[:, 1] + r) % GRID, (cells[:, 0] + q) % GRID, 0] > 0 for q, r in STEPS]
    own, theirs = found[:5], found[5:9]
    return game, np.stack([*own, *theirs, sum(around) / 3], axis=1)


def _features_of(
    planes: Array, game: Array, cells: Array, tiles: Array, colours: Array, best: Array
) -> list[Array]:
    """Return what each placement does for a colour: gain, growth, length, loop, and whether it has a link."""
    shows = tiles == colours[:, None]
    has = shows.any(axis=1)
    first, is_loop = follow(planes, game, cells, shows.argmax(axis=1), colours, has)
    second, _ = follow(planes, game, cells, 5 - shows[:, ::-1].argmax(axis=1), colours, has & ~is_loop)
    length = np.where(is_loop, 2 * (1 + first), 1 + first + second) * has
    growth = np.where(is_loop | ~has, 0, length**2 - first**2 - second**2)
    return [np.maximum(0, length - best) / 3, growth / 50, length / 10, is_loop * 1.0, has * 1.0]


def follow(
    planes: Array, game: Array, cells: Array, edges: Array, colours: Array, has: Array
) -> tuple[Array, Array]:
    """Count the tiles of the line beyond an edge of each cell, and say whether it leads back to the cell."""
    lengths, is_loop = np.zeros(len(game)), np.zeros(len(game), bool)
    at, cell, edge = np.flatnonzero(has), cells[has], edges[has]
    while len(at):
        cell = cell + STEPS[edge]
        is_loop[at] = (cell == cells[at]).all(axis=1)
        tile = planes[game[at], cell[:, 1] % GRID, cell[:, 0] % GRID]
        goes_on = tile[:, 0] > 0
        at, cell, edge, tile = at[goes_on], cell[goes_on], edge[goes_on], tile[goes_on]
        lengths[at] += 1
        shows = tile == colours[at][:, None]
        shows[np.arange(len(at)), (edge + 3) % 6] = False
        edge = shows.argmax(axis=1)
    return lengths, is_loop


def draw(game: Array, scores: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Draw one placement of each game by softmax; return their indices, and all probabilities."""
    highest = np.full(N_GAMES, -np.inf)
    np.maximum.at(highest, game, scores)
    weights = np.exp(scores - highest[game])
    probabilities = weights / np.bincount(game, weights)[game]
    noisy = scores + rng.gumbel(size=len(scores))
    order = np.lexsort((noisy, game))
    return order[np.append(np.flatnonzero(np.diff(game)), len(game) - 1)], probabilities


def act(games: VectorGames, game: Array, chosen: Array) -> None:
    """Play the chosen placements; each is numbered within its game."""
    actions = np.zeros(games.n_games, np.int64)
    starts = np.searchsorted(game, np.arange(games.n_games))
    actions[game[chosen]] = chosen - starts[game[chosen]]
    games.step(actions)


def train(n_games: int, seed: int, rate: float = 0.1) -> Array:
    """Play `n_games` games against itself and return the weights."""
    games, rng = VectorGames(N_GAMES, seed=seed, reward="margin"), np.random.default_rng(seed)
    weights = np.zeros(len(FEATURES))
    mean, square = np.zeros(len(FEATURES)), np.zeros(len(FEATURES))
    # By game and seat: the sum of the gradients, and of the gradients times the margin on the table then.
    traces, known = np.zeros((2, N_GAMES, 2, len(FEATURES)))
    gradient, n_done, n_updates, batch = np.zeros(len(FEATURES)), 0, 0, 0
    while n_done < n_games:
        game, features = look(games)
        chosen, probabilities = draw(game, features @ weights, rng)
        here = game[chosen]
        expected = np.zeros((N_GAMES, len(FEATURES)))
        np.add.at(expected, game, probabilities[:, None] * features)
        step = features[chosen] - expected[here]
        scores = games.observations["table"][here, 4:6].astype(float)
        seats = games.seats[here].copy()
        traces[here, seats] += step
        known[here, seats] += step * (scores[:, 0] - scores[:, 1])[:, None]
        act(games, game, chosen)
        for over in np.flatnonzero(games.over):
            margins = games.rewards[over, :2, None]
            gradient += (margins * traces[over] - known[over]).sum(axis=0)
            traces[over] = known[over] = 0
            n_done, batch = n_done + 1, batch + 1
        if batch >= N_GAMES:
            n_updates += 1
            gradient /= batch
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            scale = np.sqrt(square / (1 - 0.99**n_updates)) + 1e-8
            weights += rate * mean / (1 - 0.9**n_updates) / scale
            gradient, batch = np.zeros(len(FEATURES)), 0
    return weights


def against_greedy(weights: Array, n_games: int, seed: int) -> tuple[float, float]:
    """Return the policy's share of the points and its 95 % interval in games against `greedy`."""
    games, rng = VectorGames(N_GAMES, seed=seed), np.random.default_rng(seed)
    own = np.arange(N_GAMES) % 2
    points: list[float] = []
    while len(points) < n_games:
        game, features = look(games)
        is_own = (games.seats == own)[game]
        margin = features[:, GAIN] - features[:, THEIR_GAIN]
        scores = 1000 * np.where(is_own, features @ weights, margin)  # the best; equals by lot
        act(games, game, draw(game, scores, rng)[0])
        over = np.flatnonzero(games.over)
        points += (0.5 + 0.5 * games.rewards[over, own[over]]).tolist()
    share = float(np.mean(points))
    return share, float(1.96 * np.std(points) / len(points) ** 0.5)


def main() -> None:
    """Train, and print the weights and the share of the points against `greedy` before and after."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--match", type=int, default=1000, help="games against greedy")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("before: {:.3f} +- {:.3f}".format(*against_greedy(np.zeros(len(FEATURES)), options.match, 90_001)))
    weights = train(options.games, options.seed)
    print(", ".join(f"{name} {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True)))
    print("after: {:.3f} +- {:.3f}".format(*against_greedy(weights, options.match, 90_001)))


if __name__ == "__main__":
    main()
