"""Grades of placements by what they cost, from the best one to a blunder."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

# The curve of accuracy, chosen so that random play gets about a quarter; see docs/library/analysis.md.
HALVED_BY = 0.8  # points of mean loss with an accuracy of one half
STEEPNESS = 1.75


class Grade(StrEnum):
    """The grade of a placement; GOOD is not the best one, but costs too little to count as an error."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Threshold(NamedTuple):
    """The loss of margin and of the share of the points from which a grade is given."""

    grade: Grade
    margin: float
    share: float


# Both must be lost: five points in a game that is won anyway are not a blunder, and neither is a tiny loss of
# points that a robot takes for a certain loss of the game.
THRESHOLDS = (
    Threshold(Grade.BLUNDER, 4.0, 0.20),
    Threshold(Grade.MISTAKE, 2.0, 0.10),
    Threshold(Grade.INACCURACY, 1.0, 0.05),
)
# Tournament points depend on the margin, so a lost game is not all the same.
TOURNAMENT_THRESHOLDS = tuple(threshold._replace(share=0.0) for threshold in THRESHOLDS)


def grade(
    margin_loss: float, share_loss: float, is_best: bool, thresholds: Sequence[Threshold] = THRESHOLDS
) -> Grade:
    """Grade a placement by the margin and the share of the points that it loses against the robot's best."""
    if is_best:
        return Grade.BEST
    for threshold in thresholds:
        if margin_loss >= threshold.margin and max(0.0, share_loss) >= threshold.share:
            return threshold.grade
    return Grade.GOOD


def accuracy_of(mean_loss: float) -> float:
    """Return the accuracy of a player, 0 to 1: 1 without any loss, a half for 0.8 points a choice."""
    return float(1 / (1 + (max(0.0, mean_loss) / HALVED_BY) ** STEEPNESS))
