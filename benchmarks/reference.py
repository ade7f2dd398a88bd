"""A fixed amount of Python work, so that figures from a busy machine can be compared."""

import time


def reference_ms() -> float:
    """Return the processor time of a hundred thousand steps of a loop that never changes."""
    began, total = time.process_time(), 0
    for number in range(100_000):
        total += number & 7
    return (time.process_time() - began) * 1000
