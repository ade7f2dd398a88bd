"""A clock for servers whose time is set by a test."""


class ManualClock:
    """A clock in milliseconds that moves only when a test sets it."""

    def __init__(self) -> None:
        self.now_ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now_ms
