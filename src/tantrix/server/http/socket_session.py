"""The part that all sockets share: messages are answered one by one, and answers and events are sent.

If the HTTP server offers a `SocketLine`, the session reacts to what the line reports and has a task only
while it answers. Otherwise, as in tests without a server, it has one task that reads and one that sends; when
either ends, so does the other.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any, Generic, TypeVar

import anyio
import structlog
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tantrix.server.background import Tasks
from tantrix.server.http.bearer import BEARER
from tantrix.server.http.connection import BURST, DROPPED, LINE, RATE, TOO_MUCH, Connection, DirectConnection
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import TokenBucket
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.metrics import Metrics
from tantrix.server.protocol.base import Ping, Pong, Refused
from tantrix.server.settings import Settings

MAX_MESSAGE = 4096  # characters; the largest regular message has about 120
UNKNOWN_GAME, FAILED = 4404, 1011  # close codes
CLOSE_S = 1  # how long closing the socket of a dropped client may take
MAX_ASKED = 8  # messages that may wait for an answer before the line stops reading
AT_A_STRETCH = 8  # answers to one client after which others get a turn
MAX_TOO_FAST = 100  # messages beyond the rate, after which a client that does not pause is closed

RefusedMessage = tuple[str | None, Refusal]  # the id of the message, if it could be parsed, and the reason

_Message = TypeVar("_Message")
_LOG = structlog.get_logger()
_TASKS = Tasks()  # of all sessions with a line


def connection_of(
    socket: WebSocket, user_id: str | None, token: str | None = None, may_chat: bool = True
) -> Connection | DirectConnection:
    """Return the connection of a socket; it sends straight to the socket's line if there is one."""
    line = socket.scope.get("extensions", {}).get(LINE)
    if line is None or BEARER in socket.scope:  # sockets of a token are counted while the application runs
        return Connection(user_id, token, may_chat)
    return DirectConnection(line, user_id, token, may_chat)


def refused(message_id: str | None, refusal: Refusal, language: str) -> Refused:
    """Return the answer to a message that is refused."""
    return Refused(id=message_id, code=refusal.code, detail=refusal.sentence_in(language))


class SocketSession:
    """The two sides of one socket.

    `read` parses a message; `answer` returns the answer to it, or None for no answer.
    """

    def __init__(
        self,
        socket: WebSocket,
        connection: Connection | DirectConnection,
        read: Callable[[str], _Message | Ping],
        answer: Callable[[_Message], Awaitable[BaseModel | RefusedMessage | None]],
    ) -> None:
        self._socket = socket
        self._connection = connection
        self._answers = _Answers(
            connection.post,
            read,
            answer,
            language_of(socket),
            service(socket, Settings).play_ms,
            service(socket, Metrics).socket_answer_s.observe,
        )

    async def serve(self, leave: Callable[[], None], **place: str) -> None:
        """Serve the client until it leaves or is dropped, then call `leave`.

        With a line, this returns at once. A slow client is logged with `place`, if given.
        """
        if isinstance(self._connection, DirectConnection):
            line = self._connection.line
            line.report_to(_LineSession(self._connection, self._answers, leave, place))
            return
        try:
            await self._serve(self._connection, place)
        finally:
            leave()

    async def _serve(self, connection: Connection, place: dict[str, str]) -> None:
        async with anyio.create_task_group() as tasks:
            for side in (self._read, partial(self._write, connection), connection.dropped.wait):
                tasks.start_soon(self._until_end, side, tasks.cancel_scope)
        if connection.dropped.is_set():
            if place:
                _LOG.info("slow client dropped", **place)
            with anyio.move_on_after(CLOSE_S), suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(DROPPED, "too slow")

    async def _until_end(self, side: Callable[[], Awaitable[object]], both: anyio.CancelScope) -> None:
        with suppress(WebSocketDisconnect):
            await side()
        both.cancel()

    async def _write(self, connection: Connection) -> None:
        while (text := await connection.next()) is not None:
            try:
                await self._socket.send_text(text)
            except RuntimeError:  # Uvicorn closed the connection itself, for a broken frame.
                return

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                await self._answers.give(message.get("text"), perf_counter())
            except _TooManyMessages:
                await self._socket.close(TOO_MUCH, "too many messages")
                return


class _TooManyMessages(Exception):
    """A client goes on sending faster than it may."""


class _Answers(Generic[_Message]):
    """Answers the messages of one client."""

    __slots__ = (
        *("_answer", "_bucket", "_language", "_n_given", "_n_too_fast"),
        *("_now_ms", "_observe", "_post", "_read"),
    )

    def __init__(
        self,
        post: Callable[[str], None],
        read: Callable[[str], _Message | Ping],
        answer: Callable[[_Message], Awaitable[BaseModel | RefusedMessage | None]],
        language: str,
        now_ms: Callable[[], int],
        observe: Callable[[float], None],
    ) -> None:
        self._observe = observe
        self._post = post
        self._read = read
        self._answer = answer
        self._language = language
        self._now_ms = now_ms
        self._bucket: TokenBucket | None = None  # created with the first message: most spectators send none
        self._n_given = 0
        self._n_too_fast = 0  # since the client last paused

    async def give(self, text: str | None, received_s: float) -> None:
        """Answer one message; None stands for a message that is not text. `received_s`: when it arrived.

        Raises _TooManyMessages if too many came too fast.
        """
        self._n_given += 1
        if self._n_given % AT_A_STRETCH == 0:
            await asyncio.sleep(0)
        answer = await self._answered(text) if self._is_in_time() else (None, Refusal("too_fast"))
        if answer is not None:
            self._post(self._with_sentence(answer).model_dump_json())
            if not isinstance(answer, Pong):
                self._observe(perf_counter() - received_s)

    def _is_in_time(self) -> bool:
        """Count a message; return whether the client may send it now."""
        now_ms = self._now_ms()
        if self._bucket is None:
            self._bucket = TokenBucket(RATE, BURST, now_ms)
        is_in_time = self._bucket.take(now_ms)
        if not is_in_time:
            self._n_too_fast += 1
        elif self._bucket.left >= BURST - 1:
            self._n_too_fast = 0
        if self._n_too_fast >= MAX_TOO_FAST:
            raise _TooManyMessages
        return is_in_time

    async def _answered(self, text: str | None) -> BaseModel | RefusedMessage | None:
        if text is not None and len(text) > MAX_MESSAGE:
            return None, Refusal("too_large")
        try:
            message = self._read(text or "")
        except ValidationError:
            return None, Refusal("bad_message")
        return Pong(sent_ms=message.sent_ms) if isinstance(message, Ping) else await self._answer(message)

    def _with_sentence(self, answer: BaseModel | RefusedMessage) -> BaseModel:
        if not isinstance(answer, tuple):
            return answer
        message_id, refusal = answer
        return refused(message_id, refusal, self._language)


class _LineSession:
    """The session of a socket whose line reports what happens."""

    __slots__ = ("_answers", "_asked", "_connection", "_leave", "_place", "_task")

    def __init__(
        self,
        connection: DirectConnection,
        answers: _Answers[Any],
        leave: Callable[[], None],
        place: dict[str, str],
    ) -> None:
        self._connection = connection
        self._answers = answers
        self._leave = leave
        self._place = place
        self._asked: list[tuple[str | None, float]] = []
        self._task: asyncio.Task[None] | None = None

    def message_received(self, text: str | None) -> None:
        """Answer a message after the ones before it."""
        self._asked.append((text, perf_counter()))
        if self._task is None:
            self._task = _TASKS.start(self._answer_all())
        elif len(self._asked) >= MAX_ASKED:
            self._connection.line.listen(False)

    def drained(self) -> None:
        """Send the waiting messages."""
        self._connection.flush()

    def ended(self) -> None:
        """End the session."""
        if self._connection.is_dropped and self._place:
            _LOG.info("slow client dropped", **self._place)
        self._leave()

    async def _answer_all(self) -> None:
        try:
            while self._asked:
                await self._answers.give(*self._asked[0])
                del self._asked[0]
        except _TooManyMessages:
            self._asked.clear()
            self._connection.line.end(TOO_MUCH, "too many messages")
        except Exception as error:
            _LOG.error("socket failed", exc_info=error, **self._place)
            self._connection.line.end(FAILED, "")
        finally:
            self._task = None
            self._connection.line.listen(True)
