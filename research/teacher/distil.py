"""Distil the graph net into the small integer net of the robot `keen`, which needs no more than the kernel.

    python -m research.teacher.distil TEACHER OUT --games 2000 --seed 1 --folder DIR

Games are played by the teacher without search, now and then a placement is random; it judges all siblings of
every decision, which takes 20 us each instead of two milliseconds of playouts. The keen net is then refined
on these judgements as on lessons. Every 25 games are saved in DIR before they count: the same command
resumes.
"""

import argparse
import sys
from hashlib import sha256
from pathlib import Path
from time import process_time

import numpy as np

from research.keen.fit import Course, fit
from research.keen.graph_net import GraphNetRecord, judge_graph, new_graph_net, read_graph_net
from research.keen.lessons import KeenLesson
from research.teacher.labels import FEWEST
from tantrix import Rules, __version__, kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers, Records, Words
from tantrix.kernel import (
    MAX_PLACEMENTS,
    State,
    States,
    TableArray,
    Tables,
    cell_of,
    clear,
    deal_deck,
    draw_of,
    find_placements,
    place_unsettled,
    random_below,
    shuffle,
    turned_of,
)
from tantrix.lab.training.fit import empty_table
from tantrix.robots.forecast.features import stage_of
from tantrix.robots.keen.features import N_NUMBERS, Workspace
from tantrix.robots.keen.weights import load_workspace, shipped, write_keen
from tantrix.robots.search.playouts import count_choices, drawn, n_tiles_left

CHUNK = 25  # games a file
MOST = 1 << 14  # lessons of a game, at the most
_IS_ODD = 6  # one placement in so many is made at random


@jit
def _judge_all(
    s: State,
    t: Tables,
    d: Workspace,
    net: GraphNetRecord,
    game: int,
    decision: int,
    point: float,
    listed: Numbers,
    lessons: Records[KeenLesson],
) -> tuple[int, int]:
    """Note what the net says of every placement; return how many there are and the key of the best."""
    n = int(find_placements(s, t, listed))
    best, most = 0, -1e9
    for at in range(n):
        lesson = lessons[at]
        lesson.margin = judge_graph(s, t, d, net, int(listed[at]))
        lesson.share = 1.0 / (1.0 + np.exp(-net.odds))
        lesson.stage = stage_of(n_tiles_left(s) - 1)
        lesson.game, lesson.decision = game, decision
        for place in range(N_NUMBERS):
            lesson.row[place] = net.graph.row[place]
        value = lesson.share + point * lesson.margin
        if value > most:
            best, most = int(listed[at]), value
    return n, best


@jit
def do_judged_game(
    states: States,
    tables: TableArray,
    workspaces: Records[Workspace],
    nets: Records[GraphNetRecord],
    deck: Numbers,
    rng: Words,
    game: int,
    point: float,
    lessons: Records[KeenLesson],
) -> int:
    """Play a game and note what the net says of every placement; return how many lessons there are.

    lessons: recarray of KeenLesson with room for `MOST`.
    """
    s, t, d, net = states[0], tables[0], workspaces[0], nets[0]
    listed = np.empty(MAX_PLACEMENTS, np.int64)
    n, decision = 0, 0
    clear(s)
    shuffle(deck, rng)
    deal_deck(s, deck, 6)
    while True:
        n_choices = count_choices(s, t, listed)
        if n_choices == 0:
            return n
        key = drawn(s, t, rng, n_choices, listed)
        if n_choices > 1 and s.n_laid > 0 and n_tiles_left(s) >= FEWEST:
            n_here, best = _judge_all(s, t, d, net, game, decision, point, listed, lessons[n:])
            n += n_here
            decision += 1
            if random_below(rng, _IS_ODD) > 0:
                key = best
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))


def judged(nets: Records[GraphNetRecord], seed: int, first: int) -> Records[KeenLesson]:
    """Return the lessons of a chunk of games."""
    room, found = KeenLesson.zeros(MOST), []
    table, workspaces = empty_table(Rules()), load_workspace()
    for game in range(first, first + CHUNK):
        digest = sha256(f"tantrix distil {seed} {game}".encode()).digest()
        rng = np.array([int.from_bytes(digest[:8], "big") | 1], np.uint64)
        deck = np.arange(56, dtype=np.int64)
        n = do_judged_game(
            table, kernel.tables(), workspaces, nets, deck, rng, game, Course().point, room
        )  # fmt: skip
        found.append(room[:n].copy())
    return KeenLesson.view(np.concatenate(found))


def lessons_of(folder: Path, nets: Records[GraphNetRecord], seed: int, n_games: int) -> Records[KeenLesson]:
    """Return the lessons of all games; those on disk are not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for first in range(0, n_games, CHUNK):
        path = folder / f"judged-{seed}-{first:06}.npy"
        if not path.exists():
            partial = path.with_suffix(".part.npy")
            np.save(partial, judged(nets, seed, first))
            partial.rename(path)
        parts.append(np.load(path, allow_pickle=False))
        print(f"{first + CHUNK} games of {n_games}", file=sys.stderr, flush=True)
    return KeenLesson.view(np.concatenate(parts))


def main() -> None:
    """Let the teacher judge, fit the student, write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("teacher", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, required=True)
    chosen = parser.parse_args()
    teacher = read_graph_net(chosen.teacher.read_bytes())
    lessons = lessons_of(chosen.folder, new_graph_net(teacher.weights), chosen.seed, chosen.games)
    student = shipped()[0]
    for fitted, learnt in fit(lessons, student, Course(), chosen.seed):
        student = fitted
        shown = f"{learnt.before:.3f} to {learnt.after:.3f}"
        print(f"stage {learnt.stage}: {learnt.n_lessons} lessons, {shown} of the differences", flush=True)
    command = " ".join(["research.teacher.distil", *sys.argv[1:]])
    made = {"command": command, "version": __version__, "teacher": dict(teacher.made)}
    write_keen(chosen.out, student, {**made, "seconds": round(process_time())})


if __name__ == "__main__":
    main()
