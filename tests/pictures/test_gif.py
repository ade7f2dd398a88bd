"""A game as a GIF: its frames, its size, and what cannot be drawn."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageSequence

from tantrix.pictures.draw import png, svg
from tantrix.pictures.gif import LAST_MS, THEMES, gif
from tantrix.placement import Placement

THREE = [Placement.parse(text) for text in ("1@0,0^0", "2@1,0^0", "3@0,1^0")]


def frames(data: bytes) -> list[Image.Image]:
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference between two corresponding pixels."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def test_there_is_a_frame_per_tile_plus_one_before_and_one_at_the_end() -> None:
    shown = frames(gif(THREE, width=120))

    assert len(shown) == 1 + len(THREE) + 1
    assert {frame.size[0] for frame in shown} == {120}
    assert len(set(shown[0].get_flattened_data())) == 1


def test_the_last_frame_is_the_picture_of_the_table_and_stays_longest() -> None:
    data = gif(THREE, width=300, frame_ms=500)
    still = Image.open(BytesIO(png(svg(THREE, theme=THEMES["light"]), 300))).convert("RGB")

    times = [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]
    assert times == [500] * 4 + [LAST_MS]
    assert difference(frames(data)[-1], still) < 64  # as close as 128 colours allow


def test_a_frame_has_no_tile_that_comes_later() -> None:
    # R2.2: tiles drawn or laid later are not shown.
    one, two, three = (frames(gif(THREE, width=200, first=first))[0] for first in range(3))
    box = ImageChops.difference(two, three).getbbox()

    assert box is not None
    assert len(set(one.crop(box).get_flattened_data())) == 1


def test_a_range_begins_with_its_first_tiles() -> None:
    whole, part = frames(gif(THREE, width=200)), frames(gif(THREE, width=200, first=2))

    assert len(part) == 3
    assert difference(part[-1], whole[-1]) == 0


def test_an_empty_table_is_one_frame() -> None:
    assert len(frames(gif([], width=64))) == 1


@pytest.mark.parametrize(
    "wrong", [{"width": 63}, {"width": 1201}, {"first": 4}, {"first": -1}, {"frame_ms": 49}]
)
def test_values_out_of_bounds_are_refused_by_name(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
        gif(THREE, **wrong)
