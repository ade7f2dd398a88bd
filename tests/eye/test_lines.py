"""The lines of tiles as they were read; `best_line`, which is written otherwise, is the oracle."""

import numpy as np
import pytest

from tantrix.eye.decoder import NO_TILE, find_neighbours
from tantrix.eye.lines import find_line
from tantrix.game import best_line
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.tiles import Colour
from tests.eye.support.tables import grown, places_of


def found(group: dict[Cell, int], colour: Colour) -> tuple[int, bool]:
    """Return how many tiles the best line of a colour has, and whether it is a loop."""
    neighbours, line = np.empty((len(group), 6), np.int64), np.empty(len(group), np.int64)
    find_neighbours(places_of(list(group)), len(group), neighbours)
    n = find_line(neighbours, np.array(list(group.values())), list(Colour).index(colour), line)
    assert len(set(line[: abs(n)].tolist())) == abs(n)
    return abs(n), n < 0


def expected(group: dict[Cell, int], colour: Colour) -> tuple[int, bool]:
    laid = {
        cell: Placement(option // 6 + 1, cell, option % 6) for cell, option in group.items() if option >= 0
    }
    line = best_line(laid, colour)
    return len(line.cells), line.is_loop


@pytest.mark.parametrize("wrong", [0.0, 0.3], ids=["matching", "not matching"])
@pytest.mark.parametrize("colour", list(Colour))
def test_the_best_line_is_that_of_the_rules(colour: Colour, wrong: float) -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        group = grown(rng, int(rng.integers(1, 30)))
        for cell in group:
            if rng.random() < wrong:
                group[cell] = int(rng.integers(336))

        assert found(group, colour) == expected(group, colour)


def test_a_line_ends_at_what_is_no_tile() -> None:
    group = grown(np.random.default_rng(1), 12)
    group[next(iter(group))] = NO_TILE

    assert [found(group, colour) for colour in Colour] == [expected(group, colour) for colour in Colour]
