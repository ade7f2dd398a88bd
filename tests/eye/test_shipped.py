"""The weights of the package read tables that our own drawings show, whichever way they are turned."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from tantrix.eye.reader import read_picture
from tantrix.eye.weights import SHIPPED, shipped_weights
from tantrix.pictures.draw import LIGHT, png, svg
from tantrix.placement import Placement
from tests.eye.support.tables import grown

MAX_BYTES = 500_000


@pytest.mark.parametrize("n_tiles", [1, 4, 10])
@pytest.mark.parametrize("turned", [0, 17, 90])
def test_a_drawn_table_is_read_whole(n_tiles: int, turned: int) -> None:
    group = grown(np.random.default_rng(n_tiles), n_tiles)
    laid = [Placement(option // 6 + 1, cell, option % 6) for cell, option in group.items()]
    with Image.open(BytesIO(png(svg(laid, theme=LIGHT), 480))) as drawn:
        table = Image.new("RGB", (640, 640), "#cfc6b4")
        table.paste(drawn, ((640 - drawn.width) // 2, (640 - drawn.height) // 2), drawn.convert("RGBA"))

    reading = read_picture(np.asarray(table.rotate(turned, fillcolor="#cfc6b4")))

    assert sorted(tile.number for tile in reading.counted) == sorted(
        option // 6 + 1 for option in group.values()
    )
    assert [len(found) for found in reading.groups()] == ([n_tiles] if n_tiles > 1 else [])
    assert reading.notes == ()


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    assert SHIPPED.stat().st_size <= MAX_BYTES
    assert shipped_weights().provenance["steps"] == 4000
