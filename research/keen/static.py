"""The robot `static`: plays what a net judges best, without search, to measure nets alone."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from research.keen.graph_net import ask_graphs, new_graph_net, read_graph_net
from tantrix import Game, Placement, kernel
from tantrix.robots.forecast.robot import placement_keys
from tantrix.robots.keen.features import evaluate_all_with_net
from tantrix.robots.keen.weights import load_workspace


class Static:
    """Play the placement with the highest margin by the keen net, or by the graph net in a file.

    A share of the points counts as much as twenty points of margin, as in the searches.
    """

    def __init__(self, graph_net: str = "") -> None:
        self._graph_net = _read(graph_net) if graph_net else None

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the placement with the best value; two seats only."""
        keys = placement_keys(game)
        margins, odds = np.empty(len(keys)), np.empty(len(keys))
        state, tables, workspaces = game.kernel_state(), kernel.tables(), load_workspace()
        if self._graph_net is None:
            evaluate_all_with_net(state, tables, workspaces, keys, len(keys), margins)
            return game.placements()[int(np.argmax(margins))]
        ask_graphs(state, tables, workspaces, self._graph_net.copy(), keys, len(keys), margins, odds)
        return game.placements()[int(np.argmax(0.05 * margins + 1 / (1 + np.exp(-odds))))]


@cache
def _read(path: str) -> Any:
    return new_graph_net(read_graph_net(Path(path).read_bytes()).weights)
