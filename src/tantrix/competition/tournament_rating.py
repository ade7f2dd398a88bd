"""The tournament rating (R8.4): the share of the points that a player takes in tournament games.

After each tournament its players get the ratings that make its points most likely, together with
`PRIOR_GAMES` games at their earlier ratings. A lead of 565.7 means an expected share of 84 %.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import erfc, exp, pi, sqrt
from typing import NamedTuple

from tantrix.competition.ladder import TOURNAMENT_SPREAD

PRIOR_GAMES = 36  # the weight of the earlier rating; with fewer games a rating is provisional
MEAN = 1850.0  # the mean of all ratings, weighted by games
_PRECISE = 0.01
_MAX_SWEEPS = 500
_MAX_STEP = 200.0
_MIN_SHARE = 1e-9


class TournamentGameResult(NamedTuple):
    """A game between two sides, and the first side's share of its points, 0 to 1."""

    first: str
    second: str
    share: float


class _Part(NamedTuple):
    opponent: str
    share: float


def ratings_after(before: Mapping[str, float], games: Sequence[TournamentGameResult]) -> dict[str, float]:
    """Return the ratings after a tournament of everyone who had one before.

    Raises KeyError for a game of a player without an earlier rating. Takes some ms for a thousand games.
    """
    parts: defaultdict[str, list[_Part]] = defaultdict(list)
    for first, second, share in games:
        bounded = min(1.0, max(0.0, share))  # time penalties can exceed all points
        parts[first].append(_Part(second, bounded))
        parts[second].append(_Part(first, 1 - bounded))
    after = dict(before)
    for _ in range(_MAX_SWEEPS):
        moved = 0.0
        for player, played in parts.items():
            step = _newton_step(after[player], before[player], played, after)
            after[player] += step
            moved = max(moved, abs(step))
        if moved < _PRECISE:
            return after
    return after


def shift_to_mean(ratings: Mapping[str, float], n_games: Mapping[str, int]) -> float:
    """Return what to add to all ratings so that their mean, weighted by games, is `MEAN`."""
    weight = sum(n_games[player] for player in ratings)
    if not weight:
        return 0.0
    return MEAN - sum(rating * n_games[player] for player, rating in ratings.items()) / weight


def _newton_step(
    rating: float, before: float, played: Sequence[_Part], ratings: Mapping[str, float]
) -> float:
    """Return a step towards the most likely rating; with a single maximum, bounding the step is enough."""
    slope, bend = 0.0, 0.0
    for lead, share, weight in (
        (rating - before, 0.5, PRIOR_GAMES),
        *((rating - ratings[part.opponent], part.share, 1) for part in played),
    ):
        scaled = lead / TOURNAMENT_SPREAD
        density = exp(-scaled * scaled / 2) / sqrt(2 * pi)
        won = max(_MIN_SHARE, _normal(scaled))
        lost = max(_MIN_SHARE, _normal(-scaled))
        up, down = density / won, density / lost
        slope += weight * (share * up - (1 - share) * down)
        bend += weight * (share * up * (scaled + up) + (1 - share) * down * (down - scaled))
    step = TOURNAMENT_SPREAD * slope / bend
    return min(_MAX_STEP, max(-_MAX_STEP, step))


def _normal(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2
