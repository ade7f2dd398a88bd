"""The sections of the site, linked in the header of every page, and the pages that each of them lists."""

from collections.abc import Iterator
from typing import NamedTuple

from tantrix.server.wording.catalogues import gettext_noop


class PageLink(NamedTuple):
    """A page of a section; `label` is in English, to be translated."""

    url: str
    label: str


class Section(NamedTuple):
    """One of the five sections: `name` chooses its colour and icon, `url` is its home."""

    name: str
    url: str
    label: str
    pages: tuple[PageLink, ...]

    def open_page(self, path: str) -> PageLink | None:
        """Return the listed page that is open at `path` or just above it; None if there is none."""
        above = [link for link in self.pages if _leads(link.url, path)]
        return max(above, key=lambda link: len(link.url), default=None)


SECTIONS = (
    Section(
        "play",
        "/lobby",
        gettext_noop("Play"),
        (
            PageLink("/lobby", gettext_noop("Lobby")),
            PageLink("/custom", gettext_noop("Custom game")),
            PageLink("/gobble", "Gobble"),
            PageLink("/games", gettext_noop("Your games")),
            PageLink("/offline", gettext_noop("Play offline")),
        ),
    ),
    Section(
        "puzzles",
        "/puzzles",
        gettext_noop("Puzzles"),
        (
            PageLink("/puzzles", gettext_noop("All puzzles")),
            PageLink("/puzzles/days", gettext_noop("Puzzles of past days")),
            PageLink("/solitaire/daily", gettext_noop("Solitaire of the day")),
            PageLink("/solitaire/days", gettext_noop("Best results in solitaire")),
            PageLink("/puzzles/new", gettext_noop("Create a puzzle")),
            PageLink("/scan", gettext_noop("Scan tiles")),
        ),
    ),
    Section(
        "learn",
        "/learn",
        gettext_noop("Learn"),
        (
            PageLink("/learn", gettext_noop("Lessons")),
            PageLink("/help", gettext_noop("Rules and help")),
            PageLink("/learn/story", gettext_noop("The story and strategy")),
        ),
    ),
    Section(
        "watch",
        "/watch",
        gettext_noop("Watch"),
        (
            PageLink("/watch", gettext_noop("Live games")),
            PageLink("/archive", gettext_noop("Archive")),
            PageLink("/analysis", gettext_noop("Analysis board")),
        ),
    ),
    Section(
        "community",
        "/players",
        gettext_noop("Community"),
        (
            PageLink("/tournaments", gettext_noop("Tournaments")),
            PageLink("/players", gettext_noop("Players")),
            PageLink("/countries", gettext_noop("Countries")),
            PageLink("/friends", gettext_noop("Friends")),
            PageLink("/inbox", gettext_noop("Messages")),
            PageLink("/api", gettext_noop("For programs")),
        ),
    ),
)


def section_of(path: str) -> Section | None:
    """Return the section to which a page belongs; None for the start page and the pages of accounts."""
    return next((section for section in SECTIONS if any(_leads(url, path) for url in _urls(section))), None)


def _urls(section: Section) -> Iterator[str]:
    yield section.url
    yield from (link.url for link in section.pages)
    if section.name == "puzzles":
        yield "/solitaire"


def _leads(url: str, path: str) -> bool:
    return path == url or path.startswith(f"{url}/")
