"""Checks of every request: its origin and size, and the security headers of its response.

Plain ASGI middleware, so that bodies are counted as they stream in and sockets are checked too.
"""

import re
from collections.abc import Sequence
from ipaddress import ip_address

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tantrix.server.http.bearer import BEARER
from tantrix.server.http.errors import Refusal
from tantrix.server.http.origins import check_host, is_same_origin
from tantrix.server.http.responses import answer

MAX_BODY = 64 * 1024
MAX_QUERY = 4096  # bytes; thousands of parameters would be decoded and sorted on the event loop
MAX_BODIES = {"/archive/import": 1024 * 1024, "/api/archive/import": 1024 * 1024}  # uploads of records
FORWARDED = "x-forwarded-for"
_LOG = structlog.get_logger()
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

# The policy of a worker that runs WebAssembly, which browsers count as code made from a text.
COMPILING_POLICY = _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

# The headers of a page that other sites may show in a frame.
FRAMED = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class SecurityMiddleware:
    """Refuses unknown hosts, foreign origins and large bodies; adds the security headers to every response.

    `address`: the public address of the server; `hosts`: the only accepted host names, all if empty.
    """

    def __init__(self, app: ASGIApp, address: str | None = None, hosts: Sequence[str] = ()) -> None:
        self._app = app
        self._address = address
        self._hosts = hosts
        self._has_warned = self._has_warned_of_name = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard_request(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, send)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if check_host(headers, self._hosts) is not None:
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
        elif BEARER in scope or is_same_origin(scope["scheme"], headers, self._address):
            await self._app(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})

    async def _guard_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        self._warn_of_proxy(scope, headers)
        refusal = check_host(headers, self._hosts)
        self._warn_of_name(headers, refusal)
        if refusal is None and not self._is_own(scope, headers):
            refusal = Refusal("foreign_origin")
        if refusal is None and len(scope.get("query_string", b"")) > MAX_QUERY:
            refusal = Refusal("too_large")
        if refusal is not None:
            await answer(HTTPConnection(scope), refusal)(scope, receive, send)
            return
        body = await _read_body(headers, receive, body_limit(scope["path"]))
        if body is None:
            await answer(HTTPConnection(scope), Refusal("too_large"))(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    def _warn_of_proxy(self, scope: Scope, headers: Headers) -> None:
        """Log once that a proxy forwards addresses of clients but is not trusted."""
        forwarded, client = headers.get(FORWARDED), scope.get("client")
        if forwarded is None or client is None or self._has_warned:
            return
        if client[0] not in [each.strip() for each in forwarded.split(",")] and _is_near(client[0]):
            self._has_warned = True
            _LOG.warning("forwarded addresses ignored", sender=client[0], remedy=f"--proxy {client[0]}")

    def _warn_of_name(self, headers: Headers, refusal: Refusal | None) -> None:
        """Log once under which name the server was asked for in vain."""
        if refusal is not None and refusal.reason == "unknown_host" and not self._has_warned_of_name:
            self._has_warned_of_name = True
            name = headers["host"].rsplit(":", 1)[0]
            _LOG.warning("unknown host refused", host=name, remedy=f"--allow-host {name}")

    def _is_own(self, scope: Scope, headers: Headers) -> bool:
        is_safe = BEARER in scope or scope["method"] in _SAFE
        return is_safe or is_same_origin(scope["scheme"], headers, self._address)


def body_limit(path: str) -> int:
    """Return the size of the largest body that a path accepts."""
    return MAX_BODIES.get(path, MAX_BODY)


def _is_near(client_address: str) -> bool:
    try:
        return ip_address(client_address).is_private
    except ValueError:
        return False


async def _read_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """Read a body; None if it is larger than `limit`, or the client has left."""
    declared = headers.get("content-length", "0")
    if not re.fullmatch("[0-9]{1,9}", declared) or int(declared) > limit:
        return None
    if declared == "0" and "transfer-encoding" not in headers:
        return b""
    body = bytearray()
    while len(body) <= limit:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body) if len(body) <= limit else None
    return None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Pass on the body that was read, then whatever follows it."""
    is_read = False

    async def replay() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            is_framed = headers.get("content-security-policy") == FRAMED["Content-Security-Policy"]
            for name, value in (FRAMED if is_framed else HEADERS).items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
