"""The compiled loop of flat Monte-Carlo: the same shuffled bag for every placement still in the race."""

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers, Records, Words
from tantrix.kernel import (
    States,
    TableArray,
    cell_of,
    draw_of,
    place_unsettled,
    random_below,
    shuffle,
    take_back,
    turned_of,
)
from tantrix.robots.forecast.features import Net, Sheet
from tantrix.robots.search.playouts import play_on


@jit
def do_passes(
    states: States,
    tables: TableArray,
    nets: Records[Net],
    sheets: Records[Sheet],
    deck: Numbers,
    rng: Words,
    out: Numbers,
    keys: Numbers,
    racing: Numbers,
    n_passes: int,
    guide: int,
    n_drawn: int,
    depth: int,
    counts: Numbers,
    margins: Floats,
    shares: Floats,
) -> None:
    """Play out every racing placement once per pass; add up margins and shares of the seat to play.

    `racing` holds indices into `keys`. `deck` holds the bag, tiles minus 1, and is shuffled again for each
    pass; all playouts of a pass also use the same random numbers. The state is unchanged afterwards.
    """
    s, t = states[0], tables[0]
    seat = s.to_play
    stuck = s.stuck
    found = np.zeros(2)
    choices = np.zeros(1, np.uint64)
    for _ in range(n_passes):
        shuffle(deck, rng)
        random_below(rng, 2)
        start = rng[0]
        for at in racing:
            key = keys[at]
            choices[0] = start
            place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
            play_on(s, t, nets[0], sheets[0], deck, choices, out, seat, guide, n_drawn, depth, found)
            take_back(s, t)
            s.stuck = stuck
            counts[at] += 1
            margins[at] += found[0]
            shares[at] += found[1]
