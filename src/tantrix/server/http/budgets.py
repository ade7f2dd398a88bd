"""What computing for a client may cost, and the results of it that are kept."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MAX_CACHE_BYTES = 32 * 1024 * 1024
BUDGET_S, WINDOW_S = 10.0, 60.0  # processor time for one client, and for how long it is remembered


class Budgets:
    """How much processor time each client has used; a minute's worth drains away in a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}  # by client: seconds, and when that was

    def is_spent(self, client: str) -> bool:
        """Return whether a client must wait."""
        return self._used_by(client) >= BUDGET_S

    def charge(self, client: str, seconds: float) -> None:
        """Note what a client has cost."""
        self._used = {each: since for each, since in self._used.items() if self._used_by(each) > 0}
        self._used[client] = (self._used_by(client) + seconds, self._clock())

    def _used_by(self, client: str) -> float:
        seconds, at = self._used.get(client, (0.0, 0.0))
        return max(0.0, seconds - (self._clock() - at) * BUDGET_S / WINDOW_S)


class ByteCache:
    """The results last used, as many as fit."""

    def __init__(self, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._n_bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Hashable, value: bytes) -> None:
        self._n_bytes += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self._n_bytes > self._max_bytes:
            _, dropped = self._kept.popitem(last=False)
            self._n_bytes -= len(dropped)
