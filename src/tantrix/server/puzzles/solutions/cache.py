"""A cache of recently requested lists of solutions, which worker processes find."""

from collections import OrderedDict

from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.puzzles.catalogue import CataloguePuzzle, Mode
from tantrix.server.puzzles.solutions.listing import as_laid
from tantrix.server.puzzles.solutions.worker_calls import SolutionTexts, find_solutions
from tantrix.solver.answer import Status
from tantrix.solver.boards.tables import best_known
from tantrix.solver.goal import print_goal

MAX_CACHED_BYTES = 8 << 20


class SolutionLists:
    """Finds lists of solutions, and caches complete ones."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._cached: OrderedDict[tuple[str, tuple[int, ...]], SolutionTexts] = OrderedDict()
        self._n_bytes = 0

    async def find(self, client: str, puzzle: CataloguePuzzle) -> SolutionTexts:
        """Return the list of solutions of a puzzle. Raises Refusal if the workers are too busy."""
        if puzzle.mode is Mode.SUM:
            best = as_laid(puzzle.goal, best_known().solution)
            return SolutionTexts(Status.SOLVED, (" ".join(map(str, best)),), None, False)
        key = (print_goal(puzzle.goal), puzzle.pool)
        if (cached := self._cached.get(key)) is not None:
            self._cached.move_to_end(key)
            return cached
        search_s = self._pool.limits.search_s
        found = await self._pool.compute_once(client, find_solutions, puzzle.goal, puzzle.pool, search_s)
        if found.is_final and key not in self._cached:
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, tuple[int, ...]], found: SolutionTexts) -> None:
        self._cached[key] = found
        self._n_bytes += _n_bytes(found)
        while self._n_bytes > MAX_CACHED_BYTES:
            self._n_bytes -= _n_bytes(self._cached.popitem(last=False)[1])


def _n_bytes(listing: SolutionTexts) -> int:
    return sum(map(len, listing.solutions))
