"""Labels: games in which every placement of every decision is played out many times.

    python -m research.teacher.labels FOLDER --games 600 --playouts 100 --seed 1

Each placement gets the same number of playouts, under the same draws and chances as its siblings: so what is
left between them is what the placements make. A playout is that of the robot `keen`. The best placement is
played, now and then a random one. A game is stored as its deck and its placements, so whatever a net is to
see of a position can be computed later. Every ten games are on disk before they count: the same command
resumes after Ctrl-C or a kill, and gives the same labels.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Annotated, Any, NamedTuple

import numpy as np

from research.keen.lessons import play_all
from tantrix import Rules, __version__, kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import (
    CompiledRecord,
    Float32,
    Int8s,
    Int16,
    Int32,
    Int32s,
    Integers,
    Numbers,
    Records,
    Words,
)
from tantrix.kernel import (
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
from tantrix.robots.keen.features import Workspace
from tantrix.robots.keen.weights import load_workspace, shipped
from tantrix.robots.search.playouts import count_choices, drawn, n_tiles_left
from tantrix.robots.search.tree import TreeSettings, new_tree
from tantrix.robots.search.tree_search import Tree

CHUNK = 10  # games a file
FEWEST = 5  # with fewer tiles left there is nothing to learn: the endgame is solved
POINT = 0.05  # value of a point of margin, beside a share of the points
_IS_ODD = 12  # one decision in so many is made at random
_MOST = 1 << 14  # labels of a game, at the most
N_SIFTED = 2  # of the playouts, as `keen` plays them
_MIX = 0.3  # how much a random end of the game counts beside the net


class Label(CompiledRecord):
    """What the playouts found about a placement."""

    game: Int32
    ply: Int16  # labels of one game and ply are siblings
    key: Int32  # the placement, as in kernel.key
    margin: Float32  # means of the playouts, for the seat that chooses
    share: Float32


class LabelledGame(CompiledRecord):
    """The deck and the placements of a game, -1 after its end."""

    deck: Annotated[Int8s, 56]
    keys: Annotated[Int32s, 56]


class Labelled(NamedTuple):
    """Games and the labels of their decisions; `labels.game` is an index into `games`."""

    games: Records[LabelledGame]
    labels: Records[Label]


@jit
def _label(
    s: State,
    t: Tables,
    d: Workspace,
    tree: Tree,
    deck: Numbers,
    rng: Words,
    n_playouts: int,
    listed: Numbers,
    labels: Records[Label],
) -> int:
    """Label all placements of a decision; return how many there are."""
    n = int(find_placements(s, t, listed))
    margins, shares = np.zeros(n), np.zeros(n)
    play_all(s, t, d, tree, deck, rng, listed[:n], n_playouts, margins, shares)
    for at in range(n):
        labels[at].ply = s.n_laid
        labels[at].key = listed[at]
        labels[at].margin = margins[at]
        labels[at].share = shares[at]
    return n


@jit
def _best(labels: Records[Label], n: int, point: float) -> int:
    best, most = 0, -1e9
    for at in range(n):
        value = labels[at].share + point * labels[at].margin
        if value > most:
            best, most = int(labels[at].key), value
    return best


@jit
def do_labelled_game(
    states: States,
    tables: TableArray,
    workspaces: Records[Workspace],
    trees: Records[Tree],
    deck: Numbers,
    rng: Words,
    n_playouts: int,
    keys: Integers,
    labels: Records[Label],
) -> int:
    """Deal and play a game; fill its placements and labels, and return how many labels there are.

    deck: int64[56], shuffled here. keys: int32[56]. trees: the settings of the playouts.
    """
    s, t, d, tree = states[0], tables[0], workspaces[0], trees[0]
    listed = np.empty(len(tree.keys), np.int64)
    clear(s)
    shuffle(deck, rng)
    deal_deck(s, deck, 6)
    n = 0
    while True:
        n_choices = count_choices(s, t, tree.keys)
        if n_choices == 0:
            return n
        key = drawn(s, t, rng, n_choices, tree.keys)
        if n_choices > 1 and s.n_laid > 0 and n_tiles_left(s) >= FEWEST:
            n_here = _label(s, t, d, tree, deck, rng, n_playouts, listed, labels[n:])
            if random_below(rng, _IS_ODD) > 0:
                key = _best(labels[n:], n_here, tree.point_value)
            n += n_here
        keys[s.n_laid] = key
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))


def label_games(seed: int, first: int, n_games: int, n_playouts: int) -> Labelled:
    """Play and label games; the seed and the number of each game decide everything.

    About 0.1 s of processor time for each decision with 100 playouts of each of its placements.
    """
    table, workspaces = empty_table(Rules()), load_workspace()
    workspaces[0].mix = _MIX
    tree = new_tree(TreeSettings(guide=N_SIFTED, point=POINT))
    games = LabelledGame.zeros(n_games)
    room, found = Label.zeros(_MOST), []
    for at in range(n_games):
        digest = sha256(f"tantrix labels {seed} {first + at}".encode()).digest()
        rng = np.array([int.from_bytes(digest[:8], "big") | 1], np.uint64)
        deck = np.arange(56, dtype=np.int64)
        keys = np.full(56, -1, np.int32)
        n = do_labelled_game(
            table, kernel.tables(), workspaces, tree, deck, rng, n_playouts, keys, room
        )  # fmt: skip
        games[at] = deck, keys
        room["game"][:n] = at
        found.append(room[:n].copy())
    return Labelled(games, Label.view(np.concatenate(found)))


def write_labels(path: Path, labelled: Labelled, made: dict[str, Any]) -> None:
    """Write a chunk atomically; `made` says what made it."""
    partial = path.with_suffix(".part.npz")
    np.savez_compressed(partial, made=np.array(json.dumps(made)), **labelled._asdict())
    partial.rename(path)


def read_labels(path: Path) -> Labelled:
    """Read a chunk. Raises ValueError if it is of another version."""
    with np.load(path, allow_pickle=False) as stored:
        games, labels = stored["games"], stored["labels"]
    if (games.dtype, labels.dtype) != (LabelledGame.dtype, Label.dtype):
        raise ValueError(f"expected labels of this version in {path}, got others: remove the file")
    return Labelled(LabelledGame.view(games), Label.view(labels))


def chunks(folder: Path) -> list[Path]:
    """Return the chunks of a folder in order. Raises ValueError if there is none."""
    found = sorted(path for path in folder.glob("labels-*.npz") if ".part" not in path.name)
    if not found:
        raise ValueError(f"expected labels-*.npz in {folder}, got none: run research.teacher.labels first")
    return found


def make_labels(folder: Path, seed: int, n_games: int, n_playouts: int) -> Iterator[int]:
    """Label games until the folder has `n_games`; yield how many there are after each chunk."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        "command": f"research.teacher.labels --playouts {n_playouts} --seed {seed}",
        "version": __version__,
        "keen": shipped()[1]["command"],
    }
    for first in range(0, n_games, CHUNK):
        path = folder / f"labels-{seed}-{first:06}.npz"
        if not path.exists():
            write_labels(path, label_games(seed, first, CHUNK, n_playouts), made)
        yield first + CHUNK


def main() -> None:
    """Label games and report progress."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=600, help="about forty decisions each")
    parser.add_argument("--playouts", type=int, default=100, help="of each placement")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = process_time()
    for n_games in make_labels(chosen.folder, chosen.seed, chosen.games, chosen.playouts):
        spent = process_time() - began
        print(f"{n_games} games of {chosen.games}, {spent:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
