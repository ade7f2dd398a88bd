"""The application: everything put together."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from typing import cast

import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tantrix.i18n import gettext as _
from tantrix.server import account_data
from tantrix.server.accounts import pages as account_pages
from tantrix.server.accounts import token_pages
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.authentication import AuthenticationMiddleware, check_scope
from tantrix.server.accounts.mail import Mailing
from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.accounts.token_store import TokenStore
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.analysis import pages as analysis_pages
from tantrix.server.analysis.game_analysis import GameAnalysisQueue
from tantrix.server.analysis.socket import analysis_socket
from tantrix.server.analysis.suggestions import SuggestionService
from tantrix.server.api_docs import page as api_page
from tantrix.server.api_docs.openapi import describe
from tantrix.server.archive import pages as archive_pages
from tantrix.server.archive.archive import Archive
from tantrix.server.archive.records import kept_of
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.background import Tasks
from tantrix.server.cluster.cluster import Cluster, join_cluster, open_database
from tantrix.server.cluster.uptime import ALIVE_EVERY_S
from tantrix.server.community import chat_api, chat_pages, moderation_pages
from tantrix.server.community.chat import Chat, ChatParts
from tantrix.server.community.chat_store import ChatStore, mutes_of
from tantrix.server.community.moderation import Moderation
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.database import Database
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.event_stream import api as account_api
from tantrix.server.event_stream.events import AccountEvents
from tantrix.server.games import api, pages
from tantrix.server.games.badges import Badges
from tantrix.server.games.hub import Hub
from tantrix.server.games.open_rooms import NotBegun, UnknownGame
from tantrix.server.games.room import Room
from tantrix.server.games.socket import game_socket
from tantrix.server.gobble import api as gobble_api
from tantrix.server.gobble import pages as gobble_pages
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.results import RushResult
from tantrix.server.gobble.socket import gobble_socket
from tantrix.server.home import pages as home_pages
from tantrix.server.http.bearer import Bearer
from tantrix.server.http.errors import Refusal
from tantrix.server.http.head import HeadAsGet, allowed_methods
from tantrix.server.http.line_streams import LineStreams
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.http.responses import FOREVER, answer, answer_invalid, naming
from tantrix.server.http.security import Guard
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.learn import pages as learn_pages
from tantrix.server.lobby import api as lobby_api
from tantrix.server.lobby import pages as lobby_pages
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.service import LobbyParts
from tantrix.server.lobby.socket import lobby_socket
from tantrix.server.lobby.store import LobbyStore
from tantrix.server.metrics import Measured, Metrics, metrics_page
from tantrix.server.players import api as player_api
from tantrix.server.players import pages as player_pages
from tantrix.server.puzzles import api as puzzle_api
from tantrix.server.puzzles import generated_pages as puzzle_made_pages
from tantrix.server.puzzles import pages as puzzle_pages
from tantrix.server.puzzles.progress import api as progress_api
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.progress.store import ProgressStore
from tantrix.server.puzzles.solitaire import api as solitaire_api
from tantrix.server.puzzles.solitaire import pages as solitaire_pages
from tantrix.server.puzzles.solitaire.service import SolitaireService
from tantrix.server.puzzles.solutions import SolutionBook
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings
from tantrix.server.sharing import embed, pictures
from tantrix.server.warmup import Warmup

_LOG = structlog.get_logger()

EVICT_S = 60
RATE_S = 60
MAX_ERRORS = 10  # that are told of one request
REFRESH_S = 2  # what `tantrix admin` does is known after so long
# A page carries drawings of all tiles, which shrink to a tenth. No page holds a secret that a stranger could
# guess from the size of the answer (BREACH): the cookie is a header, and there are no tokens in forms.
COMPRESS_FROM_BYTES, COMPRESS_LEVEL = 1024, 6

_ROUTERS = (  # where two paths match, the earlier one answers
    pictures.router,  # /games/{id}.gif before the page of a game
    embed.router,
    archive_pages.router,
    home_pages.router,
    api.router,
    pages.router,
    account_pages.router,
    account_data.router,
    chat_api.router,
    chat_pages.router,
    moderation_pages.router,
    gobble_api.router,
    gobble_pages.router,
    lobby_api.router,
    lobby_pages.router,
    learn_pages.router,
    account_api.router,
    token_pages.router,
    api_page.router,
    player_api.router,
    player_pages.router,
    progress_api.router,
    puzzle_api.router,
    solitaire_api.router,
    solitaire_pages.router,
    puzzle_made_pages.router,
    puzzle_pages.router,  # the page of any name comes last of its kind
    analysis_pages.router,
)
_ROUTES = [route for router in _ROUTERS for route in router.routes]


def create_app(settings: Settings, warmup: Warmup | None = None) -> FastAPI:
    """Make a server for the data in a folder, which is made if there is none."""
    app = FastAPI(
        title="Tantrix",
        description="Games of Tantrix. Every error answers with a Problem.",
        version="1",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        dependencies=[Depends(check_scope)],
    )
    app.state.settings, app.state.warmup = settings, warmup or Warmup()
    metrics = app.state.metrics = Metrics()
    app.add_api_route("/metrics", metrics_page, include_in_schema=False)
    app.state.streams = LineStreams(settings.keep_alive_s, settings.longest_stream_s)
    app.state.archive_rates = RateLimiter()
    app.state.worker_pool = WorkerPool()
    app.state.puzzle_helpers = puzzle_api.make_helpers()
    app.state.puzzle_solutions = SolutionBook()
    for router in _ROUTERS:
        app.include_router(router)
    app.add_api_websocket_route("/games/{game_id}/socket", game_socket)
    app.add_api_websocket_route("/analysis/socket", analysis_socket)
    app.add_api_websocket_route("/gobble/{rush_id}/socket", gobble_socket)
    app.add_api_websocket_route("/lobby/socket", lobby_socket)
    app.mount("/static", _Static(directory=str(files("tantrix.server").joinpath("static"))))
    app.add_middleware(AuthenticationMiddleware)
    app.add_middleware(Guard)
    app.add_middleware(Bearer)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESS_FROM_BYTES, compresslevel=COMPRESS_LEVEL)
    app.add_middleware(HeadAsGet)
    app.add_middleware(Measured, metrics=metrics)
    _handle_errors(app)
    describe(app)
    return app


class _Static(StaticFiles):
    """Files that a browser may keep for ever when the page asked for them by version."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        is_versioned = scope["query_string"].startswith(b"v=")
        response.headers["Cache-Control"] = FOREVER if is_versioned else "no-cache"
        return response


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    database = await asyncio.to_thread(open_database, settings)
    await asyncio.to_thread(database.migrate)
    metrics: Metrics = app.state.metrics
    writer = Writer(lambda: settings.connect_writer(database), metrics.committed)
    fleet = join_cluster(settings, database, writer)
    hub = Hub(settings, database, writer, fleet)
    await hub.start()
    app.state.solitaire = SolitaireService(database, writer)
    app.state.progress = ProgressService(ProgressStore(database.readers), writer)
    app.state.hub = hub
    people, tokens = _begin_people(app, database, writer)
    gobble = app.state.gobble = GobbleHub(settings, database, writer, people.name_of)
    metrics.watch("game", hub)
    metrics.watch("gobble", gobble)
    hub.name_of = people.name_of
    hub.title_of = people.title_of
    mailing = app.state.mailing = Mailing(settings, people)
    desk = _begin_ratings(app, database, writer, hub, gobble)
    _begin_chat(app, database, writer)
    lobby = _begin_lobby(app, database, writer, fleet)
    events = app.state.account_events = AccountEvents(hub, lobby.invitations_of)
    lobby.challenges.on_invited = events.invited
    _begin_archive(app, database, writer)
    games = app.state.game_desk = GameAnalysisQueue(settings)
    advice = app.state.advice_desk = SuggestionService(settings)
    tasks = Tasks()
    for work in (
        _warm(settings, app.state.warmup, hub, partial(_begin_to_count, fleet, hub, gobble)),
        _evict(hub, gobble),
        _stay_alive(fleet, hub),
        _refresh(people, tokens),
        *([] if fleet.is_alone else [_read_elsewhere(events)]),
        _rate(desk),
        lobby.run(),
    ):
        tasks.start(work)
    try:
        yield
    finally:
        await tasks.cancel()
        app.state.streams.close()
        await app.state.worker_pool.close()
        await mailing.close()
        await games.close()
        await advice.close()
        await hub.close()
        await gobble.close()
        await asyncio.to_thread(writer.close)
        database.close()
        _LOG.info("stopped")


def _begin_people(app: FastAPI, database: Database, writer: Writer) -> tuple[Accounts, Tokens]:
    state, settings = app.state, app.state.settings

    def end_session(token: str) -> None:
        for lines in (state.hub, state.gobble, state.lobby, state.streams):
            lines.end_session(token)

    people = state.people = account_data.open_accounts(settings, database, writer, end_session)
    tokens = state.tokens = Tokens(settings, TokenStore(database.readers), writer, people, end_session)
    return people, tokens


def _begin_ratings(
    app: FastAPI, database: Database, writer: Writer, hub: Hub, gobble: GobbleHub
) -> RatingService:
    ratings = app.state.ratings = RatingStore(database.readers, ROBOT_ACCOUNTS)
    desk = app.state.rating_desk = RatingService(ratings, writer)
    hub.on_finish.append(partial(_game_finished, desk))
    hub.standing_of = Badges(app.state.settings, app.state.people, ratings).of
    gobble.on_finish.append(partial(_rush_finished, desk))
    return desk


async def _game_finished(desk: RatingService, room: Room) -> None:
    await desk.finished(room.setup.is_rated)


async def _rush_finished(desk: RatingService, result: RushResult) -> None:
    await desk.finished(result.is_rated)


def _begin_chat(app: FastAPI, database: Database, writer: Writer) -> None:
    state, settings = app.state, app.state.settings
    chat_store, moderation_store = ChatStore(database.readers), ModerationStore(database.readers)
    state.chat_store, state.moderation_store = chat_store, moderation_store
    state.chat = Chat(ChatParts(settings, chat_store, moderation_store, writer, state.hub, state.people))
    state.moderation = Moderation(settings, moderation_store, writer, state.people)


def _begin_lobby(app: FastAPI, database: Database, writer: Writer, fleet: Cluster) -> LobbyService:
    state = app.state
    parts = LobbyParts(
        settings=state.settings,
        store=LobbyStore(database.readers, mutes_of),
        writer=writer,
        hub=state.hub,
        people=state.people,
        ratings=state.ratings,
        bus=fleet.bus,
        is_alone=fleet.is_alone,
    )
    lobby = state.lobby = LobbyService(parts)
    return lobby


def _begin_archive(app: FastAPI, database: Database, writer: Writer) -> None:
    hub, archive_store = app.state.hub, ArchiveStore(database.readers)
    app.state.archive = Archive(app.state.settings, archive_store, writer, app.state.people)
    hub.find_imported = app.state.archive.room
    hub.finish_writes.append(kept_of)


async def _begin_to_count(fleet: Cluster, *hubs: Hub | GobbleHub) -> None:
    """Remember for the clocks how long nobody could play, this start included."""
    with suppress(NotSaved):  # a full disk; the clocks then count the time
        await fleet.signs.note_outage()
        await fleet.signs.say()
    for hub in hubs:
        await asyncio.to_thread(hub.read_uptime)


async def _warm(
    settings: Settings, warmup: Warmup, hub: Hub, begin_to_count: Callable[[], Awaitable[None]]
) -> None:
    began_ms = settings.now_ms()
    _LOG.info("compiling the rules")
    settings.report(_("Compiling the rules; the first time on a machine this takes a while ..."))
    try:
        await asyncio.to_thread(warmup.rules)
    except Exception:
        _LOG.exception("the rules could not be compiled")
        return
    await begin_to_count()
    hub.ready.set()
    took_s = (settings.now_ms() - began_ms) / 1000
    _LOG.info("ready to play", took_s=took_s)
    settings.report(_("Ready to play after {seconds:.1f} s.").format(seconds=took_s))
    # Nothing waits for these but the first analysis and the first hint, which can do without.
    for work in (warmup.robots, warmup.solver):
        try:
            await asyncio.to_thread(work)
        except Exception:
            _LOG.exception("robots or the solver could not be made ready")


async def _stay_alive(fleet: Cluster, hub: Hub) -> None:
    await hub.ready.wait()
    while True:
        await fleet.signs.say()
        await asyncio.sleep(ALIVE_EVERY_S)


async def _read_elsewhere(events: AccountEvents) -> None:
    """Tell accounts what happens to their games at other servers."""
    while True:
        await asyncio.sleep(REFRESH_S)
        try:
            await events.read_all()
        except SQLAlchemyError as error:
            _LOG.warning("games not read", reason=str(error))


async def _refresh(people: Accounts, tokens: Tokens) -> None:
    while True:
        await asyncio.sleep(REFRESH_S)
        try:
            await asyncio.to_thread(people.refresh)
            await tokens.sweep()
        except SQLAlchemyError as error:
            _LOG.warning("accounts not read", reason=str(error))


async def _rate(desk: RatingService) -> None:
    """Rate whatever was not rated when its game ended."""
    while True:
        try:
            await desk.catch_up()
        except (NotSaved, SQLAlchemyError) as error:
            _LOG.warning("results not rated", reason=str(error))
        await asyncio.sleep(RATE_S)


async def _evict(hub: Hub, gobble: GobbleHub) -> None:
    while True:
        await asyncio.sleep(EVICT_S)
        hub.evict()
        gobble.evict()


def _handle_errors(app: FastAPI) -> None:
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(UnknownGame, _on_unknown_game)
    app.add_exception_handler(NotBegun, _on_not_begun)
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
    told = (f"{place}: {each['msg']}" for place, each in zip(places, errors, strict=False))
    wrong = naming(request, str(first["loc"][-1]), None if first["type"] == "missing" else first["input"])
    return answer_invalid(request, wrong, *told)


async def _on_http(request: Request, error: Exception) -> Response:
    codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
    status = cast(HTTPException, error).status_code
    response = answer(request, Refusal(codes.get(status, "bad_request")))
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = allowed_methods(_ROUTES, request.url.path)
    return response


async def _on_refusal(request: Request, error: Exception) -> Response:
    return answer(request, cast(Refusal, error))


async def _on_unknown_game(request: Request, _error: Exception) -> Response:
    return answer(request, Refusal("unknown_game"))


async def _on_not_begun(request: Request, _error: Exception) -> Response:
    return answer(request, Refusal("not_begun"))


async def _on_not_saved(request: Request, _error: Exception) -> Response:
    return answer(request, Refusal("not_saved"))


async def _on_failure(request: Request, error: Exception) -> Response:
    _LOG.error("request failed", path=request.url.path, exc_info=error)
    return answer(request, Refusal("internal"))
