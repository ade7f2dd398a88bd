"""The expected line of play after a placement: each seat plays its best forecast, and nobody draws."""

from dataclasses import replace

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Numbers
from tantrix.game import Game
from tantrix.hexes import Cell, neighbours
from tantrix.kernel import cell_of, turned_of
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation
from tantrix.robots.forecast.features import ask_forecasts, new_sheet
from tantrix.robots.forecast.weights import load_nets

_N_LINES, _LINE = 5, 4  # how many placements get an expected line of play, and how long


def with_lines(game: Game, evaluation: Evaluation) -> Evaluation:
    """Add the expected line of play to the best placements."""
    best = [
        item._replace(line=expected_line(game, item.placement, _LINE))
        for item in evaluation.candidates[:_N_LINES]
    ]
    return replace(evaluation, candidates=(*best, *evaluation.candidates[_N_LINES:]))


def expected_line(game: Game, first: Placement, n_plies: int) -> tuple[Placement, ...]:
    """Return `first` and at most `n_plies - 1` placements after it; about 0.1 ms each."""
    state, out = game.kernel_state(), np.empty(kernel.MAX_PLACEMENTS, np.int64)
    cells = {kernel.index(cell): cell for cell in game.spaces()}
    line = [first]
    n = _lay(state, kernel.key(first), out)
    while n > 0 and len(line) < n_plies:
        cells.update(_around(line[-1].cell))
        key = _best(game, state, out[:n].copy())
        line.append(Placement((key & 63) + 1, cells[key >> 9], (key >> 6) & 7))
        n = _lay(state, key, out)
    return tuple(line)


def _lay(state: kernel.States, key: int, out: Numbers) -> int:
    """Lay a tile without a draw and list the placements that can follow; return their number."""
    return int(kernel.do_place(state, kernel.tables(), cell_of(key), turned_of(key), -1, out))


def _best(game: Game, state: kernel.States, keys: Numbers) -> int:
    margins = np.empty(len(keys))
    ask_forecasts(state, kernel.tables(), load_nets(game.rules), new_sheet(), keys, len(keys), margins)
    return int(keys[int(np.argmax(margins))])


def _around(cell: Cell) -> dict[int, Cell]:
    return {kernel.index(near): near for near in neighbours(cell)}
