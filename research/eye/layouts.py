"""Where tiles lie on a table: groups that match, tiles beside them, piles, backs."""

from dataclasses import dataclass

import numpy as np

from tantrix._compile.records import Floats
from tantrix.eye.geometry import N_OPTIONS, OPTIONS, Random, lattice, turned
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the table: its centre in apothems, its turn in radians, its height in tiles."""

    centre: Floats
    turn: float
    option: int
    is_back: bool = False
    height: int = 0
    group: int | None = None
    cell: Cell | None = None

    @property
    def frame(self) -> Floats:
        return turned(self.turn)


def lay(rng: Random, span: float, gap: float) -> list[LaidTile]:
    """Lay up to two groups and some loose tiles on a table `span` apothems wide."""
    free = list(rng.permutation(N_OPTIONS // 6))
    laid: list[LaidTile] = []
    n_groups = rng.choice([0, 1, 1, 1, 1, 2, 2])
    for group in range(n_groups):
        cells = grow(rng, int(np.exp(rng.uniform(0.7, 3.4))), free)
        laid += [tile for tile in _placed(rng, cells, group, span, gap) if _is_clear(tile, laid, 1.9)]
    if rng.random() < 0.7 or n_groups == 0:
        laid += _loose(rng, laid, free, span)
    return laid


def grow(rng: Random, n_tiles: int, free: list[int]) -> dict[Cell, int]:
    """Return a connected group of tiles that match; the tiles are taken from `free`."""
    group: dict[Cell, int] = {}
    roundness = rng.uniform(0, 2)
    for _ in range(n_tiles + 60):
        if len(group) >= n_tiles or not free:
            break
        cell = _next_cell(rng, group, roundness)
        shown = [
            (edge, OPTIONS[group[beside], (edge + 3) % 6])
            for edge, beside in enumerate(neighbours(cell))
            if beside in group
        ]
        fitting = [
            o for t in free for o in range(6 * t, 6 * t + 6) if all(OPTIONS[o, e] == c for e, c in shown)
        ]
        if fitting:
            group[cell] = fitting[rng.integers(len(fitting))]
            free.remove(group[cell] // 6)
    return group


def _next_cell(rng: Random, group: dict[Cell, int], roundness: float) -> Cell:
    if not group:
        return ORIGIN
    cells = sorted({neighbour(cell, edge) for cell in group for edge in range(6)} - group.keys())
    weights = np.array([sum(beside in group for beside in neighbours(cell)) for cell in cells]) ** roundness
    return cells[rng.choice(len(cells), p=weights / weights.sum())]


def _placed(rng: Random, cells: dict[Cell, int], group: int, span: float, gap: float) -> list[LaidTile]:
    turn = rng.uniform(0, 2 * np.pi)
    middle = np.mean([lattice(*cell) for cell in cells], 0) if cells else np.zeros(2)
    shift = rng.uniform(-0.3, 0.3, 2) * span * (group > 0) + rng.uniform(-0.1, 0.1, 2) * span
    slack = rng.uniform(0, 0.05)
    return [
        LaidTile(
            turned(turn) @ ((lattice(*cell) - middle) * (1 + gap / 2)) + shift + rng.normal(0, slack / 2, 2),
            turn + rng.normal(0, slack),
            option,
            group=group,
            cell=cell,
        )
        for cell, option in cells.items()
    ]


def _loose(rng: Random, laid: list[LaidTile], free: list[int], span: float) -> list[LaidTile]:
    """Return tiles beside the groups; one in four shows its back, and some lie on a pile."""
    loose: list[LaidTile] = []
    for _ in range(rng.integers(0, 9)):
        tile = LaidTile(rng.uniform(-0.5, 0.5, 2) * span, 0.0, 0)
        if not free or not _is_clear(tile, laid + loose, 2.25):
            continue
        n_piled = rng.integers(2, 4) if rng.random() < 0.08 else 1
        for height in range(min(n_piled, len(free))):
            centre = tile.centre + rng.normal(0, 0.25, 2) * (height > 0)
            option = 6 * free.pop() + int(rng.integers(6))
            loose.append(LaidTile(centre, rng.uniform(0, 7), option, rng.random() < 0.25, height))
    return loose


def _is_clear(tile: LaidTile, laid: list[LaidTile], distance: float) -> bool:
    return all(np.hypot(*(tile.centre - other.centre)) > distance for other in laid)
