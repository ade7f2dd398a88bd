"""Placements per second of processor time in lockstep games, with all observations and masks.

Run `python -m benchmarks.lockstep [--games N ...]` from the repository. Placements are chosen at random; for
comparison, a loop that never changes is measured alternately in the same run. With `--threads 2` the games
are shared by threads, and `a_second` counts seconds of the clock: only a quiet machine tells the truth then.
"""

import argparse
import json
import time
from collections.abc import Callable

from benchmarks.reference import reference_ms
from tantrix.learning.vector import VectorGames

PLACEMENTS = 200_000  # for each number of games
ROUNDS = 5


def rate(games: VectorGames, n_placements: int, clock: Callable[[], float]) -> float:
    """Play on and return the placements per second of a clock."""
    n = 0
    began = clock()
    while n < n_placements:
        actions = games.choose_at_random()
        n += games.n_games - int(games.over.sum())
        games.step(actions)
    return n / (clock() - began)


def measure(n_games: int, n_placements: int, n_threads: int) -> dict[str, float]:
    """Measure one number of games in rounds, alternating with the reference loop; return the medians."""
    games = VectorGames(n_games, seed=1, n_threads=n_threads)
    clock, name = (time.process_time, "a_cpu_second") if n_threads == 1 else (time.perf_counter, "a_second")
    rate(games, n_games, clock)  # compiles
    pairs = [(rate(games, n_placements // ROUNDS, clock), reference_ms()) for _ in range(ROUNDS)]
    games.close()
    speed = sorted(pair[0] for pair in pairs)[ROUNDS // 2]
    a_loop = sorted(speed * loop / 1000 for speed, loop in pairs)[ROUNDS // 2]
    return {"games": n_games, "threads": n_threads, name: round(speed), "a_reference_loop": round(a_loop)}


def main() -> None:
    """Measure and print a line of JSON for each number of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[16, 64, 256, 1024, 4096])
    parser.add_argument("--placements", type=int, default=PLACEMENTS)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    for n_games in options.games:
        print(json.dumps(measure(n_games, options.placements, options.threads)), flush=True)


if __name__ == "__main__":
    main()
