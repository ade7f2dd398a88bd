"""What a link to a page shows in messengers and on other sites: a title, a description and a picture.

The template of all pages writes it into the head. Nothing is computed for it that the page does not need, and
a picture is drawn by a worker process only when it is asked for.
"""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from starlette.requests import HTTPConnection

from tantrix.server.http.service_lookup import service
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import gettext_noop, translate

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630  # pixels: the proportions that messengers show whole
HIDDEN = "tantrix.hidden"  # in the scope: search engines must not list the page
_ICON = "/static/icons/preview.png"
_GAME = gettext_noop(
    "Match the colours, block the other line, close a loop for double points. Two to four players,"
    " fifteen minutes."
)


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown of a page: `title` empty for that of the page, `picture` the path of a PNG."""

    description: str
    title: str = ""
    picture: str = _ICON
    alt: str = "Tantrix"
    width: int = PREVIEW_WIDTH
    height: int = PREVIEW_HEIGHT


def plain_preview(language: str) -> Preview:
    """Describe the game: for pages about nothing in particular, and for what only its link leads to."""
    return Preview(translate(language, _GAME))


def hide_from_search(connection: HTTPConnection) -> None:
    """Keep a page that only its link leads to out of the lists of search engines."""
    connection.scope[HIDDEN] = True


def drawn(path: str) -> str:
    """Return the path of a PNG that the server draws; that of the site's picture if it cannot draw."""
    return path if draws() else _ICON


def origin_of(connection: HTTPConnection) -> str:
    """Return the address of the site without a path: the one given to the server, else the request's."""
    given = service(connection, Settings).address
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return given.rstrip("/") if given else f"{scheme}://{connection.headers.get('host', '')}"


@cache
def draws() -> bool:
    """Return whether the extra `tantrix[pictures]` is installed."""
    return find_spec("resvg_py") is not None
