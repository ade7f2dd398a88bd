"""The WebSocket of a game: receives placements and chat, sends events."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from starlette.websockets import WebSocket

from tantrix.server.accounts.authentication import may
from tantrix.server.accounts.requests import identity_of
from tantrix.server.accounts.scopes import TokenScope
from tantrix.server.games.hub import Hub
from tantrix.server.http.connection import Client
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.http.socket_session import UNKNOWN_GAME, RefusedMessage, SocketSession, connection_of
from tantrix.server.protocol.base import Ack, Sync
from tantrix.server.protocol.chat import ChatHistory, ChatSent, ReadChat, SendChat
from tantrix.server.protocol.game import (
    CLIENT_MESSAGE,
    Abort,
    Claim,
    Echo,
    Offer,
    Place,
    Reply,
    Resign,
    Return,
)
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.settings import Settings


class TableChat(Protocol):
    """The chat at a table."""

    async def history(self, game_id: str, user_id: str | None) -> ChatHistory:
        """Return the conversations at a table that a user may read."""

    async def post(self, game_id: str, message: SendChat, user_id: str | None) -> ChatSent | Refusal:
        """Post a message at a table; returns once it is saved or refused."""


@dataclass(frozen=True, slots=True)
class _Table:
    game_id: str
    hub: Hub
    chat: TableChat
    settings: Settings


_Message = Place | Resign | Sync | SendChat | ReadChat | Echo | Offer | Reply | Abort | Claim | Return


def make_game_socket(
    find_chat: Callable[[WebSocket], TableChat],
) -> Callable[[WebSocket, str], Awaitable[None]]:
    """Return the WebSocket endpoint of a game; `find_chat` returns the chat."""

    async def game_socket(socket: WebSocket, game_id: str) -> None:
        hub, identity = service(socket, Hub), identity_of(socket)
        may_chat = may(socket, TokenScope.CHAT)
        connection = connection_of(socket, identity.user_id, identity.token, may_chat)
        await socket.accept()
        try:
            await hub.join(game_id, connection)
        except UnknownGame:
            await socket.close(UNKNOWN_GAME, "unknown game")
            return
        answer = partial(
            _answer, _Table(game_id, hub, find_chat(socket), service(socket, Settings)), connection
        )
        session = SocketSession(socket, connection, CLIENT_MESSAGE.validate_json, answer)
        await session.serve(partial(hub.leave, game_id, connection), game=game_id)

    return game_socket


async def _answer(
    table: _Table, connection: Client, message: _Message
) -> Ack | ChatSent | ChatHistory | RefusedMessage | None:
    try:
        return await _done(table, connection, message)
    except UnknownGame as refusal:  # the table was closed in the meantime
        return getattr(message, "id", None), refusal


async def _done(
    table: _Table, connection: Client, message: _Message
) -> Ack | ChatSent | ChatHistory | RefusedMessage | None:
    game_id, hub, chat = table.game_id, table.hub, table.chat
    match message:
        case Place():
            lag_ms = connection.round_trip.ms
            return _named(message.id, await hub.place(game_id, message, connection.user_id, lag_ms))
        case Resign():
            return _named(message.id, await hub.resign(game_id, message, connection.user_id))
        case Sync():
            await hub.sync(game_id, connection, message.version)
        case SendChat() if not connection.may_chat:
            return message.id, Refusal("missing_scope")
        case SendChat():
            return _named(message.id, await chat.post(game_id, message, connection.user_id))
        case ReadChat():
            return await chat.history(game_id, connection.user_id)
        case Echo():
            connection.round_trip.answered(message.nonce, table.settings.play_ms())
        case Offer() | Reply() | Abort() | Claim() | Return():
            return _named(message.id, await hub.agree(game_id, message, connection.user_id))
    return None


def _named(message_id: str, answer: Ack | ChatSent | Refusal) -> Ack | ChatSent | RefusedMessage:
    return (message_id, answer) if isinstance(answer, Refusal) else answer
