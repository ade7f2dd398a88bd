"""What a browser saves to work without a connection: addresses of pages and of their files."""

from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable

from tantrix.server.protocol.offline import OfflineContents, OfflinePage
from tantrix.server.puzzles.catalogue import CataloguePuzzle

PAGES = ("/offline", "/offline/robot", "/learn", "/help", "/settings", "/puzzles", "/scan")
KINDS = (".js", ".css", ".woff2", ".svg", ".wasm", "192.png")
UNVERSIONED = ("/static/built/chunks/",)  # pages request these without a version


def contents(
    version: str, files: Iterable[str], puzzles: Iterable[CataloguePuzzle], days: Iterable[CataloguePuzzle]
) -> OfflineContents:
    """List what to save: pages that are the same each day, puzzles, and the puzzles of the day.

    The puzzles of days to come have another source, because their own pages do not exist yet.
    """
    pages = [OfflinePage(address=address, source=address) for address in PAGES]
    pages += [OfflinePage(address=puzzle.url, source=puzzle.url) for puzzle in puzzles]
    pages += [OfflinePage(address=puzzle.url, source=f"/offline{puzzle.url}") for puzzle in days]
    return OfflineContents(version=version, pages=pages, files=list(_addresses(files, version)))


def files_below(folder: Traversable, address: str = "/static") -> Iterator[str]:
    """Yield the addresses of the files that pages need."""
    for child in sorted(folder.iterdir(), key=lambda each: each.name):
        if child.is_dir():
            yield from files_below(child, f"{address}/{child.name}")
        elif child.name.endswith(KINDS):
            yield f"{address}/{child.name}"


def _addresses(files: Iterable[str], version: str) -> Iterator[str]:
    for file in files:
        yield file if file.startswith(UNVERSIONED) else f"{file}?v={version}"
