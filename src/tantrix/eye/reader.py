"""Reading a photograph: pictures of several sizes, the network, tiles, groups, and what is doubtful."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from tantrix._compile.records import Floats, Numbers
from tantrix._tools.languages import gettext as _
from tantrix.eye.backs import find_backs
from tantrix.eye.decoder import decode, find_evidence, find_neighbours, find_posterior, find_scores
from tantrix.eye.forward import find_likelihoods, run_network
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, N_FRAME_COLUMNS, SCORE, XX, XY, YX, YY, apart, find_frames
from tantrix.eye.geometry import CORNERS, N_OPTIONS, OPTIONS, SIDES, Activations, Pixels
from tantrix.eye.groups import AHEAD, GROUP, N_PLACE_COLUMNS, Q, R, find_groups
from tantrix.eye.lattice import frame_at, straighten
from tantrix.eye.layers import STRIDE
from tantrix.eye.peaks import MOST_PEAKS, N_END_COLUMNS, at_point, find_centres, find_ends
from tantrix.eye.photograph import load_photograph, prepared, resized
from tantrix.eye.reading import Reading, ReadTile
from tantrix.eye.weights import NetworkWeights, shipped_weights
from tantrix.hexes import Cell, neighbours
from tantrix.placement import Placement
from tantrix.solver.held_groups import mismatches
from tantrix.tiles import LETTERS

MOST_TILES = 120
COARSE = (320, 480)
FINER = (720, 1000)
COARSER = (220,)
BEST_APOTHEMS = (12.0, 45.0)  # in pixels, what the network was trained for and reads best
# Red, green and blue are multiplied by these, for light that is too warm, and for light that is too cold.
GAINS = (np.array([0.95, 1.0, 1.7]), np.array([1.4, 1.0, 0.95]))
CLEAR = -0.35  # nats an edge: a photograph that is read better than this needs no other gains
LEAST_HEAT = (0.06, 0.12, 0.3)  # at an empty cell: its centre, each end, all ends on average


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A picture at one size with what the network sees in it: maps, and the frames of tiles."""

    scale: float
    heat: Activations
    colours: Activations
    answer: Activations
    frames: Floats

    @property
    def evidence(self) -> float:
        """How much speaks for these tiles; the view with the most is read."""
        return float((self.frames[:, SCORE] - 0.3).sum())


class Arrangement(NamedTuple):
    """The frames of all tiles, and their places: group, cell and turn, as in `groups`."""

    frames: Floats
    places: Numbers


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
    weights = weights or shipped_weights()
    view = best_view(picture, weights)
    if not len(view.frames):
        return Reading((), notes=(_("no tiles were found"),))
    arrangement = arranged(view)
    others = []
    if scored(view, arrangement).max(1).mean() / 6 < CLEAR:
        size = round(view.scale * max(picture.shape[:2]))
        others = [look(picture, size, weights, gains) for gains in GAINS]
    return read_view(view, arrangement, others, scale)


def best_view(picture: Pixels, weights: NetworkWeights) -> PhotoView:
    """Return the view with the most evidence: two coarse sizes, then those that the tiles found ask for."""
    longest = max(picture.shape[:2])
    views = [look(picture, size, weights) for size in COARSE if size < 2.2 * longest or size == COARSE[0]]
    best = max(views, key=lambda view: view.evidence)
    areas = np.abs(best.frames[:, XX] * best.frames[:, YY] - best.frames[:, XY] * best.frames[:, YX])
    apothem = float(np.sqrt(np.median(areas))) if len(areas) else 0.0
    if apothem < BEST_APOTHEMS[0]:
        views += [look(picture, size, weights) for size in FINER if size < 2.2 * longest]
    if apothem == 0 or apothem > BEST_APOTHEMS[1]:
        views += [look(picture, size, weights) for size in COARSER]
    return max(views, key=lambda view: view.evidence)


def look(picture: Pixels, size: int, weights: NetworkWeights, gains: Floats | None = None) -> PhotoView:
    """Run the network over a picture whose longer side gets `size` pixels; find the frames of tiles."""
    answer = run_network(resized(picture, size), weights.layers, gains)
    return view_of(answer, size / max(picture.shape[:2]))


def view_of(answer: Activations, scale: float) -> PhotoView:
    """Find the tiles in what the network answers for a picture `scale` times as large as the original."""
    shape = answer.shape[:2]
    heat, colours = np.empty((5, *shape), np.float32), np.empty((4, *shape), np.float32)
    find_likelihoods(answer, heat, colours)
    centres, ends = np.empty((MOST_PEAKS, 3)), np.empty((MOST_PEAKS, N_END_COLUMNS))
    frames = np.empty((MOST_TILES, N_FRAME_COLUMNS))
    n = find_frames(centres, find_centres(heat, centres), ends, find_ends(heat, answer, ends), frames)
    return PhotoView(scale, heat, colours, answer, frames[:n])


def read_view(
    view: PhotoView, arrangement: Arrangement, others: Sequence[PhotoView], scale: float
) -> Reading:
    """Read the tiles of a view; `others` show the same in other light. The file is 1 / `scale` as large."""
    frames, places = arrangement
    scores = [scored(each, arrangement) for each in (view, *others)]
    neighbours_of = np.empty((len(frames), 6), np.int64)
    find_neighbours(places, len(frames), neighbours_of)
    decoded = [decoded_readings(each, neighbours_of) for each in scores]
    best = int(np.argmax([each.max(1).sum() for each in scores]))
    likely = posteriors(scores[best], neighbours_of, decoded[best])
    agreement = agreements(scores, decoded, best)
    tiles = tuple(
        _tile(view, frames[i], places[i], int(decoded[best][i]), likely[i], float(agreement[i]), scale)
        for i in range(len(frames))
    )
    reading = Reading(tiles, find_backs(view.answer, frames, view.scale * scale))
    return replace(reading, notes=tuple(_notes(reading, bool(agreement.min() < 1))))


def arranged(view: PhotoView) -> Arrangement:
    """Return the frames of a view and their places in groups, with tiles that only a group reveals."""
    n = len(view.frames)
    frames = np.empty((MOST_TILES, N_FRAME_COLUMNS))
    frames[:n] = view.frames
    places = np.zeros((MOST_TILES, N_PLACE_COLUMNS), np.int64)
    n_groups = find_groups(frames, n, places)
    perspective = np.empty(8)
    for group in range(n_groups):
        if straighten(frames, n, places, group, perspective):
            n = _filled(view, frames, n, places, group, perspective)
    return Arrangement(frames[:n].copy(), places[:n].copy())


def _filled(view: PhotoView, frames: Floats, n: int, places: Numbers, group: int, perspective: Floats) -> int:
    """Look once more at the empty cells around a group; return how many tiles there are then."""
    cells = {Cell(*places[i, Q : R + 1].tolist()) for i in range(n) if places[i, GROUP] == group}
    around = {beside for cell in cells for beside in neighbours(cell)}
    seen = np.empty(N_FRAME_COLUMNS)
    for q, r in sorted(around - cells):
        frame_at(perspective, q, r, seen)
        if n < MOST_TILES and _shows_tile(view, seen) and all(apart(seen, frames[i]) > 1.2 for i in range(n)):
            frames[n] = seen
            frames[n, SCORE] = 0.5
            places[n] = group, q, r, 0
            n += 1
    return n


def _shows_tile(view: PhotoView, frame: Floats) -> bool:
    """Tell whether a centre and six ends of links are faintly seen where a frame says."""
    if not _is_inside(view, _points(frame, SIDES)):
        return False
    ends = [
        max(at_point(view.heat[1 + colour], x, y) for colour in range(4))
        for x, y in _points(frame, 0.75 * SIDES).tolist()
    ]
    centre = at_point(view.heat[0], frame[CENTRE_X], frame[CENTRE_Y])
    return centre > LEAST_HEAT[0] and min(ends) > LEAST_HEAT[1] and float(np.mean(ends)) > LEAST_HEAT[2]


def _points(frame: Floats, points: Floats) -> Floats:
    """Return points in apothems as pixels of the view."""
    return points @ frame[XX:].reshape(2, 2).T + frame[CENTRE_X : CENTRE_Y + 1]


def _is_inside(view: PhotoView, points: Floats) -> bool:
    height, width = view.heat.shape[1] * STRIDE, view.heat.shape[2] * STRIDE
    return bool((points > -1).all() and (points[:, 0] < width).all() and (points[:, 1] < height).all())


def scored(view: PhotoView, arrangement: Arrangement) -> Floats:
    """Return float64[n, 336]: what each reading of each tile is worth by the colours of a view."""
    frames, places = arrangement
    evidence, scores = np.empty((len(frames), 6, 4)), np.empty((len(frames), N_OPTIONS))
    for i in range(len(frames)):
        find_evidence(view.heat, view.colours, frames[i], places[i, AHEAD], evidence[i])
    find_scores(evidence, len(frames), scores)
    return scores


def decoded_readings(scores: Floats, neighbours_of: Numbers) -> Numbers:
    """Return int64[n]: the best reading of every tile."""
    n = len(scores)
    readings = np.empty(n, np.int64)
    decode(scores, neighbours_of, n, np.full(n, -1), readings)
    return readings


def posteriors(scores: Floats, neighbours_of: Numbers, readings: Numbers) -> Floats:
    """Return float64[n, 336]: how likely each reading of a tile is beside those of the others."""
    likely = np.empty_like(scores)
    for i in range(len(scores)):
        find_posterior(i, scores, neighbours_of, readings, len(scores), likely[i])
    return likely


def agreements(scores: list[Floats], decoded: list[Numbers], best: int) -> Floats:
    """Return float64[n]: the share of the evidence under all gains that says the same of a tile.

    Colours that are renamed throughout break no rule, so only another light can show that they may be wrong.
    """
    worth = np.array([each.max(1).mean() for each in scores])
    weights = np.exp(worth - worth.max())
    same = np.array([readings == decoded[best] for readings in decoded])
    shares: Floats = (weights[:, None] * same).sum(0) / weights.sum()
    return shares


def _tile(
    view: PhotoView,
    frame: Floats,
    place: Numbers,
    option: int,
    likely: Floats,
    agreement: float,
    scale: float,
) -> ReadTile:
    """Return a tile in pixels of the file. Its first edge is the group's east."""
    to_file = view.scale * scale
    edges = "".join(LETTERS[colour] for colour in OPTIONS[option])
    corners = (_points(frame, CORNERS) + 0.5) / to_file - 0.5
    east = _points(frame, SIDES)[place[AHEAD] % 6] - frame[CENTRE_X : CENTRE_Y + 1]
    centre = (frame[CENTRE_X : CENTRE_Y + 1] + 0.5) / to_file - 0.5
    across = np.hypot(*(corners[:3] - corners[3:]).T).mean()
    others = [int(other) for other in np.argsort(-likely)[:6] if other != option][:4]
    return ReadTile(
        x=round(float(centre[0]), 1),
        y=round(float(centre[1]), 1),
        size=round(float(across), 1),
        angle=round(float(np.degrees(np.arctan2(east[1], east[0]))), 1),
        edges=edges,
        placement=Placement(option // 6 + 1, Cell(int(place[Q]), int(place[R])), option % 6),
        group=int(place[GROUP]),
        confidence=round(float(likely[option]) * agreement, 4),
        is_whole=_is_inside(view, _points(frame, CORNERS * 0.9)),
        outline=tuple((round(x, 1), round(y, 1)) for x, y in corners.tolist()),
        others=tuple(
            ("".join(LETTERS[colour] for colour in OPTIONS[other]), round(float(likely[other]), 4))
            for other in others
        ),
    )


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
