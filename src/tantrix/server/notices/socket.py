"""The WebSocket of the bell, which is on every page of an account."""

from functools import partial

from starlette.websockets import WebSocket

from tantrix.server.accounts.requests import identity_of
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import SocketSession, connection_of
from tantrix.server.notices.service import NoticeService
from tantrix.server.protocol.base import Sync
from tantrix.server.protocol.notices import NOTICE_CLIENT_MESSAGE, Bell


async def notice_socket(socket: WebSocket) -> None:
    """Send a page its bell until it disconnects; guests have no bell."""
    identity = identity_of(socket)
    if identity.account is None or identity.user_id is None:
        await socket.close(1008, "no account")
        return
    notices = service(socket, NoticeService)
    connection = connection_of(socket, identity.user_id, identity.token)
    await socket.accept()
    notices.join(connection)
    answer = partial(_answer, notices, identity.user_id)
    session = SocketSession(socket, connection, NOTICE_CLIENT_MESSAGE.validate_json, answer)
    await session.serve(partial(notices.leave, connection), place="bell")


async def _answer(notices: NoticeService, user_id: str, _message: Sync) -> Bell:
    return await notices.bell_of(user_id)
