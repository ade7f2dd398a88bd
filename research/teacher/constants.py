"""Constants of a search by SPSA: simultaneous perturbation, stochastic approximation (Spall 1992).

    python -m research.teacher.constants OUT.json --pairs 4 --steps 200 --playouts 400 --seed 1

In each step all constants are moved at random by plus or minus their unit, two searches with opposite moves
play paired games on fresh deals, and all constants go towards the winner. Every step is saved in OUT before
it counts: the same command resumes. A step is noise by itself; compare the end with the beginning by
`research.trials.levels` on deals that were not used here.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from research.trials.levels import deal
from research.trials.paired import scores_of
from tantrix import Rules
from tantrix.robots.keen.robot import Keen, KeenSettings

FIRST_DEAL = 1_000_000  # deals from here on are used by nothing else


class Constant(NamedTuple):
    """A constant: where it begins, how far a step moves it, and its bounds."""

    start: float
    unit: float
    least: float
    most: float


CONSTANTS: Mapping[str, Constant] = {
    "sharpness": Constant(0.5, 0.1, 0.05, 3.0),
    "explore": Constant(1.0, 0.2, 0.05, 5.0),
    "unvisited": Constant(0.1, 0.05, -0.3, 0.6),
    "trust": Constant(10.0, 2.0, 0.0, 60.0),
    "mix": Constant(0.3, 0.08, 0.0, 1.0),
    "point": Constant(0.05, 0.01, 0.0, 0.3),
}
Play = Callable[[Mapping[str, float], Mapping[str, float], int], float]


class Step(NamedTuple):
    """The constants before a step, and by how much those moved up won more than half."""

    values: dict[str, float]
    moves: dict[str, int]
    advantage: float


def within_bounds(name: str, value: float) -> float:
    """Return a constant moved into its bounds."""
    return min(CONSTANTS[name].most, max(CONSTANTS[name].least, value))


def next_values(step: Step, number: int, pace: float) -> dict[str, float]:
    """Return the constants after a step; the pace falls as Spall proposes (exponent 0.602)."""
    gain = pace / (number + 20) ** 0.602 * 20**0.602
    return {
        name: within_bounds(name, value + gain * step.advantage * step.moves[name] * CONSTANTS[name].unit)
        for name, value in step.values.items()
    }


def tune(steps: list[Step], n_steps: int, seed: int, pace: float, play: Play) -> Iterator[list[Step]]:
    """Go on from the steps so far until there are `n_steps`; yield them all after each."""
    values = (
        next_values(steps[-1], len(steps) - 1, pace) if steps else {n: c.start for n, c in CONSTANTS.items()}
    )
    for number in range(len(steps), n_steps):
        rng = Random(f"{seed} {number}")
        moves = {name: rng.choice((-1, 1)) for name in CONSTANTS}
        up, down = (
            {
                name: within_bounds(name, values[name] + sign * moves[name] * CONSTANTS[name].unit)
                for name in values
            }
            for sign in (1, -1)
        )
        steps.append(Step(values, moves, 2 * play(up, down, number) - 1))
        values = next_values(steps[-1], number, pace)
        yield steps


def _changed(settings: KeenSettings, values: Mapping[str, Any]) -> KeenSettings:
    return replace(settings, **values)


def play_pairs(n_pairs: int, n_playouts: int, seed: int) -> Play:
    """Return a function that plays two settings of `keen` against each other: the share of the first."""

    def play(up: Mapping[str, float], down: Mapping[str, float], number: int) -> float:
        robots = [Keen(_changed(KeenSettings(n_playouts), values)) for values in (up, down)]
        first = FIRST_DEAL + 10_000 * seed + number * n_pairs
        games = [
            scores_of(deal(first + at, Rules()), first + at, robots, seat)
            for at in range(n_pairs)
            for seat in (0, 1)
        ]
        return fmean(0.5 * (1 + (a > b) - (a < b)) for a, b in games)

    return play


def main() -> None:
    """Tune, and save every step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", type=int, default=4, help="of games in a step")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=400, help="of a decision")
    parser.add_argument("--pace", type=float, default=1.0, help="units that a clean sweep moves a constant")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    saved = json.loads(chosen.out.read_text(encoding="utf-8"))["steps"] if chosen.out.exists() else []
    before = [Step(*step) for step in saved]
    play = play_pairs(chosen.pairs, chosen.playouts, chosen.seed)
    for steps in tune(before, chosen.steps, chosen.seed, chosen.pace, play):
        values = next_values(steps[-1], len(steps) - 1, chosen.pace)
        command = " ".join(["research.teacher.constants", *sys.argv[1:]])
        partial = chosen.out.with_suffix(".part")
        partial.write_text(
            json.dumps({"command": command, "values": values, "steps": steps}), encoding="utf-8"
        )
        partial.replace(chosen.out)
        shown = ", ".join(f"{name} {value:.3f}" for name, value in values.items())
        print(f"step {len(steps)}: {steps[-1].advantage:+.2f}; {shown}", flush=True)


if __name__ == "__main__":
    main()
