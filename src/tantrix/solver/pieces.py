"""A long search in pieces: spread over cores or computers, sampled for an estimate, kept on disk.

A piece is the record of a machine that stands before a branch and will search nothing else.
"""

import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import fmean, variance
from time import process_time
from zlib import compress, decompress

import numpy as np

from tantrix.solver.answer import Answer, Estimate, Status
from tantrix.solver.goal import Goal, parse_goal
from tantrix.solver.halves import counter_for
from tantrix.solver.machines import BRANCH, DONE, SOLUTION, Counter, copy_of
from tantrix.solver.solve import (
    INTERRUPTED,
    SEARCHED_ALL,
    Progress,
    Stop,
    Tell,
    count_on,
    never,
    said,
    silent,
)

_MANY = 1 << 40
_DEEPEST = 40
_PIECES_A_PROCESS = 200
_BRANCHES = 30_000
_VERSION = 1


class Cut:
    """A search cut at a level: yields the machine before each branch; what lies above is counted itself."""

    def __init__(self, goal: Goal, ceiling: int) -> None:
        self._machine = counter_for(goal)
        self._ceiling = ceiling
        self.above = Fraction(0)
        self.nodes = 0

    def __iter__(self) -> Iterator[Counter]:
        machine, record = self._machine, self._machine.record[0]
        record.ceiling = self._ceiling
        while True:
            event = machine.advance(_MANY)
            if event == SOLUTION:
                self.above += machine.weight()
            elif event == BRANCH:
                yield machine
                machine.retreat()
            elif event == DONE:
                if machine.name == "halves":
                    self.above = Fraction(int(record.found))
                self.nodes = int(record.nodes)
                return


def piece_of(machine: Counter) -> bytes:
    """Copy the branch that a machine stands before."""
    record = copy_of(machine.record)
    record[0].floor = record[0].level
    record[0].ceiling = len(record[0].tried)
    record[0].nodes = 1
    record[0].found = 0
    return compress(record.tobytes(), 1)


def count_piece(goal: Goal, piece: bytes) -> tuple[Fraction, int]:
    """Count a piece to its end; return the solutions and the nodes. Runs in any process."""
    machine = counter_for(goal)
    machine.record.view(np.uint8)[:] = np.frombuffer(decompress(piece), np.uint8)
    total, _ = count_on(machine)
    return total, int(machine.record[0].nodes)


def _count_timed(goal: Goal, piece: bytes) -> tuple[Fraction, int, float]:
    """Count a piece, and say how much processor time that took."""
    began = process_time()
    return *count_piece(goal, piece), process_time() - began


def find_ceiling(goal: Goal, n_wanted: int) -> tuple[int, int]:
    """Find the first level with so many branches, or the last with any; return it and their number."""
    best = (2, 0)
    for ceiling in range(2, _DEEPEST):
        n = sum(1 for _ in Cut(goal, ceiling))
        if n == 0 and ceiling > 2:
            break
        best = ceiling, n
        if n >= n_wanted:
            break
    return best


def count_in_parallel(goal: Goal, n_processes: int, should_stop: Stop = never, tell: Tell = silent) -> Answer:
    """Count over several processes, or on the cluster that joblib's own settings name."""
    from joblib import Parallel, delayed

    ceiling, n_pieces = find_ceiling(goal, _PIECES_A_PROCESS * n_processes)
    cut = Cut(goal, ceiling)
    pool = Parallel(n_jobs=n_processes, return_as="generator_unordered", batch_size=4)
    total, nodes, n_done, seconds = Fraction(0), 0, 0, 0.0
    stopped = False
    counted = pool(delayed(_count_timed)(goal, piece_of(machine)) for machine in cut)
    try:
        for found, n_nodes, spent in counted:
            total, nodes, n_done, seconds = total + found, nodes + n_nodes, n_done + 1, seconds + spent
            tell(Progress(nodes, int(total), n_done / max(1, n_pieces)))
            if should_stop():
                stopped = n_done < n_pieces
                break
    except KeyboardInterrupt:
        stopped = True
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib's word that pieces were left, which is what was asked
            counted.close()
    return replace(_counted(goal, total + cut.above, nodes + cut.nodes, stopped), seconds=seconds)


def _counted(goal: Goal, total: Fraction, nodes: int, stopped: bool) -> Answer:
    status = Status.SOLVED if total else Status.UNKNOWN if stopped else Status.NONE
    reason = INTERRUPTED if stopped else "" if total else SEARCHED_ALL
    return Answer(status, (), int(total), not stopped, reason, said(goal), nodes=nodes)


def estimate(
    goal: Goal, samples: int, should_stop: Stop = never, tell: Tell = silent, seed: int = 1
) -> Answer:
    """Estimate the count without bias: count some branches chosen at random, in full.

    The error is one standard error of the mean; if most branches hold nothing it is itself uncertain.
    """
    ceiling, n_branches = find_ceiling(goal, _BRANCHES)
    order = list(range(n_branches))
    Random(seed).shuffle(order)
    chosen = {index: rank for rank, index in enumerate(order[:samples])}
    cut = Cut(goal, ceiling)
    taken = {chosen[at]: piece_of(machine) for at, machine in enumerate(cut) if at in chosen}
    counts: list[float] = []
    nodes = 0
    for rank in range(len(taken)):
        found, n_nodes = count_piece(goal, taken[rank])
        counts.append(float(found))
        nodes += n_nodes
        tell(Progress(nodes, int(sum(counts)), len(counts) / len(taken)))
        if should_stop():
            break
    return _estimated(goal, counts, n_branches, float(cut.above), nodes)


def _estimated(goal: Goal, counts: list[float], n_branches: int, above: float, nodes: int) -> Answer:
    n = len(counts)
    mean = above + (n_branches * fmean(counts) if counts else 0.0)
    rest = 1 - n / n_branches if n_branches else 0.0
    error = n_branches * (variance(counts) / n * rest) ** 0.5 if n > 1 else mean
    status = Status.SOLVED if mean else Status.UNKNOWN
    return Answer(status, convention=said(goal), estimate=Estimate(mean, error, n), nodes=nodes)


def keep(machine: Counter, path: Path) -> None:
    """Write a search to a file, whole or not at all."""
    told = json.dumps({"version": _VERSION, "goal": str(machine.goal), "machine": machine.name})
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        np.savez_compressed(file, told=np.array(told), record=machine.record.view(np.uint8))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def resume(path: Path, goal: Goal) -> Counter:
    """Read a search that was kept. Raises ValueError if it is another goal's, or none."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            told, raw = json.loads(str(kept["told"])), kept["record"]
    except (KeyError, ValueError, OSError, EOFError) as error:
        raise ValueError(f"expected a search kept by tantrix in {path}, got {error}") from None
    fresh = counter_for(goal)
    if parse_goal(told["goal"]) != goal or told["machine"] != fresh.name or told["version"] != _VERSION:
        raise ValueError(f"expected {path} to hold the search for {goal}, got {told['goal']}")
    if raw.nbytes != fresh.record.nbytes:
        raise ValueError(f"expected {path} to be of this version of tantrix")
    fresh.record.view(np.uint8)[:] = raw
    return fresh
