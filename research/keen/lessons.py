"""Lessons for the keen net: games in which many placements of a position are played on, and what came of it.

Ten playouts under the same draws say little of one placement. From a million placements the net learns what
tells the good ones of a position from the others.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import (
    CompiledRecord,
    Float32,
    Floats,
    Int16,
    Int16s,
    Int32,
    Numbers,
    Records,
    Words,
)
from tantrix.kernel import (
    State,
    States,
    TableArray,
    Tables,
    cell_of,
    clear,
    deal_deck,
    draw_of,
    find_placements,
    place_unsettled,
    random_below,
    shuffle,
    take_back,
    turned_of,
)
from tantrix.robots.forecast.features import stage_of
from tantrix.robots.keen.features import N_NUMBERS, Workspace, evaluate_with_net
from tantrix.robots.keen.search import play_with_net
from tantrix.robots.search.playouts import count_choices, drawn, n_tiles_left
from tantrix.robots.search.tree_search import Tree

N_BEST, N_OTHERS, N_PASSES = 10, 14, 10  # placements looked at: the best by the net, and others by chance
_FEWEST = 5  # with fewer tiles left there is nothing to learn: the endgame is solved
_IS_ODD = 12  # one placement in so many is made at random
MOST = 56 * (N_BEST + N_OTHERS)  # lessons of a game, at the most


class KeenLesson(CompiledRecord):
    """What the playouts found about a placement, and the numbers that describe it."""

    game: Int32
    decision: Int32  # placements beside each other have the same
    stage: Int16
    margin: Float32  # means of the playouts, for the seat that chose
    share: Float32
    row: Annotated[Int16s, N_NUMBERS]


@jit
def _looked_at(s: State, t: Tables, d: Workspace, rng: Words, listed: Numbers) -> Numbers:
    """Return which of the placements listed are looked at: the best by the net first, then some others."""
    n = find_placements(s, t, listed)
    values = np.empty(n)
    for at in range(n):
        values[at] = -evaluate_with_net(s, t, d, listed[at])
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
    margins: Floats,
    shares: Floats,
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
            place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, left))
            play_with_net(s, t, d, left, rng, own, tree)
            while s.n_laid > n_laid:
                take_back(s, t)
            margins[place] += tree.margin / n_passes
            shares[place] += tree.share / n_passes


@jit
def _learn(
    s: State,
    t: Tables,
    d: Workspace,
    tree: Tree,
    deck: Numbers,
    rng: Words,
    listed: Numbers,
    lessons: Records[KeenLesson],
) -> tuple[int, int]:
    """Note the lessons of one decision; return the best placement and how many lessons there are."""
    keys = listed[_looked_at(s, t, d, rng, listed)]
    margins, shares = np.zeros(len(keys)), np.zeros(len(keys))
    play_all(s, t, d, tree, deck, rng, keys, N_PASSES, margins, shares)
    for place in range(len(keys)):
        evaluate_with_net(s, t, d, keys[place])
        lesson = lessons[place]
        lesson.stage = stage_of(n_tiles_left(s) - 1)
        lesson.margin = margins[place]
        lesson.share = shares[place]
        for at in range(N_NUMBERS):
            lesson.row[at] = d.row[at]
    return int(keys[np.argmax(shares + tree.point_value * margins)]), len(keys)


@jit
def do_lessons(
    states: States,
    tables: TableArray,
    workspaces: Records[Workspace],
    trees: Records[Tree],
    deck: Numbers,
    rng: Words,
    first_game: int,
    n_games: int,
    lessons: Records[KeenLesson],
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
            place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
    return n
