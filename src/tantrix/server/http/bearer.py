"""Requests with a personal token, before the token is looked up.

For such requests, cookies and the origin are ignored, so pages of other sites may send them too (CORS): such
a page gets only what the holder of the token may see anyway.
"""

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BEARER = "tantrix.bearer"
_METRICS = "/metrics"  # this scheme has its own token
_MAX_AGE_S = "7200"

_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_PREFLIGHT = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "authorization, content-type",
    "Access-Control-Max-Age": _MAX_AGE_S,
}


class BearerMiddleware:
    """Removes the cookies of requests with a token, and lets other sites read the responses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"] == _METRICS:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["type"] == "http" and _is_preflight(scope, headers):
            await Response(None, 204, _PREFLIGHT)(scope, receive, send)
            return
        token = _token_of(headers)
        if token is None:
            await self._app(scope, receive, send)
            return
        scope[BEARER] = token
        scope["headers"] = _without_cookies(scope["headers"])
        await self._app(scope, receive, send if scope["type"] == "websocket" else _readable_anywhere(send))


def _is_preflight(scope: Scope, headers: Headers) -> bool:
    """Return whether a browser asks if a page of another site may send a token (a CORS preflight)."""
    requested = headers.get("access-control-request-headers", "").lower()
    names = [name.strip() for name in requested.split(",")]
    is_asked = scope["method"] == "OPTIONS" and "access-control-request-method" in headers
    return is_asked and "authorization" in names


def _token_of(headers: Headers) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _without_cookies(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in headers if name != b"cookie"]


def _readable_anywhere(send: Send) -> Send:
    async def send_readable(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(_CORS)
        await send(message)

    return send_readable
