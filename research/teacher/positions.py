"""Labelled games played again, to see each labelled placement as a net sees it."""

import numpy as np

from research.keen.graph import Graph, find_after
from research.teacher.labels import Label, Labelled
from tantrix import Rules, kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import U0, U1, Integers, Numbers, Records
from tantrix.kernel import (
    States,
    TableArray,
    cell_of,
    clear,
    deal_deck,
    draw_of,
    place_unsettled,
    turned_of,
    verdict,
)
from tantrix.lab.training.fit import empty_table
from tantrix.robots.keen.features import Workspace
from tantrix.robots.keen.weights import load_workspace
from tantrix.robots.search.playouts import count_choices


@jit
def do_replay(
    states: States,
    tables: TableArray,
    workspaces: Records[Workspace],
    deck: Numbers,
    keys: Integers,
    labels: Records[Label],
    graphs: Records[Graph],
    listed: Numbers,
) -> int:
    """Play a game again and fill the graph of each of its labels, in their order; return how many."""
    s, t, d = states[0], tables[0], workspaces[0]
    clear(s)
    deal_deck(s, deck, 6)
    n = 0
    while count_choices(s, t, listed) > 0:
        while n < len(labels) and labels[n].ply == s.n_laid:
            label = int(labels[n].key)
            if (s.hands[s.to_play] >> np.uint64(label & 63)) & U1 == U0:
                return n
            if verdict(s, t, cell_of(label), turned_of(label)) != 0:
                return n
            find_after(s, t, d, graphs[n], label)
            n += 1
        key = int(keys[s.n_laid])
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
    return n


def graphs_of(labelled: Labelled) -> Records[Graph]:
    """Return the graphs of all labels, in order; about 3 us and 4 kB each.

    Raises ValueError if a game and its labels do not belong together.
    """
    table, workspaces = empty_table(Rules()), load_workspace()
    graphs = Graph.zeros(len(labelled.labels))
    listed = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    starts = np.searchsorted(labelled.labels["game"], np.arange(len(labelled.games) + 1))
    for at, game in enumerate(labelled.games):
        labels, here = (part[starts[at] : starts[at + 1]] for part in (labelled.labels, graphs))
        deck = game["deck"].astype(np.int64)
        n = do_replay(table, kernel.tables(), workspaces, deck, game["keys"], labels, here, listed)
        if n != len(labels):
            raise ValueError(f"expected {len(labels)} labels on the way through game {at}, met {n}")
    return graphs
