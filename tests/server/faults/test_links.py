"""Cut every link between two servers, their database and their bus; afterwards everybody sees everything.

Two servers run as processes, each behind links of its own to PostgreSQL and to the bus. The links of the
second server are cut, stalled in either direction, slowed down and made to flap, while on the first server
tiles are laid, messages written, challenges posted, Gobble rooms joined, rushes played and rated games ended.
When the link is back, everybody on the second server sees all of it.

As a script, it runs every fault and prints how long that took:
`python -m tests.server.faults.test_links --bus redis`.
"""

import argparse
import http.client
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit

import pytest
from websockets.sync.client import ClientConnection

from tests.server.support.external_servers import new_database, redis_server
from tests.server.support.link import ProxyLink, link_to
from tests.server.support.server_process import LiveServer, serving

Json = dict[str, Any]
OUTAGE_MS = 5_000  # more than `LATE_MS`: shorter delays are not given back


@dataclass(slots=True)
class LinkedServer:
    """A server with its links."""

    server: LiveServer
    database: ProxyLink
    bus: ProxyLink | None


@dataclass(slots=True)
class Pair:
    """Two servers on one database, and a game between a person on each."""

    one: LinkedServer
    two: LinkedServer
    game: str = ""
    cookies: list[str] = field(default_factory=list)
    first: int = 0
    accounts: list[str] = field(default_factory=list)

    def sign_up(self) -> list[str]:
        """Return the cookies of two accounts, the same ones each time."""
        if not self.accounts:
            self.accounts += [_account(self.one.server, name) for name in ("Ann", "Bob")]
        return self.accounts

    def open(self, control: str | None = "5+3") -> None:
        """Begin a game; the person on the first server has the seat to play first."""
        seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
        created, first = self.one.server.post("/api/games", {"seats": seats, "control": control})
        self.game = created["id"]
        second = _post_until_saved(self.two.server, f"/api/games/{self.game}/seats", {"seat": 1})
        self.cookies = [first, second]
        while (welcome := self.look(self.one))["type"] != "welcome":
            pass
        self.first = welcome["position"]["to_play"]
        if self.first == 1:
            self.cookies.reverse()

    def look(self, end: LinkedServer) -> Json:
        return end.server.get(f"/api/games/{self.game}")

    def place(self, end: LinkedServer) -> int:
        """Lay a tile on a server for the player to move; return the version after it."""
        welcome = self.look(end)
        position = welcome["position"]
        sent = {
            "id": f"v{welcome['version']}",
            "ply": position["ply"],
            "placement": position["placements"][0],
        }
        seats = [seat["seat"] for seat in welcome["game"]["seats"]]
        assert position["to_play"] in seats
        for cookie in self.cookies:
            try:
                ack, _ = end.server.post(f"/api/games/{self.game}/placements", sent, cookie)
            except OSError:
                continue
            return int(ack["version"])
        raise AssertionError("nobody could lay a tile")

    def watch(self, end: LinkedServer, cookie: str = "") -> ClientConnection:
        return end.server.socket(f"/games/{self.game}/socket", cookie)


def _post_until_saved(server: LiveServer, path: str, body: Json) -> str:
    """Send JSON until the server can save it, which may take a moment after an outage; return the cookie."""
    while True:
        try:
            return server.post(path, body)[1]
        except HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise


def hear(socket: ClientConnection, is_it: Callable[[Json], bool]) -> list[Json]:
    """Receive messages until the expected one."""
    heard: list[Json] = []
    while not heard or not is_it(heard[-1]):
        heard.append(json.loads(socket.recv()))
    return heard


def of(kind: str) -> Callable[[Json], bool]:
    return lambda message: message["type"] == kind


@dataclass(slots=True)
class Fault:
    """What happens to a link: `begin` starts it, `go_on` continues it while it lasts."""

    begin: Callable[[ProxyLink], None]
    go_on: Callable[[ProxyLink], None] = lambda _link: None


def flap(link: ProxyLink) -> None:
    link.mend()
    time.sleep(0.3)
    link.cut()


FAULTS = {
    "cut": Fault(ProxyLink.cut),
    "stalled": Fault(ProxyLink.stall),
    "stalled to": Fault(lambda link: link.stall("to")),
    "stalled from": Fault(lambda link: link.stall("from")),
    "slow": Fault(lambda link: link.slow(0.3)),
    "flapping": Fault(ProxyLink.cut, flap),
}
LINKS: dict[str, Callable[[LinkedServer], ProxyLink | None]] = {
    "database": lambda end: end.database,
    "bus": lambda end: end.bus,
}
SAMPLE = [("database", "cut"), ("database", "stalled from"), ("bus", "cut")]
MATRIX = [(link, fault) for link in LINKS for fault in FAULTS]


@pytest.fixture(scope="module", params=["redis", "postgres"])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: str
) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("links")
    with ExitStack() as stack:
        bus = stack.enter_context(redis_server(folder)) if request.param == "redis" else None
        yield Pair(*two_servers(stack, folder, new_database(postgres), bus))


def two_servers(stack: ExitStack, folder: Path, database: str, bus: str | None) -> list[LinkedServer]:
    ends = []
    for number in range(2):
        link, address = stack.enter_context(link_to(database))
        options = ["--database", address]
        bus_link = None
        if bus is not None:
            bus_link, bus_address = stack.enter_context(link_to(bus))
            options += ["--bus", bus_address]
        server = stack.enter_context(serving(folder / f"server-{number}", options=options))
        ends.append(LinkedServer(server, link, bus_link))
    return ends


def test_a_placement_made_while_the_other_server_is_cut_from_the_database_is_seen_there(pair: Pair) -> None:
    pair.open()
    with pair.watch(pair.two) as spectator:
        hear(spectator, of("welcome"))
        pair.two.database.cut()
        version = pair.place(pair.one)
        stale = hear(spectator, of("stale"))[-1]
        assert stale == {"type": "stale", "is_stale": True}
        assert pair.look(pair.two)["is_stale"]
        pair.two.database.mend()

        heard = hear(spectator, lambda message: message == {"type": "stale", "is_stale": False})

        assert [message["version"] for message in heard if message["type"] == "placed"] == [version]
        assert not pair.look(pair.two)["is_stale"]
        assert pair.look(pair.two)["version"] == version


def test_no_clock_runs_on_a_player_whose_server_is_cut_off(pair: Pair) -> None:
    pair.open(control="10")
    other = pair.cookies[1]
    with pair.watch(pair.two, other) as player:
        hear(player, of("welcome"))
        full_ms = left_ms(pair, pair.two)
        pair.two.database.cut()
        while pair.look(pair.one)["position"]["to_play"] == pair.first:
            pair.place(pair.one)
        hear(player, lambda message: message == {"type": "stale", "is_stale": True})
        while full_ms - left_ms(pair, pair.one) < OUTAGE_MS:  # the first server does not know of the outage
            pass
        mended_at = time.monotonic()
        pair.two.database.mend()

        hear(player, lambda message: message == {"type": "stale", "is_stale": False})
        for end in (pair.one, pair.two):
            while full_ms - left_ms(pair, end) > (time.monotonic() - mended_at) * 1000:
                pass

        assert not pair.look(pair.one)["position"]["outcome"]


def left_ms(pair: Pair, end: LinkedServer) -> int:
    """Return the time that a server shows for the player on the second one."""
    left: int = pair.look(end)["clock"]["left_ms"][1 - pair.first]
    return left


@pytest.mark.parametrize(("link", "fault"), SAMPLE, ids=lambda name: name.replace(" ", "-"))
def test_everything_is_seen_on_both_servers_once_a_link_is_back(pair: Pair, link: str, fault: str) -> None:
    check_link(pair, link, fault)


@pytest.mark.long
@pytest.mark.parametrize(("link", "fault"), MATRIX, ids=lambda name: name.replace(" ", "-"))
def test_everything_is_seen_on_both_servers_after_every_fault_of_every_link(
    pair: Pair, link: str, fault: str
) -> None:
    check_link(pair, link, fault)


def check_link(pair: Pair, link: str, fault: str, lasts_s: float = 3.0) -> dict[str, float]:
    """Damage a link during play; return how many seconds after its repair each event was seen."""
    damaged = LINKS[link](pair.two)
    if damaged is None:
        return {}
    pair.open()
    world = LinkObserver(pair)
    with closing(world):
        FAULTS[fault].begin(damaged)
        try:
            world.happen()
            until = time.monotonic() + lasts_s
            while time.monotonic() < until:
                FAULTS[fault].go_on(damaged)
                time.sleep(0.3)
        finally:
            damaged.mend()
        return world.see(time.monotonic())


class LinkObserver:
    """What happens on the first server, and whether it is seen on the second."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        one, two = pair.one.server, pair.two.server
        created, self._owner = one.post("/api/gobble", {"listing": "open"})
        self._rush = created["id"]
        seats = [{"kind": "person", "colour": "R"}, {"kind": "robot", "colour": "B", "robot": "random"}]
        robots, self._robots_cookie = two.post("/api/games", {"seats": seats})
        self._robots = Pair(pair.one, pair.two, robots["id"], [self._robots_cookie])
        self._stack = ExitStack()
        self._game = self._join(pair.watch(pair.two, pair.cookies[1]), "welcome")
        self._game.send(json.dumps({"type": "read_chat"}))
        hear(self._game, of("chat_history"))
        self._chat = self._join(pair.watch(pair.two, pair.cookies[1]), "welcome")
        self._gobble = self._join(two.socket(f"/gobble/{self._rush}/socket"), "rush_welcome")
        new = {"robots": ["calm"], "settings": {"limit_s": 0}}
        played, self._runner = two.post("/api/gobble", new)  # the second server has the lease of the rush
        two.post(f"/api/gobble/{played['id']}/start", {}, self._runner)
        self._played = f"/gobble/{played['id']}/socket"
        self._rush_at_two = self._join(two.socket(self._played), "rush_welcome")
        self._lobby = self._join(two.socket("/lobby/socket"), "lobby_welcome")
        self._robot = self._join(self._robots.watch(pair.two, self._robots_cookie), "welcome")
        self._wait_for_robot(pair.one)
        self._ann, bob = pair.sign_up()
        seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
        self._rated = one.post("/api/games", {"seats": seats, "control": "5+3", "rated": True}, self._ann)[0][
            "id"
        ]
        one.post(f"/api/games/{self._rated}/seats", {"seat": 1}, bob)
        self._version, self._challenge, self._n_laid, self._turned = 0, "", 0, 0

    def close(self) -> None:
        self._stack.close()

    def happen(self) -> None:
        """Lay tiles, write a message, post a challenge, join a Gobble room and turn a tile in a rush."""
        pair, one = self._pair, self._pair.one.server
        self._version = pair.place(pair.one)
        self._n_laid = len(self._robots.look(pair.one)["laid"])
        self._robots.place(pair.one)
        author = self._join(pair.watch(pair.one, pair.cookies[0]), "welcome")
        author.send(json.dumps({"type": "send_chat", "id": "hello", "channel": "players", "text": "hello"}))
        hear(author, of("chat_sent"))
        self._join(one.socket("/lobby/socket", self._owner), "lobby_welcome")
        game = {
            "seats": [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}],
            "control": "5+3",
        }
        self._challenge = one.post("/api/challenges", {"game": game}, self._owner)[0]["id"]
        one.post(f"/api/gobble/{self._rush}/seats", {"name": "Bea"})
        self._turned = self._turn_a_tile()
        one.post(
            f"/api/games/{self._rated}/commands", {"type": "resign", "id": "enough", "seat": 0}, self._ann
        )

    def see(self, back_at: float) -> dict[str, float]:
        """Wait until everything has been seen; return how many seconds each event took."""
        waits: dict[str, tuple[ClientConnection, Callable[[Json], bool]]] = {
            "placement": (self._game, lambda heard: heard.get("version", 0) >= self._version),
            "chat": (self._chat, lambda heard: heard.get("text") == "hello"),
            "Gobble": (self._gobble, lambda heard: "Bea" in json.dumps(heard)),
            "rush": (self._rush_at_two, lambda heard: _version_of_rush(heard) >= self._turned),
            "lobby": (self._lobby, lambda heard: self._challenge in json.dumps(heard)),
            "lease": (self._robot, lambda heard: heard.get("ply", 0) >= self._n_laid + 2),
        }
        seen = {}
        for name, (socket, is_it) in waits.items():
            hear(socket, is_it)
            seen[name] = max(0.0, time.monotonic() - back_at)
        while not self._pair.two.server.get(f"/api/games/{self._rated}/ratings")["seats"]:
            pass
        seen["rating"] = time.monotonic() - back_at
        return seen

    def _turn_a_tile(self) -> int:
        """Turn a tile in the rush on the first server, once its countdown is over; return the version."""
        with self._pair.one.server.socket(self._played, self._runner) as socket:
            for number in count():
                socket.send(json.dumps({"type": "turn", "id": f"turn-{number}"}))
                heard = hear(socket, lambda message: message["type"] in ("ack", "refused"))
                if heard[-1]["type"] == "ack":
                    return int(heard[-1]["version"])
                time.sleep(0.2)
        raise AssertionError

    def _join(self, socket: ClientConnection, first: str) -> ClientConnection:
        hear(self._stack.enter_context(socket), of(first))
        return socket

    def _wait_for_robot(self, end: LinkedServer) -> None:
        while self._robots.look(end)["position"]["to_play"] == 1:
            pass


def _version_of_rush(heard: Json) -> int:
    return int(heard.get("version", 0)) if heard["type"] in ("rush_welcome", "rushed") else 0


def _account(server: LiveServer, name: str) -> str:
    """Open an account; return its cookie."""
    fields = urlencode({"name": name, "password": "a long enough password of four"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.address}
    with closing(http.client.HTTPConnection(urlsplit(server.address).netloc)) as connection:
        connection.request("POST", "/sign-up", fields, headers)
        answer = connection.getresponse()
        assert answer.status == 303, answer.read()
        return (answer.getheader("Set-Cookie") or "").partition(";")[0]


def main() -> None:
    """Run every fault of every link, and print a row for each."""
    from tests.server.support.external_servers import postgres_server

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--bus", choices=["redis", "postgres"], default="redis")
    options.add_argument("--lasts-s", type=float, default=3.0)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        bus = stack.enter_context(redis_server(folder)) if asked.bus == "redis" else None
        database = new_database(stack.enter_context(postgres_server()))
        pair = Pair(*two_servers(stack, folder, database, bus))
        for link, fault in MATRIX:
            seen = check_link(pair, link, fault, asked.lasts_s)
            if seen:
                row = "  ".join(f"{name} {seconds:.1f}" for name, seconds in seen.items())
                print(f"{link} {fault}: {row}", file=sys.stdout, flush=True)


if __name__ == "__main__":
    main()
