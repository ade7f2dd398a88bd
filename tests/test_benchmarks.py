"""The server benchmarks run at a small size and find no fault."""

import subprocess
import sys

import pytest


@pytest.mark.long
@pytest.mark.parametrize(
    "command",
    [
        "placements --games 2 --rounds 1",
        "spectators --spectators 100 --games 3 --seconds 8",
        "restart --clients 100 --games 3",
    ],
)
def test_a_benchmark_finds_no_fault(command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", *f"benchmarks.{command}".split()], capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr
