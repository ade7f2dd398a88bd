"""How often a user, an account or an address may do something: a moving window for each, in memory."""

import math
from dataclasses import dataclass, field

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from tantrix.server.http.errors import Refusal

USERS_AT_HOST = 5  # may share an address


@dataclass(slots=True)
class TokenBucket:
    """`rate` actions a second, and up to `burst` at once after a pause."""

    rate: int
    burst: int
    filled_ms: int
    left: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.burst

    def take(self, now_ms: int) -> bool:
        """Return whether one more action is allowed, and count it if it is."""
        gained = max(0, now_ms - self.filled_ms) * self.rate / 1000
        self.left = min(self.burst, self.left + gained)
        self.filled_ms = now_ms
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def wait_s(self) -> int:
        """How many seconds to wait for the next action, rounded up; 0 if it is allowed now."""
        return max(0, math.ceil((1 - self.left) / self.rate))


class RateLimiter:
    """Counts requests by key."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, key: str, rate: str) -> bool:
        """Return whether one more action is within a rate like "5/minute", and count it if so."""
        return self._limiter.hit(parse(rate), key)

    def clear(self, key: str, rate: str) -> None:
        """Forget the actions that were counted for a key and a rate."""
        self._limiter.clear(parse(rate), key)

    def check(self, action: str, rate: str, user_id: str, host: str) -> None:
        """Count an action of a user. Raises Refusal if the user, or all at their address, do it too often."""
        times, _, span = rate.partition("/")
        shared = f"{int(times) * USERS_AT_HOST}/{span}"
        is_allowed = self.take(f"{action} {user_id}", rate)
        if not is_allowed or not self.take(f"{action} at {host}", shared):
            raise Refusal("too_often")
