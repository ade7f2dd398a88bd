"""Skill ratings: how good a player is and how sure we are of it, from ranks alone.

The model is Plackett-Luce after Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12,
2011), as the library openskill computes it: any number of players or teams, ties included. Users see Elo-like
numbers: 1500 for a player without games, and a lead of 200 for an expected three points out of four.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist

from openskill.models import PlackettLuce, PlackettLuceRating

FIRST_MEAN, FIRST_DEVIATION = 25.0, 25.0 / 3  # the library's own, as in Weng and Lin's paper
SPREAD = 25.0 / 6  # how much a player's performance varies from game to game
POINTS = 50  # shown points per unit of the model
FIRST_POINTS = 1500
SURE = 2  # a player is surely better than this many deviations below the mean
LISTED_DEVIATION = 250  # in shown points; players with more are rated, but not listed


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimate of a player's skill: a normal distribution, in units of the model."""

    mean: float = FIRST_MEAN
    deviation: float = FIRST_DEVIATION

    @property
    def points(self) -> int:
        """The mean, in shown points."""
        return round(FIRST_POINTS + POINTS * (self.mean - FIRST_MEAN))

    @property
    def plus_minus(self) -> int:
        """The deviation, in shown points."""
        return round(POINTS * self.deviation)

    @property
    def sure(self) -> float:
        """A lower bound of the skill, by which lists are ordered; it holds for about 98 players in 100."""
        return self.mean - SURE * self.deviation

    @property
    def is_provisional(self) -> bool:
        """Return whether too little is known about the player for a place in a list."""
        return self.plus_minus > LISTED_DEVIATION


def rate(
    before: Sequence[Rating],
    ranks: Sequence[int],
    teams: Sequence[int] | None = None,
    quitters: Collection[int] = (),
) -> tuple[Rating, ...]:
    """Return the ratings after a game, seat by seat.

    `ranks`: 1 is best, equal when shared. `teams`: seats with the same number win and lose together; None
    means each seat for itself. Seats in `quitters` left the game and are rated last, whatever rank was
    reached on their behalf. Raises ValueError if the lengths differ or there are no opponents.
    """
    teams = range(len(before)) if teams is None else teams
    if not len(before) == len(ranks) == len(teams) or len(set(teams)) < 2:
        raise ValueError(
            f"expected a rank and a team for each of two sides or more, got {len(before)} ratings,"
            f" ranks {list(ranks)}, teams {list(teams)}"
        )
    last = max(ranks) + 1
    ranked = [last if seat in quitters else rank for seat, rank in enumerate(ranks)]
    after = _rated(before, ranked, teams)
    for seat in quitters:
        # Each quitter is rated behind all others, quitters included, so that nobody gains by leaving
        # together.
        alone = [last + 1 if team == teams[seat] else rank for rank, team in zip(ranked, teams, strict=True)]
        after[seat] = _rated(before, alone, teams)[seat]
    return tuple(after)


def expected_share(mine: Rating, other: Rating) -> float:
    """Return the share of the points that one player is expected to take against another, 0 to 1."""
    variance = 2 * SPREAD**2 + mine.deviation**2 + other.deviation**2
    return NormalDist().cdf((mine.mean - other.mean) / sqrt(variance))


def _rated(before: Sequence[Rating], ranks: Sequence[int], teams: Sequence[int]) -> list[Rating]:
    sides = sorted(set(teams), key=list(teams).index)
    members = [[seat for seat, team in enumerate(teams) if team == side] for side in sides]
    # A team has the rank of its best seat, since the other may have left.
    places = [float(min(ranks[seat] for seat in seats)) for seats in members]
    rated = _model().rate([[_known(before[seat]) for seat in seats] for seats in members], ranks=places)
    after = dict(zip((seat for seats in members for seat in seats), _flat(rated), strict=True))
    return [after[seat] for seat in range(len(before))]


def _flat(sides: Sequence[Sequence[PlackettLuceRating]]) -> list[Rating]:
    return [Rating(player.mu, player.sigma) for side in sides for player in side]


def _known(rating: Rating) -> PlackettLuceRating:
    return _model().rating(mu=rating.mean, sigma=rating.deviation)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=FIRST_MEAN, sigma=FIRST_DEVIATION, beta=SPREAD)
