"""The WebSocket of a rush: receives commands, sends updates."""

from functools import partial

from starlette.websockets import WebSocket

from tantrix.server.accounts.requests import identity_of
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.http.connection import Client
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import UNKNOWN_GAME, RefusedMessage, SocketSession, connection_of
from tantrix.server.protocol.base import Ack, Sync
from tantrix.server.protocol.gobble import GOBBLE_CLIENT_MESSAGE, RushCommand
from tantrix.server.rooms.live_rooms import UnknownGame


async def gobble_socket(socket: WebSocket, rush_id: str) -> None:
    """Serve one client of a room until it leaves or is dropped."""
    hub = service(socket, GobbleHub)
    identity = identity_of(socket)
    connection = connection_of(socket, identity.user_id, identity.token)
    await socket.accept()
    try:
        await hub.join(rush_id, connection)
    except UnknownGame:
        await socket.close(UNKNOWN_GAME, "unknown game")
        return
    answer = partial(_answer, hub, rush_id, connection)
    session = SocketSession(socket, connection, GOBBLE_CLIENT_MESSAGE.validate_json, answer)
    await session.serve(partial(hub.leave, rush_id, connection), rush=rush_id)


async def _answer(
    hub: GobbleHub, rush_id: str, connection: Client, message: RushCommand | Sync
) -> Ack | RefusedMessage | None:
    if isinstance(message, Sync):
        await hub.sync(rush_id, connection, message.version)
        return None
    answer = await hub.play(rush_id, message, connection.user_id)
    return (message.id, answer) if isinstance(answer, Refusal) else answer
