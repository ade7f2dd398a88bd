"""The accuracy of each robot in games against itself, as the server's analysis judges them.

Run `python -m benchmarks.accuracy random beginner master` from the repository; without names it takes every
robot that plays. It prints a line of JSON for each, in which the interval of 95 % takes a game, the mean of
its two seats, as one observation. The curve from mean loss to accuracy was chosen with `--seed 640001`; the
table in docs/library/analysis.md is from `--seed 641001`.
"""

import argparse
import json
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from tantrix import Rules
from tantrix.analysis import Analysis, analyse, find_judge
from tantrix.lab.simulation.jobs import Job, play_batch
from tantrix.record import parse_record
from tantrix.robots.roster import ROSTER
from tantrix.server.analysis.levels import JUDGE, N_SAMPLES, SEED


def judged(robot: str, seed: int, number: int) -> Analysis:
    """Play a game of a robot against itself and analyse it."""
    job = Job(Rules(), (robot, robot), seed)
    record = parse_record(play_batch(job, number, number + 1, with_records=True).records)
    return analyse(record, find_judge(JUDGE), JUDGE, seed=SEED, n_samples=N_SAMPLES)


class Measured(NamedTuple):
    """The mean accuracy and loss of a robot, the range of its accuracies, and each seat's mean loss."""

    robot: str
    seed: int
    games: int
    mean_loss: float
    accuracy: float
    interval: float | None
    lowest: float
    highest: float
    losses: list[float]


def measure(robot: str, seed: int, n_games: int) -> Measured:
    """Play and analyse games of a robot against itself."""
    games = [judged(robot, seed, number).totals for number in range(n_games)]
    seats = [totals.accuracy or 0.0 for game in games for totals in game]
    losses = [totals.mean_loss or 0.0 for game in games for totals in game]
    means = [fmean(totals.accuracy or 0.0 for totals in game) for game in games]
    return Measured(
        robot,
        seed,
        n_games,
        mean_loss=round(fmean(losses), 2),
        accuracy=round(fmean(means), 3),
        interval=round(1.96 * stdev(means) / sqrt(n_games), 3) if n_games > 1 else None,
        lowest=round(min(seats), 3),
        highest=round(max(seats), 3),
        losses=[round(loss, 3) for loss in losses],
    )


def main() -> None:
    """Print a line of JSON for each robot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("robots", nargs="*", default=[row.name for row in ROSTER if row.make])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=641001)
    args = parser.parse_args()
    for robot in args.robots:
        print(json.dumps(measure(robot, args.seed, args.games)._asdict()), flush=True)


if __name__ == "__main__":
    main()
