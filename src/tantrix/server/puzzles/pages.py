"""The pages of puzzles: the list, and a page for each puzzle."""

import asyncio
from dataclasses import replace
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from tantrix.pictures.draw import tile_symbols_apart
from tantrix.server.accounts.requests import client_of
from tantrix.server.http.previews import Preview, drawn
from tantrix.server.http.responses import FOREVER
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page, render_part
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.addresses import MAX_SEED, custom, find_named
from tantrix.server.puzzles.api import GoalText, PuzzleName, play_of
from tantrix.server.puzzles.catalogue import (
    CUSTOM,
    PUZZLES,
    CataloguePuzzle,
    Mode,
    next_after,
    shuffled,
    view,
)
from tantrix.server.puzzles.cut_outs import cut_outs
from tantrix.server.puzzles.daily.puzzle import DAILY, FIRST_DAY, day_named, name_of, stack_of
from tantrix.server.puzzles.daily.service import DailyPuzzles
from tantrix.server.puzzles.difficulty import ENOUGH_PEOPLE, usual_ms
from tantrix.server.puzzles.home import (
    badges,
    daily_title,
    is_certainly_unique,
    month_hexagons,
    month_names,
    packs,
)
from tantrix.server.puzzles.pictures import picture_of
from tantrix.server.puzzles.progress.pages import progress_for_list, progress_for_puzzle
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.result_card import RESULT, SharedResult, draw_result_file
from tantrix.server.puzzles.runs.pages import doors
from tantrix.server.puzzles.spread import after_solving, picture_path, solving_of_day
from tantrix.server.puzzles.wording import aim, rules
from tantrix.server.settings import Settings
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.colours import colour_letters
from tantrix.server.wording.dates import day_text, month_text
from tantrix.solver.goal import GoalKind

ResultText = Annotated[
    str | None,
    Query(pattern=RESULT, description="Seconds, days in a row, and 1 for each tile that was taken back"),
]

router = APIRouter()


@router.get("/puzzles", include_in_schema=False)
async def list_pages(request: Request) -> Response:
    language, now = language_of(request), day_of(service(request, Settings).now_ms())
    cells, size = month_hexagons(now, language)
    return page(
        request,
        "puzzles/list.html",
        todays=await _todays(request, language),
        days=cells,
        size=size,
        month=month_text(now, language),
        today=now.isoformat(),
        doors=await doors(request),
        packs=await asyncio.to_thread(_packs, language),
        messages=i18n.client_catalogue(language),
        progress=await progress_for_list(request, {*PUZZLES, *month_names(now)}, name_of(now)),
    )


@cache
def _packs(language: str) -> Markup:
    """Return all packs with their puzzles, rendered once for the readers of a language; takes 20 ms."""
    return render_part(language, "puzzles/packs.html", packs=packs(language))


async def _todays(request: Request, language: str) -> dict[str, object] | None:
    """Return the newest puzzle of the day for the masthead; None while the first one is being made."""
    if day_of(service(request, Settings).now_ms()) < FIRST_DAY:
        return None
    puzzle = await service(request, DailyPuzzles).newest()
    if puzzle is None or puzzle.day is None:
        return None
    times = await asyncio.to_thread(service(request, ProgressService).store.times_of, puzzle.name)
    is_todays = puzzle.day == day_of(service(request, Settings).now_ms())
    return {
        "solving": await solving_of_day(request, puzzle, language) if is_todays else None,
        "url": puzzle.url,
        "day": day_text(puzzle.day, language),
        "title": daily_title(puzzle, language),
        "task": aim(puzzle, language),
        "tiles": puzzle.tiles,
        "badges": badges(puzzle, language, times),
        "n_solved": times[0],
    }


@router.get("/puzzles/{puzzle_name}", include_in_schema=False)
async def show_page(
    puzzle_name: PuzzleName, request: Request, goal: GoalText = None, result: ResultText = None
) -> Response:
    settings = service(request, Settings)
    puzzle = await _puzzle_named(request, puzzle_name, goal)
    if puzzle.mode is Mode.STACK and puzzle.name in PUZZLES:
        seed = settings.make_rng().randrange(MAX_SEED)
        return RedirectResponse(shuffled(puzzle, seed).url, 303, {"Cache-Control": "no-store"})
    return await puzzle_page(request, puzzle, result)


@router.get("/puzzles/{puzzle_name}/result.png", response_class=Response, include_in_schema=False)
async def draw_result(
    puzzle_name: PuzzleName, result: ResultText, request: Request, goal: GoalText = None
) -> Response:
    puzzle = await _puzzle_named(request, puzzle_name, goal)
    strands = puzzle.goal.strands
    picture = await service(request, WorkerPool).compute_bytes(
        client_of(request),
        draw_result_file,
        SharedResult.parse(result or f"0-0-{'0' * len(puzzle.goal.tiles)}"),
        strands[0].colour if strands else None,
    )
    return Response(picture, media_type="image/png", headers={"Cache-Control": FOREVER})


async def _puzzle_named(request: Request, name: str, goal: str | None) -> CataloguePuzzle:
    settings = service(request, Settings)
    day = day_named(name, settings.now_ms())
    return find_named(name, goal) if day is None else await service(request, DailyPuzzles).ready(day)


async def puzzle_page(request: Request, puzzle: CataloguePuzzle, result: str | None = None) -> Response:
    """Render the page of a puzzle; `result` is that of a link, for its preview."""
    language, after = language_of(request), next_after(puzzle)
    play = await play_of(request, puzzle)
    settings = service(request, Settings)
    times = await asyncio.to_thread(service(request, ProgressService).store.times_of, puzzle.name)
    again_url = f"/puzzles/{puzzle.name.rpartition('-')[0]}" if puzzle.mode is Mode.STACK else None
    return page(
        request,
        "puzzles/puzzle.html",
        puzzle=view(play.told, language).model_dump(mode="json"),
        laid=None if play.is_whole else list(map(str, play.laid)),
        messages=i18n.client_catalogue(language),
        rules=rules(puzzle, language),
        picture=picture_of(puzzle),
        badges=badges(puzzle, language),
        after=await after_solving(request, puzzle),
        cut_outs=cut_outs(puzzle.tiles) if puzzle.mode is Mode.SOLVE else None,
        usual_ms=usual_ms(puzzle, times) if puzzle.mode is Mode.SOLVE else None,
        is_usual_of_people=times[0] >= ENOUGH_PEOPLE,
        again_url=again_url,
        symbols=tile_symbols_apart(sorted(set(puzzle.tiles)), colour_letters(language)),
        next_url=None if after is None else after.url,
        day=None if puzzle.day is None else puzzle.day.isoformat(),
        is_made=puzzle.group in (CUSTOM, DAILY),
        counts_solutions=puzzle.group in (CUSTOM, DAILY) and not is_certainly_unique(puzzle),
        results_of=_results_of(puzzle, settings.now_ms()),
        holes_url=_holes_url(puzzle),
        progress=await progress_for_puzzle(request, puzzle),
        preview=_preview(puzzle, language, result),
    )


def _preview(puzzle: CataloguePuzzle, language: str, result: str | None) -> Preview:
    sentences = " ".join(rules(puzzle, language))
    if result is None:
        return Preview(sentences)
    path = picture_path(puzzle)
    return Preview(sentences, picture=drawn(f"{path}{'&' if '?' in path else '?'}result={result}"))


def _results_of(puzzle: CataloguePuzzle, now_ms: int) -> str | None:
    """Return the API's name of today's table of results for a puzzle; None if it has no table."""
    if puzzle.name == stack_of(day_of(now_ms)).name:
        return "daily"
    return "open" if puzzle.mode is Mode.SUM else None


def _holes_url(puzzle: CataloguePuzzle) -> str | None:
    """Return the address of the same loop puzzle with holes allowed, if this one forbids them."""
    goal = puzzle.goal
    is_loop = len(goal.strands) == 1 and goal.strands[0].kind is GoalKind.LOOP
    if goal.shape is not None or goal.holes != 0 or not is_loop or puzzle.is_picked:
        return None
    return custom(replace(goal, holes=None)).url
