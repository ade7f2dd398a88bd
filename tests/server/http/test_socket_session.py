"""A socket session ends without an error, however its connection ends."""

from pathlib import Path
from types import SimpleNamespace

import anyio
import pytest
from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.types import Message
from starlette.websockets import WebSocket

from tantrix.server.http.connection import Connection
from tantrix.server.http.socket_session import SocketSession
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
