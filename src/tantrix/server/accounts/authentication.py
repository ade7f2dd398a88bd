"""Who sends a request: found out once, before anything else asks.

Plain ASGI middleware; `who_of` and `session_user_id` read what it has found. A request comes with the cookie
of a session, or with a personal token, which then counts alone.
"""

import asyncio

from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tantrix.server.accounts.accounts import ANONYMOUS, Accounts, Identity
from tantrix.server.accounts.scopes import TokenScope, scope_of, socket_scope
from tantrix.server.accounts.sessions import token_hash
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.http.bearer import BEARER
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import answer

REFUSED_SOCKET = 1008

_KEY = "tantrix.who"
_ACCOUNT = "tantrix.account"


class AuthenticationMiddleware:
    """Look up the session of every request and socket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get(BEARER) is not None:
            await self._with_token(scope, receive, send)
            return
        if scope["type"] in ("http", "websocket"):
            token = token_hash(HTTPConnection(scope).cookies)
            people: Accounts = scope["app"].state.people
            who = ANONYMOUS if token is None else await asyncio.to_thread(people.who, token)
            scope[_KEY] = who
            scope[_ACCOUNT] = who.account.name if who.account else None
        await self._app(scope, receive, send)

    async def _with_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        tokens: Tokens = scope["app"].state.tokens
        who = await asyncio.to_thread(tokens.who, scope[BEARER])
        if who.token is None:
            await _refuse(scope, receive, send, "bad_token", {"WWW-Authenticate": "Bearer"})
            return
        wait_s = tokens.wait_s(who.token)
        if wait_s:
            await _refuse(scope, receive, send, "token_limit", {"Retry-After": str(wait_s)})
            return
        scope[_KEY] = who
        await tokens.note_use(who.token)
        with tokens.opened(who.token):
            await self._app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, code: str, headers: dict[str, str]) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": REFUSED_SOCKET, "reason": code})
        return
    response: Response = answer(HTTPConnection(scope), Refusal(code))
    response.headers.update(headers)
    await response(scope, receive, send)


async def check_scope(connection: HTTPConnection) -> None:
    """Refuse a token that was not made for what it is used for; whoever comes with a session may go on."""
    scopes = who_of(connection).scopes
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
    """Tell whether a request may do what belongs to a scope: sessions may do everything."""
    scopes = who_of(connection).scopes
    return scopes is None or scope in scopes


def _listed(scopes: frozenset[str]) -> str:
    return ", ".join(scope for scope in TokenScope if scope in scopes)


def who_of(connection: HTTPConnection) -> Identity:
    """Return who sends a request."""
    who: Identity = connection.scope.get(_KEY, ANONYMOUS)
    return who


def people_of(connection: HTTPConnection) -> Accounts:
    """Return the accounts of the server that a request came to."""
    people: Accounts = connection.app.state.people
    return people


def session_user_id(connection: HTTPConnection) -> str | None:
    """Return how games know who sends a request; None if he has no session yet."""
    return who_of(connection).user_id
