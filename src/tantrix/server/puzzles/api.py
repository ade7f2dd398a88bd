"""The API of puzzles: their tiles, checking, hints, and lists of solutions."""

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from tantrix.placement import Placement
from tantrix.server.accounts.requests import client_of, session_user_id
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.puzzles import (
    Checked,
    Hint,
    HintRequest,
    PuzzlePosition,
    PuzzleView,
    SolutionList,
)
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.addresses import MAX_GOAL_TEXT, find_named
from tantrix.server.puzzles.catalogue import PUZZLES, CataloguePuzzle, view
from tantrix.server.puzzles.daily.puzzle import day_named, stack_of
from tantrix.server.puzzles.daily.service import DailyPuzzles
from tantrix.server.puzzles.hints import faults_of
from tantrix.server.puzzles.solitaire.api import is_still_to_come
from tantrix.server.puzzles.solitaire.log import StackInPlay
from tantrix.server.puzzles.solitaire.service import SolitaireService
from tantrix.server.puzzles.solutions.cache import SolutionLists
from tantrix.server.puzzles.solutions.listing import MAX_LISTED, PAGE
from tantrix.server.puzzles.worker_calls import find_hint
from tantrix.server.settings import Settings

PuzzleName = Annotated[
    str, Path(min_length=1, max_length=40, pattern="^[a-z0-9-]+$", description="A puzzle's name")
]
GoalText = Annotated[
    str | None,
    Query(max_length=MAX_GOAL_TEXT, description="The goal of the puzzle `custom`, like `1-10 loop:Y`"),
]
FirstNumber = Annotated[
    int, Query(ge=0, le=MAX_LISTED, description="The number of the first solution to list, from 0")
]

router = APIRouter()


@router.get("/api/puzzles")
async def list_puzzles(request: Request) -> list[PuzzleView]:
    """List all puzzles, in the order in which they should be played."""
    return [view(puzzle, language_of(request)) for puzzle in PUZZLES.values()]


@router.get("/api/puzzles/{puzzle_name}", responses=problem_answers(404, 422, 503))
async def show_puzzle(puzzle_name: PuzzleName, request: Request, goal: GoalText = None) -> PuzzleView:
    """Show a puzzle: its tiles and its task."""
    return view(await find_or_make_puzzle(request, puzzle_name, goal), language_of(request))


@router.post("/api/puzzles/{puzzle_name}/check", responses=problem_answers(400, 403, 404, 413, 422, 429, 503))
async def check_puzzle(
    puzzle_name: PuzzleName, position: PuzzlePosition, request: Request, goal: GoalText = None
) -> Checked:
    """Check whether a position solves its puzzle."""
    puzzle, laid = await find_or_make_puzzle(request, puzzle_name, goal), _read(position)
    faults = _faults(puzzle, laid) if isinstance(laid, list) else [laid]
    return Checked(is_solved=not faults, faults=faults)


@router.post("/api/puzzles/{puzzle_name}/hint", responses=problem_answers(400, 403, 404, 413, 422, 429, 503))
async def give_puzzle_hint(
    puzzle_name: PuzzleName, body: HintRequest, request: Request, goal: GoalText = None
) -> Hint:
    """Return whether a position can still be solved, with a hint if requested. Takes at most two seconds."""
    puzzle, laid = await find_or_make_puzzle(request, puzzle_name, goal), _read(body)
    if isinstance(laid, str) or not _is_of(puzzle, laid):
        raise Refusal(
            "invalid",
            laid if isinstance(laid, str) else "expected tiles of the puzzle, one a cell",
        )
    if body.strength != "solvable" and not puzzle.goal.is_distinct:
        raise Refusal("invalid", f"expected a puzzle without copies of tiles, got {puzzle.goal}")
    pool = service(request, WorkerPool)
    asked = puzzle.goal, puzzle.pool, tuple(laid), body.strength
    found = await pool.compute(client_of(request), find_hint, *asked, pool.limits.search_s)
    return Hint(
        status=found.status.value, pair=list(found.pair), placements=[str(p) for p in found.placements]
    )


@router.get("/api/puzzles/{puzzle_name}/solutions", responses=problem_answers(404, 422, 429, 503))
async def list_puzzle_solutions(
    puzzle_name: PuzzleName, request: Request, goal: GoalText = None, first: FirstNumber = 0
) -> SolutionList:
    """List a hundred of the first thousand solutions, and their total if it can be counted in two seconds."""
    puzzle = await find_or_make_puzzle(request, puzzle_name, goal)
    listing = await service(request, SolutionLists).find(client_of(request), puzzle)
    shown = listing.solutions[first : first + PAGE]
    return SolutionList(
        status=listing.status.value,
        first=first,
        solutions=[solution.split() for solution in shown],
        n_listed=len(listing.solutions),
        count=listing.count,
    )


async def find_or_make_puzzle(request: Request, name: str, goal: str | None) -> CataloguePuzzle:
    """Find a puzzle by its name; a missing puzzle of the day is made first."""
    settings = service(request, Settings)
    day = day_named(name, settings.now_ms())
    if day is not None:
        return await service(request, DailyPuzzles).made(day)
    return (await play_of(request, find_named(name, goal))).told


async def play_of(request: Request, puzzle: CataloguePuzzle) -> StackInPlay:
    """Return what the player knows of a puzzle: of the solitaire of the day only what the log says.

    Raises Refusal for the solitaire of a coming day.
    """
    now = day_of(service(request, Settings).now_ms())
    if is_still_to_come(puzzle.name, now):
        raise Refusal("unknown_puzzle")
    if puzzle.name != stack_of(now).name:
        return StackInPlay(puzzle, is_whole=True)
    return await service(request, SolitaireService).log.of(now, puzzle, session_user_id(request))


def _faults(puzzle: CataloguePuzzle, laid: list[Placement]) -> list[str]:
    """Check a position against the goal, or against the goal for the tiles that the player has picked."""
    goal = next(puzzle.goals(placement.tile for placement in laid), None)
    if goal is None:
        return [f"expected {len(puzzle.goal.tiles)} of the tiles of the puzzle"]
    return faults_of(goal, laid)


def _read(position: PuzzlePosition) -> list[Placement] | str:
    """Read the placements; return an error message if one cannot be read."""
    try:
        return [Placement.parse(text) for text in position.placements]
    except ValueError as error:
        return str(error)


def _is_of(puzzle: CataloguePuzzle, laid: list[Placement]) -> bool:
    tiles, cells = Counter(placement.tile for placement in laid), {placement.cell for placement in laid}
    return tiles <= Counter(puzzle.tiles) and len(laid) == len(cells)
