"""The API of Gobble: open, set up, start and replay rooms. The rush itself is played over the WebSocket."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from tantrix.gobble import print_rush
from tantrix.pictures.draw import DARK_WITH_RIMS, LIGHT, svg
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.accounts.guest_names import check_name
from tantrix.server.accounts.requests import (
    client_address_of,
    client_of,
    identity_of,
    open_session,
    session_user_id,
)
from tantrix.server.cluster.online import OnlineUsers
from tantrix.server.database.writer import NotSaved
from tantrix.server.gobble.highlight import draw_highlight, highlight_of
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.messages import replay_view
from tantrix.server.gobble.open_rooms import Decide
from tantrix.server.gobble.room import record_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import FOREVER, file_answers, problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.players.api import views_of
from tantrix.server.protocol.gobble import (
    NewRush,
    RushHost,
    RushLobby,
    RushRematch,
    RushReplay,
    RushRobot,
    RushSettings,
    RushSit,
    RushStand,
    RushWelcome,
)
from tantrix.server.protocol.lobby import Created
from tantrix.server.protocol.ratings import GameRatings
from tantrix.server.ratings.service import RatingService

RushId = Annotated[str, Path(min_length=12, max_length=12, pattern="^[a-z0-9]+$", description="A room's id")]

_RUSH = "rush"  # a kind of object that `CreationLimits` counts

router = APIRouter()

_CHANGES = problem_answers(400, 403, 404, 409, 413, 422, 503)


@router.post("/api/gobble", status_code=201, responses=problem_answers(400, 403, 409, 413, 422, 429, 503))
async def create_rush(new: NewRush, request: Request, response: Response) -> Created:
    """Open a room as its owner, in the first seat. The response starts a session if there was none."""
    named = new.model_copy(update={"name": _name(request, new.name)})
    user_id = open_session(request, response)
    limits, hub, client_address = (
        service(request, CreationLimits),
        service(request, GobbleHub),
        client_address_of(request),
    )
    online = service(request, OnlineUsers).among
    await limits.check_open(_RUSH, client_address, partial(hub.n_waiting, user_id), online)
    limits.count(user_id, client_address)
    rush_id = await hub.create(named, user_id)
    limits.record(_RUSH, rush_id, user_id, client_address)
    return Created(id=rush_id, url=f"/gobble/{rush_id}")


@router.get("/api/gobble")
async def list_rushes(request: Request, response: Response) -> RushLobby:
    """List the rooms that wait for players, the rooms in play, and your own newest rooms."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, GobbleHub).lobby(session_user_id(request))


@router.get("/api/gobble/{rush_id}", responses=problem_answers(404, 422))
async def show_rush(rush_id: RushId, request: Request, response: Response) -> RushWelcome:
    """Show the current state of a room, to anyone who has its id."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, GobbleHub).welcome(rush_id, session_user_id(request))


@router.post("/api/gobble/{rush_id}/seats", responses=_CHANGES)
async def take_rush_seat(rush_id: RushId, body: RushSit, request: Request, response: Response) -> RushWelcome:
    """Take the next free seat. The response starts a session if there was none."""
    await service(request, GobbleHub).room(rush_id)
    name = _name(request, body.name)
    user_id = open_session(request, response)
    return await _set_up(request, rush_id, user_id, lambda room, _now_ms: room.sit(name, user_id))


@router.post("/api/gobble/{rush_id}/stand", responses=_CHANGES)
async def leave_rush_seat(rush_id: RushId, body: RushStand, request: Request) -> RushWelcome:
    """Free a seat before the rush begins: your own, or any seat if you are the host."""
    user_id = session_user_id(request)
    return await _set_up(request, rush_id, user_id, lambda room, _now_ms: room.stand(body.seat, user_id))


@router.post("/api/gobble/{rush_id}/robots", responses=_CHANGES)
async def add_rush_robot(rush_id: RushId, body: RushRobot, request: Request) -> RushWelcome:
    """Give the next free seat to a robot. Only the host may do this."""
    user_id = session_user_id(request)
    return await _set_up(request, rush_id, user_id, lambda room, _now_ms: room.add_robot(body.style, user_id))


@router.post("/api/gobble/{rush_id}/settings", responses=_CHANGES)
async def change_rush_settings(rush_id: RushId, body: RushSettings, request: Request) -> RushWelcome:
    """Set the options and handicaps. Only the host may do this."""
    user_id = session_user_id(request)
    return await _set_up(request, rush_id, user_id, lambda room, _now_ms: room.change_settings(body, user_id))


@router.post("/api/gobble/{rush_id}/host", responses=_CHANGES)
async def give_rush_host(rush_id: RushId, body: RushHost, request: Request) -> RushWelcome:
    """Make another person in the room the host. Only the host may do this."""
    user_id = session_user_id(request)
    return await _set_up(request, rush_id, user_id, lambda room, _now_ms: room.give_host(body.seat, user_id))


@router.post("/api/gobble/{rush_id}/start", responses=_CHANGES)
async def start_rush(rush_id: RushId, request: Request) -> RushWelcome:
    """Deal to the seated players and start the countdown. Only the host may do this."""
    user_id = session_user_id(request)
    return await _set_up(request, rush_id, user_id, lambda room, now_ms: room.start(user_id, now_ms))


@router.post("/api/gobble/{rush_id}/rematch", status_code=201, responses=_CHANGES)
async def open_rush_rematch(rush_id: RushId, body: RushRematch, request: Request) -> Created:
    """Open a room for the same players once the rush is over. Further requests return the same room."""
    user_id = session_user_id(request)
    if user_id is None:
        await service(request, GobbleHub).room(rush_id)
        raise Refusal("not_your_seat")
    answer = await service(request, GobbleHub).rematch(rush_id, user_id, body.handicap)
    if isinstance(answer, Refusal):
        raise answer
    return Created(id=answer, url=f"/gobble/{answer}")


@router.get("/api/gobble/{rush_id}/replay", responses=problem_answers(404, 409, 422))
async def show_rush_replay(rush_id: RushId, request: Request) -> RushReplay:
    """Show a finished rush with every command and its time; nothing is hidden."""
    room = await service(request, GobbleHub).room(rush_id)
    if not room.is_over:
        raise Refusal("rush_in_play")
    hub = service(request, GobbleHub)
    return replay_view(room, session_user_id(request), hub.name_of, hub.face_of)


@router.get("/api/gobble/{rush_id}/ratings", responses=problem_answers(404, 422))
async def show_rush_ratings(rush_id: RushId, request: Request, response: Response) -> GameRatings:
    """Show how a rated rush changed the ratings of its players, once it is over."""
    response.headers["Cache-Control"] = "no-store"
    room = await service(request, GobbleHub).room(rush_id)
    if room.is_over and room.setup.is_rated:
        # The end of the rush is sent a moment before the ratings change.
        with suppress(NotSaved):
            await service(request, RatingService).catch_up()
    return await asyncio.to_thread(views_of(request).game_ratings, rush_id)


@router.get(
    "/gobble/{rush_id}/record",
    response_class=Response,
    responses={200: file_answers("text/plain")[200], **problem_answers(404, 409, 422)},
)
async def download_rush_record(rush_id: RushId, request: Request) -> Response:
    """Download the record of a finished rush."""
    room = await service(request, GobbleHub).room(rush_id)
    if not room.is_over:
        raise Refusal("rush_in_play")
    headers = {"Content-Disposition": f'attachment; filename="tantrix-{rush_id}.gobble"'}
    return PlainTextResponse(print_rush(record_of(room)), headers=headers)


@router.get("/gobble/{rush_id}/picture.svg", response_class=Response, responses=file_answers("image/svg+xml"))
async def draw_rush_picture(
    rush_id: RushId, request: Request, theme: Literal["dark", "light"] = "dark"
) -> Response:
    """Draw the table of a room as an SVG; it is empty until the countdown begins."""
    room = await service(request, GobbleHub).room(rush_id)
    laid = () if room.rush is None else tuple(room.rush.table.laid.values())
    picture = await asyncio.to_thread(
        svg, laid, theme=LIGHT if theme == "light" else DARK_WITH_RIMS, title="Gobble"
    )
    caching = FOREVER if room.is_over else "no-store"
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": caching})


@router.get(
    "/gobble/{rush_id}/highlight.gif",
    response_class=Response,
    responses={**file_answers("image/gif"), **problem_answers(404, 409, 422, 429, 503)},
)
async def draw_rush_highlight(rush_id: RushId, request: Request) -> Response:
    """Draw the best ten seconds of a finished rush as a GIF."""
    room = await service(request, GobbleHub).room(rush_id)
    if not room.is_over:
        raise Refusal("rush_in_play")
    shown = await asyncio.to_thread(highlight_of, room)
    data = await service(request, WorkerPool).compute_bytes(client_of(request), draw_highlight, *shown)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(data, media_type="image/gif", headers=headers)


def _name(request: Request, name: str) -> str:
    """Return the name to play under: the name of the account, or for guests the requested one."""
    account = identity_of(request).account
    if account is not None:
        return service(request, Accounts).shown_name(account.user_id) or ""
    check_name(request, name)
    return name


async def _set_up(request: Request, rush_id: str, user_id: str | None, decide: Decide) -> RushWelcome:
    refusal = await service(request, GobbleHub).set_up(rush_id, decide)
    if refusal is not None:
        raise refusal
    return await service(request, GobbleHub).welcome(rush_id, user_id)
