"""Solutions of gap puzzles that a server has posed."""

from itertools import permutations, product
from typing import Any

from tantrix.placement import Placement
from tantrix.server.puzzles.runs.gaps import N_GAPS, make_gap


def solution_of(view: dict[str, Any]) -> list[Placement]:
    """Return placements that fill a gap, given as the API poses it."""
    laid = tuple(Placement.parse(text) for text in view["laid"])
    gap = next(one for number in range(N_GAPS) if (one := make_gap(view["level"], number)).laid == laid)
    for chosen in permutations(gap.tiles, len(gap.spaces)):
        for turns in product(range(6), repeat=len(gap.spaces)):
            placed = [Placement(*one) for one in zip(chosen, gap.spaces, turns, strict=True)]
            if gap.is_filled_by(placed):
                return placed
    raise AssertionError(view)
