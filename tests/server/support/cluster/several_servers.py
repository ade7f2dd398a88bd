"""Servers of this process that share one database."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings

Serve = Callable[..., TestClient]

NO_BUS = "redis://127.0.0.1:1/0"  # nobody listens there, so servers only hear of each other by comparing
_NUMBERS = count()


@contextmanager
def servers_on(database: str, folder: Path) -> Iterator[Serve]:
    """Yield what starts another server on a database, by default with the PostgreSQL bus."""
    with ExitStack() as stack:

        def start(bus: str | None = None, **more: Any) -> TestClient:
            settings = Settings(folder / f"{next(_NUMBERS)}", database=database, bus=bus, **more)
            client = TestClient(create_app(settings), raise_server_exceptions=False)
            return stack.enter_context(client)

        yield start
