"""Limits on how often a user, an account or an address may do something: moving windows, in memory."""

import math
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from threading import Lock

from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import network_of

USERS_AT_HOST = 5  # this many users may share an address

_RATE = re.compile(r"(\d+)/(?:(\d+) )?(second|minute|hour)s?")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}


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
        """Return the seconds to wait for the next action, rounded up; 0 if it is allowed now."""
        return max(0, math.ceil((1 - self.left) / self.rate))


class RateLimiter:
    """Counts requests by key. A key is forgotten as soon as none of its requests is in the window."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lock = Lock()
        self._windows: dict[str, _Window] = {}

    def __len__(self) -> int:
        """Return the number of remembered keys, each counted once for each of its rates."""
        return sum(map(len, self._windows.values()))

    def take(self, key: str, rate: str) -> bool:
        """Return whether one more action is within a rate like "5/minute", and count it if it is."""
        with self._lock:
            return self._window(rate).take(key, self._now_s())

    def clear(self, key: str, rate: str) -> None:
        """Forget the actions that were counted for a key and a rate."""
        with self._lock:
            self._window(rate).pop(key, None)

    def allows(self, key: str, rate: str) -> bool:
        """Return whether one more action is within a rate, without counting one."""
        with self._lock:
            return self._window(rate).allows(key, self._now_s())

    def give_back(self, key: str, rate: str) -> None:
        """Forget the last action that was counted for a key and a rate."""
        with self._lock:
            self._window(rate).give_back(key)

    def check(self, action: str, rate: str, user_id: str, client_address: str, width: int = 1) -> None:
        """Count an action of a user. Raises Refusal if the user, or all in the network, did too many.

        `width`: how many times the limit for one address the network may use.
        """
        shared = widened(rate, USERS_AT_HOST * width)
        is_allowed = self.take(f"{action} {user_id}", rate)
        if not is_allowed or not self.take(f"{action} at {network_of(client_address)}", shared):
            raise Refusal("too_often")

    def _window(self, rate: str) -> "_Window":
        if rate not in self._windows:
            self._windows[rate] = _Window(*_parsed(rate))
        return self._windows[rate]


class _Window(OrderedDict[str, deque[float]]):
    """The times of the last actions by key; the key whose last action is the oldest comes first."""

    def __init__(self, times: int, span_s: int) -> None:
        super().__init__()
        self._times = times
        self._span_s = span_s

    def take(self, key: str, now_s: float) -> bool:
        """Count an action unless there were too many; forget the keys whose actions are all too old."""
        since_s = now_s - self._span_s
        while self and next(iter(self.values()))[-1] < since_s:
            self.popitem(last=False)
        if not self.allows(key, now_s):
            return False
        counted = self.setdefault(key, deque(maxlen=self._times))
        counted.append(now_s)
        self.move_to_end(key)
        return True

    def allows(self, key: str, now_s: float) -> bool:
        """Return whether one more action is allowed."""
        counted = self.get(key, deque())
        return len(counted) < self._times or counted[0] < now_s - self._span_s

    def give_back(self, key: str) -> None:
        """Forget the last action of a key."""
        if key in self:
            self[key].pop()
            if not self[key]:
                del self[key]


def widened(rate: str, n: int) -> str:
    """Return a rate that allows `n` times as many actions."""
    times, _, span = rate.partition("/")
    return f"{int(times) * n}/{span}"


@cache
def _parsed(rate: str) -> tuple[int, int]:
    """Return how many actions a rate like "3/10 minutes" allows in how many seconds."""
    found = _RATE.fullmatch(rate)
    if found is None or int(found[1]) < 1:
        raise ValueError(f"expected a rate like '5/minute' or '3/10 minutes', got {rate!r}")
    return int(found[1]), int(found[2] or 1) * _SECONDS[found[3]]
