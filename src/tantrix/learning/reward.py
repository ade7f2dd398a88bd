"""What a learner is paid."""

from enum import StrEnum


class Reward(StrEnum):
    """The reward when a game is over; it is 0 until then."""

    RESULT = "result"  # 1 for a win, 0 for a shared first place or a deadlock, -1 for all else
    MARGIN = "margin"  # own score, or the team's, less the best of any other colour; 0 for a deadlock
