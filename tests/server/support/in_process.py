"""Sockets of an application in this event loop, without a network: faster than a real connection."""

import asyncio
import json
from types import TracebackType
from typing import Any

from fastapi import FastAPI

Json = dict[str, Any]


class InProcessSocket:
    """One socket. Received messages stay in `heard` until taken; `closed` is its close code, if any."""

    def __init__(self, app: FastAPI, path: str, cookie: str = "") -> None:
        headers = [(b"host", b"testserver")] + ([(b"cookie", cookie.encode())] if cookie else [])
        self._scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
            "subprotocols": [],
            "state": {},
        }
        self._app = app
        self._sent: asyncio.Queue[Json] = asyncio.Queue()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.heard: list[Json] = []
        self.closed: int | None = None

    async def __aenter__(self) -> "InProcessSocket":
        self._sent.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(self._scope, self._sent.get, self._hear))  # type: ignore[arg-type]
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self._task is not None:
            await self._task

    def send(self, frame: str | bytes) -> None:
        """Send a frame; the server handles it when this task waits."""
        kind = "text" if isinstance(frame, str) else "bytes"
        self._sent.put_nowait({"type": "websocket.receive", kind: frame})

    async def hear(self, name: str, **fields: object) -> list[Json]:
        """Wait for a message of a type; return all messages up to it, or up to the close of the socket."""
        async with asyncio.timeout(60):
            while True:
                for n, message in enumerate(self.heard):
                    if message["type"] == name and fields.items() <= message.items():
                        heard, self.heard = self.heard[: n + 1], self.heard[n + 1 :]
                        return heard
                if self.closed is not None:
                    heard, self.heard = self.heard, []
                    return heard
                self._news.clear()
                await self._news.wait()

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
        self._news.set()
