"""The benchmarks can be imported, and those of the server run at a small size and find no fault."""

import subprocess
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.solver.goals import KINDS, goals
from tantrix.solver import parse_goal

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.py")))
def test_a_benchmark_still_fits_the_code_that_it_measures(name: str) -> None:
    import_module(f"benchmarks.{name}")


def test_random_goals_are_those_of_their_seed_and_of_every_kind() -> None:
    drawn = list(islice(goals(1, KINDS), 5 * len(KINDS)))

    assert {name for name, _ in drawn} == set(KINDS)
    assert all(parse_goal(str(goal)) == goal for _, goal in drawn)
    assert drawn == list(islice(goals(1, KINDS), len(drawn)))
    assert drawn != list(islice(goals(2, KINDS), len(drawn)))


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
