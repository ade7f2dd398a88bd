"""Train the keen net in rounds, each played by the net of the round before, the first by the forecast.

    python -m research.keen.train OUT --games 2500,2500 --seed 1 --folder DIR

writes weights to OUT; `--start FILE` begins with other weights than the forecast's. Every 25 games are saved
in DIR before they count, so the same command resumes after a kill. Prints for each round and stage how much
of the differences between placements is explained.
"""

import argparse
import sys
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from research.keen.fit import Course, fit
from research.keen.lessons import MOST, KeenLesson, do_lessons
from tantrix import Rules, __version__, kernel
from tantrix._compile.records import Records
from tantrix.lab.training.fit import empty_table
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.keen.weights import Weights, of_forecast, read_keen, workspace_with, write_keen
from tantrix.robots.search.tree import TreeSettings, new_tree

CHUNK = 25  # games a file


def lessons_of(folder: Path, workspaces: Any, seed: int, number: int, n_games: int) -> Any:
    """Return the lessons of a round; those on disk are not made again."""
    chunks = []
    for first in range(0, n_games, CHUNK):
        path = folder / f"{seed}-{number}-{first}.npy"
        if not path.exists():
            partial = path.with_suffix(".part.npy")
            np.save(partial, played(workspaces, seed, number, first))
            partial.rename(path)
        chunks.append(np.load(path))
        print(f"round {number}: {first + CHUNK} games of {n_games}", file=sys.stderr, flush=True)
    return np.concatenate(chunks).view(np.recarray)


def played(workspaces: Any, seed: int, number: int, first: int) -> Any:
    """Play a chunk of games."""
    digest = sha256(f"tantrix keen {seed} {number} {first}".encode()).digest()
    rng = np.array([int.from_bytes(digest[:8], "big") | 1], np.uint64)
    lessons = KeenLesson.zeros(CHUNK * MOST)
    tree = new_tree(TreeSettings(guide=1, point=Course().point))
    deck = np.arange(56, dtype=np.int64)
    table = empty_table(Rules())
    n = do_lessons(table, kernel.tables(), workspaces, tree, deck, rng, first, CHUNK, lessons)
    return KeenLesson.view(lessons[:n].copy())


def taught(weights: Weights, lessons: Records[KeenLesson], seed: int, number: int) -> Weights:
    """Fit a round and print how it went."""
    for fitted, learnt in fit(lessons, weights, Course(), seed + number):
        weights = fitted
        explained = f"{learnt.before:.3f} to {learnt.after:.3f}"
        print(f"round {number}, stage {learnt.stage}: {learnt.n_lessons} lessons, {explained}", flush=True)
    return weights


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", default="2500,2500", help="of each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--start", type=Path)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    made: dict[str, Any] = {
        "command": " ".join(["research.keen.train", *sys.argv[1:]]),
        "version": __version__,
    }
    weights = of_forecast(load_nets(Rules())[0])
    if chosen.start:
        weights, made["before"] = read_keen(chosen.start.read_bytes())
    for number, n_games in enumerate(map(int, chosen.games.split(","))):
        lessons = lessons_of(chosen.folder, workspace_with(weights), chosen.seed, number, n_games)
        weights = taught(weights, lessons, chosen.seed, number)
    write_keen(chosen.out, weights, {**made, "seconds": round(process_time())})


if __name__ == "__main__":
    main()
