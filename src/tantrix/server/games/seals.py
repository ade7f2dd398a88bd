"""Games whose deal is still played at other tables: only their players may see them."""

from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection

from tantrix.server.accounts.requests import session_user_id
from tantrix.server.games.hub import Hub
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import UNKNOWN_GAME
from tantrix.server.rooms.live_rooms import UnknownGame


async def check_seal(connection: HTTPConnection) -> None:
    """Refuse a request about a sealed game, of any route whose address has the id of a game."""
    game_id = connection.path_params.get("game_id")
    if game_id is None:
        return
    try:
        await service(connection, Hub).check_seal(game_id, session_user_id(connection))
    except UnknownGame as refusal:
        if connection.scope["type"] == "websocket":
            raise WebSocketException(UNKNOWN_GAME, refusal.code) from refusal
        raise
