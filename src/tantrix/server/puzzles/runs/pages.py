"""The page of a run, one for each mode."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from tantrix.server.accounts.requests import identity_of, session_user_id
from tantrix.server.http.previews import Preview
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.puzzles.pictures import picture
from tantrix.server.puzzles.runs.run import RunMode
from tantrix.server.puzzles.runs.service import RunService
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.solver.goal import parse_goal

TITLES = {
    RunMode.STORM: gettext_noop("Storm"),
    RunMode.STREAK: gettext_noop("Streak"),
    RunMode.RATED: gettext_noop("Rated puzzles"),
}
TASKS = {
    RunMode.STORM: gettext_noop(
        "Close as many loops as you can in three minutes. Ten in a row add five seconds."
    ),
    RunMode.STREAK: gettext_noop("Harder each time, and each with its own clock. The first miss ends it."),
    RunMode.RATED: gettext_noop(
        "Puzzles at your level. Each has its own clock, which goes on if you leave. A wrong answer is final."
    ),
}

PICTURED = {
    RunMode.STORM: parse_goal("1-7 loop:R"),
    RunMode.STREAK: parse_goal("1-10 loop:B"),
    RunMode.RATED: parse_goal("1-9 loop:G"),
}

router = APIRouter(include_in_schema=False)


@router.get("/puzzles/storm")
async def storm_page(request: Request) -> Response:
    return await _page(request, RunMode.STORM)


@router.get("/puzzles/streak")
async def streak_page(request: Request) -> Response:
    return await _page(request, RunMode.STREAK)


@router.get("/puzzles/rated")
async def rated_page(request: Request) -> Response:
    return await _page(request, RunMode.RATED)


async def _page(request: Request, mode: RunMode) -> Response:
    language, user_id = language_of(request), session_user_id(request)
    runs = service(request, RunService)
    best = {} if user_id is None else await asyncio.to_thread(runs.store.best_of, user_id)
    account = identity_of(request).account
    return page(
        request,
        "puzzles/run.html",
        mode=mode.value,
        title=translate(language, TITLES[mode]),
        task=translate(language, TASKS[mode]),
        preview=Preview(translate(language, TASKS[mode])),
        best=best.get(mode, 0),
        points=await runs.points_of(account.user_id) if account else None,
        tournament=None,
        picture=picture(PICTURED[mode]),
        messages=i18n.client_catalogue(language),
    )


async def doors(request: Request) -> list[dict[str, object]]:
    """Return the three modes for the home page of the puzzles, each with the reader's best result."""
    language, user_id = language_of(request), session_user_id(request)
    runs = service(request, RunService)
    best = {} if user_id is None else await asyncio.to_thread(runs.store.best_of, user_id)
    account = identity_of(request).account
    points = await runs.points_of(account.user_id) if account else None
    icons = {RunMode.RATED: "rise", RunMode.STORM: "storm", RunMode.STREAK: "flame"}
    return [
        {
            "url": f"/puzzles/{mode.value}",
            "icon": icon,
            "title": translate(language, TITLES[mode]),
            "task": translate(language, TASKS[mode]),
            "figure": points if mode is RunMode.RATED else best.get(mode),
        }
        for mode, icon in icons.items()
    ]
