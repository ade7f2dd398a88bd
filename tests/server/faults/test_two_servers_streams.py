"""Streams at one server carry what another one writes at once; no comparison of the database helps here."""

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import httpx2
import pytest
import redis
from websockets.sync.client import ClientConnection

from tantrix.server import lifespan
from tantrix.server.app import create_app
from tantrix.server.cluster import channels, database_watch
from tantrix.server.notices import service as notices
from tantrix.server.settings import Settings
from tantrix.server.tournaments import service as tournaments
from tests.deploy.support.proxies import nginx
from tests.server.support.api_client import make_token
from tests.server.support.clients import sign_up
from tests.server.support.external_servers import new_database, redis_server
from tests.server.support.link import link_to
from tests.server.support.server_process import open_socket
from tests.server.support.table import Json
from tests.server.support.threaded_server import listening
from tests.support.computing import UNHURRIED
from tests.support.robot_client import robot_client

N_GAMES = 5
AUTUMN: Json = {"preset": "all-play-all", "name": "Autumn", "is_listed": False}
SCOPES = ("read", "play", "challenge")

TOPICS = (notices.TOPIC, tournaments.TOPIC)

Serve = Callable[[str | None], str]
Messages = Generator[Json, None, None]


@pytest.fixture
def serve_on(tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Start servers, each on a bus; they never compare what they show with the database."""
    monkeypatch.setattr(database_watch, "COMPARE_S", 1e6)
    monkeypatch.setattr(lifespan, "REFRESH_S", 1e6)
    monkeypatch.setattr(notices, "COMPARE_S", 1e6)
    monkeypatch.setattr(tournaments, "READ_S", 1e6)
    database, numbers = new_database(postgres), count()
    with ExitStack() as stack:

        def one(bus: str | None) -> str:
            folder = tmp_path / f"server-{next(numbers)}"
            settings = Settings(folder, database=database, bus=bus, computing=UNHURRIED)
            return stack.enter_context(listening(create_app(settings)))

        yield one


TwoServers = Callable[[str | None], tuple[str, str]]


@pytest.fixture
def serve(serve_on: Serve) -> TwoServers:
    """Start two servers on a bus."""
    return lambda bus: (serve_on(bus), serve_on(bus))


@pytest.fixture(params=["redis", "postgres"])
def bus(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | None]:
    """Yield the address of each kind of bus; None is PostgreSQL's."""
    if request.param == "postgres":
        yield None
        return
    with redis_server(tmp_path) as address:
        yield address


def token_at(address: str, name: str) -> str:
    with httpx2.Client(base_url=address, timeout=None) as browser:
        sign_up(browser, name)
        return make_token(browser, SCOPES)


def test_the_turns_of_a_game_at_one_server_are_heard_at_another(bus: str | None, serve: TwoServers) -> None:
    sample, (one, two) = robot_client(), serve(bus)
    token = token_at(one, "Robbie")
    here, there = sample.Server(one, token), sample.Server(two, token)
    events = there.follow("/api/account/events")
    first = here.ask("POST", "/api/games", {"seats": seats("person", "person")})["id"]
    heard: list[Json] = []

    for event in events:
        heard.append(event)
        if event["type"] == "your_turn":
            sample.lay(there if event["ply"] % 2 else here, event)
        elif event["type"] == "game_finished":
            break

    assert {event["game"] for event in heard} == {first}
    plies = [event["ply"] for event in heard if event["type"] == "your_turn"]
    assert plies == list(range(len(plies))) and len(plies) > 50


def test_an_invitation_at_one_server_is_heard_at_another(bus: str | None, serve: TwoServers) -> None:
    sample, (one, two) = robot_client(), serve(bus)
    ann, bea = sample.Server(one, token_at(one, "Ann")), sample.Server(two, token_at(two, "Bea"))
    events = bea.follow("/api/account/events")
    game = {"seats": [seats("person")[0], {"colour": "B", "kind": "open"}]}

    challenge = ann.ask("POST", "/api/challenges", {"game": game, "to": "Bea"})

    assert next(events)["challenge"]["id"] == challenge["id"]
    begun = bea.ask("POST", f"/api/challenges/{challenge['id']}/seats", {})
    assert begun["url"].endswith(next(events)["game"])


def test_offers_and_declined_challenges_at_one_server_are_heard_at_another(
    bus: str | None, serve: TwoServers
) -> None:
    sample, (one, two) = robot_client(), serve(bus)
    ann, bea = sample.Server(one, token_at(one, "Ann")), sample.Server(two, token_at(two, "Bea"))
    events = bea.follow("/api/account/events")
    game = {"seats": [seats("person")[0], {"colour": "B", "kind": "open"}]}
    challenge = ann.ask("POST", "/api/challenges", {"game": game, "to": "Bea"})["id"]
    assert next(events)["type"] == "challenged"

    ann.ask("DELETE", f"/api/challenges/{challenge}")

    assert next(events) == {"type": "challenge_closed", "challenge": challenge}
    opened = ann.ask("POST", "/api/games", game)["id"]
    bea.ask("POST", f"/api/games/{opened}/seats", {"seat": 1})
    ann.ask("POST", f"/api/games/{opened}/commands", {"type": "offer", "id": "a", "kind": "draw"})
    offers = next(event for event in events if event["type"] == "game_offers")
    assert (offers["game"], [offer["kind"] for offer in offers["offers"]]) == (opened, ["draw"])


def test_a_private_message_at_one_server_rings_the_bell_at_another(
    bus: str | None, serve: TwoServers
) -> None:
    one, two = serve(bus)
    with browser_of(one, "Ann") as ann, browser_of(one, "Bea") as bea, bell_at(two, bea) as bell:
        before = json.loads(bell.recv())["n_messages"]

        sent = ann.post("/inbox/Bea/messages", json={"id": "one", "text": "hello from afar"})

        assert (sent.status_code, before) == (200, 0)
        while json.loads(bell.recv())["n_messages"] != 1:
            pass


def test_a_message_in_a_tournament_at_one_server_is_heard_at_another(
    bus: str | None, serve: TwoServers
) -> None:
    one, two = serve(bus)
    with browser_of(one, "Ann") as ann, browser_of(one, "Bea") as bea:
        made = ann.post("/api/tournaments", json=AUTUMN).json()["id"]
        path = f"/api/tournaments/{made}"
        with httpx2.stream("GET", f"{two}{path}/events", headers=cookie_of(bea), timeout=None) as stream:
            lines = (json.loads(line) for line in stream.iter_lines() if line.strip())
            before = next(lines)["n_messages"]

            ann.post(f"{path}/chat", json={"text": "hello from afar"}).raise_for_status()

            assert (before, next(each["n_messages"] for each in lines if each["n_messages"])) == (0, 1)


class FollowedGame:
    """A game of two accounts that act at one server, followed at another: its stream and that of a player."""

    def __init__(self, one: str, two: str) -> None:
        self._sample = robot_client()
        tokens = [token_at(one, name) for name in ("Ann", "Bea")]
        self._players = [self._sample.Server(one, token) for token in tokens]
        game = {"seats": [*seats("person"), {"colour": "B", "kind": "open"}]}
        self.id = self._players[0].ask("POST", "/api/games", game)["id"]
        self._players[1].ask("POST", f"/api/games/{self.id}/seats", {"seat": 1})
        self._there = self._sample.Server(two, tokens[1])

    def follow(self) -> tuple[Messages, Messages]:
        streams = [
            self._there.follow(path) for path in (f"/api/games/{self.id}/events", "/api/account/events")
        ]
        assert [next(stream)["type"] for stream in streams] == ["welcome", "game_started"]
        return streams[0], streams[1]

    def act(self) -> None:
        """Lay the first tile, and offer a draw."""
        shown = self._players[0].ask("GET", f"/api/games/{self.id}")
        player = self._players[shown["position"]["to_play"]]
        self._sample.lay(player, {"game": self.id, "ply": 0, "version": shown["version"]})
        path = f"/api/games/{self.id}/commands"
        self._players[0].ask("POST", path, {"type": "offer", "id": "a", "kind": "draw"})


def assert_heard(game: FollowedGame, streams: tuple[Messages, Messages]) -> None:
    assert next(event for event in streams[0] if event["type"] == "placed")["ply"] == 1
    assert next(event for event in streams[1] if event["type"] == "game_offers")["game"] == game.id


def test_what_happens_while_a_server_subscribes_is_heard_there(tmp_path: Path, serve_on: Serve) -> None:
    with redis_server(tmp_path) as bus, link_to(bus) as (link, linked):
        game = FollowedGame(serve_on(bus), serve_on(linked))
        link.stall("to")
        streams = game.follow()

        game.act()
        link.mend()

        assert_heard(game, streams)


def test_what_happens_while_the_bus_is_cut_is_heard_when_it_is_back(tmp_path: Path, serve_on: Serve) -> None:
    with redis_server(tmp_path) as bus, link_to(bus) as (link, linked):
        game = FollowedGame(serve_on(bus), serve_on(linked))
        streams = game.follow()
        link.cut()

        game.act()
        link.mend()

        assert_heard(game, streams)


def test_a_server_receives_only_what_somebody_follows_there(
    tmp_path: Path, serve_on: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "LINGER_S", 0.01)
    with redis_server(tmp_path) as bus, redis.Redis.from_url(bus, decode_responses=True) as client:
        game = FollowedGame(serve_on(bus), serve_on(bus))

        def wait_for(expected: dict[str, int]) -> None:
            while expected != {
                name.split()[0]: n for name, n in client.pubsub_numsub(*client.pubsub_channels("tantrix:*"))
            }:
                time.sleep(0.01)

        wait_for({"tantrix:game": 1})
        _, account = game.follow()
        wait_for({"tantrix:game": 2, "tantrix:account": 1})
        account.close()
        wait_for({"tantrix:game": 2})


def test_a_server_hears_of_a_bell_and_a_tournament_while_somebody_looks_at_them_there(
    tmp_path: Path, serve_on: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "LINGER_S", 0.01)
    with redis_server(tmp_path) as bus, redis.Redis.from_url(bus, decode_responses=True) as client:
        one, two = serve_on(bus), serve_on(bus)
        with browser_of(one, "Ann") as ann, browser_of(one, "Bea") as bea:
            made = ann.post("/api/tournaments", json=AUTUMN).json()["id"]

            def wait_for(n_bells: int, n_tournaments: int) -> None:
                expected = n_bells, n_tournaments
                while tuple(len(client.pubsub_channels(f"tantrix:{each} *")) for each in TOPICS) != expected:
                    time.sleep(0.01)

            wait_for(0, 0)
            with bell_at(two, bea):
                wait_for(1, 0)
            events = f"{two}/api/tournaments/{made}/events"
            with httpx2.stream("GET", events, headers=cookie_of(bea), timeout=None):
                wait_for(0, 1)
            wait_for(0, 0)


def test_the_sample_client_plays_on_two_servers_behind_nginx(
    tmp_path: Path, postgres: str, serve: TwoServers
) -> None:
    with redis_server(tmp_path) as bus:
        one, two = serve(bus)
        token = token_at(one, "Robbie")
        with nginx((port_of(one), port_of(two)), tmp_path) as address:
            results = robot_client().play(robot_client().Server(address, token), N_GAMES, "greedy")

    assert results.total() == N_GAMES


@contextmanager
def browser_of(address: str, name: str) -> Iterator[httpx2.Client]:
    """Open the browser of a new account."""
    with httpx2.Client(base_url=address, timeout=None) as browser:
        sign_up(browser, name)
        yield browser


def bell_at(address: str, browser: httpx2.Client) -> ClientConnection:
    """Open the socket of a bell at another server."""
    return open_socket(address.replace("http", "ws", 1) + "/notices/socket", cookie_of(browser)["Cookie"])


def cookie_of(browser: httpx2.Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{key}={value}" for key, value in dict(browser.cookies).items())}


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def seats(*kinds: str) -> list[Json]:
    return [{"colour": colour, "kind": kind} for colour, kind in zip("RB", kinds, strict=False)]
