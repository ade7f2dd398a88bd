"""A clock for servers whose time is set by a test."""

import asyncio

LOOK_S = 0.01  # how soon a waiting task notices that the clock was set


class ManualClock:
    """A clock in milliseconds that moves only when a test sets it."""

    def __init__(self) -> None:
        self.now_ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now_ms

    async def wait(self, seconds: float) -> None:
        """Wait until the clock has been set this many seconds ahead."""
        until_ms = self.now_ms + seconds * 1000
        while self.now_ms < until_ms:
            await asyncio.sleep(LOOK_S)
