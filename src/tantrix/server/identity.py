"""Who sends a request: found out once, before anything else asks.

Plain ASGI middleware; `who_of` and `session_owner` read what it has found.
"""

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tantrix.server.people import NOBODY, People, Who
from tantrix.server.sessions import token_hash

_KEY = "tantrix.who"
_ACCOUNT = "tantrix.account"


class WhoIsIt:
    """Look up the session of every request and socket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            token = token_hash(HTTPConnection(scope).cookies)
            people: People = scope["app"].state.people
            who = NOBODY if token is None else await asyncio.to_thread(people.who, token)
            scope[_KEY] = who
            scope[_ACCOUNT] = who.account.name if who.account else None
        await self._app(scope, receive, send)


def who_of(connection: HTTPConnection) -> Who:
    """Return who sends a request."""
    who: Who = connection.scope.get(_KEY, NOBODY)
    return who


def session_owner(connection: HTTPConnection) -> str | None:
    """Return how games know who sends a request; None if he has no session yet."""
    return who_of(connection).owner
