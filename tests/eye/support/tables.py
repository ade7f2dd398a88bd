"""Groups of tiles on a table, and what a network that makes no mistake would answer for them."""

import numpy as np

from tantrix._compile.records import Floats, Numbers
from tantrix.eye.decoder import decode, find_neighbours, find_scores
from tantrix.eye.geometry import END, OPTIONS, SIDES, Activations, lattice
from tantrix.eye.layers import CENTRE, CLASSES, COLOURS, ENDS, N_OUTPUTS, STRIDE, VECTOR, VECTOR_UNIT
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours

CERTAIN = 8.0


def grown(rng: np.random.Generator, n_tiles: int) -> dict[Cell, int]:
    """Return a connected group of tiles that match, as the reading of each cell."""
    group: dict[Cell, int] = {}
    free = list(range(56))
    while len(group) < n_tiles:
        cell = ORIGIN if not group else neighbour(list(group)[rng.integers(len(group))], int(rng.integers(6)))
        fitting = [option for option in fitting_at(cell, group) if option // 6 in free]
        if cell not in group and fitting:
            group[cell] = fitting[rng.integers(len(fitting))]
            free.remove(group[cell] // 6)
    return group


def fitting_at(cell: Cell, group: dict[Cell, int]) -> list[int]:
    """Return the readings that match the tiles around a cell."""
    is_fitting = np.ones(len(OPTIONS), np.bool_)
    for edge, beside in enumerate(neighbours(cell)):
        if beside in group:
            is_fitting &= OPTIONS[:, edge] == OPTIONS[group[beside], (edge + 3) % 6]
    return np.flatnonzero(is_fitting).tolist()


def evidence_of(options: list[int], noise: float = 0.0, seed: int = 0) -> Floats:
    """Return the evidence of tiles that show these readings, with noise in nats."""
    rng = np.random.default_rng(seed)
    evidence = rng.normal(0, noise, (len(options), 6, 4)) - CERTAIN
    for i, option in enumerate(options):
        evidence[i, np.arange(6), OPTIONS[option]] += CERTAIN
    return evidence


def places_of(cells: list[Cell], group: int = 0) -> Numbers:
    return np.array([(group, cell.q, cell.r, 0) for cell in cells])


def decoded(evidence: Floats, places: Numbers) -> list[int]:
    n = len(evidence)
    scores, beside, readings = np.empty((n, 336)), np.empty((n, 6), np.int64), np.empty(n, np.int64)
    find_scores(evidence, n, scores)
    find_neighbours(places, n, beside)
    decode(scores, beside, n, np.full(n, -1), readings)
    return readings.tolist()


def perfect_answer(group: dict[Cell, int], plane: Floats, size: int) -> Activations:
    """Return the answer for a group seen under a perspective, 3 x 3, from apothems to pixels."""
    n = size // STRIDE
    answer = np.zeros((n, n, N_OUTPUTS), np.float32)
    answer[..., : ENDS.stop] = -CERTAIN
    answer[..., CLASSES.start] = CERTAIN
    for cell, option in group.items():
        middle = _seen(lattice(*cell), plane)
        _raise(answer[..., CENTRE], middle)
        for edge in range(6):
            end = _seen(lattice(*cell) + END * SIDES[edge], plane)
            _raise(answer[..., ENDS.start + OPTIONS[option, edge]], end)
            row, column = _near(end)
            answer[row, column, VECTOR] = (middle - end) / VECTOR_UNIT
            for reach in (0.55, 0.65, 0.75, 0.85):
                row, column = _near(_seen(lattice(*cell) + reach * SIDES[edge], plane))
                answer[row, column, COLOURS.start + OPTIONS[option, edge]] = 2 * CERTAIN
    return answer


def together(first: Activations, second: Activations) -> Activations:
    """Return the answer for two groups in one picture."""
    both = np.maximum(first, second)
    both[..., VECTOR] = first[..., VECTOR] + second[..., VECTOR]
    return both


def _seen(point: Floats, plane: Floats) -> Floats:
    x, y, depth = plane @ np.array([*point, 1.0])
    return np.array([x, y]) / depth


def _near(point: Floats) -> tuple[slice, slice]:
    column, row = np.round((point - STRIDE / 2 + 0.5) / STRIDE).astype(int)
    return slice(row - 1, row + 2), slice(column - 1, column + 2)


def _raise(values: Activations, point: Floats) -> None:
    """Raise a map of logits to a peak at a point."""
    x, y = (point - STRIDE / 2 + 0.5) / STRIDE
    rows, columns = np.mgrid[: len(values), : len(values)]
    bell = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 1.3)
    values[:] = np.maximum(
        values, np.log(np.clip(0.98 * bell, 1e-4, None) / (1 - np.clip(0.98 * bell, 0, 0.98)))
    )
