"""Network lag, as measured by the server, and how much of it is credited to a player's clock.

A client that answers a probe late appears to have more lag than it has. The credit is therefore capped per
turn and per game, and never exceeds the time that has run on the player's clock.
"""

from dataclasses import dataclass, replace

MAX_TURN_MS = 500
MAX_GAME_MS = 3_000


@dataclass(frozen=True, slots=True)
class LagBank:
    """The time credited so far: to each seat in this game, and to the seat to play in this turn."""

    used_ms: tuple[int, ...]
    in_turn_ms: int = 0

    def credit(self, seat: int, round_trip_ms: int, elapsed_ms: int) -> int:
        """Return the credit for a placement; `elapsed_ms` is the time since the turn began."""
        left_ms = min(MAX_TURN_MS, elapsed_ms) - self.in_turn_ms
        return max(0, min(round_trip_ms, left_ms, MAX_GAME_MS - self.used_ms[seat]))

    def taken(self, seat: int, ms: int) -> "LagBank":
        """Return the bank after crediting some time to a seat."""
        used_ms = (*self.used_ms[:seat], self.used_ms[seat] + ms, *self.used_ms[seat + 1 :])
        return replace(self, used_ms=used_ms, in_turn_ms=self.in_turn_ms + ms)

    def next_turn(self) -> "LagBank":
        """Return the bank for the next turn."""
        return replace(self, in_turn_ms=0)


NO_LAG = LagBank(())
