"""How often a user, an account or an address may do something: a moving window for each, in memory."""

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from tantrix.server.http.errors import Refusal

USERS_AT_HOST = 5  # may share an address


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
