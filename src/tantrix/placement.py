"""A placement, the one thing a player can do on the table, and its text.

A placement is written `12@3,-1^4`: tile, cell, rotation.
"""

import re
from typing import NamedTuple

from tantrix.hexes import Cell
from tantrix.tiles import check_tile, n_rotations

_TEXT = re.compile(r"\s*(\d{1,2})@(-?\d{1,3}),(-?\d{1,3})\^([0-5])\s*", re.ASCII)


class Placement(NamedTuple):
    """A tile laid on a cell, turned `rotation` sixths clockwise from the official table."""

    tile: int
    cell: Cell
    rotation: int

    def __str__(self) -> str:
        return f"{self.tile}@{self.cell.q},{self.cell.r}^{self.rotation}"

    @classmethod
    def parse(cls, text: str) -> "Placement":
        """Read `12@3,-1^4`, with or without spaces around it; anything else raises ValueError."""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"expected a placement like '12@3,-1^4', got {text!r}")
        tile, q, r, rotation = map(int, found.groups())
        check_tile(tile)
        return cls(tile, Cell(q, r), rotation)

    def canonical(self) -> "Placement":
        """Return the same placement with its least rotation: a triple straight has only three (R1.3)."""
        return self._replace(rotation=self.rotation % n_rotations(self.tile))
