"""The analysis WebSocket: receives games and positions to analyse, sends analyses and suggestions."""

import asyncio
from functools import partial

from starlette.websockets import WebSocket

from tantrix.game import Game
from tantrix.record import Record
from tantrix.server.accounts.requests import client_of, session_user_id
from tantrix.server.analysis.game_analysis import GameAnalysisQueue
from tantrix.server.analysis.positions import is_in_play, read_position
from tantrix.server.analysis.suggestions import SuggestionService
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room, game_at, record_of
from tantrix.server.http.connection import Client
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import RefusedMessage, SocketSession, connection_of
from tantrix.server.http.templates import language_of
from tantrix.server.protocol.analysis import (
    ANALYSIS_CLIENT_MESSAGE,
    AnalyseGame,
    StopThinking,
    SuggestAt,
    SuggestFor,
)

_Message = AnalyseGame | SuggestAt | SuggestFor | StopThinking


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
    if isinstance(message, StopThinking):
        service(socket, SuggestionService).stop(connection)
        return None
    name = message.game if isinstance(message, AnalyseGame) else message.id
    try:
        if isinstance(message, AnalyseGame):
            refusal = await _analyse(socket, connection, message)
        else:
            refusal = await _suggest(socket, connection, message)
    except Refusal as raised:
        refusal = raised
    return (name, refusal) if refusal else None


async def _analyse(socket: WebSocket, connection: Client, message: AnalyseGame) -> Refusal | None:
    record = await _record(service(socket, Hub), message.game)
    return service(socket, GameAnalysisQueue).ask(
        message.game, record, connection, client_of(socket), language_of(socket)
    )


async def _suggest(socket: WebSocket, connection: Client, message: SuggestAt | SuggestFor) -> Refusal | None:
    hub = service(socket, Hub)
    game = await (_at(hub, message) if isinstance(message, SuggestAt) else _set_up(hub, message.position))
    if game.is_over:
        return Refusal("GAME_OVER")
    return service(socket, SuggestionService).ask(
        message.id, game, connection, client_of(socket), language_of(socket)
    )


async def _record(hub: Hub, game_id: str) -> Record:
    """Return the record of a finished game; a game in play is refused: its players may not get help."""
    record = await asyncio.to_thread(record_of, await _finished(hub, game_id))
    if not record.entries:
        raise Refusal("nothing_laid")
    return record


async def _at(hub: Hub, message: SuggestAt) -> Game:
    room = await _finished(hub, message.game)
    try:
        return await asyncio.to_thread(game_at, room, message.ply)
    except ValueError:
        raise Refusal("unknown_ply") from None


async def _finished(hub: Hub, game_id: str) -> Room:
    room = await hub.room(game_id)
    if not room.game.is_over:
        raise Refusal("game_in_play")
    return room


async def _set_up(hub: Hub, text: str) -> Game:
    await hub.ready.wait()
    try:
        game = await asyncio.to_thread(read_position, text)
    except Refusal:
        raise Refusal("analysis:invalid") from None
    if is_in_play(game, hub.games_in_play()):
        raise Refusal("game_in_play")
    return game
