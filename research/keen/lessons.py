"""Lessons for the keen net: games in which many placements of a position are played on, and what came of it.

Ten playouts under the same draws say little of one placement. From a million placements the net learns what
tells the good ones of a position from the others.
"""

from typing import Any

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix.kernel import (
    clear,
    deal_deck,
    draw_of,
    find_placements,
    lift,
    put,
    random_below,
    shuffle,
)
from tantrix.robots.forecast.features import stage_of
from tantrix.robots.keen.features import N_NUMBERS, judge_keenly
from tantrix.robots.keen.search import play_keenly
from tantrix.robots.search.playouts import count_choices, drawn, n_tiles_left

State = Any  # a record of kernel.State
Tables = Any  # a record of kernel.Tables
Workspace = Any  # a record of features.WORKSPACE
Tree = Any  # a record of tree_search.TREE
Numbers = Any  # int64 array
Words = Any  # uint64 array

N_BEST, N_OTHERS, N_PASSES = 10, 14, 10  # placements looked at: the best by the net, and others by chance
_FEWEST = 5  # with fewer tiles left there is nothing to learn: the endgame is solved
_IS_ODD = 12  # one placement in so many is made at random
MOST = 56 * (N_BEST + N_OTHERS)  # lessons of a game, at the most

LESSON = np.dtype(
    [
        ("game", np.int32),
        ("decision", np.int32),  # placements beside each other have the same
        ("stage", np.int16),
        ("margin", np.float32),  # means of the playouts, for the seat that chose
        ("share", np.float32),
        ("row", np.int16, N_NUMBERS),
    ],
    align=True,
)


@jit
def _looked_at(s: State, t: Tables, d: Workspace, rng: Words, listed: Numbers) -> Any:
    """Return which of the placements listed are looked at: the best by the net first, then some others."""
    n = find_placements(s, t, listed)
    values = np.empty(n)
    for at in range(n):
        values[at] = -judge_keenly(s, t, d, listed[at])
    order = np.argsort(values)
    for place in range(min(n, N_BEST), min(n, N_BEST + N_OTHERS)):
        other = place + random_below(rng, n - place)
        order[place], order[other] = order[other], order[place]
    return order[: min(n, N_BEST + N_OTHERS)]


@jit
def play_all(
    s: State,
    t: Tables,
    d: Workspace,
    tree: Tree,
    deck: Numbers,
    rng: Words,
    keys: Numbers,
    n_passes: int,
    margins: Any,
    shares: Any,
) -> None:
    """Play each of the placements on in every pass, under the same draws and chances; add up the means."""
    left = np.empty(popcount(s.bag), np.int64)
    left[:] = deck[len(deck) - len(left) :]
    seed = np.zeros(1, np.uint64)
    own = int(s.colours[s.to_play])
    n_laid = s.n_laid
    for _ in range(n_passes):
        shuffle(left, rng)
        random_below(rng, 2)
        seed[0] = rng[0]
        for place in range(len(keys)):
            rng[0] = seed[0]
            key = int(keys[place])
            put(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), draw_of(s, left))
            play_keenly(s, t, d, left, rng, own, tree)
            while s.n_laid > n_laid:
                lift(s, t)
            margins[place] += tree.margin / n_passes
            shares[place] += tree.share / n_passes


@jit
def _learn(
    s: State, t: Tables, d: Workspace, tree: Tree, deck: Numbers, rng: Words, listed: Numbers, lessons: Any
) -> Any:
    """Note the lessons of one decision; return the best placement and how many lessons there are."""
    keys = listed[_looked_at(s, t, d, rng, listed)]
    margins, shares = np.zeros(len(keys)), np.zeros(len(keys))
    play_all(s, t, d, tree, deck, rng, keys, N_PASSES, margins, shares)
    for place in range(len(keys)):
        judge_keenly(s, t, d, keys[place])
        lesson = lessons[place]
        lesson.stage = stage_of(n_tiles_left(s) - 1)
        lesson.margin = margins[place]
        lesson.share = shares[place]
        for at in range(N_NUMBERS):
            lesson.row[at] = d.row[at]
    return int(keys[np.argmax(shares + tree.point_value * margins)]), len(keys)


@jit
def do_lessons(
    states: Any,
    tables: Any,
    workspaces: Any,
    trees: Any,
    deck: Numbers,
    rng: Words,
    first_game: int,
    n_games: int,
    lessons: Any,
) -> int:
    """Play games and note their lessons, room for `MOST` a game; return how many. `trees`: settings only."""
    s, t, d, tree = states[0], tables[0], workspaces[0], trees[0]
    listed = np.empty(len(tree.keys), np.int64)
    n, decision = 0, 0
    for game in range(first_game, first_game + n_games):
        clear(s)
        shuffle(deck, rng)
        deal_deck(s, deck, 6)
        while True:
            n_choices = count_choices(s, t, tree.keys)
            if n_choices == 0:
                break
            key = drawn(s, t, rng, n_choices, tree.keys)
            if n_choices > 1 and s.n_laid > 0 and n_tiles_left(s) >= _FEWEST:
                best, n_here = _learn(s, t, d, tree, deck, rng, listed, lessons[n:])
                for at in range(n, n + n_here):
                    lessons[at].game = game
                    lessons[at].decision = decision
                n += n_here
                decision += 1
                if random_below(rng, _IS_ODD) > 0:
                    key = best
            put(s, t, key >> 9, ((key & 63) << 3) + ((key >> 6) & 7), draw_of(s, deck))
    return n
