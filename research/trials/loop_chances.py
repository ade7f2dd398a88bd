"""Fit the chance that the best line of a colour will be a loop, for the robot `looper`.

    python -m research.trials.loop_chances src/tantrix/robots/data/loops-2.npz --games 6000 --seed 7

plays games of the forecast against itself as `tantrix train` does, and fits a net of the same form: it tells
whether a colour will end with a loop as its best score. Prints for each stage of a game how much of the
variance is explained in games held out.
"""

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Any

from tantrix import Rules, __version__
from tantrix.lab.training.fit import Training, fit, play_games
from tantrix.robots.forecast.weights import load_nets, write_weights

ROUND = 1  # of `tantrix train`: the first in which the forecast plays


def is_loop(samples: Any) -> Any:
    """Return what the net is fitted to: 1 if a loop is the best score of a colour at the end, else 0."""
    return samples.is_loop


def report(what: str, done: int, of: int) -> None:
    """Print progress on the error stream."""
    print(f"{what}: {done} of {of}", file=sys.stderr, flush=True)


def main() -> None:
    """Play, fit, write the weights and print how well they predict."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    training = Training(Rules(), (chosen.games,), epochs=10, seed=chosen.seed)
    samples = play_games(training, ROUND, load_nets(training.rules), chosen.games, report)
    nets, fits = fit(samples, training, ROUND, report, target_of=is_loop)
    made = {
        "command": f"python -m research.trials.loop_chances {' '.join(sys.argv[1:])}",
        "version": __version__,
        "seconds": round(process_time()),
        "explained": [each._asdict() for each in fits],
    }
    write_weights(chosen.weights, nets, made)
    print(f"{len(samples)} samples, {samples['is_loop'].mean():.3f} end with a loop")
    for each in fits:
        print(f"| {each.stage} | {each.n_samples} | {each.explained_held_out:.3f} |")


if __name__ == "__main__":
    main()
