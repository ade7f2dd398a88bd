"""The sample client of `examples/` plays 20 games on a fresh server, using only documented calls."""

import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import httpx2
from starlette.types import ASGIApp, Receive, Scope, Send

from tantrix.server.app import create_app
from tantrix.server.http.bearer import BEARER
from tantrix.server.settings import Settings
from tests.server.support.api_client import make_token
from tests.server.support.clients import PASSWORD
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.threaded_server import listening
from tests.support.computing import UNHURRIED

SAMPLE = Path(__file__).parents[3] / "examples" / "robot_client.py"
N_GAMES = 20


class _Noting:
    """Record the requests with a token."""

    asked: set[tuple[str, str]]

    def __init__(self, app: ASGIApp, asked: set[tuple[str, str]]) -> None:
        self._app = app
        self._asked = asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)
        if BEARER in scope:
            self._asked.add((scope["method"].lower(), scope["path"]))


def test_the_sample_client_plays_twenty_games_using_only_documented_calls(tmp_path: Path) -> None:
    asked: set[tuple[str, str]] = set()
    app = create_app(Settings(migrated_folder(tmp_path), computing=UNHURRIED))
    app.add_middleware(_Noting, asked=asked)
    with listening(app) as address, _account(address, "Robbie") as browser:
        token = make_token(browser, ["read", "play", "challenge"])
        results = _sample().play(_sample().Server(address, token), N_GAMES, "greedy")

    paths = app.openapi()["paths"]
    documented = [(method, _pattern(path)) for path, ways in paths.items() for method in ways]
    unknown = [
        (method, path)
        for method, path in asked
        if not any(method == way and re.fullmatch(pattern, path) for way, pattern in documented)
    ]
    assert results.total() == N_GAMES
    assert asked
    assert not unknown


@contextmanager
def _account(address: str, name: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=address, timeout=None) as browser:
        form = {"name": name, "password": PASSWORD}
        assert browser.post("/sign-up", data=form).status_code == 303
        yield browser


def _sample() -> ModuleType:
    spec = importlib.util.spec_from_file_location("robot_client", SAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _pattern(path: str) -> str:
    return re.sub(r"\{[a-z_]+\}", "[^/]+", path)
