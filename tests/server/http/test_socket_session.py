"""A socket session ends without an error, however its connection ends."""

from pathlib import Path
from types import SimpleNamespace

import anyio
import pytest
from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.types import Message
from starlette.websockets import WebSocket

from tantrix.server.http.connection import BURST, TOO_MUCH, Connection, DirectConnection, Listener
from tantrix.server.http.socket_session import AT_A_STRETCH, MAX_TOO_FAST, SocketSession
from tantrix.server.metrics import Metrics
from tantrix.server.protocol.base import Ping, Sync
from tantrix.server.settings import Settings

_ASKED: TypeAdapter[Sync | Ping] = TypeAdapter(Sync | Ping)


async def _silence(_message: Sync) -> None:
    return None


@pytest.mark.anyio
async def test_a_connection_that_the_server_closed_itself_ends_the_session(tmp_path: Path) -> None:
    """Uvicorn answers a broken frame by closing; the next message then finds the connection closed."""
    app = Starlette()
    services: dict[type, object] = {Settings: Settings(tmp_path), Metrics: Metrics()}
    app.state.services = SimpleNamespace(find=services.__getitem__)
    heard = iter(
        [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": '{"type":"ping","sent_ms":1}'}]
    )
    said: list[Message] = []

    async def receive() -> Message:
        if (message := next(heard, None)) is None:
            await anyio.sleep_forever()
        return message

    async def send(message: Message) -> None:
        said.append(message)
        if message["type"] == "websocket.send":
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    scope = {"type": "websocket", "app": app, "headers": [], "query_string": b"", "path": "/"}
    socket = WebSocket(scope, receive, send)
    await socket.accept()
    await SocketSession(socket, Connection("somebody"), _ASKED.validate_json, _silence).serve(
        lambda: None, place="here"
    )

    assert [message["type"] for message in said] == ["websocket.accept", "websocket.send"]


class Flood:
    """A line on which messages have come in all at once."""

    is_full = takes_deflated = False

    def __init__(self, n_messages: int) -> None:
        self.n_messages = n_messages
        self.n_sent = 0
        self.code: int | None = None
        self.sent_at_a_turn: list[int] = []

    def write(self, _frame: bytes) -> None:
        self.n_sent += 1

    def report_to(self, listener: Listener) -> None:
        for _ in range(self.n_messages):
            listener.message_received("{}")

    def listen(self, _is_ready: bool) -> None: ...

    def end(self, code: int, _reason: str) -> None:
        self.code = code

    async def watch(self) -> None:
        """Record at each turn of the event loop how much has been sent since the last one."""
        n_sent = -1
        while n_sent != self.n_sent:
            n_sent = self.n_sent
            await anyio.sleep(0)
            self.sent_at_a_turn.append(self.n_sent - n_sent)


async def _serve_flood(tmp_path: Path, n_messages: int) -> Flood:
    app, line = Starlette(), Flood(n_messages)
    services: dict[type, object] = {Settings: Settings(tmp_path, now_ms=lambda: 7), Metrics: Metrics()}
    app.state.services = SimpleNamespace(find=services.__getitem__)

    async def receive() -> Message:
        raise AssertionError("expected the session to use its line")

    async def send(_message: Message) -> None: ...

    socket = WebSocket(
        {"type": "websocket", "app": app, "headers": [], "query_string": b"", "path": "/"}, receive, send
    )
    session = SocketSession(socket, DirectConnection(line, None), _ASKED.validate_json, _silence)
    await session.serve(lambda: None)
    await line.watch()
    return line


@pytest.mark.anyio
async def test_answers_to_one_client_give_way_to_others(tmp_path: Path) -> None:
    line = await _serve_flood(tmp_path, BURST + 20)

    assert line.n_sent == BURST + 20
    assert max(line.sent_at_a_turn) <= AT_A_STRETCH
    assert line.code is None


@pytest.mark.anyio
async def test_a_client_that_goes_on_too_fast_is_closed(tmp_path: Path) -> None:
    line = await _serve_flood(tmp_path, 10_000)

    assert line.n_sent == BURST + MAX_TOO_FAST - 1
    assert line.code == TOO_MUCH
