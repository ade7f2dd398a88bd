"""The compiled heart of the robot `keen`: the tree of `tree_search.py`, guided and judged by the keen net.

For two colours only: what one may expect, 0 to 1 and a little more or less, the other lacks.
"""

from math import exp

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import U0, Floats, Numbers, Records, Word, Words
from tantrix.kernel import (
    FREE,
    OVER,
    State,
    States,
    TableArray,
    Tables,
    break_deadlock,
    cell_of,
    draw_of,
    find_placements,
    place_unsettled,
    playout,
    random_below,
    shuffle,
    turned_of,
)
from tantrix.robots.forecast.features import stage_of
from tantrix.robots.keen.features import Workspace, evaluate_with_net
from tantrix.robots.search.playouts import count_choices, drawn, final_margin, line_gain, n_tiles_left
from tantrix.robots.search.tree_search import (
    Tree,
    add_point,
    begin_batch,
    end_batch,
    find_point,
    play_key,
    select,
)


@jit
def _sifted(s: State, t: Tables, rng: Words, n: int, n_sifted: int, out: Numbers) -> int:
    """Draw some of the placements just counted and return the one that gains most in lines."""
    best = drawn(s, t, rng, n, out)
    if n_sifted > 1:
        gain = line_gain(s, t, best)
        for _ in range(n_sifted - 1):
            key = drawn(s, t, rng, n, out)
            here = line_gain(s, t, key)
            if here > gain:
                best, gain = key, here
    return best


@jit
def _picked(
    s: State, t: Tables, d: Workspace, rng: Words, n: int, n_drawn: int, n_sifted: int, out: Numbers
) -> int:
    """Return the placement that the seat to play picks of the `n` just counted."""
    if n == 1:
        return drawn(s, t, rng, n, out)
    if n <= n_drawn:
        find_placements(s, t, out)
    best, best_value = -1, -1e9
    for at in range(min(n, n_drawn)):
        key = int(out[at]) if n <= n_drawn else _sifted(s, t, rng, n, n_sifted, out)
        value = evaluate_with_net(s, t, d, key)
        if value > best_value:
            best, best_value = key, value
    return best


@jit
def _list_options(tree: Tree, s: State, t: Tables, d: Workspace, point: int, hand: Word) -> None:
    """Append a batch of the placements of some tiles of the hand to play, with their priors."""
    n = begin_batch(tree, s, t, point, hand)
    for option in range(tree.n_options, tree.n_options + n):
        value = tree.sharpness * evaluate_with_net(s, t, d, int(tree.key[option]))
        tree.prior[option] = np.exp(min(20.0, max(-20.0, value)))
    end_batch(tree, point, n)


@jit
def _descend(tree: Tree, s: State, t: Tables, d: Workspace, deck: Numbers, option: int) -> int:
    """Walk from a root option down the tree, laying tiles; fill `path` and `chooser`, return their length."""
    n = 1
    while s.phase != OVER and n < tree.n_deep:
        tag = 4 * s.to_play + s.phase
        point = find_point(tree, option, tag)
        if point == 0:
            if tree.visits[option] < tree.grow_at:
                break
            point = add_point(tree, option, tag)
            if point == 0:
                break
        new = s.hands[s.to_play] & ~tree.listed[point]
        if new != U0:
            _list_options(tree, s, t, d, point, new)
        chosen = select(tree, s, point)
        if chosen == 0:
            if s.phase != FREE:
                break
            break_deadlock(s, t)
            continue
        tree.path[n] = chosen
        tree.chooser[n] = s.colours[s.to_play]
        n += 1
        play_key(s, t, deck, int(tree.key[chosen]))
        option = chosen
    return n


@jit
def _result(s: State, own: int) -> float:
    """Return the final margin of a colour."""
    seat = 0
    while s.colours[seat] != own:
        seat += 1
    return final_margin(s, seat)


@jit
def _finish(s: State, t: Tables, d: Workspace, deck: Numbers, rng: Words, own: int, tree: Tree) -> None:
    """Play a game to its end at random, and mix what comes of it with what the net said."""
    playout(s, t, deck, rng, tree.keys)
    margin = _result(s, own)
    tree.margin += d.mix * (margin - tree.margin)
    tree.share += d.mix * (0.5 + 0.5 * np.sign(margin) - tree.share)


@jit
def play_with_net(s: State, t: Tables, d: Workspace, deck: Numbers, rng: Words, own: int, tree: Tree) -> None:
    """Play at most `n_plies` on, each seat for itself; leave the `margin` and `share` that `own` may expect.

    The last ply is judged before its draw, as all that the net was fitted to.
    """
    for ply in range(tree.n_plies):
        n = count_choices(s, t, tree.keys)
        if n == 0:
            break
        key = _picked(s, t, d, rng, n, tree.best_of, tree.guide, tree.keys)
        n_left = n_tiles_left(s) - 1
        if ply == tree.n_plies - 1 and n_left > 0:
            margin = evaluate_with_net(s, t, d, key)
            tree.margin = margin if s.colours[s.to_play] == own else -margin
            tree.share = 1.0 / (1.0 + exp(-tree.margin / float(d.scale[stage_of(n_left)])))
            if d.mix > 0.0:
                place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
                _finish(s, t, d, deck, rng, own, tree)
            return
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
    tree.margin = _result(s, own)
    tree.share = 0.5 + 0.5 * np.sign(tree.margin)


@jit
def _visit(tree: Tree, s: State, t: Tables, d: Workspace, deck: Numbers, rng: Words, option: int) -> None:
    """One playout that begins with a root option: descend, play on, judge, remember."""
    own = int(s.colours[s.to_play])
    tree.path[0] = option
    tree.chooser[0] = own
    play_key(s, t, deck, int(tree.key[option]))
    n = _descend(tree, s, t, d, deck, option)
    play_with_net(s, t, d, deck, rng, own, tree)
    own_value = tree.win * tree.share + tree.point_value * tree.margin
    for i in range(n):
        at = tree.path[i]
        value = own_value if tree.chooser[i] == own else tree.win - own_value
        tree.visits[at] += 1.0
        tree.average[at] += (value - tree.average[at]) / tree.visits[at]


@jit
def do_keen_passes(
    trees: Records[Tree],
    states: States,
    tables: TableArray,
    workspaces: Records[Workspace],
    deck: Numbers,
    rng: Words,
    options: Numbers,
    margins: Floats,
    shares: Floats,
    n_passes: int,
) -> None:
    """Play out every one of `options` once a pass, all of a pass with the same deck and chance.

    states: the root and a copy to play on. margins, shares: float64[n_options], sums by option.
    """
    tree = trees[0]
    seed = np.zeros(1, np.uint64)
    for _ in range(n_passes):
        shuffle(deck, rng)
        random_below(rng, 2)
        seed[0] = rng[0]
        for i in range(len(options)):
            rng[0] = seed[0]
            states[1] = states[0]
            _visit(tree, states[1], tables[0], workspaces[0], deck, rng, options[i])
            margins[options[i]] += tree.margin
            shares[options[i]] += tree.share
        rng[0] = seed[0]
