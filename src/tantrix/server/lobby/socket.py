"""The socket of the lobby, which sends every change."""

from functools import partial

from starlette.websockets import WebSocket

from tantrix.server.accounts.requests import identity_of
from tantrix.server.http.connection import Client
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import SocketSession, connection_of
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.protocol.base import Sync
from tantrix.server.protocol.lobby import LOBBY_CLIENT_MESSAGE


async def lobby_socket(socket: WebSocket) -> None:
    """Serve one client of the lobby until it leaves or is dropped."""
    lobby = service(socket, LobbyService)
    identity = identity_of(socket)
    connection = connection_of(socket, identity.user_id, identity.token)
    leave = partial(lobby.leave, connection)
    await socket.accept()
    try:
        await lobby.join(connection)
    except BaseException:
        leave()
        raise
    answer = partial(_answer, lobby, connection)
    session = SocketSession(socket, connection, LOBBY_CLIENT_MESSAGE.validate_json, answer)
    await session.serve(leave, place="lobby")


async def _answer(lobby: LobbyService, connection: Client, message: Sync) -> None:
    await lobby.sync(connection, message.version)
