"""The eye compiled for browsers, run by Node, against the same functions compiled by Numba."""

import json
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scripts import make_wasm
from scripts.webassembly import eye_module
from scripts.webassembly.lowering import STACK_TOP, n_pages
from tantrix.eye.arrangement import N_SEEN_COLUMNS, arranged, find_seen, scored_in_all_lights
from tantrix.eye.decoder import FREE, NO_TILE, decode_lights
from tantrix.eye.geometry import N_OPTIONS, Pixels
from tantrix.eye.views import MOST_TILES, best_view
from tantrix.eye.weights import N_PACKED, SHIPPED, shipped_weights
from tantrix.pictures.draw import LIGHT, png, svg
from tantrix.placement import Placement
from tests.eye.support.tables import grown

DRIVER = Path(__file__).with_name("eye_module.mjs")
TOLERANCE = 1e-4  # of pixels and of probabilities: browsers have other exponentials and arc tangents


def table(n_tiles: int, turned: float, tint: tuple[float, float, float] = (1, 1, 1)) -> Pixels:
    """Draw a group of tiles on a table, in light of a tint, with noise as of a camera."""
    rng = np.random.default_rng(n_tiles)
    laid = [Placement(option // 6 + 1, cell, option % 6) for cell, option in grown(rng, n_tiles).items()]
    with Image.open(BytesIO(png(svg(laid, theme=LIGHT), 480))) as drawn:
        ground = Image.new("RGB", (640, 560), "#cfc6b4")
        ground.paste(drawn, ((640 - drawn.width) // 2, (560 - drawn.height) // 2), drawn.convert("RGBA"))
    rotated = ground.rotate(turned, Image.Resampling.BICUBIC, fillcolor="#cfc6b4")
    picture = np.asarray(rotated) * np.array(tint)
    return (picture + rng.normal(0, 6, picture.shape)).clip(0, 255).astype(np.uint8)


def read_by_node(picture: Pixels, tmp_path: Path, fixed: list[int]) -> dict[str, Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    height, width = picture.shape[:2]
    file = tmp_path / "picture"
    file.write_bytes(np.dstack([picture, np.full((height, width), 255, np.uint8)]).tobytes())
    arrays = eye_module.ARRAYS
    described = {
        "pages": n_pages(list(arrays.values()), eye_module.SCRATCH),
        "stack": STACK_TOP,
        "address": {name: array.address for name, array in arrays.items()},
        "packed": N_PACKED,
        "tiles": MOST_TILES,
        "options": N_OPTIONS,
        "width": width,
        "height": height,
        "fixed": fixed,
    }
    code = str(make_wasm.ROOT / make_wasm.EYE.code)
    command = [node, str(DRIVER), code, str(SHIPPED), str(file), json.dumps(described)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


@pytest.mark.parametrize(
    ("n_tiles", "turned", "tint"),
    [(1, 0, (1, 1, 1)), (4, 17, (1, 1, 1)), (10, 40, (1, 1, 1)), (12, 5, (1, 0.9, 0.55))],
)
def test_a_browser_reads_a_table_as_python_does(
    n_tiles: int, turned: float, tint: tuple[float, float, float], tmp_path: Path
) -> None:
    picture = table(n_tiles, turned, tint)
    weights = shipped_weights().values
    view = best_view(picture, weights)
    arrangement = arranged(view)
    scores = scored_in_all_lights(picture, weights, view, arrangement)
    n = len(arrangement.frames)
    decoded, seen = decode_lights(scores, arrangement.places, np.full(n, FREE)), np.empty((n, N_SEEN_COLUMNS))
    find_seen(view, arrangement, seen)

    found = read_by_node(picture, tmp_path, [])

    assert n > 0
    assert found["readings"] == decoded.readings.tolist()
    assert found["places"] == arrangement.places.tolist()
    assert found["lights"] == len(scores)
    np.testing.assert_allclose(found["seen"], seen, atol=TOLERANCE)
    np.testing.assert_allclose(found["likely"], decoded.likely, atol=TOLERANCE)
    np.testing.assert_allclose(found["agreement"], decoded.agreement, atol=TOLERANCE)


def test_what_the_user_says_of_a_tile_stays(tmp_path: Path) -> None:
    picture = table(10, 40)

    found = read_by_node(picture, tmp_path, [77, NO_TILE])

    assert found["readings"][:2] == [77, NO_TILE]
    assert not any(1 in line[1 : abs(line[0]) + 1] for line in found["lines"])


def test_a_picture_without_tiles_has_none(tmp_path: Path) -> None:
    assert read_by_node(np.full((200, 300, 3), 180, np.uint8), tmp_path, [])["seen"] == []
