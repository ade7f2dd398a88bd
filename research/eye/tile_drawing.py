"""Drawing real tiles: a rounded black body with side walls, a bevel, and three coloured links in relief."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from research.eye.camera import Camera
from research.eye.canvas import BACK, BLACK, FIRST_COLOUR, SCALE, Canvas
from research.eye.layouts import LaidTile
from research.eye.textures import colour
from tantrix._compile.records import Floats
from tantrix.eye.geometry import CORNERS, OPTIONS, SIDES, Random

ENDS = (0.9, 0.94, 0.98)  # how far towards the edge a link is printed
_HUES = ((-16, 16, 0.7, 0.5), (38, 64, 0.6, 0.7), (98, 170, 0.6, 0.28), (196, 240, 0.55, 0.45))


@dataclass(frozen=True, slots=True)
class Look:
    """How the tiles of one set look; lengths in apothems, colours in RGB of 0 to 255."""

    width: float
    rim: float
    radius: float
    gap: float
    thickness: float
    bevel: float
    end: float
    light: Floats
    black: Floats
    edge: Floats
    colours: Floats


def draw_look(rng: Random) -> Look:
    """Return the look of some set: its tints, the width of its links, how far apart its tiles are."""
    black = colour(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.02, 0.22))
    tints = [
        colour(rng.uniform(first, last) % 360, rng.uniform(saturation, 1), rng.uniform(value, 1))
        for first, last, saturation, value in _HUES
    ]
    angle = rng.uniform(0, 2 * np.pi)
    return Look(
        width=rng.uniform(0.2, 0.38),
        rim=rng.uniform(0, 0.09),
        radius=rng.uniform(0.05, 0.3),
        gap=rng.uniform(0, 0.1) if rng.random() < 0.85 else rng.uniform(0.1, 0.25),
        thickness=rng.uniform(0, 0.35),
        bevel=rng.random(),
        end=ENDS[rng.integers(len(ENDS))],
        light=np.array([np.cos(angle), np.sin(angle)]),
        black=black,
        edge=black + rng.uniform(0, 90),
        colours=np.array(tints) * (rng.uniform(0.45, 0.9) if rng.random() < 0.25 else 1),
    )


@dataclass(frozen=True, slots=True)
class TilePainter:
    """Draws tiles of one look, seen by one camera, on a canvas."""

    canvas: Canvas
    camera: Camera
    look: Look

    def draw(self, rng: Random, tile: LaidTile, glare: float) -> None:
        """Draw a tile; `glare` is added to all its colours."""
        look, base = self.look, tile.height * self.look.thickness
        outline = _rounded(look.radius)
        for height in (0.0, 0.33, 0.66):
            shade = look.black * rng.uniform(0.6, 1.3) + (look.edge - look.black) * 0.3 * height
            seen = self.camera.project(outline @ tile.frame.T + tile.centre, base + look.thickness * height)
            self.canvas.polygon(seen, shade)
        self._fill(tile, outline, look.edge)
        if look.bevel > 0.3:
            self._fill(tile, outline * 0.955, look.black * 0.8, shift=-0.015 * look.light)
        self._fill(tile, outline * 0.94, look.black + glare, BACK if tile.is_back else BLACK)
        if tile.is_back:
            self._draw_number(rng, tile)
        else:
            self._draw_links(rng, tile, glare)

    def _fill(
        self,
        tile: LaidTile,
        shape: Floats,
        colour: Floats,
        kind: int | None = None,
        shift: Floats | float = 0.0,
    ) -> None:
        points = shape @ tile.frame.T + tile.centre + shift
        top = (tile.height + 1) * self.look.thickness
        self.canvas.polygon(self.camera.project(points, top), np.clip(colour, 0, 255), kind)

    def _draw_links(self, rng: Random, tile: LaidTile, glare: float) -> None:
        """Draw the three links in any order, each with a dark rim where it crosses another."""
        look, edges = self.look, OPTIONS[tile.option]
        for kind in rng.permutation(np.unique(edges)):
            a, b = np.flatnonzero(edges == kind)
            tint = look.colours[kind] * rng.uniform(0.92, 1.06) + glare * 0.6
            if look.rim > 0.02:
                rim = _strip(_path(a, b, ENDS[0]), look.width + 2 * look.rim)
                self._fill(tile, rim, look.black + glare, BLACK)
            path = _path(a, b, look.end)
            link = _strip(path, look.width)
            self._fill(tile, link, tint, FIRST_COLOUR + int(kind))
            if look.bevel > 0.25:
                self._fill(tile, link, tint * 0.45)
                bright = tint * 1.15 + rng.uniform(20, 110) if rng.random() < 0.9 else tint
                self._fill(tile, link, bright, shift=-0.035 * look.bevel * look.light)
                self._fill(tile, _strip(path, look.width * 0.86), tint)

    def _draw_number(self, rng: Random, tile: LaidTile) -> None:
        """Draw the printed back: a number on a blot of one colour, or in white."""
        tint = self.look.colours[rng.integers(4)] if rng.random() < 0.8 else np.full(3, 230.0)
        if rng.random() < 0.5:
            angles = np.linspace(0, 2 * np.pi, 12)[:-1]
            self._fill(tile, 0.62 * np.stack([np.cos(angles), np.sin(angles)], 1), tint * 0.6)
        apothem = self.camera.apothem * SCALE
        place = self.camera.project(tile.centre[None], self.look.thickness)[0] * SCALE
        corner = (place + np.array([-0.28, 0.2]) * apothem).astype(int).tolist()
        thickness = max(1, int(apothem / 14))
        text = str(rng.integers(1, 57))
        cv2.putText(
            self.canvas.image, text, corner, 0, max(0.2, apothem / 31), tint.tolist(), thickness, cv2.LINE_AA
        )


@cache
def _path(a: int, b: int, end: float) -> Floats:
    """Return the middle line of the link of two edges: straight, or an arc that meets both squarely."""
    if (b - a) % 6 == 3:
        return np.linspace(end, -end, 14)[:, None] * SIDES[a]
    centre = np.linalg.solve(np.stack([SIDES[a], SIDES[b]]), np.ones(2))
    first, last = SIDES[a] - centre, SIDES[b] - centre
    angle = np.arctan2(first[0] * last[1] - first[1] * last[0], first @ last)
    short = (1 - end) / np.hypot(*first) * np.sign(angle)
    steps = np.linspace(short, angle - short, 14)[:, None]
    across = np.array([-first[1], first[0]])
    return centre + np.cos(steps) * first + np.sin(steps) * across


def _strip(path: Floats, width: float) -> Floats:
    """Return the outline of a line of some width."""
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = np.stack([-along[:, 1], along[:, 0]], 1) * width / 2
    return np.concatenate([path + across, (path - across)[::-1]])


def _rounded(radius: float) -> Floats:
    """Return the outline of a tile with rounded corners."""
    arc = np.linspace(-np.pi / 6, np.pi / 6, 5)
    middles = CORNERS * (1 - radius)
    towards = np.arctan2(CORNERS[:, 1], CORNERS[:, 0])[:, None] + arc
    round_ = radius * np.stack([np.cos(towards), np.sin(towards)], 2)
    return (middles[:, None] + round_).reshape(-1, 2)
