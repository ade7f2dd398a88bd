"""Grades of placements by what they cost, from the best one to a blunder."""

from enum import StrEnum
from typing import NamedTuple

HALVED_BY = 4.0  # points of loss that halve a placement's accuracy


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


def grade(margin_loss: float, share_loss: float, is_best: bool) -> Grade:
    """Grade a placement by the margin and the share of the points that it loses against the robot's best."""
    if is_best:
        return Grade.BEST
    for threshold in THRESHOLDS:
        if margin_loss >= threshold.margin and share_loss >= threshold.share:
            return threshold.grade
    return Grade.GOOD


def accuracy_of(margin_loss: float) -> float:
    """Return the accuracy of a placement, 0 to 1: 1 if it loses nothing, a half if it loses four points."""
    return float(0.5 ** (max(0.0, margin_loss) / HALVED_BY))
