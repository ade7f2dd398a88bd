"""The search for solutions in a worker process.

Results are texts, because the server unpickles them on its event loop. The search is imported by the
function, because the server itself imports this module.
"""

from dataclasses import dataclass

from tantrix.server.puzzles.worker_calls import goals_of, in_seconds
from tantrix.solver.answer import Status
from tantrix.solver.goal import Goal


@dataclass(frozen=True, slots=True)
class SolutionTexts:
    """A list of solutions, each a text of placements separated by spaces. Other fields as in `Listing`."""

    status: Status
    solutions: tuple[str, ...]
    count: int | None
    is_final: bool


def find_solutions(goal: Goal, pool: tuple[int, ...], search_s: float) -> SolutionTexts:
    """List the first solutions and count all of them, in at most `search_s` seconds."""
    from tantrix.server.puzzles.solutions.search import list_solutions

    found = list_solutions(goals_of(goal, pool), in_seconds(search_s))
    texts = tuple(" ".join(map(str, solution)) for solution in found.solutions)
    return SolutionTexts(found.status, texts, found.count, found.is_final)
