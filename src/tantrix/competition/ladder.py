"""The players' own ladder and tournament points: gains by the margin of the scores (R8.2, R8.4).

A ladder goes up to 1000. What a game is worth follows from the square root of the margin and the square root
of the ratio of the two players' points; towards 1000 gains shrink and losses grow. The sources give this
shape; the numbers that they do not give are the constants below, and `docs/play/ratings.md` lists them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

TOP = 1000.0
MONTH_START, ALL_TIME_START = 700.0, 500.0  # R8.4
BRAKE = 500.0  # gains are whole this far below the top, half at 750, none at the top
UNIT = 5.0  # what a margin of one is worth between equals before the multipliers
MAX_MARGIN = 36  # where the points of R8.2 reach 20 of 20
WALKOVER_MARGIN = 9  # the least margin of a win against a player who resigns or leaves
MAX_RATIO = 4.0
ROBOT_SHARE = 0.5  # R8.4: wins over robots count half
ROBOT_REACH = 300.0  # R8.4: and nothing from so far above
PAIR_CAP = 60.0  # most points that an account wins from another, net, in a month
TOURNAMENT_SPREAD = 565.7  # R8.4

# Tantrix.com gives its three robots 750, 550 and 300 points for ever; ours are put between by their strength.
ROBOT_POINTS = {
    "random": 150.0,
    "greedy": 300.0,
    "beginner": 380.0,
    "minimax": 460.0,
    "forecast": 550.0,
    "club": 620.0,
    "expert": 690.0,
    "master": 750.0,
}
UNKNOWN_ROBOT_POINTS = 150.0  # somebody else's program: no quick way up
ROBOT_ACCOUNT_POINTS = 450.0  # an account that a program plays as: of unknown strength


@dataclass(frozen=True, slots=True)
class LadderSeat:
    """A seat of a finished game as the ladder sees it. `points`: before the game; `team`: equal for partners.

    `allowance`: by seat, how much may still be won from it this month.
    """

    points: float
    rank: int
    score: int
    team: int
    is_robot: bool = False
    has_left: bool = False
    has_resigned: bool = False
    allowance: tuple[float, ...] = ()


def robot_points(name: str) -> float:
    """Return the points of a robot, which never change."""
    return ROBOT_POINTS.get(name, UNKNOWN_ROBOT_POINTS)


def gains(seats: Sequence[LadderSeat]) -> tuple[tuple[float, ...], ...]:
    """Return what each seat wins from, or loses to, each other: row by column, its own column 0.

    With more than two seats every pair of opponents counts as a separate game, worth its part of a whole one.
    Robots' rows count for nobody. Players who left lose to all who stayed, by the greatest margin; an
    equal rank is worth nothing.
    """
    return tuple(
        tuple(_gain(seats, seat, other) for other in range(len(seats))) for seat in range(len(seats))
    )


def tournament_points(margin: int) -> float:
    """Return the share of 20 tournament points for winning by a margin (R8.2); a negative one is a loss.

    12 + 4/3 of the root of the margin, at most 20, to a tenth; 10 for a draw. The two shares are 20 together.
    """
    if margin == 0:
        return 10.0
    won = min(20.0, round(12 + 4 / 3 * sqrt(abs(margin)), 1))
    return won if margin > 0 else round(20 - won, 1)


def expected_share(lead: float) -> float:
    """Return the share of tournament points that a lead in tournament rating is expected to bring (R8.4)."""
    return NormalDist().cdf(lead / TOURNAMENT_SPREAD)


def worth(winner: float, loser: float, margin: int) -> float:
    """Return what a win is worth before the multipliers of winner and loser, by the points of the two."""
    ratio = min(MAX_RATIO, max(1 / MAX_RATIO, loser / max(winner, 1.0)))
    return UNIT * sqrt(min(margin, MAX_MARGIN)) * sqrt(ratio)


def gain_multiplier(points: float) -> float:
    """Return what part of a win counts: all up to 500, half at 750, nothing at 1000."""
    return min(1.0, max(0.0, (TOP - points) / BRAKE))


def loss_multiplier(points: float) -> float:
    """Return what part of a loss counts: half at 500, all at 1000."""
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
    won = worth(mine.points, theirs.points, result) * gain_multiplier(mine.points) / n_opponents
    if theirs.is_robot:
        won *= 0.0 if mine.points - theirs.points >= ROBOT_REACH else ROBOT_SHARE
    return min(won, max(0.0, mine.allowance[other])) if mine.allowance else won


def _loss(mine: LadderSeat, theirs: LadderSeat, margin: int) -> float:
    return worth(theirs.points, mine.points, margin) * loss_multiplier(mine.points)


def _won_by(mine: LadderSeat, theirs: LadderSeat) -> int | None:
    """Return the margin that counts, negative for a loss; None for a draw."""
    if theirs.has_left:
        return max(mine.score - theirs.score, WALKOVER_MARGIN)
    if mine.rank == theirs.rank:
        return None
    winner, loser = (mine, theirs) if mine.rank < theirs.rank else (theirs, mine)
    # Who resigns may be ahead on the table.
    margin = max(winner.score - loser.score, WALKOVER_MARGIN if loser.has_resigned else 1)
    return margin if winner is mine else -margin
