"""What all sockets share: a reader that answers messages one by one, and a writer that sends queued messages.

When one of them ends, so does the other.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import anyio
import structlog
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tantrix.server.http.connection import BURST, RATE, Connection
from tantrix.server.http.errors import Refusal, sentence_in
from tantrix.server.http.rate_limits import TokenBucket
from tantrix.server.http.services import service
from tantrix.server.http.templates import language_of
from tantrix.server.protocol.base import Ping, Pong, Refused
from tantrix.server.settings import Settings

MAX_MESSAGE = 4096  # characters; the largest honest message has some 120
UNKNOWN_GAME, DROPPED = 4404, 1013  # close codes
CLOSE_S = 1  # how long closing the socket of a dropped client may take

RefusedMessage = tuple[str | None, Refusal]  # the id of the message, if it could be read, and the reason

_Message = TypeVar("_Message")
_LOG = structlog.get_logger()


class SocketSession:
    """The two sides of one socket.

    `read` parses a message; `answer` returns the answer to it, None for none.
    """

    def __init__(
        self,
        socket: WebSocket,
        connection: Connection,
        read: Callable[[str], _Message | Ping],
        answer: Callable[[_Message], Awaitable[BaseModel | RefusedMessage | None]],
    ) -> None:
        self._socket = socket
        self._connection = connection
        self._read_message = read
        self._answer = answer
        self._language = language_of(socket)

    async def serve(self, **place: str) -> None:
        """Serve the client until it leaves or is dropped. A slow client is logged with `place`, if given."""
        async with anyio.create_task_group() as tasks:
            for side in (self._read, self._write, self._connection.dropped.wait):
                tasks.start_soon(self._until_end, side, tasks.cancel_scope)
        if self._connection.dropped.is_set():
            if place:
                _LOG.info("slow client dropped", **place)
            with anyio.move_on_after(CLOSE_S), suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(DROPPED, "too slow")

    async def _until_end(self, side: Callable[[], Awaitable[object]], both: anyio.CancelScope) -> None:
        with suppress(WebSocketDisconnect):
            await side()
        both.cancel()

    async def _write(self) -> None:
        while True:
            text = await self._connection.next()
            try:
                await self._socket.send_text(text)
            except RuntimeError:  # Uvicorn closed the connection itself, for a broken frame.
                return

    async def _read(self) -> None:
        settings = service(self._socket, Settings)
        bucket = TokenBucket(RATE, BURST, settings.now_ms())
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if bucket.take(settings.now_ms()):
                answer = await self._answered(message.get("text"))
            else:
                answer = None, Refusal("too_fast")
            if answer is not None:
                self._connection.post(self._worded(answer).model_dump_json())

    async def _answered(self, text: str | None) -> BaseModel | RefusedMessage | None:
        if text is not None and len(text) > MAX_MESSAGE:
            return None, Refusal("too_large")
        try:
            message = self._read_message(text or "")
        except ValidationError:
            return None, Refusal("bad_message")
        return Pong(sent_ms=message.sent_ms) if isinstance(message, Ping) else await self._answer(message)

    def _worded(self, answer: BaseModel | RefusedMessage) -> BaseModel:
        if not isinstance(answer, tuple):
            return answer
        message_id, refusal = answer
        detail = sentence_in(self._language, refusal)
        return Refused(id=message_id, code=refusal.code, detail=detail)
