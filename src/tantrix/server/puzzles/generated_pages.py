"""Pages of generated puzzles: the form for a new one, the puzzle of the day, and puzzles of past days."""

from datetime import date
from functools import cache
from typing import Annotated, Literal

from babel.dates import format_date
from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from tantrix.server.accounts.requests import client_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.addresses import custom
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, days_of, months_beside, name_of, title_of
from tantrix.server.puzzles.daily.service import DailyPuzzles
from tantrix.server.puzzles.generator_form import (
    FORMS,
    LEVELS,
    MAX_SEED,
    choices,
    not_found_sentence,
    read_spec,
    sizes_of,
)
from tantrix.server.puzzles.pictures import picture
from tantrix.server.puzzles.progress.pages import progress_for_list
from tantrix.server.puzzles.worker_calls import make_puzzle
from tantrix.server.settings import Settings
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.dates import month_text
from tantrix.solver.goal import Goal
from tantrix.solver.specs import SIZES, Form, PuzzleSpec, some_colours

KindName = Annotated[Form | None, Query(description="What the puzzle asks for")]
Size = Annotated[int, Query(ge=1, le=64, description="How many tiles")]
ColourName = Annotated[Literal["any", "R", "Y", "G", "B"], Query(description="The colour, or one by chance")]
LevelName = Annotated[Literal["any", "easy", "medium", "hard", "unique"], Query(description="Difficulty")]
Seed = Annotated[int | None, Query(ge=0, le=MAX_SEED, description="The puzzle's number; by chance if absent")]
Month = Annotated[str | None, Query(pattern=r"^\d{4}-\d{2}$", description="A month, such as 2026-11")]

router = APIRouter()


@router.get("/puzzles/new", include_in_schema=False)
async def new_page(
    request: Request,
    kind: KindName = None,
    size: Size = 8,
    colour: ColourName = "any",
    level: LevelName = "any",
    holes: Literal["yes"] | None = None,
    seed: Seed = None,
) -> Response:
    """Show the form; if it was filled in, make the puzzle and redirect to it."""
    if kind is None:
        return _form(request)
    settings = service(request, Settings)
    number = settings.make_rng().randrange(MAX_SEED) if seed is None else seed
    language = language_of(request)
    try:
        spec = read_spec(kind, size, colour, level, holes is not None, number)
    except Refusal as refusal:
        return _form(request, refusal, 422)
    pool = service(request, WorkerPool)
    made = await pool.compute_once(client_of(request), make_puzzle, spec, number)
    if made.goal is None:
        return _form(request, not_found_sentence(made, language))
    return RedirectResponse(custom(made.goal).url, 303, {"Cache-Control": "no-store"})


@router.get("/puzzles/daily", include_in_schema=False)
async def daily_page(request: Request) -> Response:
    settings = service(request, Settings)
    address = f"/puzzles/{name_of(day_of(settings.now_ms()))}"
    return RedirectResponse(address, 303, {"Cache-Control": "no-store"})


@router.get("/puzzles/days", include_in_schema=False)
async def days_page(request: Request, month: Month = None) -> Response:
    """List the puzzles of a month, or of the current month if it has none."""
    settings = service(request, Settings)
    now_ms, language = settings.now_ms(), language_of(request)
    shown = _read_month(month, day_of(now_ms))
    before, after = months_beside(shown, now_ms)
    days = days_of(shown, now_ms)
    puzzles = await service(request, DailyPuzzles).of_days(days)
    return page(
        request,
        "puzzles/days.html",
        messages=i18n.client_catalogue(language),
        month=month_text(shown, language),
        today=day_of(now_ms).isoformat(),
        before=before and before.strftime("%Y-%m"),
        after=after and after.strftime("%Y-%m"),
        days=[
            {
                "name": name_of(day),
                "url": f"/puzzles/{name_of(day)}",
                "day": format_date(day, "d", language),
                "title": title_of(day, language),
                "weekday": format_date(day, "EEE", language),
                "picture": picture(puzzles[day].goal) if day in puzzles else None,
                "n_tiles": len(puzzles[day].tiles) if day in puzzles else None,
            }
            for day in days
        ],
        progress=await progress_for_list(request, {name_of(day) for day in days}),
    )


def _form(request: Request, error: Refusal | str | None = None, status: int = 200) -> Response:
    language = language_of(request)
    kinds = [
        {"choice": choice, "sizes": sizes_of(form), "picture": picture(_sample(form))}
        for form, choice in zip(FORMS, choices(FORMS, language), strict=True)
    ]
    return page(
        request,
        "puzzles/new.html",
        status,
        kinds=kinds,
        levels=choices(LEVELS, language),
        form=dict(request.query_params),
        error=error,
    )


@cache
def _sample(form: Form) -> Goal:
    """Return an example of a form, used for its picture, which does not show tiles."""
    size = {Form.LOOP: 6, Form.LINE: 6}.get(form, SIZES[form][0])
    spec = PuzzleSpec(form, size, some_colours(form, 2))
    return spec.goal(tuple(spec.pool()[:size]))


def _read_month(text: str | None, now: date) -> date:
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        month = now
    is_known = FIRST_DAY.replace(day=1) <= month.replace(day=1) <= now.replace(day=1)
    return (month if is_known else now).replace(day=1)
