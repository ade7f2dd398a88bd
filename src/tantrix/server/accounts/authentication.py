"""Authentication of each request, once, before any route runs.

Plain ASGI middleware; the functions of `accounts.requests` read its result. A request carries a session
cookie or a personal token. If it carries a token, the cookie is ignored, and an unknown token or one used too
often is refused here.
"""

import asyncio

from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tantrix.server.accounts.accounts import ANONYMOUS, Accounts
from tantrix.server.accounts.requests import IDENTITY, client_address_of, identity_of, is_https
from tantrix.server.accounts.scopes import TokenScope, scope_of, socket_scope
from tantrix.server.accounts.sessions import token_hash
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.http.bearer import BEARER
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import answer
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import ACCOUNT_FACE, ACCOUNT_NAME

REFUSED_SOCKET = 1008


class AuthenticationMiddleware:
    """Looks up the session or token of every request and socket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get(BEARER) is not None:
            await self._with_token(scope, receive, send)
            return
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            token = token_hash(connection.cookies, is_https(connection))
            accounts = service(connection, Accounts)
            identity = ANONYMOUS if token is None else await asyncio.to_thread(accounts.identity, token)
            scope[IDENTITY] = identity
            scope[ACCOUNT_NAME] = identity.account.name if identity.account else None
            scope[ACCOUNT_FACE] = identity.account.face if identity.account else None
            await accounts.record_use(identity, client_address_of(connection))
        await self._app(scope, receive, send)

    async def _with_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        tokens = service(HTTPConnection(scope), Tokens)
        identity = await asyncio.to_thread(tokens.identity, scope[BEARER])
        if identity.token is None:
            await _refuse(scope, receive, send, "bad_token", {"WWW-Authenticate": "Bearer"})
            return
        wait_s = tokens.wait_s(identity.token)
        if wait_s:
            await _refuse(scope, receive, send, "token_limit", {"Retry-After": str(wait_s)})
            return
        scope[IDENTITY] = identity
        await tokens.record_use(identity.token)
        with tokens.opened(identity.token):
            await self._app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, code: str, headers: dict[str, str]) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": REFUSED_SOCKET, "reason": code})
        return
    response: Response = answer(HTTPConnection(scope), Refusal(code))
    response.headers.update(headers)
    await response(scope, receive, send)


async def check_scope(connection: HTTPConnection) -> None:
    """Refuse a personal token that lacks the scope of the route; sessions have every scope."""
    scopes = identity_of(connection).scopes
    if scopes is None:
        return
    path = connection.scope["route"].path
    if connection.scope["type"] == "websocket":
        if socket_scope(path) not in scopes:
            raise WebSocketException(REFUSED_SOCKET, "missing scope")
        return
    needed = scope_of(connection.scope["method"], path)
    if needed is None:
        raise Refusal("not_for_tokens")
    if needed not in scopes:
        raise Refusal("missing_scope", f"expected a token with the scope {needed}, got {_listed(scopes)}")


def may(connection: HTTPConnection, scope: TokenScope) -> bool:
    """Return whether a request has a scope; sessions have every scope."""
    scopes = identity_of(connection).scopes
    return scopes is None or scope in scopes


def _listed(scopes: frozenset[str]) -> str:
    return ", ".join(scope for scope in TokenScope if scope in scopes)
