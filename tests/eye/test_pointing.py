"""A tile that the user points at is found where it lies, among the tiles that were read before."""

from functools import cache
from io import BytesIO
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tantrix._compile.records import Floats, Numbers
from tantrix.eye.arrangement import IS_WHOLE, N_SEEN_COLUMNS, arranged, find_seen, scored_in_all_lights
from tantrix.eye.decoder import FREE, decode_lights
from tantrix.eye.geometry import N_OPTIONS, Pixels
from tantrix.eye.groups import N_PLACE_COLUMNS
from tantrix.eye.pointing import add_pointed
from tantrix.eye.views import MOST_TILES, best_view
from tantrix.eye.weights import shipped_weights
from tantrix.pictures.draw import LIGHT, png, svg
from tantrix.placement import Placement
from tests.eye.support.tables import grown

GROUND = "#cfc6b4"
N_TILES = 8


class Read(NamedTuple):
    """A picture, and what the eye keeps of it: arrays with rows for more tiles, of which `n` are read."""

    picture: Pixels
    seen: Floats
    places: Numbers
    scores: Floats
    n: int

    def add(self, x: float, y: float, reach: float, n: int) -> int:
        height, width = self.picture.shape[:2]
        pixels = np.dstack([self.picture, np.full((height, width), 255, np.uint8)]).ravel()
        point = (round(x), round(y), round(reach))
        weights = shipped_weights().values
        arrays = (self.seen, self.places, self.scores)
        return add_pointed(pixels, width, height, weights, *point, n, *arrays, len(self.scores))

    def readings(self, n: int) -> list[int]:
        return decode_lights(self.scores[:, :n], self.places[:n], np.full(n, FREE)).readings.tolist()

    def reach(self, tile: int) -> float:
        """Return half of the side of a box around a tile."""
        return float(np.hypot(*self.seen[tile, 2:4])) * 1.1


@cache
def drawn() -> Pixels:
    group = grown(np.random.default_rng(N_TILES), N_TILES)
    laid = [Placement(option // 6 + 1, cell, option % 6) for cell, option in group.items()]
    with Image.open(BytesIO(png(svg(laid, theme=LIGHT), 400))) as tiles:
        table = Image.new("RGB", (640, 560), GROUND)
        table.paste(tiles, ((640 - tiles.width) // 2, (560 - tiles.height) // 2), tiles.convert("RGBA"))
    return np.asarray(table.rotate(25, Image.Resampling.BICUBIC, fillcolor=GROUND))


def read(picture: Pixels) -> Read:
    weights = shipped_weights().values
    view = best_view(picture, weights)
    arrangement = arranged(view)
    in_lights = scored_in_all_lights(picture, weights, view, arrangement)
    n = len(arrangement.frames)
    seen, places = np.empty((MOST_TILES, N_SEEN_COLUMNS)), np.empty((MOST_TILES, N_PLACE_COLUMNS), np.int64)
    scores = np.empty((len(in_lights), MOST_TILES, N_OPTIONS))
    find_seen(view, arrangement, seen)
    places[:n], scores[:, :n] = arrangement.places, in_lights
    return Read(picture, seen, places, scores, n)


def without(tile: int, picture: Pixels, seen: Floats, reach: float) -> Pixels:
    """Return a picture in which a tile is covered."""
    covered = Image.fromarray(picture)
    x, y = seen[tile, :2]
    ImageDraw.Draw(covered).circle((x, y), reach, GROUND)
    return np.asarray(covered)


def test_a_missed_tile_joins_its_group_and_is_read() -> None:
    known = read(drawn())
    expected, last = known.readings(N_TILES), N_TILES - 1
    x, y, cell = *known.seen[last, :2], known.places[last].copy()

    place = known.add(x + 4, y - 3, known.reach(last), last)

    assert place == last
    assert known.readings(N_TILES) == expected
    assert known.places[last, :3].tolist() == cell[:3].tolist()
    assert known.seen[last, :2] == pytest.approx((x, y), abs=4)
    assert known.seen[last, IS_WHOLE]


def test_the_first_tile_of_a_picture_is_a_group_of_its_own() -> None:
    known = read(drawn())
    x, y = known.seen[3, :2]
    (tile,) = (known.readings(N_TILES)[3] // 6 + 1,)

    assert known.add(x, y, known.reach(3), 0) == 0
    assert known.readings(1)[0] // 6 + 1 == tile
    assert known.places[0, :3].tolist() == [0, 0, 0]


def test_a_tile_that_is_known_is_not_added_again() -> None:
    known = read(drawn())
    x, y = known.seen[2, :2]

    assert known.add(x - 5, y + 5, known.reach(2), N_TILES) == 2


def test_a_tile_that_nobody_can_see_lies_where_its_neighbours_say() -> None:
    whole = read(drawn())
    x, y = whole.seen[N_TILES - 1, :2]
    reach = whole.reach(N_TILES - 1)
    hidden = read(without(N_TILES - 1, drawn(), whole.seen, reach * 1.05))
    assert hidden.n == N_TILES - 1

    place = hidden.add(x + 6, y + 6, reach, hidden.n)

    assert place == hidden.n
    assert hidden.seen[place, :2] == pytest.approx((x, y), abs=5)
    assert (hidden.places[: hidden.n, 0] == hidden.places[place, 0]).any()


def test_where_there_is_nothing_the_box_itself_is_the_tile() -> None:
    known = read(drawn())

    place = known.add(60, 60, 30, known.n)

    assert place == known.n
    assert known.seen[place, :2] == pytest.approx((60, 60), abs=1)
    assert np.hypot(*known.seen[place, 2:4]) == pytest.approx(27, abs=1)
    assert not (known.places[: known.n, 0] == known.places[place, 0]).any()
