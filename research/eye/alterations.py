"""What cameras and lamps do to a picture, each alone, for measuring what it costs the reading."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from research.eye.scoring import Labels
from tantrix._compile.records import Floats
from tantrix.eye.geometry import Pixels

Altered = tuple[Pixels, Labels]
Alteration = Callable[[Pixels, Labels], Altered]
_FOCAL = 1.5  # of the longer side of a picture that is tilted


def alterations() -> dict[str, Alteration]:
    """Return all of them by what the table calls them."""
    return {
        "as it is": lambda image, labels: (image, labels),
        "tiles 48 px wide": _resized(48),
        "tiles 32 px wide": _resized(32),
        "tiles 24 px wide": _resized(24),
        "tiles 18 px wide": _resized(18),
        "turned by 20 degrees": _turned(20),
        "tilted by 35 degrees more": _tilted(35),
        "tilted by 50 degrees more": _tilted(50),
        "light x 0.35": _recoloured(lambda image: image * 0.35),
        "gamma 0.5": _recoloured(lambda image: 255 * (image / 255) ** 0.5),
        "warm cast (blue x 0.55)": _recoloured(lambda image: image * (1, 1, 0.55)),
        "cold cast (red x 0.7)": _recoloured(lambda image: image * (0.7, 1, 1)),
        "out of focus by 4 % of a tile": _blurred(0.04),
        "out of focus by 7 % of a tile": _blurred(0.07),
        "JPEG of quality 15": _stored(15),
    }


def _recoloured(change: Callable[[Floats], Floats]) -> Alteration:
    def altered(image: Pixels, labels: Labels) -> Altered:
        return np.clip(change(image.astype(np.float64)), 0, 255).astype(np.uint8), labels

    return altered


def _stored(quality: int) -> Alteration:
    def altered(image: Pixels, labels: Labels) -> Altered:
        kept = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(kept, 1), np.uint8), labels

    return altered


def _blurred(share: float) -> Alteration:
    def altered(image: Pixels, labels: Labels) -> Altered:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), share * _width(labels)), np.uint8), labels

    return altered


def _resized(width: float) -> Alteration:
    """Reduce a picture until its tiles are so wide on average; smaller ones stay."""

    def altered(image: Pixels, labels: Labels) -> Altered:
        share = min(1.0, width / _width(labels))
        size = [max(1, round(side * share)) for side in image.shape[1::-1]]
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        plane = np.diag([size[0] / image.shape[1], size[1] / image.shape[0], 1.0])
        return np.asarray(small, np.uint8), _moved(labels, plane)

    return altered


def _turned(degrees: float) -> Alteration:
    angle = np.radians(degrees)
    return _seen(
        np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]), 0
    )


def _tilted(degrees: float) -> Alteration:
    angle = np.radians(degrees)
    return _seen(np.diag([1, np.cos(angle), 1]), np.sin(angle))


def _seen(plane: Floats, depth: float) -> Alteration:
    """Look at a picture that lies on a table from aslant; all of it stays in a picture as large as before."""

    def altered(image: Pixels, labels: Labels) -> Altered:
        height, width = image.shape[:2]
        seen = plane.copy()
        seen[2, 1] = -depth / (_FOCAL * max(width, height))
        seen = seen @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
        corners = _projected(np.array([[0, 0], [width, 0], [width, height], [0, height]], float), seen)
        low, high = corners.min(0), corners.max(0)
        share = min(np.array([width, height]) / (high - low))
        shift = (np.array([width, height]) - share * (low + high)) / 2
        fitted = np.array([[share, 0, shift[0]], [0, share, shift[1]], [0, 0, 1]]) @ seen
        drawn = cv2.warpPerspective(
            image, fitted, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(drawn, np.uint8), _moved(labels, fitted)

    return altered


def _moved(labels: Labels, plane: Floats) -> Labels:
    """Return labels where a plane's perspective takes them."""
    tiles = tuple(
        replace(tile, centre=_projected(tile.centre[None], plane)[0], middles=_projected(tile.middles, plane))
        for tile in labels.tiles
    )
    things = labels.things.copy()
    if len(things):
        reach = things[:, 2]
        beside = _projected(things[:, :2] + np.stack([reach, 0 * reach], 1), plane)
        things[:, :2] = _projected(things[:, :2], plane)
        things[:, 2] = np.hypot(*(beside - things[:, :2]).T)
    return Labels(tiles, things)


def _projected(points: Floats, plane: Floats) -> Floats:
    seen = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def _width(labels: Labels) -> float:
    """Return how wide most tiles are, in pixels across opposite corners."""
    sizes = sorted(tile.size for tile in labels.counted or labels.tiles)
    return sizes[len(sizes) // 2] if sizes else 48.0
