"""The socket of the lobby: all that changes goes out. Reader and writer end together, as in `sockets.py`."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tantrix.server.connection import Allowance, Connection
from tantrix.server.i18n import translate
from tantrix.server.identity import who_of
from tantrix.server.lobby import LobbyDesk
from tantrix.server.protocol.base import Ping, Pong, Refused
from tantrix.server.protocol.lobby import LOBBY_CLIENT_MESSAGE
from tantrix.server.refusals import Refusal
from tantrix.server.render import language_of
from tantrix.server.settings import Settings
from tantrix.server.sockets import CLOSE_S, DROPPED, MAX_MESSAGE

_LOG = structlog.get_logger()


async def lobby_socket(socket: WebSocket) -> None:
    """Serve one client of the lobby until it goes or is dropped."""
    desk: LobbyDesk = socket.app.state.lobby
    who = who_of(socket)
    connection = Connection(who.owner, who.token)
    await socket.accept()
    try:
        await desk.join(connection)
        await _serve(socket, connection)
    finally:
        desk.leave(connection)


async def _serve(socket: WebSocket, connection: Connection) -> None:
    async def until_end(work: Callable[..., Awaitable[object]], *arguments: object) -> None:
        with suppress(WebSocketDisconnect):
            await work(*arguments)
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(until_end, _read, socket, connection)
        tasks.start_soon(until_end, _write, socket, connection)
        tasks.start_soon(until_end, connection.dropped.wait)
    if connection.dropped.is_set():
        _LOG.info("slow client dropped", place="lobby")
        with anyio.move_on_after(CLOSE_S), suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(DROPPED, "too slow")


async def _write(socket: WebSocket, connection: Connection) -> None:
    while True:
        text = await connection.next()
        await socket.send_text(text)


async def _read(socket: WebSocket, connection: Connection) -> None:
    settings: Settings = socket.app.state.settings
    allowance = Allowance(settings.now_ms())
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not allowance.take(settings.now_ms()):
            answer: Pong | Refused | None = _refused(socket, "too_fast")
        else:
            answer = await _answer(socket, connection, message.get("text"))
        if answer is not None:
            connection.post(answer.model_dump_json())


async def _answer(socket: WebSocket, connection: Connection, text: str | None) -> Pong | Refused | None:
    if text is not None and len(text) > MAX_MESSAGE:
        return _refused(socket, "too_large")
    try:
        message = LOBBY_CLIENT_MESSAGE.validate_json(text or "")
    except ValidationError:
        return _refused(socket, "bad_message")
    if isinstance(message, Ping):
        return Pong(sent_ms=message.sent_ms)
    desk: LobbyDesk = socket.app.state.lobby
    await desk.sync(connection, message.version)
    return None


def _refused(socket: WebSocket, code: str) -> Refused:
    refusal = Refusal(code)
    return Refused(id=None, code=code, detail=translate(language_of(socket), refusal.sentence))
