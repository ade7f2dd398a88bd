"""The players' ladder and tournament points: gains by the margin of the scores (R8.2, R8.4).

A ladder goes up to 1000. What a game is worth depends on the square root of the margin and the square root of
the ratio of the two players' points; towards 1000 gains shrink and losses grow. The sources give this shape;
numbers that they do not give are the constants below, listed in `docs/play/ratings.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

TOP = 1000.0
MONTH_START, ALL_TIME_START = 700.0, 500.0  # R8.4
GAIN_RANGE = 500.0  # gains are full this far below the top, half at 750, zero at the top
UNIT = 5.0  # what a margin of one is worth between equal players, before the multipliers
MAX_MARGIN = 36  # where the points of R8.2 reach 20 of 20
WALKOVER_MARGIN = 9  # the smallest margin that counts for a win against a player who resigns or leaves
MAX_RATIO = 4.0
ROBOT_SHARE = 0.5  # R8.4: wins over robots count half
ROBOT_REACH = 300.0  # R8.4: and nothing from this far above
PAIR_CAP = 60.0  # the most points that an account can win from another in a month, net
MASTER_POINTS = 950.0  # points on the all-time ladder needed for the list of masters
MASTER_GAMES = 5  # games against other masters within three months that the list requires
MAX_MASTERS = 100
TOURNAMENT_SPREAD = 565.7  # R8.4

ROBOT_ACCOUNT_POINTS = 450.0  # an account played by a program of unknown strength


@dataclass(frozen=True, slots=True)
class LadderSeat:
    """A seat of a finished game, for the ladder. `points`: before the game; `team`: equal for partners.

    `allowance`: by seat, how many points may still be won from it this month.
    """

    points: float
    rank: int
    score: int
    team: int
    is_robot: bool = False
    has_left: bool = False
    has_resigned: bool = False
    allowance: tuple[float, ...] = ()


def gains(seats: Sequence[LadderSeat]) -> tuple[tuple[float, ...], ...]:
    """Return what each seat (row) wins from or loses to each other seat (column); its own column is 0.

    With more than two seats every pair of opponents counts as a separate game, worth its fraction of a whole
    one. Rows of robots are not used. Players who left lose to everyone who stayed, by the greatest margin;
    equal ranks gain nothing.
    """
    return tuple(
        tuple(_gain(seats, seat, other) for other in range(len(seats))) for seat in range(len(seats))
    )


def tournament_points(margin: int) -> float:
    """Return the share of 20 tournament points for winning by a margin (R8.2); a negative margin is a loss.

    It is 12 + 4/3 of the square root of the margin, at most 20, to a tenth; 10 for a draw. Both shares add up
    to 20.
    """
    if margin == 0:
        return 10.0
    won = min(20.0, round(12 + 4 / 3 * sqrt(abs(margin)), 1))
    return won if margin > 0 else round(20 - won, 1)


def share_of_lead(lead: float) -> float:
    """Return the expected share of tournament points for a lead in tournament rating (R8.4)."""
    return NormalDist().cdf(lead / TOURNAMENT_SPREAD)


def win_value(winner: float, loser: float, margin: int) -> float:
    """Return what a win is worth by both players' points, before their multipliers."""
    ratio = min(MAX_RATIO, max(1 / MAX_RATIO, loser / max(winner, 1.0)))
    return UNIT * sqrt(min(margin, MAX_MARGIN)) * sqrt(ratio)


def gain_multiplier(points: float) -> float:
    """Return the fraction of a win that counts: all up to 500 points, half at 750, nothing at 1000."""
    return min(1.0, max(0.0, (TOP - points) / GAIN_RANGE))


def loss_multiplier(points: float) -> float:
    """Return the fraction of a loss that counts: half at 500 points, all at 1000."""
    return min(1.0, max(0.0, points / TOP))


def _gain(seats: Sequence[LadderSeat], seat: int, other: int) -> float:
    mine, theirs = seats[seat], seats[other]
    if mine.team == theirs.team:
        return 0.0
    n_opponents = sum(each.team != mine.team for each in seats)
    if mine.has_left:
        return -_loss(mine, theirs, MAX_MARGIN) / n_opponents
    result = _won_by(mine, theirs)
    if result is None:
        return 0.0
    if result < 0:
        return -_loss(mine, theirs, -result) / n_opponents
    won = win_value(mine.points, theirs.points, result) * gain_multiplier(mine.points) / n_opponents
    if theirs.is_robot:
        won *= 0.0 if mine.points - theirs.points >= ROBOT_REACH else ROBOT_SHARE
    return min(won, max(0.0, mine.allowance[other])) if mine.allowance else won


def _loss(mine: LadderSeat, theirs: LadderSeat, margin: int) -> float:
    return win_value(theirs.points, mine.points, margin) * loss_multiplier(mine.points)


def _won_by(mine: LadderSeat, theirs: LadderSeat) -> int | None:
    """Return the margin that counts, negative for a loss; None for a draw."""
    if theirs.has_left:
        return max(mine.score - theirs.score, WALKOVER_MARGIN)
    if mine.rank == theirs.rank:
        return None
    winner, loser = (mine, theirs) if mine.rank < theirs.rank else (theirs, mine)
    # A player who resigns may be ahead on the table.
    margin = max(winner.score - loser.score, WALKOVER_MARGIN if loser.has_resigned else 1)
    return margin if winner is mine else -margin
