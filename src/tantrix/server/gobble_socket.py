"""The socket of a rush: commands in, what happens out. Reader and writer end together, as in `sockets.py`."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tantrix.server.connection import Allowance, Connection
from tantrix.server.gobble_hub import GobbleHub
from tantrix.server.gobble_refusals import RushRefusal
from tantrix.server.hub import UnknownGame
from tantrix.server.i18n import translate
from tantrix.server.identity import who_of
from tantrix.server.protocol.base import Ack, Ping, Pong, Refused, Sync
from tantrix.server.protocol.gobble import GOBBLE_CLIENT_MESSAGE
from tantrix.server.refusals import Refusal
from tantrix.server.render import language_of
from tantrix.server.settings import Settings
from tantrix.server.sockets import CLOSE_S, DROPPED, MAX_MESSAGE, UNKNOWN_GAME

_LOG = structlog.get_logger()


async def gobble_socket(socket: WebSocket, rush_id: str) -> None:
    """Serve one client of a room until it goes or is dropped."""
    hub: GobbleHub = socket.app.state.gobble
    who = who_of(socket)
    connection = Connection(who.owner, who.token)
    await socket.accept()
    try:
        await hub.join(rush_id, connection)
    except UnknownGame:
        await socket.close(UNKNOWN_GAME, "unknown game")
        return
    try:
        await _serve(socket, rush_id, connection)
    finally:
        hub.leave(rush_id, connection)


async def _serve(socket: WebSocket, rush_id: str, connection: Connection) -> None:
    async def until_end(work: Callable[..., Awaitable[object]], *arguments: object) -> None:
        with suppress(WebSocketDisconnect):
            await work(*arguments)
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(until_end, _read, socket, rush_id, connection)
        tasks.start_soon(until_end, _write, socket, connection)
        tasks.start_soon(until_end, connection.dropped.wait)
    if connection.dropped.is_set():
        _LOG.info("slow client dropped", rush=rush_id)
        with anyio.move_on_after(CLOSE_S), suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(DROPPED, "too slow")


async def _write(socket: WebSocket, connection: Connection) -> None:
    while True:
        text = await connection.next()
        await socket.send_text(text)


async def _read(socket: WebSocket, rush_id: str, connection: Connection) -> None:
    settings: Settings = socket.app.state.settings
    allowance = Allowance(settings.now_ms())
    language = language_of(socket)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        is_allowed = allowance.take(settings.now_ms())
        text = message.get("text")
        answer = (
            await _answer(socket.app.state.gobble, rush_id, connection, text) if is_allowed else _TOO_FAST
        )
        if answer is not None:
            connection.post(_worded(answer, language).model_dump_json())


_RefusedMessage = tuple[str | None, Refusal]

_TOO_FAST: _RefusedMessage = (None, Refusal("too_fast"))
_TOO_LARGE: _RefusedMessage = (None, Refusal("too_large"))
_BAD: _RefusedMessage = (None, Refusal("bad_message"))


async def _answer(
    hub: GobbleHub, rush_id: str, connection: Connection, text: str | None
) -> Ack | Pong | _RefusedMessage | None:
    if text is None:
        return _BAD
    if len(text) > MAX_MESSAGE:
        return _TOO_LARGE
    try:
        message = GOBBLE_CLIENT_MESSAGE.validate_json(text)
    except ValidationError:
        return _BAD
    if isinstance(message, Ping):
        return Pong(sent_ms=message.sent_ms)
    if isinstance(message, Sync):
        await hub.sync(rush_id, connection, message.version)
        return None
    answer = await hub.order(rush_id, message, connection.owner)
    return (message.id, answer) if isinstance(answer, RushRefusal) else answer


def _worded(answer: Ack | Pong | _RefusedMessage, language: str) -> Ack | Pong | Refused:
    if not isinstance(answer, tuple):
        return answer
    message_id, refusal = answer
    return Refused(id=message_id, code=refusal.code, detail=translate(language, refusal.sentence))
