"""How readings of photographs are scored, on a photograph of two tiles that touch and a loose one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from research.eye.scoring import Labels, Score, labels_of_photograph, score, total
from tantrix.eye.reading import Reading, ReadTile
from tantrix.hexes import ORIGIN, Cell
from tantrix.placement import Placement
from tantrix.tiles import edges

SIZE = 100.0
LOOSE = (300.0, 90.0)


def photograph(**changes: Any) -> Labels:
    """Return the labels of tile 1, tile 2 east of it, and tile 3 apart, all turned by 10 degrees."""
    east = {"x": 100 + 87 * np.cos(np.radians(10)), "y": 100 + 87 * np.sin(np.radians(10)), "q": 1, "r": 0}
    group = [label(1, x=100, y=100, q=0, r=0), label(2, **east)]
    loose = [label(3, x=LOOSE[0], y=LOOSE[1], **changes)]
    return labels_of_photograph({"groups": [{"tiles": group}], "loose": loose, "backs": [], "ignore": []})


def label(tile: int, **place: Any) -> dict[str, Any]:
    return {"edges": edges(tile), "number": tile, "size": SIZE, "angle": 10, **place}


def reading_of(labels: Labels, turned: int = 0) -> Reading:
    """Return a reading that makes no mistake and counts directions from another edge."""
    tiles = [
        ReadTile(
            x=float(tile.centre[0]) + 3,
            y=float(tile.centre[1]) - 3,
            size=SIZE,
            angle=10 + 60 * turned,
            edges=tile.edges[turned:] + tile.edges[:turned],
            placement=Placement(n, cell_of(n, turned), 0),
            group=min(n, 2),
            confidence=0.99,
            is_whole=True,
            outline=(),
        )
        for n, tile in zip((1, 2, 3), labels.tiles, strict=True)
    ]
    return Reading((replace(tiles[0], group=2), tiles[1], replace(tiles[2], group=3)))


def cell_of(n: int, turned: int) -> Cell:
    around = [Cell(1, 0), Cell(1, -1), Cell(0, -1), Cell(-1, 0), Cell(-1, 1), Cell(0, 1)]
    return around[turned] if n == 2 else ORIGIN


def changed(reading: Reading, at: int, **fields: Any) -> Reading:
    tiles = list(reading.tiles)
    tiles[at] = replace(tiles[at], **fields)
    return Reading(tuple(tiles))


def results(labels: Labels, *readings: Reading) -> Sequence[Score]:
    return [score(labels, reading) for reading in readings]


RIGHT = Score(
    tiles=3, right=3, false=0, sure=3, sure_wrong=0, groups=1, groups_right=1, pictures=1, pictures_right=1
)


def test_a_reading_is_right_from_whichever_edge_it_counts() -> None:
    labels = photograph()

    assert results(labels, *(reading_of(labels, turned) for turned in range(6))) == [RIGHT] * 6


def test_a_wrong_colour_costs_its_tile_group_and_picture() -> None:
    labels = photograph()
    wrong = changed(reading_of(labels), 0, edges=edges(4))

    assert score(labels, wrong) == RIGHT._replace(right=2, sure_wrong=1, groups_right=0, pictures_right=0)


def test_a_group_is_wrong_if_a_tile_lies_elsewhere_in_it() -> None:
    labels = photograph()
    moved = changed(reading_of(labels), 1, placement=Placement(2, Cell(2, 0), 0))

    assert score(labels, moved) == RIGHT._replace(groups_right=0, pictures_right=0)


def test_a_tile_far_from_its_label_is_missed_and_false() -> None:
    labels = photograph()
    shifted = changed(reading_of(labels), 2, x=LOOSE[0] + 0.4 * SIZE)

    assert score(labels, shifted) == RIGHT._replace(right=2, false=1, sure=2, pictures_right=0)


def test_a_printed_tile_neither_counts_nor_harms() -> None:
    labels = photograph(printed=True)
    found = reading_of(labels)
    missed = Reading(found.tiles[:2])

    assert results(labels, found, missed) == [RIGHT._replace(tiles=2, right=2, sure=2)] * 2


def test_scores_are_added() -> None:
    assert total([RIGHT, RIGHT]).groups == 2
    assert total([]) == Score()
