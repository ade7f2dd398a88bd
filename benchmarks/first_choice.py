"""Processor time until a robot has chosen its first placement, in a new installation and after that.

Run `python -m benchmarks.first_choice greedy beginner` from the repository. Each robot runs in processes of
its own: first with an empty folder for compiled functions, then three times with the folder that this filled.
A process imports the package, deals, lays a tile, and lets the robot choose.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from benchmarks.reference import reference_ms

CODE = """
import sys, time
from random import Random
from tantrix import Rules, deal
from tantrix.robots import find
dealt = deal.deal(Rules(), secret=bytes(32))
game = deal.start(Rules(), dealt)
game = game.play(game.placements()[0], draw=deal.next_draw(dealt, game))
find(sys.argv[1]).choose(game, Random(1))
print(time.process_time())
"""


def seconds(robot: str, folder: str) -> float:
    """Return the processor time of a new process that compiles into a folder, or reads from it."""
    command = [sys.executable, "-c", CODE, robot]
    settings = {**os.environ, "NUMBA_CACHE_DIR": folder}
    return float(subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout)


def measure(robot: str) -> dict[str, float | str]:
    """Return the seconds of one robot with an empty folder and, the median of three, with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        cold = seconds(robot, folder)
        warm = statistics.median(seconds(robot, folder) for _ in range(3))
    return {
        "robot": robot,
        "cold": round(cold, 1),
        "warm": round(warm, 2),
        "loop_ms": round(reference_ms(), 2),
    }


def main() -> None:
    """Print a line of JSON for each robot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("robots", nargs="+")
    for robot in parser.parse_args().robots:
        print(json.dumps(measure(robot)), flush=True)


if __name__ == "__main__":
    main()
