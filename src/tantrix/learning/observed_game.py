"""What a seat sees of a game, as the arrays of docs/library/env.md. Needs only NumPy."""

from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.learning.observation import (
    GRID,
    N_FACTS,
    N_SEATS,
    N_TILES,
    ViewRecord,
    do_clear_view,
    do_show,
)

Observation = dict[str, Any]


class ObservedGame:
    """The arrays of one game, updated with the tiles laid since they were last read."""

    def __init__(self, n_actions: int) -> None:
        self._n_actions = n_actions
        self._view = ViewRecord.zeros()
        self._planes = np.zeros((7, GRID, GRID), np.int8)
        do_clear_view(self._view, self._planes)

    def show(self, game: Game, seat: int, has_actions: bool) -> Observation:
        """Return new arrays of what a seat sees; `has_actions` adds the placements of the seat to play."""
        hands = np.zeros((N_SEATS, N_TILES), np.int8)
        bag = np.zeros(N_TILES, np.int8)
        table = np.full(N_FACTS, -1, np.int8)
        table[4 : 4 + N_SEATS] = 0
        rows = np.zeros((self._n_actions, 4), np.int8)
        mask = np.zeros(self._n_actions, np.int8)
        keys = game.kernel_keys() if has_actions else np.zeros(0, np.int64)
        self._view[0].n_actions = 0
        do_show(
            game.kernel_state(),
            kernel.tables(),
            self._view,
            seat,
            keys,
            self._planes,
            hands,
            bag,
            table,
            rows,
            mask,
        )
        return {
            "observation": self._planes.copy(),
            "hands": hands,
            "bag": bag,
            "table": table,
            "placements": rows,
            "action_mask": mask,
        }
