"""Solutions of gap puzzles that a server has posed."""

from itertools import permutations, product
from typing import Any

from tantrix.placement import Placement
from tantrix.server.puzzles.hints import faults_of
from tantrix.solver.goal import parse_goal


def solution_of(view: dict[str, Any]) -> list[Placement]:
    """Return placements that fill a gap, given as the API poses it."""
    laid = [Placement.parse(text) for text in view["laid"]]
    spaces = [(space["q"], space["r"]) for space in view["spaces"]]
    for chosen in permutations(view["tiles"], len(spaces)):
        tiles = ",".join(map(str, sorted([*chosen, *(one.tile for one in laid)])))
        goal = parse_goal(f"{tiles} loop:{view['colour']}")
        for turns in product(range(6), repeat=len(spaces)):
            placed = [
                Placement.parse(f"{tile}@{q},{r}^{turn}")
                for tile, (q, r), turn in zip(chosen, spaces, turns, strict=True)
            ]
            if not faults_of(goal, [*laid, *placed]):
                return placed
    raise AssertionError(view)
