"""The work of worker processes for puzzles; nothing from the web server is imported here.

Searches are imported by the functions, because the server itself imports this module.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from tantrix.placement import Placement
from tantrix.server.puzzles.hints import FoundHint, HintStrength, help_with
from tantrix.solver.answer import Status
from tantrix.solver.goal import Goal
from tantrix.solver.specs import GeneratedPuzzle, PuzzleSpec


def goals_of(goal: Goal, pool: tuple[int, ...], laid: Iterable[int] = ()) -> Iterator[Goal]:
    """Yield the goal, or a goal for each choice from a larger pool that includes the tiles already laid."""
    n = len(goal.tiles)
    if len(pool) <= n:
        yield goal
        return
    chosen = set(laid)
    others = [tile for tile in pool if tile not in chosen]
    if chosen <= set(pool) and len(chosen) <= n:
        for more in combinations(others, n - len(chosen)):
            yield replace(goal, tiles=(*chosen, *more))


def make_puzzle(spec: PuzzleSpec, seed: int) -> GeneratedPuzzle:
    """Make a puzzle; takes seconds for a hard one."""
    from tantrix.solver.generate import generate

    return generate(spec, seed)


def find_hint(
    goal: Goal, pool: tuple[int, ...], laid: tuple[Placement, ...], strength: HintStrength, search_s: float
) -> FoundHint:
    """Search for a hint for the goal, or for each choice of tiles in turn, for `search_s` seconds at most."""
    found, is_over = FoundHint(Status.NONE), in_seconds(search_s)
    for each in goals_of(goal, pool, (placement.tile for placement in laid)):
        found = help_with(each, laid, strength, is_over)
        if found.status is not Status.NONE:
            break
    return found


def in_seconds(seconds: float) -> Callable[[], bool]:
    """Return a function that returns whether this process has used this much processor time from now on.

    Time that other processes take does not count: a busy machine does not shorten a search.
    """
    end = time.process_time() + seconds
    return lambda: time.process_time() > end
