"""Requests to a server in this process, without sockets, and their processor time."""

import time
from collections.abc import Awaitable, Callable, Sequence

from fastapi import FastAPI
from starlette.types import Message

Header = tuple[bytes, bytes]


async def processor_ms(work: Callable[[], Awaitable[None]]) -> float:
    """Return the processor time of this process while `work` runs, in ms."""
    began = time.process_time()
    await work()
    return (time.process_time() - began) * 1000


async def get(
    app: FastAPI, address: str, headers: Sequence[Header] = (), allowed: Sequence[int] = (200,)
) -> None:
    """Request an address. Raises AssertionError unless the response status is one of `allowed`."""
    await request(app, "GET", address, headers, allowed=allowed)


async def request(
    app: FastAPI,
    method: str,
    address: str,
    headers: Sequence[Header] = (),
    body: bytes = b"",
    allowed: Sequence[int] = (200,),
) -> None:
    """Send a request. Raises AssertionError unless the response status is one of `allowed`."""
    path, _, query = address.partition("?")
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    of_body = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"localhost"), *headers, *(of_body if body else ())],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    await app(scope, receive, send)
    assert [status in allowed for status in statuses] == [True], (address, statuses)
