"""The compiled search of the robot `tree`: Monte Carlo tree search on flat arrays.

An *option* is a placement at a *point*, a node of the tree where some seat has to choose. The tree is
open-loop: a point stands for the placements that led there, whatever was drawn. After the same placements the
table is the same and hands differ only by drawn tiles. So an option is legal whenever its tile is in the hand
and the seat and phase match the point's. One option can lead to several points, one for each seat and phase
that the draws can produce. Options are listed in batches: the whole hand first, then tiles drawn later. An
option is valued for the colour of the seat that chooses (max^n).
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import (
    U0,
    U1,
    CompiledRecord,
    Float32s,
    Float64s,
    Floats,
    Int32s,
    Int64s,
    Numbers,
    Records,
    UInt64s,
    Word,
    Words,
)
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
    find_fillings,
    find_free,
    find_placements,
    place,
    place_unsettled,
    random_below,
    shuffle,
    turned_of,
)
from tantrix.robots.forecast.features import Net, Sheet, judge_placement, stage_of
from tantrix.robots.search.playouts import (
    LINES,
    count_choices,
    drawn,
    final_margin,
    line_gain,
    margin_of,
    n_tiles_left,
    picked,
    share_by,
)
from tantrix.robots.search.style_bonus import (
    StyleRecord,
    final_style_bonus,
    forced_cost,
    judge_by_style,
    style_bonus,
)

MAX_OPTIONS = 1 << 18
MAX_POINTS = 1 << 13
MAX_BATCHES = 1 << 14
MAX_PATH = 80


class Tree(CompiledRecord):
    """A tree of batches of options, and the settings of its search."""

    # Settings.
    guide: int  # of playouts: playouts.UNIFORM, LINES or FORECAST
    prior_guide: int  # of priors: LINES or FORECAST
    best_of: int  # a playout plays the best of this many random placements
    n_plies: int  # a playout is judged after this many placements
    n_deep: int  # points on the path from the root, including the root
    grow_at: int  # visits of an option before its points are made
    explore: float  # weight of the prior
    unvisited: float  # how far below its point the value of an untried option is assumed to be
    sharpness: float  # of the prior: exp(gain * sharpness)
    win: float  # value of a win, relative to `point`
    point_value: float  # value of a point of margin
    style: StyleRecord  # of the colour that chooses at the root
    # The tree. Option 0 and point 0 are "none".
    n_options: int
    n_points: int
    n_batches: int
    key: Annotated[Int32s, MAX_OPTIONS]
    first_point: Annotated[Int32s, MAX_OPTIONS]
    visits: Annotated[Float32s, MAX_OPTIONS]
    average: Annotated[Float32s, MAX_OPTIONS]
    prior: Annotated[Float32s, MAX_OPTIONS]
    tag: Annotated[Int64s, MAX_POINTS]  # 4 * seat to play + phase
    next_point: Annotated[Int64s, MAX_POINTS]  # another point of the same option
    listed: Annotated[UInt64s, MAX_POINTS]  # tiles whose options are listed
    first_batch: Annotated[Int64s, MAX_POINTS]
    begin: Annotated[Int64s, MAX_BATCHES]
    end: Annotated[Int64s, MAX_BATCHES]
    next_batch: Annotated[Int64s, MAX_BATCHES]
    # Sums over the root's options, and scratch.
    margin: float  # of the last playout, for the seat at the root
    share: float
    cost: float  # of the forced spaces that a style has left in the last playout, in points
    value: Annotated[Float64s, 4]  # of the last playout, by colour
    path: Annotated[Int64s, MAX_PATH]
    chooser: Annotated[Int64s, MAX_PATH]  # the colour that chose
    keys: Annotated[Int64s, 4096]


@jit
def play_key(s: State, t: Tables, deck: Numbers, key: int) -> None:
    place(s, t, cell_of(key), turned_of(key), draw_of(s, deck))


@jit
def find_point(tree: Tree, option: int, tag: int) -> int:
    """Return the point of an option for a seat and phase, or 0."""
    point = int(tree.first_point[option])
    while point != 0 and tree.tag[point] != tag:
        point = int(tree.next_point[point])
    return point


@jit
def add_point(tree: Tree, option: int, tag: int) -> int:
    """Add a point without options and return it; 0 if the tree is full."""
    point = int(tree.n_points)
    if point == MAX_POINTS or tree.n_options > MAX_OPTIONS - 4096:
        return 0
    tree.n_points = point + 1
    tree.tag[point] = tag
    tree.listed[point] = U0
    tree.first_batch[point] = 0
    tree.next_point[point] = tree.first_point[option]
    tree.first_point[option] = point
    return point


@jit
def _prior(tree: Tree, s: State, t: Tables, net: Net, sheet: Sheet, key: int) -> float:
    """Return the prior of a placement of the seat to play: exp(sharpness * gain)."""
    if tree.prior_guide == LINES:
        value = 0.125 * line_gain(s, t, key)
    elif s.colours[s.to_play] == tree.style.colour:
        value = judge_by_style(s, t, net, sheet, tree.style, key, n_tiles_left(s) - 1)
    else:
        value = judge_placement(s, t, net, sheet, key)
    return float(np.exp(min(20.0, max(-20.0, tree.sharpness * value))))


@jit
def begin_batch(tree: Tree, s: State, t: Tables, point: int, hand: Word) -> int:
    """Append the placements of some tiles of the hand to play, still without priors; return how many.

    They are the options from `tree.n_options` on; `end_batch` makes them options of the point.
    """
    tree.listed[point] |= hand
    begin = int(tree.n_options)
    if tree.n_batches == MAX_BATCHES or begin > MAX_OPTIONS - 4096:
        return 0
    if s.phase == FREE:
        n = find_free(s, t, hand, tree.keys, 4096)
    else:
        n = find_fillings(s, t, hand, tree.keys, 4096)
    for i in range(n):
        tree.key[begin + i] = tree.keys[i]
        tree.first_point[begin + i] = 0
        tree.visits[begin + i] = 0.0
        tree.average[begin + i] = 0.0
    return n


@jit
def end_batch(tree: Tree, point: int, n: int) -> None:
    """Make the next `n` options a batch of a point, if there are any."""
    if n == 0:
        return
    batch = int(tree.n_batches)
    tree.begin[batch] = tree.n_options
    tree.n_options += n
    tree.end[batch] = tree.n_options
    tree.next_batch[batch] = tree.first_batch[point]
    tree.first_batch[point] = batch
    tree.n_batches = batch + 1


@jit
def _list_options(tree: Tree, s: State, t: Tables, net: Net, sheet: Sheet, point: int, hand: Word) -> None:
    """Append a batch of the placements of some tiles of the hand to play, with their priors."""
    n = begin_batch(tree, s, t, point, hand)
    for option in range(tree.n_options, tree.n_options + n):
        tree.prior[option] = _prior(tree, s, t, net, sheet, int(tree.key[option]))
    end_batch(tree, point, n)


@jit
def select(tree: Tree, s: State, point: int) -> int:
    """Return the option of the hand to play with the highest upper bound (PUCT), or 0 if there is none."""
    hand = s.hands[s.to_play]
    visits = 0.0
    total = 0.0
    priors = 0.0
    batch = int(tree.first_batch[point])
    while batch != 0:
        for option in range(tree.begin[batch], tree.end[batch]):
            if (hand >> np.uint64(tree.key[option] & 63)) & U1 != U0:
                visits += float(tree.visits[option])
                total += float(tree.visits[option] * tree.average[option])
                priors += float(tree.prior[option])
        batch = int(tree.next_batch[batch])
    if priors == 0.0:
        return 0
    untried = (total / visits if visits > 0.0 else 0.5) - tree.unvisited
    factor = tree.explore * np.sqrt(visits + 1.0) / priors
    best = 0
    highest = -1e9
    batch = int(tree.first_batch[point])
    while batch != 0:
        for option in range(tree.begin[batch], tree.end[batch]):
            if (hand >> np.uint64(tree.key[option] & 63)) & U1 != U0:
                n = float(tree.visits[option])
                value = float(tree.average[option]) if n > 0.0 else untried
                bound = value + factor * tree.prior[option] / (1.0 + n)
                if bound > highest:
                    highest = bound
                    best = option
        batch = int(tree.next_batch[batch])
    return best


@jit
def _descend(tree: Tree, s: State, t: Tables, net: Net, sheet: Sheet, deck: Numbers, option: int) -> int:
    """Walk down the tree from a root option, laying tiles; fill `path` and `chooser`, return their length."""
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
            _list_options(tree, s, t, net, sheet, point, new)
        chosen = select(tree, s, point)
        if chosen == 0:
            if s.phase != FREE:
                break
            break_deadlock(s, t)
            continue
        tree.path[n] = chosen
        tree.chooser[n] = s.colours[s.to_play]
        n += 1
        is_own = s.colours[s.to_play] == tree.style.colour
        play_key(s, t, deck, int(tree.key[chosen]))
        if is_own:
            tree.cost += forced_cost(s, tree.style)
        option = chosen
    return n


@jit
def _picked(tree: Tree, s: State, t: Tables, net: Net, sheet: Sheet, rng: Words, n: int) -> int:
    """Return the placement that the seat to play picks of the `n` just counted, by its style if any."""
    if s.colours[s.to_play] != tree.style.colour or n == 1:
        return picked(s, t, net, sheet, rng, n, tree.guide, tree.best_of, tree.keys)
    if n <= tree.best_of:
        find_placements(s, t, tree.keys)
    n_left = n_tiles_left(s) - 1
    best, best_value = -1, -1e9
    for at in range(min(n, tree.best_of)):
        key = int(tree.keys[at]) if n <= tree.best_of else drawn(s, t, rng, n, tree.keys)
        value = judge_by_style(s, t, net, sheet, tree.style, key, n_left)
        if value > best_value:
            best, best_value = key, value
    return best


@jit
def _play_on(
    tree: Tree, s: State, t: Tables, net: Net, sheet: Sheet, deck: Numbers, rng: Words, own: int
) -> None:
    """Play up to `n_plies`, each seat for itself, and judge: fill `value` by colour, `margin` and `share`.

    The last ply is judged before its draw, like the positions that the forecast was fitted to.
    """
    for ply in range(tree.n_plies):
        n = count_choices(s, t, tree.keys)
        if n == 0:
            break
        key = _picked(tree, s, t, net, sheet, rng, n)
        n_left = n_tiles_left(s) - 1
        if ply == tree.n_plies - 1 and n_left > 0:
            judge_placement(s, t, net, sheet, key)
            for seat in range(s.n_seats):
                margin = margin_of(s, sheet, seat)
                share = share_by(net, stage_of(n_left), margin)
                _set_value(tree, int(s.colours[seat]), own, margin, share)
            if tree.style.colour >= 0:
                tree.value[own] += tree.point_value * (style_bonus(s, sheet, tree.style, n_left) - tree.cost)
            return
        is_own = s.colours[s.to_play] == tree.style.colour
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
        if is_own:
            tree.cost += forced_cost(s, tree.style)
    for seat in range(s.n_seats):
        margin = final_margin(s, seat)
        _set_value(tree, int(s.colours[seat]), own, margin, 0.5 + 0.5 * np.sign(margin))
    if tree.style.colour >= 0:
        tree.value[own] += tree.point_value * (final_style_bonus(s, t, sheet, tree.style) - tree.cost)


@jit
def _set_value(tree: Tree, colour: int, own: int, margin: float, share: float) -> None:
    """Record the value of a playout for a colour."""
    tree.value[colour] = tree.win * share + tree.point_value * margin
    if colour == own:
        tree.margin = margin
        tree.share = share


@jit
def _visit(
    tree: Tree, s: State, t: Tables, net: Net, sheet: Sheet, deck: Numbers, rng: Words, option: int
) -> None:
    """Run one playout from a root option: descend, play on, judge, update the averages."""
    own = int(s.colours[s.to_play])
    tree.path[0] = option
    tree.chooser[0] = own
    play_key(s, t, deck, int(tree.key[option]))
    tree.cost = forced_cost(s, tree.style) if tree.style.colour == own else 0.0
    n = _descend(tree, s, t, net, sheet, deck, option)
    _play_on(tree, s, t, net, sheet, deck, rng, own)
    for i in range(n):
        at = tree.path[i]
        tree.visits[at] += 1.0
        tree.average[at] += (tree.value[tree.chooser[i]] - tree.average[at]) / tree.visits[at]


@jit
def do_root(trees: Records[Tree], keys: Numbers) -> None:
    """Start a tree whose root options 1 to len(keys) are the legal placements, in order."""
    tree = trees[0]
    tree.n_options = 1 + len(keys)
    tree.n_points = 1
    tree.n_batches = 1
    for i in range(len(keys)):
        tree.key[1 + i] = keys[i]
        tree.first_point[1 + i] = 0
        tree.visits[1 + i] = 0.0
        tree.average[1 + i] = 0.0


@jit
def do_passes(
    trees: Records[Tree],
    states: States,
    tables: TableArray,
    nets: Records[Net],
    sheets: Records[Sheet],
    deck: Numbers,
    rng: Words,
    options: Numbers,
    margins: Floats,
    shares: Floats,
    n_passes: int,
) -> None:
    """Play out each of `options` once per pass; all playouts of a pass share the deck and random numbers.

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
            _visit(tree, states[1], tables[0], nets[0], sheets[0], deck, rng, options[i])
            margins[options[i]] += tree.margin
            shares[options[i]] += tree.share
        rng[0] = seed[0]


@jit
def do_line(trees: Records[Tree], option: int, hands: Words, out: Numbers) -> int:
    """List the keys of the expected line of a root option, itself first: the most visited options.

    hands: uint64[1], the tiles in all hands at the root; only these count, because draws are unknown.
    """
    tree = trees[0]
    n = 0
    while option != 0 and n < len(out):
        out[n] = tree.key[option]
        n += 1
        option = _most_visited(tree, option, hands[0])
    return n


@jit
def _most_visited(tree: Tree, option: int, hand: Word) -> int:
    """Return the most visited option of tiles of `hand` at any point of an option, or 0."""
    best = 0
    visits = 0.0
    point = int(tree.first_point[option])
    while point != 0:
        batch = int(tree.first_batch[point])
        while batch != 0:
            for here in range(tree.begin[batch], tree.end[batch]):
                is_known = (hand >> np.uint64(tree.key[here] & 63)) & U1 != U0
                if is_known and tree.visits[here] > visits:
                    visits = float(tree.visits[here])
                    best = here
            batch = int(tree.next_batch[batch])
        point = int(tree.next_point[point])
    return best


@jit
def ask_by_style(
    trees: Records[Tree],
    states: States,
    tables: TableArray,
    nets: Records[Net],
    sheets: Records[Sheet],
    keys: Numbers,
    n_left: int,
    margins: Floats,
) -> None:
    """Judge each placement of the seat to play by its style; `n_left` tiles are left after it."""
    for at in range(len(keys)):
        margins[at] = judge_by_style(
            states[0], tables[0], nets[0], sheets[0], trees[0].style, int(keys[at]), n_left
        )
