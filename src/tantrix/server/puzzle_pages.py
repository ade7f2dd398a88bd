"""The puzzles on the web: their pages, the judge and the helper."""

from typing import Annotated

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from tantrix.draw import tile_symbols
from tantrix.placement import Placement
from tantrix.server import i18n
from tantrix.server.api import problems
from tantrix.server.problems import ProblemError
from tantrix.server.protocol import Checked, Hint, HintRequest, PuzzlePosition, PuzzleView
from tantrix.server.puzzle_help import faults_of, help_with
from tantrix.server.puzzle_pictures import number_picture, picture
from tantrix.server.puzzle_words import groups, rules
from tantrix.server.puzzles import NUMBERED, PUZZLES, Puzzle, next_after, view
from tantrix.server.render import language_of, page
from tantrix.server.settings import Settings

PuzzleName = Annotated[
    str, Path(min_length=1, max_length=40, pattern="^[a-z0-9-]+$", description="A puzzle's name")
]

HELPERS, MAX_WAITING = 2, 8
HELP_MS = 2_000

router = APIRouter()


def make_helpers() -> CapacityLimiter:
    """Make the allowance of threads that look for solutions."""
    return CapacityLimiter(HELPERS)


@router.get("/puzzles", include_in_schema=False)
async def list_pages(request: Request) -> Response:
    language = language_of(request)
    return page(
        request,
        "puzzles.html",
        groups=[
            {"group": group, "puzzles": [_card(puzzle, language) for puzzle in group.puzzles]}
            for group in groups(language)
        ],
    )


@router.get("/puzzles/{puzzle_name}", include_in_schema=False)
async def show_page(puzzle_name: PuzzleName, request: Request) -> Response:
    puzzle, language = _find(puzzle_name), language_of(request)
    after = next_after(puzzle)
    return page(
        request,
        "puzzle.html",
        puzzle=view(puzzle, language).model_dump(mode="json"),
        messages=i18n.client_catalogue(language),
        rules=rules(puzzle, language),
        picture=picture(puzzle.goal),
        symbols=tile_symbols(puzzle.goal.tiles),
        next_url=None if after is None else f"/puzzles/{after.name}",
    )


@router.get("/api/puzzles")
async def list_puzzles(request: Request) -> list[PuzzleView]:
    """List all puzzles, in the order in which one plays them."""
    return [view(puzzle, language_of(request)) for puzzle in PUZZLES.values()]


@router.get("/api/puzzles/{puzzle_name}", responses=problems(404, 422))
async def show_puzzle(puzzle_name: PuzzleName, request: Request) -> PuzzleView:
    """Show a puzzle: its tiles and what is asked."""
    return view(_find(puzzle_name), language_of(request))


@router.post("/api/puzzles/{puzzle_name}/check", responses=problems(400, 403, 404, 413, 422))
async def check_position(puzzle_name: PuzzleName, position: PuzzlePosition) -> Checked:
    """Judge whether a position solves its puzzle."""
    puzzle, laid = _find(puzzle_name), _read(position)
    faults = faults_of(puzzle, laid) if isinstance(laid, list) else [laid]
    return Checked(is_solved=not faults, faults=faults)


@router.post("/api/puzzles/{puzzle_name}/hint", responses=problems(400, 403, 404, 413, 422, 503))
async def give_hint(puzzle_name: PuzzleName, wish: HintRequest, request: Request) -> Hint:
    """Say whether a position can still be solved, and more if it was asked; takes two seconds at most."""
    puzzle, laid = _find(puzzle_name), _read(wish)
    if isinstance(laid, str) or not _is_of(puzzle, laid):
        raise ProblemError(
            "invalid",
            laid if isinstance(laid, str) else "expected tiles of the puzzle, each once, one a cell",
        )
    return await _on_a_thread(request, puzzle, laid, wish)


async def _on_a_thread(request: Request, puzzle: Puzzle, laid: list[Placement], wish: HintRequest) -> Hint:
    helpers: CapacityLimiter = request.app.state.puzzle_helpers
    settings: Settings = request.app.state.settings
    if helpers.statistics().tasks_waiting >= MAX_WAITING:
        raise ProblemError("busy")

    def look() -> Hint:
        end_ms = settings.now_ms() + HELP_MS
        found = help_with(puzzle, laid, wish.strength, lambda: settings.now_ms() > end_ms)
        return Hint(
            status=found.status.value, pair=list(found.pair), placements=[str(p) for p in found.placements]
        )

    return await to_thread.run_sync(look, limiter=helpers)


def _find(name: str) -> Puzzle:
    puzzle = PUZZLES.get(name)
    if puzzle is None:
        raise ProblemError("unknown_puzzle")
    return puzzle


def _read(position: PuzzlePosition) -> list[Placement] | str:
    """Read the placements; a sentence if one of them names no tile."""
    try:
        return [Placement.parse(text) for text in position.placements]
    except ValueError as error:
        return str(error)


def _is_of(puzzle: Puzzle, laid: list[Placement]) -> bool:
    tiles, cells = [placement.tile for placement in laid], {placement.cell for placement in laid}
    return set(tiles) <= set(puzzle.goal.tiles) and len(set(tiles)) == len(tiles) == len(cells)


def _card(puzzle: Puzzle, language: str) -> dict[str, object]:
    is_numbered = puzzle.group == NUMBERED
    letter = puzzle.goal.strands[0].colour.letter if puzzle.goal.strands else ""
    return {
        "name": puzzle.name,
        "url": f"/puzzles/{puzzle.name}",
        "title": puzzle.title(language),
        "picture": number_picture(puzzle.number, letter) if is_numbered else picture(puzzle.goal),
        "is_numbered": is_numbered,
        "n_tiles": len(puzzle.goal.tiles),
    }
