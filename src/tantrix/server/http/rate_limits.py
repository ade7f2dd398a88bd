"""How often something may be done: a moving window for each who does it, in memory."""

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter


class RateLimiter:
    """Counts what was done by whom."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, key: str, rate: str) -> bool:
        """Tell whether `key` may do it once more at a rate like "5/minute", and count it if so."""
        return self._limiter.hit(parse(rate), key)
