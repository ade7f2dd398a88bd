"""Drawn scenes with their truth, each from a seed: tiles on a table, as somebody would photograph them."""

from dataclasses import dataclass

import cv2
import numpy as np

from research.eye.camera import Camera, draw_camera, photographed
from research.eye.canvas import GROUND, SCALE, Canvas
from research.eye.layouts import LaidTile, lay
from research.eye.textures import any_colour, colour, ground, noise
from research.eye.tile_drawing import Look, TilePainter, draw_look
from tantrix._compile.records import Floats
from tantrix.eye.geometry import CORNERS, END, OPTIONS, SIDES, Activations, Pixels, Random
from tantrix.hexes import Cell


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile that shows its face: its centre and the ends of its links in pixels, which of them are seen."""

    centre: Floats
    ends: Floats
    sides: Floats
    edges: tuple[int, ...]
    is_seen: bool
    ends_seen: tuple[bool, ...]
    group: int | None
    cell: Cell | None


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, RGB as uint8[size, size, 3], the class of each pixel, and the tiles that it shows."""

    image: Pixels
    classes: Pixels
    tiles: tuple[SeenTile, ...]


def draw_scene(seed: int, size: int = 320, apothems: tuple[float, float] = (10, 60)) -> Scene:
    """Return the scene of a seed, `size` pixels wide, whose tiles have apothems of about that range."""
    rng = np.random.default_rng(seed)
    camera, look = draw_camera(rng, size, apothems), draw_look(rng)
    laid = lay(rng, size / camera.apothem, look.gap)
    large = cv2.resize(ground(rng, size), (size * SCALE, size * SCALE))
    canvas = Canvas(np.clip(large, 0, 255).astype(np.uint8), np.zeros((size, size), np.uint8))
    if rng.random() < 0.5:
        _scatter(rng, canvas, look, size)
    if laid and rng.random() < 0.7:
        _shade(rng, canvas, camera, laid)
    _draw_tiles(rng, canvas, camera, look, laid)
    covered = np.zeros((size, size), np.float32)
    if rng.random() < 0.3:
        covered = _reach_in(rng, canvas, camera)
    image = photographed(rng, canvas.reduced(), camera.apothem)
    seen = [_seen(tile, camera, look, canvas.classes, covered) for tile in laid if not tile.is_back]
    return Scene(image, canvas.classes, tuple(seen))


def _draw_tiles(rng: Random, canvas: Canvas, camera: Camera, look: Look, laid: list[LaidTile]) -> None:
    """Draw all tiles, the farthest and the lowest first."""
    painter = TilePainter(canvas, camera, look)
    strongest, varies = rng.uniform(0, 70) * (rng.random() < 0.5), rng.random() < 0.5
    for tile in sorted(laid, key=lambda tile: (tile.height, camera.project(tile.centre[None])[0, 1])):
        painter.draw(rng, tile, strongest * (rng.random() if varies else 1))


def _seen(tile: LaidTile, camera: Camera, look: Look, classes: Pixels, covered: Activations) -> SeenTile:
    """Return what the picture shows of a tile: an end is seen where a pixel of a link's class is."""
    top = (tile.height + 1) * look.thickness
    points = np.concatenate([np.zeros((1, 2)), SIDES * END, SIDES]) @ tile.frame.T + tile.centre
    pixels = camera.project(points, top)
    size = len(classes)
    inside = ((pixels >= 0) & (pixels < size)).all(1)
    at = np.clip(pixels, 0, size - 1).astype(int)
    shown = inside & (covered[at[:, 1], at[:, 0]] < 0.4) & (classes[at[:, 1], at[:, 0]] != GROUND)
    return SeenTile(
        centre=pixels[0],
        ends=pixels[1:7],
        sides=pixels[7:],
        edges=tuple(OPTIONS[tile.option].tolist()),
        is_seen=bool(shown[0]),
        ends_seen=tuple(shown[1:7].tolist()),
        group=tile.group,
        cell=tile.cell,
    )


def _scatter(rng: Random, canvas: Canvas, look: Look, size: int) -> None:
    """Draw things that are not tiles under them: rings, words, cards, printed boxes."""
    for _ in range(rng.integers(1, 7)):
        tint = look.colours[rng.integers(4)] if rng.random() < 0.5 else any_colour(rng)
        place, length = rng.uniform(0, size, 2) * SCALE, rng.uniform(5, 80) * SCALE
        at, line = place.astype(int).tolist(), int(rng.uniform(2, 12) * SCALE)
        kind = rng.integers(5)
        if kind == 0:
            _arc(rng, canvas, place, length / 2, tint)
        elif kind == 1:
            text = "TANTRIX"[: rng.integers(2, 8)] if rng.random() < 0.6 else "52 Game"
            width = int(rng.integers(1, 5))
            cv2.putText(canvas.image, text, at, int(rng.integers(8)), length / 80 + 0.3, tint.tolist(), width)
        elif kind == 2:
            cv2.line(
                canvas.image, at, (place + rng.normal(0, length, 2)).astype(int).tolist(), tint.tolist(), line
            )
        else:
            corners = (place + rng.normal(0, length * 0.7, (4, 2))).astype(np.int32)
            cv2.fillPoly(canvas.image, [corners], (tint if kind == 3 else look.black).tolist(), cv2.LINE_AA)
            for _ in range(4 if kind == 4 else 0):
                shift = rng.normal(0, length * 0.4, 2)
                _arc(rng, canvas, place + shift, length / 3, look.colours[rng.integers(4)])


def _arc(rng: Random, canvas: Canvas, place: Floats, radius: float, tint: Floats) -> None:
    axes = (int(radius) + 1, int(radius * rng.uniform(0.6, 1)) + 1)
    width = int(rng.uniform(2, 8) * SCALE)
    turn, first, last = rng.uniform(0, 360), rng.uniform(0, 180), rng.uniform(180, 360)
    cv2.ellipse(
        canvas.image, place.astype(int).tolist(), axes, turn, first, last, tint.tolist(), width, cv2.LINE_AA
    )


def _shade(rng: Random, canvas: Canvas, camera: Camera, laid: list[LaidTile]) -> None:
    """Darken the table beside the tiles."""
    shadow = np.zeros(canvas.image.shape[:2], np.float32)
    shift = rng.normal(0, 0.25, 2)
    for tile in laid:
        seen = camera.project(CORNERS * 1.05 + tile.centre + shift) * SCALE
        cv2.fillPoly(shadow, [np.clip(seen, -9999, 9999).astype(np.int32)], 1.0)
    spread = rng.uniform(0.05, 0.4) * camera.apothem * SCALE
    canvas.darken(cv2.GaussianBlur(shadow, (0, 0), spread), rng.uniform(0.2, 0.7))


def _reach_in(rng: Random, canvas: Canvas, camera: Camera) -> Activations:
    """Lay fingers or other things over the tiles; return where they are."""
    size = camera.size
    covered = np.zeros((size, size), np.float32)
    for _ in range(rng.integers(1, 4)):
        skin = colour(rng.uniform(5, 28), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95))
        tint = skin if rng.random() < 0.75 else any_colour(rng)
        start = rng.uniform(0, size, 2) * SCALE
        end = start + rng.normal(0, size * 0.35, 2) * SCALE
        width = int(rng.uniform(0.4, 1.6) * camera.apothem * SCALE) + 1
        mask = np.zeros(canvas.image.shape[:2], np.float32)
        cv2.line(mask, start.astype(int).tolist(), end.astype(int).tolist(), 1.0, width, cv2.LINE_AA)
        mask = cv2.GaussianBlur(mask, (0, 0), width / 8 + 0.5)
        canvas.cover(mask, tint.astype(np.float32) * (0.7 + 0.4 * noise(rng, size * SCALE, 40 * SCALE)))
        covered = np.maximum(covered, cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA))
    return covered
