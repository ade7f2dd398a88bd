"""The socket of analyses: games and positions to think of come in, what is thought goes out.

The reader answers one message after the other; the writer sends what is told meanwhile. Whichever ends
first ends both.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tantrix.game import Game
from tantrix.record import Record
from tantrix.server.analysis_advice import AdviceDesk
from tantrix.server.analysis_games import GameDesk
from tantrix.server.analysis_positions import UnreadableError, is_in_play, read_position
from tantrix.server.connection import Allowance, Connection
from tantrix.server.hub import Hub, UnknownGame
from tantrix.server.i18n import translate
from tantrix.server.identity import session_owner
from tantrix.server.protocol.analysis import (
    ANALYSIS_CLIENT_MESSAGE,
    AnalyseGame,
    StopThinking,
    SuggestAt,
    SuggestFor,
)
from tantrix.server.protocol.base import Ping, Pong, Refused
from tantrix.server.refusals import Refusal
from tantrix.server.render import language_of
from tantrix.server.room import game_at, record_of
from tantrix.server.settings import Settings
from tantrix.server.sockets import CLOSE_S, DROPPED, MAX_MESSAGE

_Asked = AnalyseGame | SuggestAt | SuggestFor | StopThinking | Ping
_Answer = tuple[str | None, Refusal] | Pong | None


async def analysis_socket(socket: WebSocket) -> None:
    """Serve one client until it goes or is dropped."""
    client = socket.client.host if socket.client else ""
    connection = Connection(session_owner(socket) or f"host {client}")
    await socket.accept()
    try:
        await _serve(socket, connection)
    finally:
        games: GameDesk = socket.app.state.game_desk
        advice: AdviceDesk = socket.app.state.advice_desk
        games.leave(connection)
        advice.stop(connection)


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
        with anyio.move_on_after(CLOSE_S), suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(DROPPED, "too slow")


async def _write(socket: WebSocket, connection: Connection) -> None:
    while True:
        await socket.send_text(await connection.next())


async def _read(socket: WebSocket, connection: Connection) -> None:
    settings: Settings = socket.app.state.settings
    allowance = Allowance(settings.now_ms())
    language = language_of(socket)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if allowance.take(settings.now_ms()):
            answer = await _answered(socket, connection, message.get("text"))
        else:
            answer = (None, Refusal("too_fast"))
        if answer is not None:
            connection.post(_worded(answer, language).model_dump_json())


async def _answered(socket: WebSocket, connection: Connection, text: str | None) -> _Answer:
    if text is not None and len(text) > MAX_MESSAGE:
        return None, Refusal("too_large")
    try:
        asked = ANALYSIS_CLIENT_MESSAGE.validate_json(text or "")
    except ValidationError:
        return None, Refusal("bad_message")
    refusal = None
    match asked:
        case AnalyseGame():
            refusal = await _analyse(socket, connection, asked)
        case SuggestAt() | SuggestFor():
            refusal = await _suggest(socket, connection, asked)
        case StopThinking():
            socket.app.state.advice_desk.stop(connection)
        case Ping():
            return Pong(sent_ms=asked.sent_ms)
    return (_name(asked), refusal) if refusal else None


async def _analyse(socket: WebSocket, connection: Connection, asked: AnalyseGame) -> Refusal | None:
    record = await _record(socket.app.state.hub, asked.game)
    if isinstance(record, Refusal):
        return record
    desk: GameDesk = socket.app.state.game_desk
    return desk.ask(asked.game, record, connection)


async def _suggest(
    socket: WebSocket, connection: Connection, asked: SuggestAt | SuggestFor
) -> Refusal | None:
    hub: Hub = socket.app.state.hub
    found = await (_at(hub, asked) if isinstance(asked, SuggestAt) else _set_up(hub, asked.position))
    if isinstance(found, Refusal):
        return found
    if found.is_over:
        return Refusal("GAME_OVER")
    desk: AdviceDesk = socket.app.state.advice_desk
    return desk.ask(asked.id, found, connection)


async def _record(hub: Hub, game_id: str) -> Record | Refusal:
    """Find a finished game; nobody is told what to play in one that goes on."""
    try:
        room = await hub.room(game_id)
    except UnknownGame:
        return Refusal("unknown_game")
    if not room.game.is_over:
        return Refusal("game_in_play")
    record = await asyncio.to_thread(record_of, room)
    return record if record.entries else Refusal("nothing_laid")


async def _at(hub: Hub, asked: SuggestAt) -> Game | Refusal:
    try:
        room = await hub.room(asked.game)
        if not room.game.is_over:
            return Refusal("game_in_play")
        return await asyncio.to_thread(game_at, room, asked.ply)
    except UnknownGame:
        return Refusal("unknown_game")
    except ValueError:
        return Refusal("unknown_ply")


async def _set_up(hub: Hub, text: str) -> Game | Refusal:
    await hub.ready.wait()
    try:
        game = await asyncio.to_thread(read_position, text)
    except UnreadableError:
        return Refusal("invalid")
    return Refusal("game_in_play") if is_in_play(game, hub.games_in_play()) else game


def _name(asked: _Asked) -> str | None:
    match asked:
        case AnalyseGame():
            return asked.game
        case SuggestAt() | SuggestFor():
            return asked.id
        case _:
            return None


def _worded(answer: tuple[str | None, Refusal] | Pong, language: str) -> Pong | Refused:
    if isinstance(answer, Pong):
        return answer
    name, refusal = answer
    return Refused(id=name, code=refusal.code, detail=translate(language, refusal.sentence))
