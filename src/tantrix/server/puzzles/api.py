"""The API of puzzles: their tiles, checking, hints, and lists of solutions."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Path, Query, Request

from tantrix.placement import Placement
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problems
from tantrix.server.http.services import service
from tantrix.server.http.templates import language_of
from tantrix.server.protocol.puzzles import (
    Checked,
    Hint,
    HintRequest,
    PuzzlePosition,
    PuzzleView,
    SolutionList,
)
from tantrix.server.puzzles.catalogue import PUZZLES, CataloguePuzzle, view
from tantrix.server.puzzles.daily import daily, day_of
from tantrix.server.puzzles.finder import MAX_GOAL_TEXT, find_named
from tantrix.server.puzzles.hints import FoundHint, faults_of, help_with
from tantrix.server.puzzles.solutions import MAX_LISTED, PAGE, SolutionCache
from tantrix.server.settings import Settings
from tantrix.solver.answer import Status

PuzzleName = Annotated[
    str, Path(min_length=1, max_length=40, pattern="^[a-z0-9-]+$", description="A puzzle's name")
]
GoalText = Annotated[
    str | None,
    Query(max_length=MAX_GOAL_TEXT, description="What the puzzle `custom` asks for, as `1-10 loop:Y`"),
]
FirstNumber = Annotated[
    int, Query(ge=0, le=MAX_LISTED, description="From which solution on, the first being 0")
]

HELPERS, MAX_WAITING = 2, 8
HELP_SECONDS = 2  # of the thread's own CPU time, so that a busy machine does not shorten the search

Found = TypeVar("Found")
router = APIRouter()


class HelperThreads:
    """The threads that search for solutions, so many at a time."""

    def __init__(self) -> None:
        self.limiter = CapacityLimiter(HELPERS)


@router.get("/api/puzzles")
async def list_puzzles(request: Request) -> list[PuzzleView]:
    """List all puzzles, in the order in which they are played."""
    return [view(puzzle, language_of(request)) for puzzle in PUZZLES.values()]


@router.get("/api/puzzles/{puzzle_name}", responses=problems(404, 422, 503))
async def show_puzzle(puzzle_name: PuzzleName, request: Request, goal: GoalText = None) -> PuzzleView:
    """Show a puzzle: its tiles and its task."""
    return view(await find(request, puzzle_name, goal), language_of(request))


@router.post("/api/puzzles/{puzzle_name}/check", responses=problems(400, 403, 404, 413, 422, 503))
async def check_position(
    puzzle_name: PuzzleName, position: PuzzlePosition, request: Request, goal: GoalText = None
) -> Checked:
    """Check whether a position solves its puzzle."""
    puzzle, laid = await find(request, puzzle_name, goal), _read(position)
    faults = _faults(puzzle, laid) if isinstance(laid, list) else [laid]
    return Checked(is_solved=not faults, faults=faults)


@router.post("/api/puzzles/{puzzle_name}/hint", responses=problems(400, 403, 404, 413, 422, 503))
async def give_hint(
    puzzle_name: PuzzleName, body: HintRequest, request: Request, goal: GoalText = None
) -> Hint:
    """Return whether a position can still be solved, with a hint if asked for. Takes two seconds at most."""
    puzzle, laid = await find(request, puzzle_name, goal), _read(body)
    if isinstance(laid, str) or not _is_of(puzzle, laid):
        raise Refusal(
            "invalid",
            laid if isinstance(laid, str) else "expected tiles of the puzzle, one a cell",
        )
    if body.strength != "solvable" and not puzzle.goal.is_distinct:
        raise Refusal("invalid", f"expected a puzzle without copies of tiles, got {puzzle.goal}")
    found = await on_a_thread(request, lambda should_stop: _help(puzzle, laid, body, should_stop))
    return Hint(
        status=found.status.value, pair=list(found.pair), placements=[str(p) for p in found.placements]
    )


@router.get("/api/puzzles/{puzzle_name}/solutions", responses=problems(404, 422, 503))
async def list_solutions(
    puzzle_name: PuzzleName, request: Request, goal: GoalText = None, first: FirstNumber = 0
) -> SolutionList:
    """List a hundred of the first thousand solutions, and their total if it is counted in two seconds."""
    puzzle = await find(request, puzzle_name, goal)
    cache = service(request, SolutionCache)
    listing = await on_a_thread(request, lambda should_stop: cache.find(puzzle, should_stop))
    shown = listing.solutions[first : first + PAGE]
    return SolutionList(
        status=listing.status.value,
        first=first,
        solutions=[[str(placement) for placement in solution] for solution in shown],
        n_listed=len(listing.solutions),
        count=listing.count,
    )


async def find(request: Request, name: str, goal: str | None) -> CataloguePuzzle:
    """Find a puzzle by its address; generate it on a thread if needed."""
    settings = service(request, Settings)
    day = day_of(name, settings.now_ms())
    if day is None:
        return find_named(name, goal)
    return await on_a_thread(request, lambda _should_stop: daily(day))


async def on_a_thread(request: Request, work: Callable[[Callable[[], bool]], Found]) -> Found:
    """Run a search on a thread until its two seconds are over. Raises Refusal if too many wait."""
    helpers = service(request, HelperThreads).limiter
    if helpers.statistics().tasks_waiting >= MAX_WAITING:
        raise Refusal("busy")

    thread_s = service(request, Settings).thread_s

    def search() -> Found:
        end = thread_s() + HELP_SECONDS
        return work(lambda: thread_s() > end)

    return await to_thread.run_sync(search, limiter=helpers)


def _help(
    puzzle: CataloguePuzzle, laid: list[Placement], body: HintRequest, should_stop: Callable[[], bool]
) -> FoundHint:
    """Search for a hint for the goal, or for each choice of tiles in turn."""
    found = FoundHint(Status.NONE)
    for goal in puzzle.goals(placement.tile for placement in laid):
        found = help_with(replace(puzzle, goal=goal, pool=()), laid, body.strength, should_stop)
        if found.status is not Status.NONE:
            break
    return found


def _faults(puzzle: CataloguePuzzle, laid: list[Placement]) -> list[str]:
    """Check against the goal, or against that of the tiles the player has picked."""
    goal = next(puzzle.goals(placement.tile for placement in laid), None)
    if goal is None:
        return [f"expected {len(puzzle.goal.tiles)} of the tiles of the puzzle"]
    return faults_of(replace(puzzle, goal=goal, pool=()), laid)


def _read(position: PuzzlePosition) -> list[Placement] | str:
    """Read the placements; return an error message if one cannot be read."""
    try:
        return [Placement.parse(text) for text in position.placements]
    except ValueError as error:
        return str(error)


def _is_of(puzzle: CataloguePuzzle, laid: list[Placement]) -> bool:
    tiles, cells = Counter(placement.tile for placement in laid), {placement.cell for placement in laid}
    return tiles <= Counter(puzzle.tiles) and len(laid) == len(cells)
