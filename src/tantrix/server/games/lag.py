"""Time that a message needs on its way, measured by the server alone, and how much of it a clock gets back.

A client that answers a probe late looks farther away than it is; so what it gains is capped, by turn and by
game, and never more than the time that has run on its clock.
"""

from dataclasses import dataclass, replace

MAX_TURN_MS = 500
MAX_GAME_MS = 3_000


@dataclass(frozen=True, slots=True)
class LagBank:
    """What each seat has got back in this game, and the seat to play in this turn."""

    used_ms: tuple[int, ...]
    in_turn_ms: int = 0

    def credit(self, seat: int, round_trip_ms: int, elapsed_ms: int) -> int:
        """Return how much a placement gives back; `elapsed_ms` has run since the turn began."""
        left_ms = min(MAX_TURN_MS, elapsed_ms) - self.in_turn_ms
        return max(0, min(round_trip_ms, left_ms, MAX_GAME_MS - self.used_ms[seat]))

    def taken(self, seat: int, ms: int) -> "LagBank":
        """Return the bank once a seat has got some time back."""
        used_ms = (*self.used_ms[:seat], self.used_ms[seat] + ms, *self.used_ms[seat + 1 :])
        return replace(self, used_ms=used_ms, in_turn_ms=self.in_turn_ms + ms)

    def next_turn(self) -> "LagBank":
        """Return the bank as another turn begins."""
        return replace(self, in_turn_ms=0)


NO_LAG = LagBank(())
