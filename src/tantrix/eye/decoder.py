"""Which tiles they are: the readings that evidence, contacts and the set of tiles favour together.

Evidence is the logarithm of how likely each of four colours is at each edge. Rules are penalties and never
bans: a contact that does not match, or a tile that lies twice, is read as such where the picture says so.
"""

from typing import NamedTuple

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import Floats, Numbers
from tantrix.eye.frames import CENTRE_X, CENTRE_Y, XX, XY, YX, YY
from tantrix.eye.geometry import N_OPTIONS, OPTIONS, SIDES, Activations
from tantrix.eye.groups import GROUP, STEPS, Q, R
from tantrix.eye.peaks import at_point

MISMATCH = 3.5  # nats that a contact of two colours costs
REPEAT = 5.0  # nats that a tile costs that lies elsewhere too
N_BEAM = 80
N_READINGS = 12
SHARPNESS = 1.6
FREE, NO_TILE = -1, -2  # in place of a reading: to be found, and what the user says is no tile


class Decoded(NamedTuple):
    """What tiles are.

    readings: int64[n], how each tile is read
    likely: float64[n, 336], how likely each reading of a tile is beside those of the others
    agreement: float64[n], the share of the evidence in all lights that says the same of a tile
    """

    readings: Numbers
    likely: Floats
    agreement: Floats


@jit
def find_evidence(heat: Activations, colours: Activations, frame: Floats, ahead: int, out: Floats) -> None:
    """Fill out[6, 4] by the evidence of a tile, in the directions of its group."""
    for edge in range(6):
        x, y = SIDES[(edge + ahead) % 6, 0], SIDES[(edge + ahead) % 6, 1]
        along_x, along_y = frame[XX] * x + frame[XY] * y, frame[YX] * x + frame[YY] * y
        total = 0.0
        for colour in range(4):
            value = 0.03
            for at in (0.66, 0.75, 0.84):
                value += (
                    at_point(heat[1 + colour], frame[CENTRE_X] + at * along_x, frame[CENTRE_Y] + at * along_y)
                    / 3
                )
            for at in (0.55, 0.65, 0.75, 0.85):
                value += (
                    at_point(colours[colour], frame[CENTRE_X] + at * along_x, frame[CENTRE_Y] + at * along_y)
                    / 4
                )
            out[edge, colour] = value
            total += value
        for colour in range(4):
            out[edge, colour] = SHARPNESS * np.log(out[edge, colour] / total)


@jit
def find_neighbours(places: Numbers, n: int, out: Numbers) -> None:
    """Fill out[n, 6] by the tile across each edge of each tile, in the directions of the group, or -1."""
    for i in range(n):
        for edge in range(6):
            out[i, edge] = -1
            for j in range(n):
                is_there = (
                    places[j, Q] == places[i, Q] + STEPS[edge, 0]
                    and places[j, R] == places[i, R] + STEPS[edge, 1]
                )
                if j != i and places[j, GROUP] == places[i, GROUP] and is_there:
                    out[i, edge] = j


@jit
def find_scores(evidence: Floats, n: int, out: Floats) -> None:
    """Fill out[n, 336] by what each reading of each tile alone is worth."""
    for i in range(n):
        for option in range(N_OPTIONS):
            total = 0.0
            for edge in range(6):
                total += evidence[i, edge, OPTIONS[option, edge]]
            out[i, option] = total


@jit
def find_order(scores: Floats, neighbours: Numbers, n: int, out: Numbers) -> None:
    """Fill out[n] by the order in which to decide: most decided neighbours first, then the surest."""
    margins = np.empty(n)
    for i in range(n):
        best, second = -np.inf, -np.inf
        for option in range(N_OPTIONS):
            if scores[i, option] > best:
                best, second = scores[i, option], best
            elif scores[i, option] > second:
                second = scores[i, option]
        margins[i] = best - second
    decided = np.zeros(n, np.bool_)
    for at in range(n):
        chosen, most, margin = -1, -1, -np.inf
        for i in range(n):
            if decided[i]:
                continue
            touching = 0
            for edge in range(6):
                j = neighbours[i, edge]
                if j >= 0:
                    touching += 7 if decided[j] else 0
            if touching > most or (touching == most and margins[i] > margin):
                chosen, most, margin = i, touching, margins[i]
        decided[chosen] = True
        out[at] = chosen


@jit
def penalty(option: int, i: int, neighbours: Numbers, readings: Numbers) -> float:
    """Return what the contacts of a reading of tile `i` cost; neighbours not read yet (-1) cost nothing."""
    total = 0.0
    for edge in range(6):
        j = neighbours[i, edge]
        if j >= 0 and readings[j] >= 0 and OPTIONS[option, edge] != OPTIONS[readings[j], (edge + 3) % 6]:
            total += MISMATCH
    return total


@jit
def find_values(i: int, scores: Floats, neighbours: Numbers, readings: Numbers, n: int, out: Floats) -> None:
    """Fill out[336] by what each reading of tile `i` is worth beside the readings of the others."""
    used = np.zeros(N_OPTIONS // 6, np.bool_)
    for j in range(n):
        if j != i and readings[j] >= 0:
            used[readings[j] // 6] = True
    for option in range(N_OPTIONS):
        out[option] = scores[i, option] - penalty(option, i, neighbours, readings)
        if used[option // 6]:
            out[option] -= REPEAT


@jit
def decode(scores: Floats, neighbours: Numbers, n: int, fixed: Numbers, out: Numbers) -> None:
    """Fill out[n] by the best readings together, by beam search; `fixed` ones (not FREE) stay as they are."""
    order = np.empty(n, np.int64)
    find_order(scores, neighbours, n, order)
    beam, totals = np.full((N_BEAM, n), FREE), np.zeros(N_BEAM)
    beam[0] = fixed
    n_beam = 1
    values = np.empty(N_OPTIONS)
    for at in range(n):
        i = order[at]
        if fixed[i] != FREE:
            continue
        n_new, new_totals = 0, np.empty(N_BEAM * N_READINGS)
        parents, options = np.empty(N_BEAM * N_READINGS, np.int64), np.empty(N_BEAM * N_READINGS, np.int64)
        for b in range(n_beam):
            find_values(i, scores, neighbours, beam[b], n, values)
            for _ in range(N_READINGS):
                best = np.argmax(values)
                new_totals[n_new] = totals[b] + values[best]
                parents[n_new], options[n_new] = b, best
                values[best] = -np.inf
                n_new += 1
        ranking = np.argsort(-new_totals[:n_new], kind="mergesort")
        n_beam = min(N_BEAM, n_new)
        old = beam.copy()
        for b in range(n_beam):
            beam[b] = old[parents[ranking[b]]]
            beam[b, i] = options[ranking[b]]
            totals[b] = new_totals[ranking[b]]
    out[:] = beam[0]


@jit
def highest(values: Floats) -> float:
    """Return the highest of some values."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return float(most)


@jit
def find_posterior(
    i: int, scores: Floats, neighbours: Numbers, readings: Numbers, n: int, out: Floats
) -> None:
    """Fill out[336] by how likely each reading of tile `i` is while the others stay as they are."""
    find_values(i, scores, neighbours, readings, n, out)
    most = highest(out)
    total = 0.0
    for option in range(N_OPTIONS):
        out[option] = np.exp(out[option] - most)
        total += out[option]
    for option in range(N_OPTIONS):
        out[option] /= total


@jit
def decode_lights(scores: Floats, places: Numbers, fixed: Numbers) -> Decoded:
    """Read tiles by their scores in one light or several: in the light with the most evidence.

    Colours that are renamed throughout break no rule, so only another light can show that they may be wrong.
    """
    n_lights, n = scores.shape[0], scores.shape[1]
    neighbours, readings = np.empty((n, 6), np.int64), np.empty((n_lights, n), np.int64)
    find_neighbours(places, n, neighbours)
    worth = np.zeros(n_lights)
    for light in range(n_lights):
        decode(scores[light], neighbours, n, fixed, readings[light])
        for i in range(n):
            worth[light] += highest(scores[light, i]) / n
    best = int(np.argmax(worth))
    shares = np.exp(worth - worth[best])
    likely, agreement = np.zeros((n, N_OPTIONS)), np.ones(n)
    for i in range(n):
        if fixed[i] != NO_TILE:
            find_posterior(i, scores[best], neighbours, readings[best], n, likely[i])
        for light in range(n_lights):
            if readings[light, i] != readings[best, i]:
                agreement[i] -= shares[light] / shares.sum()
    return Decoded(readings[best].copy(), likely, agreement)
