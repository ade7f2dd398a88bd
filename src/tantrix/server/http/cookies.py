"""Browsers that block cookies are told so, and nothing begins for nobody.

A form that begins something for its sender, such as a game, is sent again by its browser if it came without
any cookie: the answer sets one that only shows that it is kept, and names the same address with the time in a
parameter. If the form comes without a cookie again, it is refused.

Any other form is handled as always. If its browser sent no cookie and gets its first one with the redirect,
the address of the next page has the time in a parameter. With a cookie that page leads to its own address;
without one it says what is blocked. When the parameter is old, because the page is loaded again or its
address was passed on, it is tried once more whether the browser keeps a cookie.
"""

from collections.abc import Callable

from starlette.datastructures import URL, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import own_path
from tantrix.server.http.responses import answer

ROUND_TRIP_MS = 10_000
_ASKED_AT = "cookies_asked_at"
_KEPT = "tantrix_kept"  # only shows that the browser keeps cookies


class FirstForm(Exception):
    """A form came without any cookie; nothing has changed yet."""


def check_first_form(connection: HTTPConnection, now_ms: int) -> None:
    """Raise FirstForm if the form of a page came without any cookie, and Refusal if it came so again."""
    if connection.scope["method"] == "POST" and _is_first(connection):
        if _was_asked(connection, now_ms):
            raise Refusal("no_cookies")
        raise FirstForm


def ask_again(connection: HTTPConnection, now_ms: int, status: int = 307) -> Response:
    """Set a cookie that shows that it is kept, and redirect to the same address with the time in a parameter.

    After status 307 a browser sends its form again.
    """
    url = connection.url
    response = RedirectResponse(_path(url.include_query_params(**{_ASKED_AT: now_ms})), status)
    response.set_cookie(_KEPT, "1", 60, httponly=True, samesite="lax", secure=url.scheme == "https")
    return response


class CookieMiddleware:
    """Finds out whether the browser that sends its first form keeps cookies. Programs send no origin."""

    def __init__(self, app: ASGIApp, now_ms: Callable[[], int]) -> None:
        self._app = app
        self._now_ms = now_ms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["method"] == "GET" and _ASKED_AT.encode() in scope["query_string"]:
            await self._answer(HTTPConnection(scope))(scope, receive, send)
        else:
            is_first = scope["method"] == "POST" and _is_first(HTTPConnection(scope))
            await self._app(scope, receive, self._asking(send) if is_first else send)

    def _asking(self, send: Send) -> Send:
        """Return a `send` that puts the time into the address of a redirect with a cookie."""

        async def ask(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 303:
                headers = MutableHeaders(scope=message)
                if "set-cookie" in headers:
                    path = URL(headers["location"]).include_query_params(**{_ASKED_AT: self._now_ms()})
                    headers["location"] = str(path)
            await send(message)

        return ask

    def _answer(self, connection: HTTPConnection) -> Response:
        now_ms = self._now_ms()
        if connection.cookies:
            # Who has allowed cookies since then begins anew: nobody holds what the form made.
            is_too_late = connection.cookies.keys() == {_KEPT}
            path = "/" if is_too_late else _path(connection.url.remove_query_params(_ASKED_AT))
            return RedirectResponse(path, 303)
        if _was_asked(connection, now_ms):
            return answer(connection, Refusal("no_cookies"))
        return ask_again(connection, now_ms, 303)


def _was_asked(connection: HTTPConnection, now_ms: int) -> bool:
    asked_at = connection.query_params.get(_ASKED_AT, "")
    return asked_at.isdecimal() and abs(now_ms - int(asked_at)) < ROUND_TRIP_MS


def _is_first(connection: HTTPConnection) -> bool:
    """Return whether a request comes from a page, without any cookie."""
    headers = connection.headers
    return "cookie" not in headers and ("origin" in headers or "sec-fetch-site" in headers)


def _path(url: URL) -> str:
    return own_path(f"{url.path}?{url.query}" if url.query else url.path)
