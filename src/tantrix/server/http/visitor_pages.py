"""Pages for visitors without a cookie: made once, then sent to all of them for a moment.

Such a page depends on its address, the language and the compression; these are the key. Whoever sends a
cookie or a token gets a page of their own, and so does every address that is not listed here. Browsers and
proxies keep no page: the answers are those of the server without this module, `no-store` included.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tantrix.server.wording.catalogues import choose_language

PATHS = frozenset(
    "/ /archive /countries /custom /gobble /help /learn /learn/story /lobby /players /puzzles /tournaments "
    "/watch /watch/games".split()
)
MAX_BYTES = 16 * 1024 * 1024
_FOR_EVERYBODY = "Cookie, Accept-Language"  # as `page` says of all its pages

_Key = tuple[str, str, str, str, bool]


@dataclass(frozen=True, slots=True)
class VisitorPage:
    """A page as it was sent. `route`: what the metrics count the request under."""

    made_ms: int
    start: Message
    body: bytes
    route: Any


class VisitorPageMiddleware:
    """Sends visitors the page that another one got up to `life_ms` ago; never with a `life_ms` of 0."""

    def __init__(self, app: ASGIApp, life_ms: int, now_ms: Callable[[], int]) -> None:
        self._app = app
        self._life_ms = life_ms
        self._now_ms = now_ms
        self._pages: dict[_Key, VisitorPage] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = _key(scope) if self._life_ms else None
        if key is None:
            await self._app(scope, receive, send)
            return
        page = self._pages.get(key)
        if page is None or not self._is_fresh(page):
            await self._make(key, scope, receive, send)
            return
        scope["route"] = page.route
        await send({**page.start, "headers": list(page.start["headers"])})
        await send({"type": "http.response.body", "body": page.body})

    async def _make(self, key: _Key, scope: Scope, receive: Receive, send: Send) -> None:
        began_ms, sent = self._now_ms(), list[Message]()

        async def keeping(message: Message) -> None:
            sent.append({**message, "headers": list(message.get("headers", ()))})
            await send(message)

        await self._app(scope, receive, keeping)
        if len(sent) == 2 and _is_for_everybody(sent[0]):
            self._keep(key, VisitorPage(began_ms, sent[0], sent[1]["body"], scope.get("route")))

    def _keep(self, key: _Key, page: VisitorPage) -> None:
        self._pages = {other: each for other, each in self._pages.items() if self._is_fresh(each)}
        if sum(len(each.body) for each in self._pages.values()) + len(page.body) <= MAX_BYTES:
            self._pages[key] = page

    def _is_fresh(self, page: VisitorPage) -> bool:
        return 0 <= self._now_ms() - page.made_ms < self._life_ms


def _key(scope: Scope) -> _Key | None:
    """Return what the page of a visitor depends on; None if the request is not for a visitor's page."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] not in PATHS:
        return None
    headers = Headers(scope=scope)
    if scope["query_string"] or "cookie" in headers or "authorization" in headers:
        return None
    language = choose_language(None, headers.get("accept-language", ""))
    is_packed = "gzip" in headers.get("accept-encoding", "")
    return scope["scheme"], headers.get("host", ""), scope["path"], language, is_packed


def _is_for_everybody(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    varies = headers.get("vary", "").startswith(_FOR_EVERYBODY)
    return start["status"] == 200 and varies and "set-cookie" not in headers
