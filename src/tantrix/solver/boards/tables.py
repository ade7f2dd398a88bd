"""The best known table of open solitaire (R7.4), found by `best_table` and stored in `tables.csv`."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tantrix.placement import Placement
from tantrix.solver.answer import Solution


@dataclass(frozen=True, slots=True)
class BestTable:
    """All 56 tiles on a table, and the sum of the four colours' best lines and loops."""

    score: int
    solution: Solution


@cache
def best_known() -> BestTable:
    """Return the best table found with this program so far."""
    text = files("tantrix.solver.boards").joinpath("tables.csv").read_text("utf-8")
    rows = [
        BestTable(int(row["score"]), _read(row["placements"])) for row in csv.DictReader(text.splitlines())
    ]
    return max(rows, key=lambda table: table.score)


def _read(text: str) -> Solution:
    return tuple(map(Placement.parse, text.split()))
