"""The API of an account for programs: its identity, its games, and the stream of its events."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import identity_of, own_user_id, session_user_id
from tantrix.server.accounts.scopes import TokenScope
from tantrix.server.community.chat import Chat
from tantrix.server.event_stream.events import MAX_GAMES, AccountEvents
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.http.errors import Refusal
from tantrix.server.http.head import is_head
from tantrix.server.http.line_streams import MEDIA_TYPE, LineConnection, LineStreams
from tantrix.server.http.responses import problem_answers, stream_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.account import AccountView, GameCommand, OwnGames
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.chat import ChatSent, SendChat
from tantrix.server.protocol.game import Resign
from tantrix.server.protocol.times import print_time

N_GAMES = 50
MAX_WAITING = 4 * MAX_GAMES  # a stream begins with two messages per game, and invitations

Version = Annotated[
    int | None,
    Query(
        ge=0, le=1_000_000, description="The last version seen; without it, the stream begins with a Welcome"
    ),
]

_STREAM = stream_answers(
    MEDIA_TYPE,
    "One JSON message per line, and an empty line after ten seconds without a message. The stream ends when "
    "the server stops, after an hour, with its session or token, and for clients that read too slowly: "
    "reconnect then.",
)

router = APIRouter()


@router.get("/api/account")
async def show_account(request: Request, response: Response) -> AccountView:
    """Show the account that sends this request, and what its token may do."""
    response.headers["Cache-Control"] = "no-store"
    identity = identity_of(request)
    return AccountView(
        name=identity.account.name if identity.account else None,
        since=print_time(identity.account.created_ms) if identity.account else None,
        is_robot=identity.account is not None and identity.account.is_robot,
        scopes=None
        if identity.scopes is None
        else [scope.value for scope in TokenScope if scope in identity.scopes],
    )


@router.post("/api/account/robot", responses=problem_answers(403, 409, 503))
async def become_robot(request: Request) -> AccountView:
    """Mark this account permanently as a robot; it must not have played yet.

    Programs that choose placements play as robots: they have the title BOT before their names, and their
    rated games count for opponents like games against the built-in robots.
    """
    identity, accounts = identity_of(request), service(request, Accounts)
    if identity.account is None:
        raise Refusal("signed_out")
    await accounts.mark_robot(identity.account, identity.account.name)
    return AccountView(
        name=identity.account.name, since=print_time(identity.account.created_ms), is_robot=True, scopes=None
    )


@router.get("/api/account/games", responses=problem_answers(403))
async def list_own_games(request: Request, response: Response) -> OwnGames:
    """List your newest fifty games that are not over; see the game itself for whose turn it is."""
    response.headers["Cache-Control"] = "no-store"
    return OwnGames(games=await service(request, Hub).unfinished_views(own_user_id(request), N_GAMES))


@router.get("/api/account/events", response_class=Response, responses={**_STREAM, **problem_answers(403)})
async def follow_account(request: Request) -> Response:
    """Follow all your games as a stream of lines: GameStarted, YourTurn, GameFinished.

    The stream begins with the games that are not over, so a program that reconnects misses nothing.
    """
    user_id, events = own_user_id(request), service(request, AccountEvents)
    connection = LineConnection(user_id, identity_of(request).token, max_waiting=MAX_WAITING)
    leaves = []

    async def join() -> None:
        leaves.append(await events.join(user_id, connection))

    def leave() -> None:
        for each in leaves:
            each()

    return service(request, LineStreams).answer(connection, join, leave, is_head(request))


@router.get(
    "/api/games/{game_id}/events", response_class=Response, responses={**_STREAM, **problem_answers(404, 422)}
)
async def follow_game(game_id: GameId, request: Request, version: Version = None) -> Response:
    """Follow a game as a stream of lines: the same messages as over the socket, first a Welcome or Waiting.

    With `version` the stream begins with the events after it, or with a Welcome if they are too many or tiles
    were taken back. The player of a seat counts as present while the stream is open.
    """
    hub = service(request, Hub)
    await hub.table(game_id)
    connection = LineConnection(session_user_id(request), identity_of(request).token)
    return service(request, LineStreams).answer(
        connection,
        lambda: hub.join(game_id, connection, version),
        lambda: hub.leave(game_id, connection),
        is_head(request),
    )


@router.post("/api/games/{game_id}/commands", responses=problem_answers(400, 403, 404, 409, 413, 422, 503))
async def command_game(game_id: GameId, message: GameCommand, request: Request) -> Ack:
    """Resign, offer, reply, abort, claim or return: the same commands that a page sends over the socket."""
    hub, user_id = service(request, Hub), session_user_id(request)
    if isinstance(message, Resign):
        answer = await hub.resign(game_id, message, user_id)
    else:
        answer = await hub.agree(game_id, message, user_id)
    if isinstance(answer, Refusal):
        raise answer
    return answer


@router.post("/api/games/{game_id}/chat", responses=problem_answers(400, 403, 404, 409, 413, 422, 503))
async def send_chat(game_id: GameId, message: SendChat, request: Request) -> ChatSent:
    """Write a message in the chat of a table."""
    await service(request, Hub).table(game_id)
    answer = await service(request, Chat).post(game_id, message, session_user_id(request))
    if isinstance(answer, Refusal):
        raise answer
    return answer
