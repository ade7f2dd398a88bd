"""The labels of drawn scenes: what can be seen in them, whole."""

from dataclasses import replace

import numpy as np

from research.eye.canvas import FIRST_COLOUR
from research.eye.scenes import Scene, SeenTile
from research.eye.scoring import LabelledTile, Labels
from tantrix.eye.geometry import Pixels
from tantrix.tiles import LETTERS

_INSIDE = 0.98  # of the way from its centre to each corner of a tile must be in the picture


def labels_of_scene(scene: Scene) -> Labels:
    """Return the labels of a drawn scene: only tiles of which nothing is hidden count."""
    return Labels(tuple(_drawn(tile, scene.classes) for tile in scene.tiles), np.empty((0, 3)))


def _drawn(tile: SeenTile, classes: Pixels) -> LabelledTile:
    letters = "".join(LETTERS[colour] for colour in tile.edges)
    whole = LabelledTile(tile.centre, tile.sides, letters, True, tile.group, tile.cell)
    if not (tile.is_seen and all(tile.ends_seen) and _is_inside(whole, classes.shape)):
        return replace(whole, counts=False)
    at = tile.ends.astype(int)  # another class at an end of a link is that of something on the tile
    shown = classes[at[:, 1], at[:, 0]]
    return whole if (shown == FIRST_COLOUR + np.array(tile.edges)).all() else replace(whole, counts=False)


def _is_inside(tile: LabelledTile, shape: tuple[int, ...]) -> bool:
    """Tell whether all corners of a tile are in a picture."""
    corners = tile.centre + (tile.corners - tile.centre) * _INSIDE
    return bool((corners >= 0).all() and (corners < (shape[1], shape[0])).all())
