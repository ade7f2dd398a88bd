"""The analysis WebSocket: receives games and positions to analyse, sends analyses and suggestions."""

import asyncio
from functools import partial
from typing import ClassVar

from starlette.websockets import WebSocket

from tantrix.game import Game
from tantrix.record import Record
from tantrix.server.accounts.requests import client_of, session_user_id
from tantrix.server.analysis.game_analysis import GameAnalysisQueue
from tantrix.server.analysis.positions import UnreadableError, is_in_play, read_position
from tantrix.server.analysis.suggestions import SuggestionService
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import game_at, record_of
from tantrix.server.http.connection import Client
from tantrix.server.http.errors import ErrorTable, Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import RefusedMessage, SocketSession, connection_of
from tantrix.server.protocol.analysis import (
    ANALYSIS_CLIENT_MESSAGE,
    AnalyseGame,
    StopThinking,
    SuggestAt,
    SuggestFor,
)
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.wording.catalogues import gettext_noop

_Message = AnalyseGame | SuggestAt | SuggestFor | StopThinking


class UnreadablePosition(Refusal):
    """The text sent cannot be read as a position."""

    table: ClassVar[ErrorTable] = {"invalid": (422, gettext_noop("This is not a position."))}


async def analysis_socket(socket: WebSocket) -> None:
    """Serve one client until it disconnects or is dropped."""
    connection = connection_of(socket, session_user_id(socket))
    await socket.accept()
    answer = partial(_answer, socket, connection)
    session = SocketSession(socket, connection, ANALYSIS_CLIENT_MESSAGE.validate_json, answer)
    await session.serve(partial(_leave, socket, connection))


def _leave(socket: WebSocket, connection: Client) -> None:
    service(socket, GameAnalysisQueue).leave(connection)
    service(socket, SuggestionService).stop(connection)


async def _answer(socket: WebSocket, connection: Client, message: _Message) -> RefusedMessage | None:
    match message:
        case AnalyseGame():
            name, refusal = message.game, await _analyse(socket, connection, message)
        case SuggestAt() | SuggestFor():
            name, refusal = message.id, await _suggest(socket, connection, message)
        case StopThinking():
            service(socket, SuggestionService).stop(connection)
            return None
    return (name, refusal) if refusal else None


async def _analyse(socket: WebSocket, connection: Client, message: AnalyseGame) -> Refusal | None:
    record = await _record(service(socket, Hub), message.game)
    if isinstance(record, Refusal):
        return record
    return service(socket, GameAnalysisQueue).ask(message.game, record, connection, client_of(socket))


async def _suggest(socket: WebSocket, connection: Client, message: SuggestAt | SuggestFor) -> Refusal | None:
    hub = service(socket, Hub)
    found = await (_at(hub, message) if isinstance(message, SuggestAt) else _set_up(hub, message.position))
    if isinstance(found, Refusal):
        return found
    if found.is_over:
        return Refusal("GAME_OVER")
    return service(socket, SuggestionService).ask(message.id, found, connection, client_of(socket))


async def _record(hub: Hub, game_id: str) -> Record | Refusal:
    """Return the record of a finished game; a game in play is refused: its players may not get help."""
    try:
        room = await hub.room(game_id)
    except UnknownGame:
        return Refusal("unknown_game")
    if not room.game.is_over:
        return Refusal("game_in_play")
    record = await asyncio.to_thread(record_of, room)
    return record if record.entries else Refusal("nothing_laid")


async def _at(hub: Hub, message: SuggestAt) -> Game | Refusal:
    try:
        room = await hub.room(message.game)
        if not room.game.is_over:
            return Refusal("game_in_play")
        return await asyncio.to_thread(game_at, room, message.ply)
    except UnknownGame:
        return Refusal("unknown_game")
    except ValueError:
        return Refusal("unknown_ply")


async def _set_up(hub: Hub, text: str) -> Game | Refusal:
    await hub.ready.wait()
    try:
        game = await asyncio.to_thread(read_position, text)
    except UnreadableError:
        return UnreadablePosition("invalid")
    return Refusal("game_in_play") if is_in_play(game, hub.games_in_play()) else game
