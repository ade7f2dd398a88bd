"""HEAD requests, answered like GET without the body, and the methods that a path allows."""

from collections.abc import Iterable

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_IS_HEAD = "tantrix.is_head"


class HeadAsGet:
    """Plain ASGI middleware that passes HEAD on as GET, and sends the response without its body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self._app({**scope, "method": "GET", _IS_HEAD: True}, receive, _without_body(send))
        else:
            await self._app(scope, receive, send)


def is_head(connection: HTTPConnection) -> bool:
    """Return whether a request was sent as HEAD."""
    return _IS_HEAD in connection.scope


def allowed_methods(routes: Iterable[BaseRoute], path: str) -> str:
    """List the methods that a path allows, as for the header `Allow`; a path without a route is a file."""
    found: set[str] = set()
    for route in routes:
        if isinstance(route, Route) and route.path_regex.match(path):
            found |= route.methods or set()
    found = found or {"GET"}
    return ", ".join(sorted(found | {"HEAD"} if "GET" in found else found))


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_head
