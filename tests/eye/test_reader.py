"""From what the network answers to a reading, with answers that are made here and are perfect."""

import numpy as np
import pytest

from tantrix.eye.arrangement import arranged, scored
from tantrix.eye.geometry import OPTIONS
from tantrix.eye.reader import read_view
from tantrix.eye.reading import Reading
from tantrix.eye.views import PhotoView, view_of
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.solver.answer import canonical
from tantrix.tiles import edges
from tests.eye.support.tables import grown, perfect_answer, together

FROM_ABOVE = np.array([[20.0, 4.0, 250.0], [-4.0, 20.0, 260.0], [0.0, 0.0, 1.0]])
ASLANT = np.array([[36.0, 8.0, 460.0], [-4.0, 26.0, 480.0], [0.001, 0.008, 1.0]])


def read(group: dict[Cell, int], plane: np.ndarray, size: int = 960) -> Reading:
    return read_in_lights(view_of(perfect_answer(group, plane, size), 1.0))


def read_in_lights(view: PhotoView, *others: PhotoView) -> Reading:
    arrangement = arranged(view)
    scores = np.stack([scored(each, arrangement) for each in (view, *others)])
    return read_view(view, arrangement, scores, 1.0)


def laid(group: dict[Cell, int]) -> tuple[Placement, ...]:
    return tuple(Placement(option // 6 + 1, cell, option % 6) for cell, option in group.items())


@pytest.mark.parametrize("plane", [FROM_ABOVE, ASLANT], ids=["from above", "aslant"])
@pytest.mark.parametrize("n_tiles", [2, 5, 12])
def test_a_group_is_read_with_its_cells(plane: np.ndarray, n_tiles: int):
    group = grown(np.random.default_rng(n_tiles), n_tiles)

    reading = read(group, plane)

    assert [canonical(found) for found in reading.groups()] == [canonical(laid(group))]
    assert reading.is_checked()


def test_places_and_angles_are_those_of_the_picture():
    reading = read({Cell(0, 0): 60}, FROM_ABOVE)

    (tile,) = reading.tiles
    assert (tile.x, tile.y) == pytest.approx((250, 260), abs=1)
    assert tile.size == pytest.approx(2 * np.hypot(20, 4) * 2 / np.sqrt(3), rel=0.03)
    turn = round((tile.angle - np.degrees(np.arctan2(-4, 20))) / 60) % 6
    assert tile.edges == _turned(60, turn)


def _turned(option: int, turn: int) -> str:
    return edges(option // 6 + 1, (option % 6 - turn) % 6)


def test_a_tile_that_the_edge_cuts_is_said_and_not_counted():
    plane = FROM_ABOVE.copy()
    plane[0, 2] = 16.0

    reading = read({Cell(0, 0): 60}, plane)

    assert reading.counted == ()
    assert len(reading.tiles) == 1
    assert "partly" in reading.notes[0]


def test_two_tiles_that_lie_close_but_askew_are_no_group():
    straight, askew = (perfect_answer({Cell(0, 0): 60}, plane, 512) for plane in (FROM_ABOVE, _askew()))

    reading = read_in_lights(view_of(together(straight, askew), 1.0))

    assert reading.groups() == ()
    assert len(reading.loose()) == 2


def _askew() -> np.ndarray:
    turn = np.radians(25)
    rotated = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * 20.4
    plane = np.eye(3)
    plane[:2, :2], plane[:2, 2] = rotated, (250 + 42, 260 - 8)
    return plane


def test_colours_that_another_light_renames_are_not_sure():
    group = grown(np.random.default_rng(6), 5)
    renamed = {cell: _renamed(option) for cell, option in group.items()}
    views = [view_of(perfect_answer(each, FROM_ABOVE, 512), 1.0) for each in (group, renamed)]

    reading = read_in_lights(*views)

    assert all(tile.confidence < 0.95 for tile in reading.tiles)
    assert any("which set" in note for note in reading.notes)


def _renamed(option: int) -> int:
    shown = np.array([0, 1, 3, 2])[OPTIONS[option]]
    return int(np.flatnonzero((shown == OPTIONS).all(1))[0])


def test_nothing_arranged_is_nothing_read():
    view = view_of(perfect_answer({}, FROM_ABOVE, 128), 1.0)

    assert len(arranged(view).frames) == 0
