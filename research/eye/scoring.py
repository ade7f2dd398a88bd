"""What a picture shows, as labels say or as it was drawn, and how a reading of it is scored.

A tile is right if a label lies within a third of its size and every edge has the label's colour, compared
in the nearest direction: under tilt directions are not 60 degrees apart. A group is right if its tiles and
cells, up to rotation and translation, are exactly the labels'. Tiles that are printed, cut or partly covered
neither count nor harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tantrix._compile.records import Floats
from tantrix.eye.reading import SURE, Reading, ReadTile
from tantrix.hexes import Cell, rotate

_THING = (
    60.0  # pixels around the middle of a thing that is no tile, if its label does not say how large it is
)


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """A tile in a picture: its centre, the middles of its edges, float64[6, 2], and their colours."""

    centre: Floats
    middles: Floats
    edges: str
    counts: bool
    group: int | None = None
    cell: Cell | None = None

    @property
    def size(self) -> float:
        """The distance across opposite corners, in pixels, on average."""
        return float(2 / np.sqrt(3) * np.hypot(*(self.middles[:3] - self.middles[3:]).T).mean())

    @property
    def corners(self) -> Floats:
        """float64[6, 2]: the corner after each edge."""
        spokes = self.middles - self.centre
        return self.centre + (spokes + np.roll(spokes, -1, 0)) * 2 / 3

    @property
    def tilt(self) -> float:
        """By how many degrees the tile is seen aslant, from the axes of its outline."""
        long, short = np.linalg.svd(self.middles - self.centre, compute_uv=False)
        return float(np.degrees(np.arccos(min(1.0, short / long))))


@dataclass(frozen=True, slots=True)
class Labels:
    """All that a picture shows; `things`, float64[n, 3], are places and sizes of what is not to be read."""

    tiles: tuple[LabelledTile, ...]
    things: Floats

    @property
    def counted(self) -> list[LabelledTile]:
        return [tile for tile in self.tiles if tile.counts]


class Score(NamedTuple):
    """How much was read right. `false`: what is no tile; `sure`: tiles at a confidence over SURE."""

    tiles: int = 0
    right: int = 0
    false: int = 0
    sure: int = 0
    sure_wrong: int = 0
    groups: int = 0
    groups_right: int = 0
    pictures: int = 0
    pictures_right: int = 0


def total(scores: Sequence[Score]) -> Score:
    """Return the sum of scores."""
    return Score(*map(sum, zip(*scores, strict=True))) if scores else Score()


def labels_of_photograph(photograph: dict[str, Any]) -> Labels:
    """Return the labels of an entry of `labels.json`."""
    groups = photograph["groups"]
    tiles = [_labelled(tile, at) for at, group in enumerate(groups) for tile in group["tiles"]]
    tiles += [_labelled(tile, None) for tile in photograph["loose"]]
    things = [thing for thing in (*photograph["backs"], *photograph["ignore"]) if "x" in thing]
    places = [[thing["x"], thing["y"], thing.get("size", thing.get("r", _THING))] for thing in things]
    return Labels(tuple(tiles), np.array(places, float).reshape(-1, 3))


def _labelled(tile: dict[str, Any], group: int | None) -> LabelledTile:
    centre = np.array([tile["x"], tile["y"]], float)
    if "corners" in tile:
        corners = np.array(tile["corners"], float)
        middles = (corners + np.roll(corners, -1, 0)) / 2
    else:
        angles = np.radians(tile["angle"] + 60 * np.arange(6))
        middles = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * tile["size"] * np.sqrt(3) / 4
    is_printed = tile.get("printed", False)
    counts = tile.get("visible", True) and not is_printed
    in_group = None if is_printed or group is None else group
    cell = None if in_group is None else Cell(tile["q"], tile["r"])
    return LabelledTile(centre, middles, tile["edges"], counts, in_group, cell)


def same_edges(label: LabelledTile, edges: str, angle: float) -> bool:
    """Tell whether a reading, whose first edge lies in direction `angle`, shows the colours of a label."""
    towards = label.middles - label.centre
    directions = np.degrees(np.arctan2(towards[:, 1], towards[:, 0]))
    turn = int(np.abs((directions - angle + 180) % 360 - 180).argmin())
    return edges == label.edges[turn:] + label.edges[:turn]


def found_tiles(labels: Labels, places: Floats) -> list[int | None]:
    """Return for each label the place, of float64[n, 2], at which it was found; none is found twice."""
    free, found = list(range(len(places))), list[int | None]()
    for label in labels.tiles:
        distances = [float(np.hypot(*(places[i] - label.centre))) for i in free]
        if not distances or min(distances) >= label.size / 3:
            found.append(None)
            continue
        found.append(free.pop(int(np.argmin(distances))))
    return found


def score(labels: Labels, reading: Reading) -> Score:
    """Score the reading of a picture."""
    read = reading.counted
    places = np.array([(tile.x, tile.y) for tile in read]).reshape(-1, 2)
    found = found_tiles(labels, places)
    of = [None if i is None else read[i] for i in found]
    right = [
        tile is not None and same_edges(label, tile.edges, tile.angle)
        for label, tile in zip(labels.tiles, of, strict=True)
    ]
    counted = [at for at, label in enumerate(labels.tiles) if label.counts]
    false = sum(not _is_harmless(labels, tile) for at, tile in enumerate(read) if at not in found)
    sure = [at for at in counted if (tile := of[at]) is not None and tile.confidence > SURE]
    groups = _group_results(labels, of, right, reading)
    n_right = sum(right[at] for at in counted)
    is_whole = n_right == len(counted) and not false and all(groups)
    return Score(
        tiles=len(counted),
        right=n_right,
        false=false,
        sure=len(sure),
        sure_wrong=sum(not right[at] for at in sure),
        groups=len(groups),
        groups_right=sum(groups),
        pictures=1,
        pictures_right=int(is_whole),
    )


def _is_harmless(labels: Labels, tile: ReadTile) -> bool:
    return any(np.hypot(tile.x - x, tile.y - y) < reach for x, y, reach in labels.things)


def _group_results(
    labels: Labels, of: Sequence[ReadTile | None], right: Sequence[bool], reading: Reading
) -> list[bool]:
    """Tell of each group of two tiles or more whether it was read right."""
    sizes, groups = reading.sizes(), dict[int, list[int]]()
    for at, label in enumerate(labels.tiles):
        if label.group is not None and label.counts:
            groups.setdefault(label.group, []).append(at)
    results = []
    for members in groups.values():
        n_labelled = sum(label.group == labels.tiles[members[0]].group for label in labels.tiles)
        if n_labelled < 2 or len(members) < 2:
            continue
        read = [tile for at in members if (tile := of[at]) is not None and right[at]]
        is_one = len(read) == len(members) and len({tile.group for tile in read}) == 1
        if not is_one or sizes[read[0].group] < 2:
            results.append(False)
            continue
        wanted = [(cell, i) for i, at in enumerate(members) if (cell := labels.tiles[at].cell) is not None]
        got = [(tile.placement.cell, i) for i, tile in enumerate(read)]
        results.append(_normal(wanted, 0) in [_normal(got, turn) for turn in range(6)])
    return results


def _normal(cells: Sequence[tuple[Cell, int]], turn: int) -> frozenset[tuple[int, int, int]]:
    """Return the shape of a group, turned and then moved to a normal place, with which tile lies where."""
    turned = [(rotate(cell, turn), i) for cell, i in cells]
    first = min(cell for cell, _ in turned)
    return frozenset((cell.q - first.q, cell.r - first.r, i) for cell, i in turned)
