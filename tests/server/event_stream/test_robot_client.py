"""The sample client of `examples/` plays games and tournaments, using only documented calls."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from tantrix.server.app import create_app
from tantrix.server.http.bearer import BEARER
from tantrix.server.settings import Settings
from tests.server.support.api_client import make_token
from tests.server.support.clients import PASSWORD
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.threaded_server import listening
from tests.support.computing import UNHURRIED
from tests.support.robot_client import robot_client

N_GAMES = 20
SCOPES = ("read", "play", "tournament")


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
        results = robot_client().play(robot_client().Server(address, token), N_GAMES, "greedy")

    assert results.total() == N_GAMES
    assert asked
    assert not _undocumented(app, asked)


def test_two_robots_play_a_tournament_using_only_documented_calls(tmp_path: Path) -> None:
    asked: set[tuple[str, str]] = set()
    app = create_app(Settings(migrated_folder(tmp_path), computing=UNHURRIED))
    app.add_middleware(_Noting, asked=asked)
    options = {"preset": "all-play-all", "name": "Robots", "is_listed": False, "allows_robots": True}
    with (
        listening(app) as address,
        _account(address, "Ann") as organiser,
        _account(address, "Robbie") as one,
        _account(address, "Robina") as other,
        ThreadPoolExecutor(2) as threads,
    ):
        path = f"/api/tournaments/{organiser.post('/api/tournaments', json=options).json()['id']}"
        servers = [robot_client().Server(address, make_token(each, SCOPES)) for each in (one, other)]
        playing = [threads.submit(robot_client().take_part, each, path.rsplit("/", 1)[1]) for each in servers]
        while len(organiser.get(path).json()["entrants"]) < 2:
            assert not any(each.done() for each in playing), [each.result() for each in playing]
        organiser.post(f"{path}/commands", json={"type": "start"})
        places = [each.result() for each in playing]

    assert sorted(places) == [1, 2]
    assert ("post", f"{path}/commands") in asked
    assert not _undocumented(app, asked)


def _undocumented(app: FastAPI, asked: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """List the requests that are not in the OpenAPI document."""
    paths = app.openapi()["paths"]
    documented = [(method, _pattern(path)) for path, ways in paths.items() for method in ways]
    return [
        (method, path)
        for method, path in asked
        if not any(method == way and re.fullmatch(pattern, path) for way, pattern in documented)
    ]


@contextmanager
def _account(address: str, name: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=address, timeout=None) as browser:
        form = {"name": name, "password": PASSWORD}
        assert browser.post("/sign-up", data=form).status_code == 303
        yield browser


def _pattern(path: str) -> str:
    return re.sub(r"\{[a-z_]+\}", "[^/]+", path)
