"""Limits on the processor time that a client may use, and a cache of results."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MAX_CACHE_BYTES = 8 * 1024 * 1024  # about sixty animations; browsers cache finished games indefinitely
ENTRY_BYTES = 256  # what an entry takes in addition to its value
WINDOW_S, ANALYSIS_WINDOW_S = 60.0, 600.0  # in which a client may use its processor time


class Budgets:
    """How much processor time each client has used: `budget_s`, which is restored within `window_s`."""

    def __init__(
        self,
        budget_s: float,
        window_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._budget_s, self._window_s = budget_s, window_s
        self._used: dict[str, tuple[float, float]] = {}  # by client: seconds used, and when that was updated

    def is_spent(self, client: str) -> bool:
        """Return whether a client has used up its budget and must wait."""
        return self._used_by(client) >= self._budget_s

    def charge(self, client: str, seconds: float) -> None:
        """Add processor time that a client has used."""
        self._used = {each: since for each, since in self._used.items() if self._used_by(each) > 0}
        self._used[client] = (self._used_by(client) + seconds, self._clock())

    def _used_by(self, client: str) -> float:
        seconds, at = self._used.get(client, (0.0, 0.0))
        return max(0.0, seconds - (self._clock() - at) * self._budget_s / self._window_s)


class ByteCache:
    """A cache of the most recently used results, as many as fit. Keys should be small, such as digests."""

    def __init__(self, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._cached: OrderedDict[Hashable, bytes] = OrderedDict()
        self._n_bytes = 0

    def __len__(self) -> int:
        return len(self._cached)

    def get(self, key: Hashable) -> bytes | None:
        if key in self._cached:
            self._cached.move_to_end(key)
        return self._cached.get(key)

    def put(self, key: Hashable, value: bytes) -> None:
        if key in self._cached:
            self._n_bytes -= _size(self._cached.pop(key))
        self._cached[key] = value
        self._n_bytes += _size(value)
        while self._n_bytes > self._max_bytes:
            _, dropped = self._cached.popitem(last=False)
            self._n_bytes -= _size(dropped)


def _size(value: bytes) -> int:
    return ENTRY_BYTES + len(value)
