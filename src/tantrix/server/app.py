"""The application: routers, middleware and services combined."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import cast

import structlog
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from tantrix import __version__
from tantrix.server import account_data
from tantrix.server.accounts import pages as account_pages
from tantrix.server.accounts import profile_pages, security_pages, sign_in_pages, token_pages
from tantrix.server.accounts.authentication import AuthenticationMiddleware, check_scope
from tantrix.server.accounts.preferences import api as preference_api
from tantrix.server.analysis import pages as analysis_pages
from tantrix.server.analysis.socket import analysis_socket
from tantrix.server.api_docs import page as api_page
from tantrix.server.api_docs.openapi import describe, operation_id
from tantrix.server.archive import pages as archive_pages
from tantrix.server.community import chat_api, chat_pages, moderation_pages
from tantrix.server.community.chat import Chat
from tantrix.server.community.inbox import pages as inbox_pages
from tantrix.server.community.notes import api as notes_api
from tantrix.server.database.writer import NotSaved
from tantrix.server.event_stream import api as account_api
from tantrix.server.friends import api as friends_api
from tantrix.server.friends import pages as friends_pages
from tantrix.server.games import api, pages
from tantrix.server.games.plans import api as plan_api
from tantrix.server.games.socket import make_game_socket
from tantrix.server.games.vacations import api as vacation_api
from tantrix.server.gobble import api as gobble_api
from tantrix.server.gobble import pages as gobble_pages
from tantrix.server.gobble.socket import gobble_socket
from tantrix.server.health import api as health_api
from tantrix.server.home import manifest
from tantrix.server.home import pages as home_pages
from tantrix.server.http.bearer import BearerMiddleware
from tantrix.server.http.cookies import CookieMiddleware, FirstForm, ask_again
from tantrix.server.http.errors import Moved, Refusal
from tantrix.server.http.failures import FailureMiddleware
from tantrix.server.http.head import HeadAsGet, allowed_methods
from tantrix.server.http.line_streams import LineStreams
from tantrix.server.http.responses import answer, answer_invalid, naming
from tantrix.server.http.security import SecurityMiddleware
from tantrix.server.http.service_lookup import service
from tantrix.server.http.static_files import COMPRESS_FROM_BYTES, COMPRESS_LEVEL, CachedStaticFiles
from tantrix.server.http.visitor_pages import VisitorPageMiddleware
from tantrix.server.learn import pages as learn_pages
from tantrix.server.lifespan import open_services
from tantrix.server.lobby import api as lobby_api
from tantrix.server.lobby import pages as lobby_pages
from tantrix.server.lobby.socket import lobby_socket
from tantrix.server.metrics import Metrics, MetricsMiddleware
from tantrix.server.notices import api as notice_api
from tantrix.server.notices import pages as notice_pages
from tantrix.server.notices.socket import notice_socket
from tantrix.server.offline import pages as offline_pages
from tantrix.server.players import api as player_api
from tantrix.server.players import pages as player_pages
from tantrix.server.puzzles import api as puzzle_api
from tantrix.server.puzzles import generated_pages as puzzle_made_pages
from tantrix.server.puzzles import pages as puzzle_pages
from tantrix.server.puzzles.progress import api as progress_api
from tantrix.server.puzzles.runs import api as run_api
from tantrix.server.puzzles.runs import pages as run_pages
from tantrix.server.puzzles.solitaire import api as solitaire_api
from tantrix.server.puzzles.solitaire import pages as solitaire_pages
from tantrix.server.series import api as series_api
from tantrix.server.series import pages as series_pages
from tantrix.server.settings import Settings
from tantrix.server.sharing import embed, pictures, removal_pages
from tantrix.server.tournaments import api as tournament_api
from tantrix.server.tournaments import control_pages as tournament_control_pages
from tantrix.server.tournaments import downloads as tournament_downloads
from tantrix.server.tournaments import pages as tournament_pages
from tantrix.server.tournaments import rating_pages as tournament_rating_pages
from tantrix.server.tournaments.matches import pages as tournament_match_pages
from tantrix.server.warmup import Warmup
from tantrix.server.watch import pages as watch_pages

_LOG = structlog.get_logger()

MAX_ERRORS = 10  # how many errors are reported for one request
# Pages contain drawings of all tiles, which compress to a tenth. No page contains a secret that an attacker
# could guess from the size of responses (BREACH): the cookie is a header, and forms have no tokens.

_ROUTERS = (  # if two paths match, the first one is used
    pictures.router,  # /games/{id}.gif before the page of a game
    embed.router,
    removal_pages.router,
    archive_pages.router,
    health_api.router,
    home_pages.router,
    watch_pages.router,
    manifest.router,
    api.router,
    pages.router,
    account_pages.router,
    sign_in_pages.router,
    profile_pages.router,
    security_pages.router,
    preference_api.router,
    account_data.router,
    chat_api.router,
    notes_api.router,
    plan_api.router,
    vacation_api.router,
    chat_pages.router,
    inbox_pages.router,
    moderation_pages.router,
    gobble_api.router,
    gobble_pages.router,
    lobby_api.router,
    lobby_pages.router,
    learn_pages.router,
    friends_api.router,
    friends_pages.router,
    notice_api.router,
    notice_pages.router,
    offline_pages.router,
    account_api.router,
    token_pages.router,
    api_page.router,
    player_api.router,
    player_pages.router,
    progress_api.router,
    puzzle_api.router,
    solitaire_api.router,
    solitaire_pages.router,
    run_api.router,
    run_pages.router,
    puzzle_made_pages.router,
    puzzle_pages.router,  # the route that matches any name comes after the other puzzle pages
    analysis_pages.router,
    tournament_api.router,
    tournament_rating_pages.router,
    tournament_downloads.router,
    tournament_control_pages.router,
    tournament_match_pages.router,  # after the calendar of a match
    tournament_pages.router,
    series_api.router,
    series_pages.router,
)
ROUTES = [route for router in _ROUTERS for route in router.routes]


@cache
def _build_routes() -> list[BaseRoute]:
    """Build the routes of all sockets and routers, once for all applications of a process: it takes 0.2 s."""
    router = APIRouter(dependencies=[Depends(check_scope)], generate_unique_id_function=operation_id)
    # Sockets come first, because each route before the right one adds a cost for thousands of spectators.
    game_socket = make_game_socket(lambda socket: service(socket, Chat))
    router.add_api_websocket_route("/games/{game_id}/socket", game_socket)
    router.add_api_websocket_route("/analysis/socket", analysis_socket)
    router.add_api_websocket_route("/gobble/{rush_id}/socket", gobble_socket)
    router.add_api_websocket_route("/lobby/socket", lobby_socket)
    router.add_api_websocket_route("/notices/socket", notice_socket)
    for each in _ROUTERS:
        router.include_router(each)
    for route in router.routes:  # otherwise the first request would build them
        route.matches({"type": "http", "method": "GET", "path": "/-", "root_path": "", "headers": []})
    return router.routes


def create_app(settings: Settings, warmup: Warmup | None = None) -> FastAPI:
    """Create a server for the data in a folder, which is created if it does not exist."""
    metrics, streams = Metrics(settings.worker), LineStreams(settings.keep_alive_s, settings.max_stream_s)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(settings, metrics, streams, warmup or Warmup()) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Tantrix",
        description="Games of Tantrix. The body of every error response is a Problem.",
        version=__version__,
        docs_url=None,
        openapi_url=None,  # replaced by `describe`
        redoc_url=None,
        lifespan=lifespan,
        dependencies=[Depends(check_scope)],
    )
    app.router.routes.extend(_build_routes())
    app.mount("/static", CachedStaticFiles(Path(str(files("tantrix.server").joinpath("static")))))
    app.add_middleware(AuthenticationMiddleware)
    app.add_middleware(CookieMiddleware, now_ms=settings.now_ms)
    app.add_middleware(FailureMiddleware)
    app.add_middleware(SecurityMiddleware, address=settings.address, hosts=settings.hosts)
    app.add_middleware(BearerMiddleware)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESS_FROM_BYTES, compresslevel=COMPRESS_LEVEL)
    app.add_middleware(VisitorPageMiddleware, life_ms=settings.visitor_page_ms, now_ms=settings.now_ms)
    app.add_middleware(HeadAsGet)
    app.add_middleware(MetricsMiddleware, metrics=metrics)
    _handle_errors(app)
    describe(app)
    return app


def _handle_errors(app: FastAPI) -> None:
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(Moved, _on_moved)
    app.add_exception_handler(FirstForm, _on_first_form)
    app.add_exception_handler(NotSaved, _on_not_saved)
    app.add_exception_handler(Exception, _on_failure)


async def _on_invalid(request: Request, error: Exception) -> Response:
    errors = cast(RequestValidationError, error).errors()
    first = errors[0]
    if first["type"] == "json_invalid":
        return answer(request, Refusal("bad_request"))
    if first["loc"][:2] in (("path", "game_id"), ("path", "rush_id")):
        return answer(request, Refusal("unknown_game"))
    if first["loc"][:2] == ("path", "puzzle_name"):
        return answer(request, Refusal("unknown_puzzle"))
    places = (".".join(str(part) for part in each["loc"]) for each in errors[:MAX_ERRORS])
    problems = (f"{place}: {each['msg']}" for place, each in zip(places, errors, strict=False))
    wrong = naming(request, str(first["loc"][-1]), None if first["type"] == "missing" else first["input"])
    return answer_invalid(request, wrong, *problems)


async def _on_http(request: Request, error: Exception) -> Response:
    codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
    status = cast(HTTPException, error).status_code
    response = answer(request, Refusal(codes.get(status, "bad_request")))
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = allowed_methods(ROUTES, request.url.path)
    return response


async def _on_refusal(request: Request, error: Exception) -> Response:
    return answer(request, cast(Refusal, error))


async def _on_moved(_request: Request, error: Exception) -> Response:
    return RedirectResponse(cast(Moved, error).url, 302)  # not for good: the old name may be taken back


async def _on_first_form(request: Request, _error: Exception) -> Response:
    return ask_again(request, service(request, Settings).now_ms())


async def _on_not_saved(request: Request, error: Exception) -> Response:
    return answer(request, Refusal(cast(NotSaved, error).code))


async def _on_failure(request: Request, error: Exception) -> Response:
    _LOG.error("request failed", path=request.url.path, exc_info=error)
    return answer(request, Refusal("internal"))
