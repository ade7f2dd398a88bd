"""Teach the large net from labels.

    python -m research.teacher.teach FOLDER OUT --epochs 8 --seed 1

The net learns the differences between siblings first (`LEVEL` says what their mean counts), in win share and
margin together, and each by itself a little. One game in ten is held out. Before the first epoch (which is
the keen net) and after each the command prints how much of the differences is explained there, with at most
9, 13, 18, 25, 34 and 64 tiles left and altogether, and writes OUT. An epoch of 400 games takes 18 s of
processor time. Needs PyTorch: `pip install -e .[train]`.
"""

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from research.keen.graph import MAX_LINES, MAX_SPACES, N_LINE, N_SPACE
from research.keen.graph_net import MARGIN_UNIT, write_graph_net
from research.teacher.labels import POINT, chunks, read_labels
from research.teacher.network import GraphBatch, GraphNet, Widths, arrays
from research.teacher.positions import graphs_of
from tantrix import __version__
from tantrix.robots.keen.features import N_NUMBERS

HELD_OUT = 10  # one game in so many
LEVEL, ALONE = 0.2, 0.1  # what the mean of siblings counts, and share and margin by themselves
BATCH = 40  # decisions a step
DECAY = 1e-4
STAGES = (9, 13, 18, 25, 34, 64)  # the most tiles left, in reports


class Lessons(NamedTuple):
    """Positions in order of their decisions; `starts` has one more entry than decisions."""

    positions: GraphBatch
    share: Tensor
    margin: Tensor
    starts: NDArray[Any]

    @property
    def n_decisions(self) -> int:
        """How many decisions there are."""
        return len(self.starts) - 1

    def some(self, which: NDArray[Any]) -> "Lessons":
        """Return some of the decisions."""
        counts = np.diff(self.starts)[which]
        ends = np.cumsum(counts)
        at = (
            np.repeat(self.starts[:-1][which], counts)
            + np.arange(ends[-1])
            - np.repeat(ends - counts, counts)
        )
        picked = torch.from_numpy(at)
        positions = GraphBatch(*(field[picked] for field in self.positions))
        trimmed = trim(positions)
        return Lessons(trimmed, self.share[picked], self.margin[picked], np.concatenate([[0], ends]))


class LessonPart(NamedTuple):
    """Some of the positions of a file, with their labels; siblings have one number in `decisions`."""

    positions: GraphBatch
    labels: Any
    decisions: NDArray[Any]


def trim(batch: GraphBatch) -> GraphBatch:
    """Cut the padding that no position of a batch needs."""
    spaces, lines = max(1, int(batch.n_spaces.max())), max(1, int(batch.n_lines.max()))
    ends, beside = batch.ends[:, :lines], batch.beside[:, :spaces]
    return batch._replace(
        spaces=batch.spaces[:, :spaces],
        lines=batch.lines[:, :lines],
        ends=torch.where(ends >= spaces, spaces, ends),
        beside=torch.where(beside >= spaces, spaces, beside),
    )


def batch_of(graphs: Any) -> GraphBatch:
    """Return graphs as a batch with full padding."""
    names = ("n_spaces", "n_lines", "spaces", "lines", "ends", "beside", "row", "keen")
    return GraphBatch._make(torch.from_numpy(np.ascontiguousarray(graphs[name])) for name in names)


def load(folder: Path, n_games: int) -> tuple[Lessons, Lessons]:
    """Return the lessons of the first games of a folder, and those held out of the whole folder."""
    taught: list[LessonPart] = []
    held: list[LessonPart] = []
    met = 0
    for path in chunks(folder):
        labelled = read_labels(path)
        graphs = graphs_of(labelled)
        games = labelled.labels["game"] + met
        is_held = games % HELD_OUT == HELD_OUT - 1
        held.append(_part(graphs, labelled.labels, games, is_held))
        taught.append(_part(graphs, labelled.labels, games, ~is_held & (games < n_games)))
        met += len(labelled.games)
    return _lessons(taught), _lessons(held)


def _part(graphs: Any, labels: Any, games: NDArray[Any], which: NDArray[Any]) -> LessonPart:
    decisions = games.astype(np.int64) << 16 | labels.ply
    return LessonPart(batch_of(graphs[which]), labels[which], decisions[which])


def _lessons(parts: list[LessonPart]) -> Lessons:
    positions = GraphBatch(
        *(torch.cat(fields) for fields in zip(*(part.positions for part in parts), strict=True))
    )
    labels = np.concatenate([part.labels for part in parts])
    decisions = np.concatenate([part.decisions for part in parts])
    starts = np.concatenate([[0], np.flatnonzero(np.diff(decisions)) + 1, [len(labels)]])
    share, margin = (torch.from_numpy(labels[name].copy()) for name in ("share", "margin"))
    return Lessons(positions, share, margin, starts)


def within(values: Tensor, starts: NDArray[Any]) -> Tensor:
    """Return values less the mean of their siblings."""
    counts = torch.from_numpy(np.diff(starts))
    owner = torch.repeat_interleave(torch.arange(len(counts)), counts)
    means = torch.zeros(len(counts)).index_add_(0, owner, values) / counts
    return values - means[owner]


def loss_of(net: GraphNet, lessons: Lessons) -> Tensor:
    """Return the loss of a batch."""
    margin, odds = net(lessons.positions)
    share = torch.sigmoid(odds)
    share_error, margin_error = share - lessons.share, MARGIN_UNIT * margin - lessons.margin
    error = share_error + POINT * margin_error
    between = within(error, lessons.starts)
    alone = (
        within(share_error, lessons.starts).square() + within(POINT * margin_error, lessons.starts).square()
    )
    return (between.square() + LEVEL * (error - between).square() + ALONE * alone).mean()


def explained(net: GraphNet, lessons: Lessons, stages: tuple[int, ...] = STAGES) -> list[float]:
    """Return how much of the differences between siblings a net explains, by the tiles left at most."""
    values = []
    for first in range(0, lessons.n_decisions, BATCH):
        part = lessons.some(np.arange(first, min(first + BATCH, lessons.n_decisions)))
        with torch.no_grad():
            margin, odds = net(part.positions)
            values.append(torch.sigmoid(odds) + POINT * MARGIN_UNIT * margin)
    return explained_by(torch.cat(values), lessons, stages)


def explained_by(values: Tensor, lessons: Lessons, stages: tuple[int, ...] = STAGES) -> list[float]:
    """Return how much of the differences between siblings these values explain, by the tiles left at most."""
    target = within(lessons.share + POINT * lessons.margin, lessons.starts)
    error = within(values, lessons.starts) - target
    left = lessons.positions.spaces[:, 0, 1]
    made, least = [], 0
    for most in stages:
        here = (left > least) & (left <= most)
        made.append(float(1 - error[here].square().mean() / target[here].square().mean()))
        least = most
    made.append(float(1 - error.square().mean() / target.square().mean()))
    return made


def set_scales(net: GraphNet, lessons: Lessons) -> None:
    """Scale every number that the net sees by its spread."""
    some = torch.randperm(len(lessons.share))[:20000]
    positions = lessons.positions
    is_space = torch.arange(MAX_SPACES) < positions.n_spaces[some][:, None]
    is_line = torch.arange(MAX_LINES) < positions.n_lines[some][:, None]
    for name, seen in (
        ("space_scale", positions.spaces[some][is_space].float().reshape(-1, N_SPACE)),
        ("line_scale", positions.lines[some][is_line].float().reshape(-1, N_LINE)),
        ("row_scale", positions.rows[some].float().reshape(-1, N_NUMBERS)),
    ):
        spread = seen.square().mean(0).sqrt()
        getattr(net, name).copy_(torch.where(spread > 0, 1 / spread.clamp(min=0.05), torch.zeros(1)))


def teach(
    net: GraphNet, lessons: Lessons, held: Lessons, n_epochs: int, pace: float, seed: int, save: Any
) -> None:
    """Teach for some epochs by Adam, with a pace that falls to nothing; `save` is called after each."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=pace, weight_decay=DECAY)
    n_steps = max(1, lessons.n_decisions // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, pace, total_steps=n_epochs * n_steps + 1, pct_start=0.1
    )
    for epoch in range(n_epochs):
        order = np.random.default_rng((seed, epoch)).permutation(lessons.n_decisions)
        for step in range(n_steps):
            loss = loss_of(net, lessons.some(order[step * BATCH : (step + 1) * BATCH]))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            schedule.step()
        save(epoch + 1, explained(net, held))


def main() -> None:
    """Load, teach, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=10**9, help="teach with the first so many")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--pace", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    lessons, held = load(chosen.folder, chosen.games)
    net = GraphNet(Widths())
    set_scales(net, lessons)
    n = len(lessons.share)
    print(
        f"{n} labels of {lessons.n_decisions} decisions; held out {held.n_decisions}",
        file=sys.stderr,
        flush=True,
    )

    def save(epoch: int, figures: list[float]) -> None:
        shown = " ".join(f"{figure:.3f}" for figure in figures)
        print(f"epoch {epoch}: {shown}, {process_time():.0f} s", flush=True)
        command = " ".join(["research.teacher.teach", *sys.argv[1:]])
        made = {"command": command, "version": __version__, "labels": n, "epoch": epoch, "explained": figures}
        write_graph_net(chosen.out, arrays(net), made)

    save(0, explained(net, held))
    teach(net, lessons, held, chosen.epochs, chosen.pace, chosen.seed, save)


if __name__ == "__main__":
    main()
