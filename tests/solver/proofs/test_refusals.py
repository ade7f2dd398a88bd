"""Short proofs against the search through everything, and against tables that were laid at random."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tantrix.hexes import ORIGIN, Cell, neighbours, opposite
from tantrix.placement import Placement
from tantrix.solver import BoardShape, Goal, GoalKind, Strand
from tantrix.solver.checker import faults
from tantrix.solver.goal import GoalScope, carries, parse_holes
from tantrix.solver.pipeline import continue_count
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.complete import FrontierSearch
from tantrix.solver.shapes import count_holes
from tantrix.tiles import Colour, edges, n_rotations

STRANDS = st.lists(
    st.builds(
        Strand, st.sampled_from(tuple(Colour)), st.sampled_from(tuple(GoalKind)), st.just(GoalScope.OWN)
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda strand: strand.colour,
)


@settings(deadline=None, max_examples=40)
@given(st.sets(st.integers(1, 64), min_size=3, max_size=7), STRANDS, st.sampled_from((0, 1, None)))
def test_a_search_finds_nothing_where_a_short_proof_refuses(tiles, strands, holes):
    # The search asks nothing of a colour that no tile carries; such a goal is refused before.
    assume(all(any(strand.colour.letter in edges(tile) for tile in tiles) for strand in strands))
    goal = Goal(tuple(tiles), tuple(strands), None, holes)

    found, was_stopped = continue_count(FrontierSearch(goal))

    assert not was_stopped
    assert found == 0 or why_unsolvable(goal) == ""


@pytest.mark.parametrize("seed", range(20))
def test_what_lies_on_a_table_is_never_refused(seed):
    table = scattered(Random(seed), n_tiles=40)
    goal = Goal(tuple(laid.tile for laid in table), (), None, count_holes([laid.cell for laid in table]))
    assert faults(goal, table) == []

    assert why_unsolvable(goal) == ""


def test_two_loops_that_cross_an_odd_number_of_times_are_refused_with_holes_and_not_found():
    random, refused = Random(5), []
    while len(refused) < 60:
        strands = tuple(Strand(colour, scope=GoalScope.OWN) for colour in random.sample(list(Colour), 2))
        tiles = tuple(random.sample(range(1, 57), random.randint(5, 8)))
        goal = Goal(tiles, strands, None, random.choice((1, None)))
        if "must cross" in why_unsolvable(goal):
            refused.append(goal)

    assert [continue_count(FrontierSearch(goal))[0] for goal in refused] == [0] * len(refused)


@pytest.mark.parametrize(("holes", "is_refused"), [("holes:allow", True), ("holes:1", False)])
def test_the_parity_of_crossings_holds_on_a_board_without_holes(holes, is_refused):
    board = "cells:0,0;1,0;2,0;3,0;0,1;1,1;2,1;0,2" if is_refused else "cells:0,0;1,0;2,0;0,1;2,1;0,2;1,2"
    tiles = next(
        tiles
        for tiles in combinations(range(1, 20), 8 if is_refused else 7)
        if all(carries(tile, Colour.RED) for tile in tiles)
        and "must cross" in why_unsolvable(Goal(tiles, (Strand(Colour.RED),)))
    )
    goal = Goal(tiles, (Strand(Colour.RED),), BoardShape.parse(board), parse_holes(holes[6:]))

    assert ("must cross" in why_unsolvable(goal)) == is_refused


def scattered(random: Random, n_tiles: int) -> tuple[Placement, ...]:
    """Lay tiles in random places where they fit, preferably beside two tiles, so that holes are left."""
    table = {ORIGIN: Placement(1, ORIGIN, 0)}
    for tile in range(2, n_tiles + 1):
        spaces = {beside for cell in table for beside in neighbours(cell)} - set(table)
        tried = sorted(
            spaces, key=lambda cell: (sum(c in table for c in neighbours(cell)) != 2) + 2 * random.random()
        )
        laid = next(filter(None, (_fitting(table, tile, cell) for cell in tried)))
        table[laid.cell] = laid
    return tuple(table.values())


def _fitting(table: dict[Cell, Placement], tile: int, cell: Cell) -> Placement | None:
    shown = {
        edge: edges(table[beside].tile, table[beside].rotation)[opposite(edge)]
        for edge, beside in enumerate(neighbours(cell))
        if beside in table
    }
    for rotation in range(n_rotations(tile)):
        if all(edges(tile, rotation)[edge] == letter for edge, letter in shown.items()):
            return Placement(tile, cell, rotation)
    return None
