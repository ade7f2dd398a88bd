"""The command that trains the eye: `python -m research.eye FOLDER --steps N`."""

import argparse
import sys
from pathlib import Path

from research.eye.export import write_weights
from research.eye.run import TrainingPlan, train


def main() -> None:
    """Train with the arguments of the process."""
    parser = argparse.ArgumentParser(prog="python -m research.eye", description=__doc__)
    parser.add_argument("folder", type=Path, help="where checkpoints, log and drawn scenes are kept")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="write the weights here in the end")
    chosen = parser.parse_args()
    plan = TrainingPlan(chosen.folder, chosen.steps, chosen.seed, chosen.threads)
    try:
        network = train(plan)
    except KeyboardInterrupt:
        sys.exit("interrupted: the same command goes on from the last checkpoint")
    if chosen.weights:
        write_weights(network, plan, chosen.weights)


if __name__ == "__main__":
    main()
