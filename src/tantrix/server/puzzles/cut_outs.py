"""The tiles of a puzzle on one sheet of paper, to be cut out: real hexagons, as large as fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

SHEET_WIDTH, SHEET_HEIGHT = 180, 215  # in mm: A4 and Letter, without margins and what is written above
_WIDTHS = range(40, 9, -1)  # of a tile from edge to edge, in mm
_GAP = 3.0


@dataclass(frozen=True, slots=True)
class CutOut:
    """A tile on the sheet, with the middle at `x` and `y`, in mm."""

    tile: int
    x: float
    y: float


def cut_outs(tiles: Sequence[int]) -> tuple[list[CutOut], int]:
    """Return the places of some tiles on a sheet, and their width from edge to edge."""
    width = next((each for each in _WIDTHS if _fit(len(tiles), each)), _WIDTHS[-1])
    n_columns, step = _columns(width), width * 2 / sqrt(3) + _GAP
    return [
        CutOut(
            tile,
            round((n % n_columns) * (width + _GAP) + width / 2, 1),
            round((n // n_columns) * step + step / 2, 1),
        )
        for n, tile in enumerate(tiles)
    ], width


def _fit(n: int, width: int) -> bool:
    return ceil(n / _columns(width)) * (width * 2 / sqrt(3) + _GAP) <= SHEET_HEIGHT


def _columns(width: int) -> int:
    return int((SHEET_WIDTH + _GAP) // (width + _GAP))
