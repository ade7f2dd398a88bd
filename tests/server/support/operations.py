"""All operations of a server by method and path, for both pages and the API."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute

from tantrix.server.app import create_app
from tantrix.server.settings import Settings

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def operations() -> set[str]:
    """Return all operations, like "POST /api/games"."""
    app = create_app(Settings(Path("unused")))
    return {f"{method} {route.path}" for route in _routes(app.routes) for method in route.methods}


def unsafe_operations() -> set[str]:
    """Return the operations that may change something."""
    return {operation for operation in operations() if operation.partition(" ")[0] not in SAFE}


def _routes(routes: Iterable[Any]) -> Iterator[APIRoute]:
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        router = getattr(route, "original_router", None) or route
        yield from _routes(getattr(router, "routes", ()) or ())
