"""Reading a photograph: compiled functions find what lies where, and here it is put into words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from tantrix._compile.records import Floats, Numbers
from tantrix._tools.languages import gettext as _
from tantrix.eye.arrangement import (
    IS_WHOLE,
    N_SEEN_COLUMNS,
    Arrangement,
    arranged,
    find_seen,
    scored_in_all_lights,
)
from tantrix.eye.backs import MOST_BACKS, find_backs
from tantrix.eye.decoder import FREE, Decoded, decode_lights
from tantrix.eye.geometry import CORNERS, OPTIONS, Pixels
from tantrix.eye.groups import GROUP, Q, R
from tantrix.eye.photograph import load_photograph, prepared
from tantrix.eye.reading import ReadBack, Reading, ReadTile
from tantrix.eye.views import PhotoView, best_view
from tantrix.eye.weights import NetworkWeights, shipped_weights
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.solver.held_groups import mismatches
from tantrix.tiles import LETTERS


def read_photo(image: Path | Image.Image | Pixels, weights: NetworkWeights | None = None) -> Reading:
    """Read the tiles in a photograph, given as a file, a Pillow image or uint8[h, w, 3] in RGB.

    Raises PhotographError for a file that is no picture that we read. A picture without tiles has none.
    """
    if isinstance(image, Path):
        picture, scale = load_photograph(image)
    elif isinstance(image, Image.Image):
        picture, scale = prepared(image)
    else:
        picture, scale = image, 1.0
    return read_picture(picture, scale, weights)


def read_picture(picture: Pixels, scale: float = 1.0, weights: NetworkWeights | None = None) -> Reading:
    """Read a picture that is `scale` times as large as its file."""
    values = (weights or shipped_weights()).values
    picture = np.require(picture, np.uint8, ("C", "W"))
    view = best_view(picture, values)
    if not len(view.frames):
        return Reading((), notes=(_("no tiles were found"),))
    arrangement = arranged(view)
    return read_view(view, arrangement, scored_in_all_lights(picture, values, view, arrangement), scale)


def read_view(view: PhotoView, arrangement: Arrangement, scores: Floats, scale: float) -> Reading:
    """Read the tiles of a view by their scores in all lights. The file is 1 / `scale` as large."""
    n = len(arrangement.frames)
    decoded = decode_lights(scores, arrangement.places, np.full(n, FREE))
    seen, backs = np.empty((n, N_SEEN_COLUMNS)), np.empty((MOST_BACKS, 3))
    find_seen(view, arrangement, seen)
    tiles = tuple(_tile(i, seen[i], arrangement.places[i], decoded, scale) for i in range(n))
    found = _in_file(backs[: find_backs(view, backs)], scale)
    reading = Reading(tiles, tuple(ReadBack(*back) for back in found.round(1).tolist()))
    return replace(reading, notes=tuple(_notes(reading, bool(decoded.agreement.min() < 1))))


def _in_file(places: Floats, scale: float) -> Floats:
    """Return points and sizes, x, y and length, in pixels of the file."""
    return np.column_stack([(places[:, :2] + 0.5) / scale - 0.5, places[:, 2:] / scale])


def _tile(i: int, seen: Floats, place: Numbers, decoded: Decoded, scale: float) -> ReadTile:
    """Return a tile in pixels of the file. Its first edge is the group's east."""
    option, likely = int(decoded.readings[i]), decoded.likely[i]
    matrix = seen[2:6].reshape(2, 2) / scale
    centre = (seen[:2] + 0.5) / scale - 0.5
    corners = CORNERS @ matrix.T + centre
    across = np.hypot(*(corners[:3] - corners[3:]).T).mean()
    others = [int(other) for other in np.argsort(-likely)[:6] if other != option][:4]
    return ReadTile(
        x=round(float(centre[0]), 1),
        y=round(float(centre[1]), 1),
        size=round(float(across), 1),
        angle=round(float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0]))), 1),
        edges=_edges(option),
        placement=Placement(option // 6 + 1, Cell(int(place[Q]), int(place[R])), option % 6),
        group=int(place[GROUP]),
        confidence=round(float(likely[option] * decoded.agreement[i]), 4),
        is_whole=bool(seen[IS_WHOLE]),
        outline=tuple((round(x, 1), round(y, 1)) for x, y in corners.tolist()),
        others=tuple((_edges(other), round(float(likely[other]), 4)) for other in others),
    )


def _edges(option: int) -> str:
    return "".join(LETTERS[colour] for colour in OPTIONS[option])


def _notes(reading: Reading, is_colour_doubtful: bool) -> list[str]:
    """Return in sentences what the user should look at."""
    notes = []
    n_cut = len(reading.tiles) - len(reading.counted)
    if n_cut:
        notes.append(_("tiles that are only partly in the picture: {n}").format(n=n_cut))
    if reading.backs:
        notes.append(_("tiles that lie face down: {n}").format(n=len(reading.backs)))
    if is_colour_doubtful:
        notes.append(_("the light changes the colours: which set is this?"))
    n_mismatches = sum(len(list(mismatches(group))) for group in reading.groups())
    if n_mismatches:
        notes.append(_("edges that touch in two colours: {n}").format(n=n_mismatches))
    if reading.repeated():
        numbers = ", ".join(map(str, reading.repeated()))
        notes.append(_("tiles that lie here more than once: {numbers}").format(numbers=numbers))
    return notes
