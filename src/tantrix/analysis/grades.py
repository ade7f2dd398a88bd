"""How much a placement costs, in words: from the best one to a blunder."""

from enum import StrEnum
from typing import NamedTuple

HALVED_BY = 4.0  # points of loss that halve what a placement counts for the accuracy


class Grade(StrEnum):
    """What a placement is called; GOOD is not the best but costs too little to be blamed."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Threshold(NamedTuple):
    """A grade is given from so many points of margin and so much of the share of the points."""

    grade: Grade
    margin: float
    share: float


# Both must be lost: five points in a game that is won anyway are no blunder, nor is a hair's breadth in
# points that a robot takes for a certain loss of the game.
THRESHOLDS = (
    Threshold(Grade.BLUNDER, 4.0, 0.20),
    Threshold(Grade.MISTAKE, 2.0, 0.10),
    Threshold(Grade.INACCURACY, 1.0, 0.05),
)


def grade(margin_loss: float, share_loss: float, is_best: bool) -> Grade:
    """Name a placement by the margin and the share of the points that it loses to the robot's best."""
    if is_best:
        return Grade.BEST
    for threshold in THRESHOLDS:
        if margin_loss >= threshold.margin and share_loss >= threshold.share:
            return threshold.grade
    return Grade.GOOD


def accuracy_of(margin_loss: float) -> float:
    """Return what a placement counts, 0 to 1: all if it loses nothing, half if it loses four points."""
    return float(0.5 ** (max(0.0, margin_loss) / HALVED_BY))
