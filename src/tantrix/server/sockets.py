"""The socket of a game: messages in, messages out.

The reader answers one message after the other; the writer sends what is told meanwhile. Whichever ends
first ends both.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
import structlog
from pydantic import ValidationError
from starlette.datastructures import State
from starlette.websockets import WebSocket, WebSocketDisconnect

from tantrix.server.chat import Chat
from tantrix.server.connection import Allowance, Connection
from tantrix.server.hub import Hub, UnknownGame
from tantrix.server.i18n import translate
from tantrix.server.identity import may, who_of
from tantrix.server.protocol.base import Ack, Ping, Pong, Refused, Sync
from tantrix.server.protocol.chat import Heard, Listen, Say, Talk
from tantrix.server.protocol.game import (
    CLIENT_MESSAGE,
    Abort,
    Claim,
    Echo,
    Offer,
    Place,
    Reply,
    Resign,
    Return,
)
from tantrix.server.refusals import Refusal
from tantrix.server.render import language_of
from tantrix.server.scopes import Scope
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

MAX_MESSAGE = 4096  # characters; the largest honest message has some 120
UNKNOWN_GAME, DROPPED = 4404, 1013  # close codes
CLOSE_S = 1  # how long a dropped client has to hear of it


async def game_socket(socket: WebSocket, game_id: str) -> None:
    """Serve one client of a game until it goes or is dropped."""
    hub: Hub = socket.app.state.hub
    who = who_of(socket)
    connection = Connection(who.owner, who.token, may(socket, Scope.CHAT))
    await socket.accept()
    try:
        await hub.join(game_id, connection)
    except UnknownGame:
        await socket.close(UNKNOWN_GAME, "unknown game")
        return
    try:
        await _serve(socket, game_id, connection)
    finally:
        hub.leave(game_id, connection)


async def _serve(socket: WebSocket, game_id: str, connection: Connection) -> None:
    async def until_end(work: Callable[..., Awaitable[object]], *arguments: object) -> None:
        with suppress(WebSocketDisconnect):
            await work(*arguments)
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(until_end, _read, socket, game_id, connection)
        tasks.start_soon(until_end, _write, socket, connection)
        tasks.start_soon(until_end, connection.dropped.wait)
    if connection.dropped.is_set():
        _LOG.info("slow client dropped", game=game_id)
        with anyio.move_on_after(CLOSE_S), suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(DROPPED, "too slow")


async def _write(socket: WebSocket, connection: Connection) -> None:
    while True:
        text = await connection.next()
        await socket.send_text(text)


async def _read(socket: WebSocket, game_id: str, connection: Connection) -> None:
    settings: Settings = socket.app.state.settings
    allowance = Allowance(settings.now_ms())
    language = language_of(socket)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        is_allowed = allowance.take(settings.now_ms())
        text = message.get("text")
        answer = await _answer(socket.app.state, game_id, connection, text) if is_allowed else _TOO_FAST
        if answer is not None:
            connection.post(_worded(answer, language).model_dump_json())


_Refused = tuple[str | None, Refusal]
_Answer = Ack | Pong | Heard | Talk

_TOO_FAST: _Refused = (None, Refusal("too_fast"))
_TOO_LARGE: _Refused = (None, Refusal("too_large"))
_BAD: _Refused = (None, Refusal("bad_message"))


async def _answer(
    state: State, game_id: str, connection: Connection, text: str | None
) -> _Answer | _Refused | None:
    if text is None:
        return _BAD
    if len(text) > MAX_MESSAGE:
        return _TOO_LARGE
    try:
        message = CLIENT_MESSAGE.validate_json(text)
    except ValidationError:
        return _BAD
    hub: Hub = state.hub
    chat: Chat = state.chat
    match message:
        case Place():
            lag_ms = connection.round_trip.ms
            return _named(message.id, await hub.place(game_id, message, connection.owner, lag_ms))
        case Resign():
            return _named(message.id, await hub.resign(game_id, message, connection.owner))
        case Sync():
            await hub.sync(game_id, connection, message.version)
            return None
        case Say() if not connection.may_talk:
            return message.id, Refusal("missing_scope")
        case Say():
            return _named(message.id, await chat.say(game_id, message, connection.owner))
        case Listen():
            return await chat.talk(game_id, connection.owner)
        case Ping():
            return Pong(sent_ms=message.sent_ms)
        case Echo():
            connection.round_trip.answered(message.nonce, state.settings.now_ms())
            return None
        case Offer() | Reply() | Abort() | Claim() | Return():
            return _named(message.id, await hub.agree(game_id, message, connection.owner))


def _named(message_id: str, answer: Ack | Heard | Refusal) -> Ack | Heard | _Refused:
    return (message_id, answer) if isinstance(answer, Refusal) else answer


def _worded(answer: _Answer | _Refused, language: str) -> _Answer | Refused:
    if not isinstance(answer, tuple):
        return answer
    message_id, refusal = answer
    return Refused(id=message_id, code=refusal.code, detail=translate(language, refusal.sentence))
