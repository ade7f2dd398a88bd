"""A long count in pieces, over cores or computers, with a file from which it can resume.

The first line of the file names the goal; each other tells of a piece its number, the solutions, the nodes,
and the rest if it was handed back unfinished.
"""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import process_time

from tantrix._tools.workers import workers
from tantrix.solver.answer import Answer
from tantrix.solver.counts.checkpoint import Checkpoint
from tantrix.solver.counts.pieces import Cut, Part, count_piece, find_ceiling, piece_of
from tantrix.solver.goal import Goal, SolveMode, parse_goal
from tantrix.solver.pipeline import answer_of, counted, refused
from tantrix.solver.progress import OnProgress, SearchStopped, ShouldStop, SolveProgress, ignore, never

_PIECES_PER_PROCESS = 200
_NODES = 10_000_000  # nodes of a piece before its rest is handed back; about a second
_VERSION = 5

_Counted = tuple[int, Part, float, int]


class PieceCounter:
    """The pieces of a goal counted so far, also saved to a file if a path is given."""

    def __init__(self, goal: Goal, path: Path | None, n_wanted: int, should_stop: ShouldStop = never) -> None:
        self.found, self.nodes, self.n_done = Fraction(0), 0, 0
        self.seconds_apart = 0.0
        self.rests: dict[int, bytes] = {}
        self._done: set[int] = set()
        self._saved = Checkpoint(path)
        head = self._saved.head
        self.ceiling, self.n_pieces = (
            find_ceiling(goal, n_wanted, should_stop) if head is None else _read_head(path, goal, head)
        )
        for number, found, nodes, rest in self._saved.parts():
            self._take(number, Part(Fraction(found), nodes, b64decode(rest) if rest else None))
        self._saved.begin({"version": _VERSION, "goal": str(goal), "cut": [self.ceiling, self.n_pieces]})

    def lacking(self, cut: Cut) -> Iterator[tuple[int, bytes]]:
        """Yield the pieces that are not fully counted, with their numbers."""
        for number, search in enumerate(cut):
            if number in self.rests:
                yield number, self.rests[number]
            elif number not in self._done:
                yield number, piece_of(search)

    def add(self, number: int, part: Part, seconds: float = 0.0) -> None:
        """Add the result of a piece; `seconds` is the time it took in another process."""
        self.seconds_apart += seconds
        self._take(number, part)
        rest = b64encode(part.rest).decode() if part.rest else None
        self._saved.add([number, str(part.found), part.nodes, rest])

    def _take(self, number: int, part: Part) -> None:
        self.found += part.found
        self.nodes += part.nodes
        self.rests.pop(number, None)
        if part.rest is not None:
            self.rests[number] = part.rest
        else:
            self._done.add(number)
            self.n_done += 1


def count_in_parallel(
    goal: Goal,
    n_processes: int = 1,
    should_stop: ShouldStop = never,
    on_progress: OnProgress = ignore,
    *,
    dask: str | None = None,
    path: Path | None = None,
) -> Answer:
    """Count in pieces, over several processes or the Dask cluster at an address.

    With a path, every finished piece is saved there, and an earlier count in the file is resumed with any
    number of processes. Processes that are stopped drop the pieces that they were counting. Raises ValueError
    if the file holds a different count, and whatever `workers` raises.
    """
    answer = refused(goal, SolveMode.COUNT)
    if answer is not None:
        return answer
    with workers(n_processes, dask) as run:
        try:
            tally = PieceCounter(goal, path, _PIECES_PER_PROCESS * n_processes, should_stop)
        except SearchStopped as stopped:
            return answer_of(goal, counted("", 0, stopped.nodes, stopped=True))
        cut = Cut(goal, tally.ceiling)
        is_apart = n_processes > 1 or dask is not None
        count = _count_timed if is_apart else partial(_count_timed, should_stop=should_stop)
        is_complete = _count_all(goal, partial(run, count), cut, tally, should_stop, on_progress)
    end = counted(cut.search, tally.found + cut.above, tally.nodes + cut.nodes, not is_complete)
    return replace(answer_of(goal, end), seconds=tally.seconds_apart)


def _count_all(
    goal: Goal,
    run: "partial[Generator[_Counted, None, None]]",
    cut: Cut,
    tally: PieceCounter,
    should_stop: ShouldStop,
    on_progress: OnProgress,
) -> bool:
    """Count the missing pieces in rounds, as long ones come back unfinished; return whether all are done."""
    pieces = tally.lacking(cut)
    while True:
        calls = ((goal, *numbered) for numbered in pieces)
        with closing(run(calls, should_stop=should_stop)) as results:
            try:
                for number, part, seconds, process in results:
                    tally.add(number, part, seconds if process != os.getpid() else 0.0)
                    on_progress(
                        SolveProgress(tally.nodes, int(tally.found), tally.n_done / max(1, tally.n_pieces))
                    )
                    if should_stop():
                        break
            except KeyboardInterrupt:
                return False
        if tally.n_done >= tally.n_pieces:
            return True
        if should_stop():
            return False
        if not tally.rests:
            return True
        pieces = iter(list(tally.rests.items()))


def _read_head(path: Path | None, goal: Goal, line: str) -> tuple[int, int]:
    """Read how the search was cut. Raises ValueError unless this is a tally of the goal."""
    try:
        head = json.loads(line)
        version, text, (ceiling, n_pieces) = head["version"], head["goal"], head["cut"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"expected a count kept by tantrix in {path}, got {line[:40]!r}") from None
    if version != _VERSION:
        raise ValueError(f"expected {path} to be of this version of tantrix, got {version!r}")
    if parse_goal(text) != goal:
        raise ValueError(f"expected {path} to hold the count for {goal}, got {text}")
    return ceiling, n_pieces


def _count_timed(goal: Goal, number: int, piece: bytes, should_stop: ShouldStop = never) -> _Counted:
    """Count a part of a piece; return its number, the result, the processor time, and the process."""
    began = process_time()
    return number, count_piece(goal, piece, _NODES, should_stop), process_time() - began, os.getpid()
