"""A cache of recently requested lists of solutions, which worker processes find."""

from collections import OrderedDict

from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.puzzles.catalogue import CataloguePuzzle, Mode
from tantrix.server.puzzles.listing import as_laid
from tantrix.server.puzzles.searching import SolutionTexts, find_solutions
from tantrix.solver.answer import Status
from tantrix.solver.boards.tables import best_known
from tantrix.solver.goal import print_goal

MAX_KEPT_BYTES = 8 << 20


class SolutionLists:
    """Finds lists of solutions, and caches complete ones."""

    def __init__(self, pool: WorkerPool, max_bytes: int = MAX_KEPT_BYTES) -> None:
        self._pool = pool
        self._max_bytes = max_bytes
        self._kept: OrderedDict[tuple[str, tuple[int, ...]], SolutionTexts] = OrderedDict()
        self._n_bytes = 0

    async def find(self, client: str, puzzle: CataloguePuzzle) -> SolutionTexts:
        """Return the list of solutions of a puzzle. Raises Refusal if the workers are too busy."""
        if puzzle.mode is Mode.SUM:
            best = as_laid(puzzle.goal, best_known().solution)
            return SolutionTexts(Status.SOLVED, (" ".join(map(str, best)),), None, False)
        key = (print_goal(puzzle.goal), puzzle.pool)
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        found = await self._pool.compute_once(client, find_solutions, puzzle.goal, puzzle.pool)
        if found.is_final and key not in self._kept:
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, tuple[int, ...]], found: SolutionTexts) -> None:
        self._kept[key] = found
        self._n_bytes += _n_bytes(found)
        while self._n_bytes > self._max_bytes:
            self._n_bytes -= _n_bytes(self._kept.popitem(last=False)[1])


def _n_bytes(listing: SolutionTexts) -> int:
    return sum(map(len, listing.solutions))
