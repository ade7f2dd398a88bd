"""Open solitaire: the best sum over the four colours, and a bound beside it."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.game import best_line
from tantrix.hexes import Cell, neighbours, opposite
from tantrix.placement import Placement
from tantrix.server.puzzles.solitaire.judge import points_of
from tantrix.solver.boards.recolouring import Recolouring, Shown, do_recolourings, new_recolouring, shown
from tantrix.solver.boards.solitaire import best_table, most
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal
from tantrix.solver.proofs.rims import least_rim
from tantrix.solver.shapes import count_holes, is_connected
from tantrix.tiles import FULL_SET, GAME_SET, Colour, edges

ALWAYS, NEVER = np.full(64, 65536, np.int64), np.zeros(64, np.int64)
TILES = st.lists(st.sampled_from(FULL_SET), min_size=2, max_size=64, unique=True)
LARGE = st.lists(st.sampled_from(FULL_SET), min_size=20, max_size=64, unique=True)


def table_of(search: Any, known: Shown) -> dict[Cell, Placement]:
    """Read the tiles, some of them perhaps laid twice, off a search's board."""
    s = search[0]
    cells = {at: Cell(int(at) % 16, int(at) // 16) for at in s.cell[: s.n]}
    turned = {at: int(known.turned[s.code[at]]) for at in cells}
    return {cell: Placement((turned[at] >> 3) + 1, cell, turned[at] & 7) for at, cell in cells.items()}


def points(table: dict[Cell, Placement]) -> int:
    return sum(best_line(table, colour).score for colour in Colour)


@settings(max_examples=10, deadline=None)
@given(TILES, st.integers(0, 2**32))
def test_any_tiles_are_laid_by_the_golden_rule_and_score_what_a_plain_count_says(
    tiles: list[int], seed: int
) -> None:
    answer = best_table(tiles, seed=seed, rounds=3)

    assert answer.solution is not None
    assert answer.score is not None
    assert faults(Goal(tuple(tiles), (), None, None), answer.solution) == []
    assert points({laid.cell: laid for laid in answer.solution}) == answer.score
    assert answer.score <= most(tiles) == answer.details["bound"]


def test_all_tiles_score_at_least_200_soon_and_the_answer_has_the_bound() -> None:
    answer = best_table(GAME_SET, rounds=150)

    assert answer.solution is not None
    assert points_of(answer.solution) == answer.score
    assert 200 <= points_of(answer.solution) <= 284
    assert answer.to_json()["bound"] == 284


@settings(max_examples=10, deadline=None)
@given(LARGE, st.integers(0, 2**32), st.sampled_from([ALWAYS, NEVER]))
def test_after_each_change_all_cells_show_tiles_edges_match_and_the_counts_are_right(
    tiles: list[int], seed: int, chances: Any
) -> None:
    known = shown(tiles)
    search = new_recolouring(tiles, known, seed)
    s = search[0]
    for _ in range(60):
        do_recolourings(search, *known, chances, chances, 5)
        table = table_of(search, known)

        assert known.turned[s.code[s.cell[: s.n]]].min() >= 0
        for cell, laid in table.items():
            for edge, beside in enumerate(neighbours(cell)):
                if (other := table.get(beside)) is not None:
                    facing = edges(other.tile, other.rotation)[opposite(edge)]
                    assert edges(laid.tile, laid.rotation)[edge] == facing
        laid_tiles = Counter(laid.tile for laid in table.values())
        assert {tile: int(s.laid[tile - 1]) for tile in laid_tiles} == laid_tiles
        assert s.missing == len(set(tiles) - set(laid_tiles))
        assert s.score == points(table)


def test_changes_are_kept_and_are_of_many_kinds() -> None:
    known = shown(GAME_SET)
    search = new_recolouring(GAME_SET, known, 1)
    before = search[0].code.copy()
    n_changed = set()
    for _ in range(500):
        do_recolourings(search, *known, ALWAYS, ALWAYS, 1)
        n_changed.add(int((search[0].code != before).sum()))
        before = search[0].code.copy()

    assert {0, 1, 2, 4, 6} <= n_changed


@settings(max_examples=30, deadline=None)
@given(st.integers(20, 64), st.integers(0, 2**32))
def test_an_outline_is_in_one_piece_without_holes_and_nearly_as_short_as_can_be(n: int, seed: int) -> None:
    tiles = Random(seed).sample(FULL_SET, n)
    search = new_recolouring(tiles, shown(tiles), seed)
    cells = list(table_of(search, shown(tiles)))

    assert len(set(cells)) == n
    assert is_connected(tuple(cells))
    assert count_holes({cell: Placement(1, cell, 0) for cell in cells}) == 0
    assert least_rim(n) <= search[0].n_rim <= least_rim(n) + 4


def test_a_compact_table_counts_only_once_it_has_all_tiles() -> None:
    search = Recolouring(GAME_SET, 1)

    assert search.score == -1

    while search.score < 0:
        search.advance(0.9)

    assert search.score == points_of(search.solution)


def test_a_search_too_short_for_compact_tables_uses_its_last_part_as_well() -> None:
    found = best_table(GAME_SET, seed=33, rounds=40)

    assert found.score is not None
    assert found.score > 160  # the first part alone reaches 122


@pytest.mark.parametrize(("tiles", "bound"), [(GAME_SET, 284), (FULL_SET, 328), ((1, 2), 5)])
def test_the_bound_counts_the_open_strands_at_the_shortest_rim(tiles: tuple[int, ...], bound: int) -> None:
    assert most(tiles) == bound
