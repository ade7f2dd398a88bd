"""The reward of a learner."""

from enum import StrEnum


class Reward(StrEnum):
    """The reward when a game is over; it is 0 until then."""

    RESULT = "result"  # 1 for a win, 0 for a shared first place or a deadlock, otherwise -1
    MARGIN = "margin"  # own or team score minus the best of any other colour; 0 for a deadlock
