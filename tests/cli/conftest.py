"""Commands are tested with a compiled kernel: a cold cache adds a line to what they say."""

import pytest

from tantrix import warmup


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    if not warmup.is_warm():
        for step in warmup.steps():
            step.run()
