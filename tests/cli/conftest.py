"""Compile the kernel before commands are tested: with a cold cache they print an extra line."""

import pytest

from tantrix import warmup


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    if not warmup.is_warm():
        for step in warmup.steps():
            step.run()
