"""Unexpected failures of requests: one line in the log, and a response with status 500.

Starlette responds and then raises the error again, so Uvicorn logs it a second time and cuts a connection
that it has just promised to keep open. Here the error is handled, so the connection can serve the next
request.
"""

import structlog
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import answer

_LOG = structlog.get_logger()


class FailureMiddleware:
    """Responds to requests that fail; if the response has already begun, the connection is cut."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def watch(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception as error:
            if has_begun:
                raise
            _LOG.error("request failed", path=scope["path"], exc_info=error)
            await answer(HTTPConnection(scope), Refusal("internal"))(scope, receive, send)
