"""The API for programs: the routes in `docs/server/routes.md` that return JSON, and the files of a game."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from tantrix.record import print_record
from tantrix.robots import names
from tantrix.server.accounts.guest_names import check_name
from tantrix.server.accounts.requests import identity_of, open_session, own_user_id, session_user_id
from tantrix.server.games.correspondence.listing import MAX_LISTED
from tantrix.server.games.correspondence.rows import correspondence_view
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.games.requests import create
from tantrix.server.games.room import is_settled, record_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import FOREVER, file_answers, problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.account import CorrespondenceGames
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.chat import Noted
from tantrix.server.protocol.game import PlaceRequest, PositionView, Waiting, Welcome
from tantrix.server.protocol.lobby import Created, NewGame, SitRequest

PlyPath = Annotated[int, Path(ge=0, le=64, description="The number of tiles laid")]
LimitQuery = Annotated[int, Query(ge=1, le=MAX_LISTED, description="How many games")]

router = APIRouter()


@router.post("/api/games", status_code=201, responses=problem_answers(400, 403, 409, 413, 422, 429, 503))
async def create_game(new: NewGame, request: Request, response: Response) -> Created:
    """Deal a game. You play all seats without a robot; the response starts a session if there was none."""
    user_id = open_session(request, response)
    game_id = await create(request, new, user_id)
    return Created(id=game_id, url=f"/games/{game_id}")


@router.get("/api/account/correspondence", responses=problem_answers(403, 422))
async def show_correspondence(
    request: Request, response: Response, limit: LimitQuery = MAX_LISTED
) -> CorrespondenceGames:
    """Show your correspondence games, those that wait for you first, and then by the time that is left."""
    response.headers["Cache-Control"] = "no-store"
    user_id, hub = own_user_id(request), service(request, Hub)
    games = await hub.correspondence_of(user_id, limit)
    return correspondence_view(games, user_id, await hub.n_correspondence_turns(user_id))


@router.get("/api/games/{game_id}", responses=problem_answers(404, 422))
async def show_game(game_id: GameId, request: Request, response: Response) -> Welcome | Waiting:
    """Show the current state of a game; anyone who has its id can see it."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, Hub).welcome(game_id, session_user_id(request))


@router.post("/api/games/{game_id}/seats", responses=problem_answers(400, 403, 404, 409, 413, 422, 503))
async def take_seat(
    game_id: GameId, wanted: SitRequest, request: Request, response: Response
) -> Waiting | Welcome:
    """Take an open seat. The response starts a session if there was none."""
    if identity_of(request).account is None:
        check_name(request, wanted.name)
    user_id = open_session(request, response)
    refusal = await service(request, Hub).take_seat(game_id, wanted, user_id)
    if refusal is not None:
        raise refusal
    return await service(request, Hub).welcome(game_id, user_id)


@router.delete("/api/games/{game_id}", responses=problem_answers(403, 404, 409, 422, 503))
async def close_table(game_id: GameId, request: Request) -> Noted:
    """Close a table that waits for players; only the user who opened it may. Its game no longer exists."""
    refusal = await service(request, Hub).close_table(game_id, session_user_id(request))
    if refusal is not None:
        raise refusal
    return Noted()


@router.get("/api/games/{game_id}/positions/{ply}", responses=problem_answers(404, 409, 422))
async def show_position(game_id: GameId, ply: PlyPath, request: Request, response: Response) -> PositionView:
    """Show a position of a game; positions no longer change once the game is over."""
    room = await service(request, Hub).room(game_id)
    response.headers["Cache-Control"] = FOREVER if is_settled(room, ply) else "no-store"
    try:
        return await service(request, Hub).position(room, ply)
    except ValueError as error:
        raise Refusal("unknown_ply") from error


@router.post("/api/games/{game_id}/placements", responses=problem_answers(400, 403, 404, 409, 413, 422, 503))
async def place_tile(game_id: GameId, message: PlaceRequest, request: Request) -> Ack:
    """Lay a tile; the response is sent once it is on disk. Repeating the same `id` changes nothing."""
    answer = await service(request, Hub).place(game_id, message, session_user_id(request))
    if isinstance(answer, Refusal):
        raise answer
    return answer


@router.get("/api/robots")
async def list_robots() -> list[str]:
    """List the robots that can play a seat: the built-in ones first, from weakest to strongest."""
    return names()


@router.get(
    "/games/{game_id}/record",
    response_class=PlainTextResponse,
    responses=file_answers("text/plain"),
)
async def download_game_record(game_id: GameId, request: Request) -> Response:
    """Download a game's record; it contains the bag's secret once the game is over."""
    room = await service(request, Hub).room(game_id)
    text = await asyncio.to_thread(lambda: print_record(record_of(room)))
    headers = {
        "Content-Disposition": f'attachment; filename="tantrix-{game_id}.tantrix"',
        "Cache-Control": "no-store",
    }
    return PlainTextResponse(text, headers=headers)
