"""nginx and Caddy, configured as in deploy/, before a real server, with all that a browser or robot does."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.asyncio.client import connect

from tests.deploy.support.proxies import caddy, nginx
from tests.server.support.api_client import make_token
from tests.server.support.clients import sign_up
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.server_process import serving
from tests.support.robot_client import robot_client

PROXIES = {"nginx": nginx, "caddy": caddy}
N_GAMES = 3
N_AT_ONCE = (
    100  # sockets of a school behind one address, more than the server grants an address without a proxy
)

OPEN_S = 90.0  # a ceiling for a slow machine

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=PROXIES)
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "data").mkdir()
    with ExitStack() as running:
        server = running.enter_context(serving(migrated_folder(folder / "data")))
        port = urlsplit(server.address).port
        assert port is not None
        yield running.enter_context(PROXIES[request.param]([port], folder))


@pytest.fixture
def client(proxy: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=proxy, timeout=None) as browser:
        yield browser


def test_pages_come_over_tls_and_say_that_they_always_will(client: httpx2.Client) -> None:
    page = client.get("/")

    assert page.status_code == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert page.headers["Content-Security-Policy"]


def test_a_form_from_a_port_of_its_own_is_accepted_and_its_cookie_is_bound_to_the_host(
    client: httpx2.Client, proxy: str
) -> None:
    client.headers["Origin"] = proxy

    cookies = sign_up(client, "Wanda")

    assert any(name.startswith("__Host-") for name in cookies)
    assert client.post("/sign-up", headers={"Origin": "https://elsewhere.example"}).status_code == 403


def test_tiles_are_laid_through_a_socket_of_the_table(client: httpx2.Client, proxy: str) -> None:
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "random"}]
    game = client.post("/api/games", json={"seats": seats}).json()["id"]
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    async def play() -> None:
        async with table_socket(proxy, game, cookies) as table:
            while (position := json.loads(await table.recv()).get("position")) is None or position["to_play"]:
                pass
            placement = {"id": "first", "ply": position["ply"], "placement": position["placements"][0]}
            await table.send(json.dumps({"type": "place", **placement}))
            while json.loads(await table.recv())["type"] != "placed":
                pass

    asyncio.run(play())


def test_the_sample_robot_hears_its_turns_through_streams_at_once(client: httpx2.Client, proxy: str) -> None:
    sign_up(client, "Robbie")
    token = make_token(client, ["read", "play", "challenge"])

    results = robot_client().play(robot_client().Server(proxy, token), N_GAMES, "greedy")

    assert results.total() == N_GAMES


def test_records_as_large_as_the_archive_takes_pass_and_larger_ones_are_refused(
    client: httpx2.Client,
) -> None:
    sign_up(client, "Irma")

    def answer(size: int) -> int:
        return client.post("/api/archive/import", json={"text": "x" * size}).status_code

    assert answer(900_000) == 200
    assert answer(1_100_000) == 413
    assert answer(3_000_000) in (413, 502)  # Caddy breaks off what the server has refused already


def test_a_hundred_sockets_open_at_the_same_moment(client: httpx2.Client, proxy: str) -> None:
    watched = client.post(
        "/api/games", json={"seats": [{"colour": colour, "kind": "person"} for colour in "RB"]}
    ).json()["id"]

    async def open_all() -> None:
        async with asyncio.timeout(OPEN_S), AsyncExitStack() as open_ones:
            lines = (table_socket(proxy, watched) for _ in range(N_AT_ONCE))
            for opened in await asyncio.gather(*map(open_ones.enter_async_context, lines)):
                assert json.loads(await opened.recv())

    asyncio.run(open_all())


def test_metrics_stay_inside(client: httpx2.Client) -> None:
    assert client.get("/metrics").status_code == 403


def test_a_client_cannot_say_where_it_comes_from(client: httpx2.Client) -> None:
    """Sign-ins are counted by the address that the proxy sees."""
    form = {"name": "Nobody", "password": "wrong and long enough"}
    answers = [
        client.post("/sign-in", data=form, headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code
        for n in range(30)
    ]

    assert 429 in answers


def test_requests_that_break_off_leave_the_others_alone(client: httpx2.Client, proxy: str) -> None:
    port = urlsplit(proxy).port
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port)) as broken:
            broken.sendall(b"\x16\x03\x01")

    assert client.get("/").status_code == 200


def table_socket(proxy: str, game: str, cookies: str = "") -> connect:
    """Connect to a table, in one thread, as a browser does."""
    address = f"{proxy.replace('https', 'wss')}/games/{game}/socket"
    headers = {"Cookie": cookies} if cookies else {}
    return connect(
        address, additional_headers=headers, open_timeout=None, ping_interval=None, close_timeout=None
    )
