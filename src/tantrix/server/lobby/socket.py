"""The socket of the lobby: all that changes goes out."""

from functools import partial

from starlette.websockets import WebSocket

from tantrix.server.accounts.requests import identity_of
from tantrix.server.http.connection import Connection
from tantrix.server.http.conversation import SocketSession
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.protocol.base import Sync
from tantrix.server.protocol.lobby import LOBBY_CLIENT_MESSAGE


async def lobby_socket(socket: WebSocket) -> None:
    """Serve one client of the lobby until it goes or is dropped."""
    desk: LobbyService = socket.app.state.lobby
    who = identity_of(socket)
    connection = Connection(who.user_id, who.token)
    await socket.accept()
    try:
        await desk.join(connection)
        answer = partial(_answer, desk, connection)
        await SocketSession(socket, connection, LOBBY_CLIENT_MESSAGE.validate_json, answer).go_on(
            place="lobby"
        )
    finally:
        desk.leave(connection)


async def _answer(desk: LobbyService, connection: Connection, message: Sync) -> None:
    await desk.sync(connection, message.version)
