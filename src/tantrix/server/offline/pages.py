"""The page that saves the site for use without a connection, what it saves, and the service worker."""

from datetime import timedelta
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import Response

from tantrix.server.http.errors import Refusal
from tantrix.server.http.security import HEADERS
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import ELSEWHERE, language_of, page, static_version
from tantrix.server.offline.contents import contents, files_below
from tantrix.server.protocol.offline import OfflineContents
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.api import PuzzleName
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.daily.puzzle import day_named
from tantrix.server.puzzles.daily.service import DAYS_AHEAD, DailyPuzzles
from tantrix.server.puzzles.pages import puzzle_page
from tantrix.server.settings import Settings
from tantrix.server.wording import catalogues as i18n

DAY_MS = 24 * 60 * 60 * 1000

router = APIRouter(include_in_schema=False)


@router.get("/offline")
async def offline_page(request: Request) -> Response:
    return page(request, "offline/page.html")


@router.get("/offline/robot")
async def robot_page(request: Request) -> Response:
    return page(request, "offline/robot.html", messages=i18n.client_catalogue(language_of(request)))


@router.get("/scan")
async def scan_page(request: Request) -> Response:
    """Show the page that reads tiles from a picture, in the browser alone; only it may use a camera."""
    answer = page(request, "offline/scan.html", messages=i18n.client_catalogue(language_of(request)))
    answer.headers["Permissions-Policy"] = HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)")
    return answer


@router.get("/offline/contents")
async def list_contents(request: Request, packs: bool = True) -> OfflineContents:
    """List what a browser saves; without the packs of puzzles, what it saves without being asked."""
    today = day_of(service(request, Settings).now_ms())
    days = await service(request, DailyPuzzles).of_days(
        [today + timedelta(days=n) for n in range(DAYS_AHEAD + 1)]
    )
    return contents(static_version(), _files(), PUZZLES.values() if packs else (), days.values())


@router.get("/offline/puzzles/{puzzle_name}")
async def show_puzzle_to_come(puzzle_name: PuzzleName, request: Request) -> Response:
    """Show the puzzle of a day as it will be, to be saved; its own page opens on that day."""
    now_ms = service(request, Settings).now_ms()
    day = day_named(puzzle_name, now_ms + DAYS_AHEAD * DAY_MS)
    if day is None:
        raise Refusal("unknown_puzzle")
    return await puzzle_page(request, await service(request, DailyPuzzles).ready(day))


@router.get("/service-worker.js")
async def service_worker() -> Response:
    """Return the service worker, served from the top of the site so that it may open any page."""
    script = files("tantrix.server").joinpath("static/built/service-worker.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _files() -> tuple[str, ...]:
    elsewhere = (f"/static/{name}" for name in ELSEWHERE)
    return (*files_below(files("tantrix.server").joinpath("static")), *elsewhere)
