"""The reward of a learner."""

from enum import StrEnum


class Reward(StrEnum):
    """The reward when a game is over; it is 0 until then."""

    RESULT = "result"  # 1 for a win, 0 for a shared first place or a deadlock, otherwise -1
    MARGIN = "margin"  # own or team score minus the best of any other colour; 0 for a deadlock

    def forfeit(self, tile_set: int) -> float:
        """Return the reward for resigning or an action outside the mask: no loss is worse.

        Three of four tiles have a colour, and a loop of them all counts twice.
        """
        return -1.0 if self is Reward.RESULT else -2.0 * (tile_set * 3 // 4)
