"""The strengths of several robots from all their matches, by the Bradley-Terry model on the Elo scale.

Bradley and Terry (1952): the expected share of the points of i against j is 1 / (1 + 10^((e_j - e_i)/400)),
with a draw as half a win. The likelihood is concave in the strengths, and Newton's method finds its maximum.
One drawn round is added to each pairing, so that a robot that wins everything has a finite strength.

The games of a round share a deal, so the model's own intervals would be wrong. The sandwich estimator H^-1 V
H^-1 uses the observed variance V of the points over rounds instead (Huber 1967; White 1982).
"""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np

from tantrix.lab.arena.elo import NORMAL_95, Counts, Interval, mean_of, variance_of

_SCALE = 400 / log(10)
_STEPS = 100
_SMALL = 1e-10
_DRAWN = 0.5


class Encounter(NamedTuple):
    """Two robots that met, by number: the games per round, and the rounds by the first robot's share."""

    first: int
    second: int
    round_games: int
    counts: Counts


class Strength(NamedTuple):
    """A robot's strength on the scale, with its 95 % interval."""

    elo: float
    interval: Interval


def strengths(n_robots: int, matches: Sequence[Encounter], anchor: int | None = None) -> list[Strength]:
    """Fit the strengths of robots numbered from 0; the anchor is at 0, or else the mean.

    Matches must connect every robot with every other. The anchor's interval has no width.
    """
    met = [match._replace(counts=_with_a_draw(match.counts)) for match in matches]
    fitted = _fit(n_robots, met)
    spread = _covariance(fitted, met)
    shift = np.eye(n_robots) - 1 / n_robots
    if anchor is not None:
        shift = np.eye(n_robots)
        shift[:, anchor] -= 1
    elos = _SCALE * shift @ fitted
    errors = _SCALE * np.sqrt(np.maximum(0, np.diag(shift @ spread @ shift.T)))
    halves = NORMAL_95 * errors
    return [
        Strength(float(elo), (float(elo - half), float(elo + half)))
        for elo, half in zip(elos, halves, strict=True)
    ]


def _with_a_draw(counts: Counts) -> dict[float, int]:
    return {**counts, _DRAWN: counts.get(_DRAWN, 0) + 1}


def _fit(n_robots: int, matches: Sequence[Encounter]) -> Any:
    """Maximise the likelihood; return float64[n_robots] in natural units, with mean 0."""
    fitted = np.zeros(n_robots)
    for _ in range(_STEPS):
        slope = np.zeros(n_robots)
        for match in matches:
            n = _n_games(match)
            wanted = n * (mean_of(match.counts) - _expected(fitted, match))
            slope[match.first] += wanted
            slope[match.second] -= wanted
        step = np.linalg.pinv(_information(fitted, matches)) @ slope
        # A step of more than a natural unit (174 Elo) may leave the region where the likelihood is nearly a
        # parabola.
        fitted += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < _SMALL:
            break
    return fitted - fitted.mean()


def _expected(fitted: Any, match: Encounter) -> float:
    return float(1 / (1 + np.exp(fitted[match.second] - fitted[match.first])))


def _n_games(match: Encounter) -> int:
    return match.round_games * sum(match.counts.values())


def _information(fitted: Any, matches: Sequence[Encounter]) -> Any:
    """Return the negative second derivatives of the likelihood, float64[n, n]; constants vanish."""
    found = np.zeros((len(fitted), len(fitted)))
    for match in matches:
        share = _expected(fitted, match)
        _add(found, match, _n_games(match) * share * (1 - share))
    return found


def _covariance(fitted: Any, matches: Sequence[Encounter]) -> Any:
    seen = np.zeros((len(fitted), len(fitted)))
    for match in matches:
        n_rounds = sum(match.counts.values())
        _add(seen, match, n_rounds * match.round_games**2 * variance_of(match.counts))
    bread = np.linalg.pinv(_information(fitted, matches))
    return bread @ seen @ bread


def _add(matrix: Any, match: Encounter, weight: float) -> None:
    """Add the evidence of a match about the difference of its two robots."""
    a, b = match.first, match.second
    matrix[a, a] += weight
    matrix[b, b] += weight
    matrix[a, b] -= weight
    matrix[b, a] -= weight
