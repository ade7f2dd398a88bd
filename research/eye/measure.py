"""The tables of what the eye reads right: `python -m research.eye.measure --photographs FOLDER`.

The folder holds `labels.json` and the photographs that it names; without one only drawn scenes are read. The
same seeds give the same scenes. It prints tables in Markdown.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from research.eye.alterations import alterations
from research.eye.drawn_labels import labels_of_scene
from research.eye.scenes import draw_scene
from research.eye.scoring import (
    LabelledTile,
    Labels,
    Score,
    found_tiles,
    labels_of_photograph,
    same_edges,
    score,
    total,
)
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.arrangement import N_SEEN_COLUMNS, arranged, find_seen, scored_in_all_lights
from tantrix.eye.browser import glance
from tantrix.eye.decoder import FREE, decode_lights, find_evidence
from tantrix.eye.geometry import OPTIONS, Pixels
from tantrix.eye.groups import AHEAD, GROUP, Q, R
from tantrix.eye.photograph import load_photograph
from tantrix.eye.pointing import add_pointed
from tantrix.eye.reader import read_picture
from tantrix.eye.views import MOST_TILES, best_view
from tantrix.eye.weights import shipped_weights
from tantrix.tiles import LETTERS

FIRST_SEED = 5_000_000_000  # far from those of training
SIZE = 480
APOTHEMS = (12, 45)
BOX = 1.1  # of half of a tile's width, around a tile that is pointed at
TILTS = (0, 20, 35, 50, 90)
WIDTHS = (0, 32, 48, 72, 1000)


class Picture(NamedTuple):
    """A picture and what it shows; `difficulty` is that of a photograph, 1 to 5."""

    image: Pixels
    labels: Labels
    difficulty: int = 0


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(prog="python -m research.eye.measure", description=__doc__)
    parser.add_argument("--photographs", type=Path, help="a folder with labels.json and the photographs")
    parser.add_argument("--scenes", type=int, default=60)
    chosen = parser.parse_args()
    scenes = list(drawn_scenes(chosen.scenes))
    photographs = list(loaded(chosen.photographs)) if chosen.photographs else []
    if photographs:
        print_table("difficulty", by_difficulty(photographs))
        print_table("way of reading", ways(photographs))
        print_pointed(photographs)
    print_table("way of reading", ways(scenes))
    print_tiles("tilt in degrees", by_tile(scenes, TILTS, lambda tile: tile.tilt))
    print_tiles("width in pixels", by_tile(scenes, WIDTHS, lambda tile: tile.size))
    for pictures in filter(None, (photographs, scenes)):
        print_table("alteration", by_alteration(pictures))


def drawn_scenes(n: int) -> Iterable[Picture]:
    """Yield the scenes of the first seeds."""
    for seed in range(FIRST_SEED, FIRST_SEED + n):
        scene = draw_scene(seed, SIZE, APOTHEMS)
        yield Picture(scene.image, labels_of_scene(scene))


def loaded(folder: Path) -> Iterable[Picture]:
    """Yield the photographs of a folder that are not reduced when they are read."""
    for photograph in json.loads((folder / "labels.json").read_text("utf-8")):
        image, scale = load_photograph(folder / photograph["file"])
        if scale != 1:
            raise ValueError(f"expected a picture that need not be reduced, got {photograph['file']}")
        yield Picture(image, labels_of_photograph(photograph), photograph["difficulty"])


def by_difficulty(pictures: Sequence[Picture]) -> dict[str, Score]:
    """Score photographs by how difficult they are."""
    scores: dict[str, list[Score]] = {}
    for picture in sorted(pictures, key=lambda picture: picture.difficulty):
        scores.setdefault(str(picture.difficulty), []).append(read(picture))
    rows = {name: total(found) for name, found in scores.items()}
    return rows | {"all": total(list(rows.values()))}


def by_alteration(pictures: Sequence[Picture]) -> dict[str, Score]:
    """Score pictures after each alteration."""
    return {
        name: total([read(Picture(*alter(picture.image, picture.labels))) for picture in pictures])
        for name, alter in alterations().items()
    }


def read(picture: Picture) -> Score:
    return score(picture.labels, read_picture(picture.image))


def by_tile(
    pictures: Sequence[Picture], limits: Sequence[float], measure: Callable[[LabelledTile], float]
) -> dict[str, tuple[int, int]]:
    """Return how many tiles of each range there are, and how many of them are right."""
    counts = np.zeros((len(limits) - 1, 2), int)
    for image, labels, _ in pictures:
        tiles = read_picture(image).counted
        found = found_tiles(labels, np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2))
        for label, at in zip(labels.tiles, found, strict=True):
            if label.counts:
                is_right = at is not None and same_edges(label, tiles[at].edges, tiles[at].angle)
                counts[np.searchsorted(limits, measure(label), "right") - 1] += (1, is_right)
    names = [f"{low} to {high}" for low, high in pairwise(limits)]
    return {name: (int(n), int(right)) for name, (n, right) in zip(names, counts, strict=True)}


def ways(pictures: Sequence[Picture]) -> dict[str, Score]:
    """Score the eye and its baselines: each edge by itself, and the coarsest size alone, which finds only."""
    return {
        "the eye": total([read(picture) for picture in pictures]),
        "each edge by itself": total([edge_by_edge(picture) for picture in pictures]),
        "found at the coarsest size": total([glanced(picture) for picture in pictures]),
    }


def edge_by_edge(picture: Picture) -> Score:
    """Score the likeliest colour of each edge, without tiles, rules or other light."""
    view = best_view(picture.image, shipped_weights().values)
    arrangement = arranged(view)
    frames, places = arrangement
    seen, evidence = np.empty((len(frames), N_SEEN_COLUMNS)), np.empty((6, 4))
    find_seen(view, arrangement, seen)
    found, right = found_tiles(picture.labels, seen[:, :2]), 0
    for label, at in zip(picture.labels.tiles, found, strict=True):
        if at is not None and label.counts:
            find_evidence(view.heat, view.colours, frames[at], places[at, AHEAD], evidence)
            edges = "".join(LETTERS[colour] for colour in evidence.argmax(1))
            right += same_edges(label, edges, direction(seen[at]))
    return Score(tiles=len(picture.labels.counted), right=right)


def glanced(picture: Picture) -> Score:
    """Score what the coarsest size alone finds: a tile is right if something is found there."""
    image, seen = picture.image, np.empty((MOST_TILES, N_SEEN_COLUMNS))
    height, width = image.shape[:2]
    n = glance(with_alpha(image), width, height, shipped_weights().values, seen)
    found = found_tiles(picture.labels, seen[:n, :2])
    right = sum(
        at is not None and label.counts for label, at in zip(picture.labels.tiles, found, strict=True)
    )
    return Score(tiles=len(picture.labels.counted), right=right)


def with_alpha(image: Pixels) -> Pixels:
    """Return a picture as browsers have it, RGBA in one row."""
    return np.asarray(Image.fromarray(image).convert("RGBA")).ravel().copy()


def direction(seen: Floats) -> float:
    """Return the direction of the first edge of a seen tile in degrees."""
    return float(np.degrees(np.arctan2(seen[4], seen[2])))


class Pointed(NamedTuple):
    """Of tiles that were taken out of a reading and pointed at: how many, and how many are right again."""

    tiles: int
    right: int
    placed: int


def pointed(picture: Picture) -> Pointed:
    """Take each tile that was read out of the reading, point at its centre, and see what is read there."""
    weights = shipped_weights().values
    view = best_view(picture.image, weights)
    arrangement = arranged(view)
    scores = scored_in_all_lights(picture.image, weights, view, arrangement)
    n = len(arrangement.frames)
    seen: Floats = np.empty((n, N_SEEN_COLUMNS))
    find_seen(view, arrangement, seen)
    found = found_tiles(picture.labels, seen[:, :2])
    results = [
        _pointed(picture, label, at, (seen, arrangement.places, scores))
        for label, at in zip(picture.labels.tiles, found, strict=True)
        if label.counts and at is not None
    ]
    return Pointed(len(results), sum(right for right, _ in results), sum(placed for _, placed in results))


def _pointed(
    picture: Picture, label: LabelledTile, at: int, known: tuple[Floats, Numbers, Floats]
) -> tuple[bool, bool]:
    """Return whether the tile at a place is read right again, and whether it gets its cell again."""
    seen, places, scores = (
        np.roll(known[0], -1 - at, 0),
        np.roll(known[1], -1 - at, 0),
        np.roll(known[2], -1 - at, 1),
    )
    last, cell = len(seen) - 1, places[-1].copy()
    places[-1] = -1
    height, width = picture.image.shape[:2]
    x, y = (round(float(part)) for part in label.centre)
    reach = round(BOX * label.size / 2)
    alpha = with_alpha(picture.image)
    place = add_pointed(
        alpha, width, height, shipped_weights().values, x, y, reach, last, seen, places, scores, len(scores)
    )
    if place != last:
        return False, False
    option = decode_lights(scores, places, np.full(len(seen), FREE)).readings[last]
    edges = "".join(LETTERS[colour] for colour in OPTIONS[option])
    is_alone = not (places[:last, GROUP] == cell[GROUP]).any()
    is_placed = is_alone or bool((places[last, [GROUP, Q, R]] == cell[[GROUP, Q, R]]).all())
    return same_edges(label, edges, direction(seen[last])), is_placed


def print_table(name: str, rows: dict[str, Score]) -> None:
    """Print scores as a table."""
    print(f"\n| {name} | tiles | groups | whole pictures | false tiles | sure and wrong |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row, s in rows.items():
        if s.pictures:
            parts = [share(s.groups_right, s.groups), share(s.pictures_right, s.pictures), str(s.false)]
            parts.append(f"{s.sure_wrong} of {s.sure}")
        else:
            parts = ["–"] * 4
        print(f"| {row} | {share(s.right, s.tiles)} | {' | '.join(parts)} |")


def print_tiles(name: str, rows: dict[str, tuple[int, int]]) -> None:
    """Print a table of how many tiles of each range are right."""
    print(f"\n| {name} | tiles |\n| --- | --- |")
    for row, (n, right) in rows.items():
        print(f"| {row} | {share(right, n)} |")


def print_pointed(pictures: Sequence[Picture]) -> None:
    n, right, placed = map(sum, zip(*map(pointed, pictures), strict=True))
    print(
        f"\nPointed at after they were taken out: {share(right, n)} read right, {share(placed, n)} in place."
    )


def share(right: int, n: int) -> str:
    return f"{right} of {n}" + (f" ({right / n:.1%})" if n else "")


if __name__ == "__main__":
    main()
