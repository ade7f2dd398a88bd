"""How long an event at one server takes to reach who follows it at another, for every kind of event.

Run `python -m benchmarks.two_servers` from the repository. It starts PostgreSQL, Redis if `--bus` is redis,
and two servers, each as on the command line. Everything is done at the first server and heard over a stream
or socket at the second. An event takes from the moment when its request is sent until its message is
received, so the request itself and its commit count. One event follows another, and nothing else happens.
Prints the 50th and 99th percentile for each kind, and fails if one misses the goal of its bus. On a machine
that does other work those times contain waiting for a processor. So before each event the second server
answers `/healthz`, which takes some milliseconds on an idle machine; its percentiles follow as a control.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed

from tests.server.support.external_servers import new_database, postgres_server, redis_server
from tests.server.support.server_process import MANY_CLIENTS, LiveServer, serving

Json = dict[str, Any]
IsIt = Callable[[Json], bool]
Events = Iterator[tuple["HeardMessages", Callable[[], object], IsIt]]

GOALS_MS = {"redis": 100, "postgres": 250}
SILENCE_S = 30
PASSWORD = "correct horse battery"
PACE_S = 0.35  # between two events: as often as the limits for chats and commands allow
N_WRITERS = 8  # accounts that write in turn, because one may only write five messages in ten seconds


class HeardMessages:
    """The messages of a stream or a socket, each with the time when it came."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[float, Json]] = SimpleQueue()

    def add(self, text: str) -> None:
        """Note a message; an empty line is only a keep-alive."""
        if text.strip():
            self._queue.put((time.perf_counter(), json.loads(text)))

    def wait(self, is_it: IsIt) -> float:
        """Return when the next message came that `is_it` accepts."""
        while True:
            at, message = self._queue.get(timeout=SILENCE_S)
            if is_it(message):
                return at


class ServerPair:
    """Two servers: people act at `one`, and follow at `two`."""

    def __init__(self, one: LiveServer, two: LiveServer, stack: ExitStack) -> None:
        self.one, self.two = one, two
        self._stack = stack
        self._numbers = count()

    def person(self) -> httpx2.Client:
        """Return the browser of a new account at the first server."""
        number = next(self._numbers)
        name, address = f"Person{number}", f"10.0.{number // 250}.{number % 250}"
        headers = {"X-Name": name, "X-Forwarded-For": address}
        browser = httpx2.Client(base_url=self.one.address, timeout=SILENCE_S, headers=headers)
        self._stack.enter_context(browser)
        signed_up = browser.post("/sign-up", data={"name": name, "password": PASSWORD})
        assert signed_up.status_code == 303, signed_up.text
        return browser

    def stream(self, person: httpx2.Client, path: str) -> HeardMessages:
        """Follow a stream of lines at the second server."""
        heard, is_open = HeardMessages(), threading.Event()

        def read() -> None:
            headers = {"Cookie": cookie_of(person)}
            with (
                suppress(httpx2.RemoteProtocolError),  # the servers are killed at the end
                httpx2.stream("GET", self.two.address + path, headers=headers, timeout=None) as lines,
            ):
                is_open.set()
                for line in lines.iter_lines():
                    heard.add(line)

        threading.Thread(target=read, daemon=True).start()
        assert is_open.wait(SILENCE_S)
        return heard

    def socket(self, person: httpx2.Client, path: str) -> HeardMessages:
        """Follow a socket at the second server."""
        heard, socket = HeardMessages(), self.two.socket(path, cookie_of(person))
        self._stack.callback(socket.close)

        def read() -> None:
            try:
                for text in socket:
                    heard.add(str(text))
            except ConnectionClosed:
                pass

        threading.Thread(target=read, daemon=True).start()
        return heard


def cookie_of(person: httpx2.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in dict(person.cookies).items())


def ask(person: httpx2.Client, method: str, path: str, body: Json | None = None) -> Any:
    answer = person.request(method, path, json=body)
    assert answer.is_success, (method, path, answer.status_code, answer.text)
    return answer.json() if answer.content else None


def game_of(person: httpx2.Client, second: str = "person", **options: Any) -> str:
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": second}]
    game: str = ask(person, "POST", "/api/games", {"seats": seats, **options})["id"]
    return game


def of_type(name: str) -> IsIt:
    return lambda message: message["type"] == name


def lay(person: httpx2.Client, game: str, placements: list[str], ply: int) -> None:
    message = {"id": f"ply-{ply}", "ply": ply, "placement": placements[0]}
    ask(person, "POST", f"/api/games/{game}/placements", message)


def tiles(pair: ServerPair, path: str, of: str) -> Events:
    """Lay the tiles of a game, which is followed at the second server."""
    person = pair.person()
    game = game_of(person)
    heard = pair.stream(person, path.format(game=game))
    heard.wait(lambda _message: True)
    for ply in count():
        placements = ask(person, "GET", f"/api/games/{game}/positions/{ply}")["placements"]
        yield heard, partial(lay, person, game, placements, ply), _has(of, ply + 1)


def _has(name: str, ply: int) -> IsIt:
    return lambda message: message["type"] == name and message["ply"] == ply


def chats(
    pair: ServerPair, address: str, heard: HeardMessages, field: str, is_in_channel: bool = True
) -> Events:
    """Write messages, each by the next one of some accounts; a field of what is heard has their number."""
    writers = [pair.person() for _ in range(N_WRITERS)]
    for number in count(1):
        message: Json = {"text": f"hello {number}"}
        if is_in_channel:
            message |= {"type": "send_chat", "id": f"m{number}", "channel": "spectators"}

        def is_it(heard: Json, number: int = number) -> bool:
            return bool(heard.get(field) == number)

        yield heard, partial(ask, writers[number % N_WRITERS], "POST", address, message), is_it


def games_begun(pair: ServerPair) -> Events:
    person = pair.person()
    heard = pair.stream(person, "/api/account/events")
    while True:
        yield heard, partial(game_of, person), of_type("game_started")


def open_tables(pair: ServerPair) -> Events:
    heard = pair.socket(pair.person(), "/lobby/socket")
    while True:
        person = pair.person()
        act = partial(game_of, person, "open", listing="open")
        yield heard, act, _shows("waiting")


def challenges(pair: ServerPair) -> Events:
    heard = pair.socket(pair.person(), "/lobby/socket")
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
    while True:
        person, begun = pair.person(), list[Json]()

        def post(person: httpx2.Client = person, begun: list[Json] = begun) -> None:
            begun.append(ask(person, "POST", "/api/challenges", {"game": {"seats": seats}}))

        yield heard, post, _shows("challenges")
        ask(person, "DELETE", f"/api/challenges/{begun[0]['id']}")
        heard.wait(of_type("lobby_changed"))


def invitations(pair: ServerPair) -> Events:
    invited = pair.person()
    heard = pair.stream(invited, "/api/account/events")
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
    challenge = {"game": {"seats": seats}, "to": invited.headers["X-Name"]}
    while True:
        yield heard, partial(ask, pair.person(), "POST", "/api/challenges", challenge), of_type("challenged")


def private_messages(pair: ServerPair) -> Events:
    reader = pair.person()
    heard, name = pair.socket(reader, "/notices/socket"), reader.headers["X-Name"]
    heard.wait(lambda _bell: True)
    writers, known = [pair.person() for _ in range(N_WRITERS)], {0}
    for number in count():

        def is_new(bell: Json) -> bool:
            is_new = bell["message_version"] not in known
            known.add(bell["message_version"])
            return is_new

        message = {"id": f"m{number}", "text": "hello"}
        writer = writers[number % N_WRITERS]
        yield heard, partial(ask, writer, "POST", f"/inbox/{name}/messages", message), is_new


def rush_seats(pair: ServerPair) -> Events:
    owner, other = pair.person(), pair.person()
    rush = ask(owner, "POST", "/api/gobble", {"name": "Ann"})["id"]
    heard = pair.socket(pair.person(), f"/gobble/{rush}/socket")
    heard.wait(of_type("rush_welcome"))
    while True:
        sit = partial(ask, other, "POST", f"/api/gobble/{rush}/seats", {"name": "Bea"})
        yield heard, sit, _seats(2)
        stand = partial(ask, other, "POST", f"/api/gobble/{rush}/stand", {"seat": 1})
        yield heard, stand, _seats(1)


def _seats(n: int) -> IsIt:
    """Accept a Gobble room with this many seats; the same one may be sent twice."""
    return lambda message: message["type"] == "rush_welcome" and len(message["room"]["seats"]) == n


def tournament_of(pair: ServerPair) -> tuple[str, HeardMessages]:
    organiser = pair.person()
    options = {"preset": "all-play-all", "name": "Autumn", "is_listed": False}
    path = f"/api/tournaments/{ask(organiser, 'POST', '/api/tournaments', options)['id']}"
    heard = pair.stream(pair.person(), f"{path}/events")
    heard.wait(of_type("tournament_changed"))
    return path, heard


def entries(pair: ServerPair) -> Events:
    path, heard = tournament_of(pair)
    people = [pair.person() for _ in range(N_WRITERS)]
    while True:
        for command in ("enter", "withdraw"):
            for person in people:
                act = partial(ask, person, "POST", f"{path}/commands", {"type": command})
                yield heard, act, of_type("tournament_changed")


def tournament_chat(pair: ServerPair) -> Events:
    path, heard = tournament_of(pair)
    return chats(pair, f"{path}/chat", heard, "n_messages", is_in_channel=False)


def lobby_chat(pair: ServerPair) -> Events:
    heard = pair.socket(pair.person(), "/lobby/socket")
    return chats(pair, "/api/lobby/chat", heard, "n_chat")


def _shows(field: str) -> IsIt:
    """Accept a change of the lobby that has something in a field."""
    return lambda message: message["type"] == "lobby_changed" and bool(message[field])


def table_chat(pair: ServerPair) -> Events:
    game, reader = game_of(pair.person()), pair.person()
    heard = pair.socket(reader, f"/games/{game}/socket")
    httpx2.get(f"{pair.two.address}/api/games/{game}/chat", headers={"Cookie": cookie_of(reader)})
    return chats(pair, f"/api/games/{game}/chat", heard, "number")


KINDS: dict[str, Callable[[ServerPair], Events]] = {
    "your turn, on the account's stream": lambda pair: tiles(pair, "/api/account/events", "your_turn"),
    "a tile, on the game's stream": lambda pair: tiles(pair, "/api/games/{game}/events", "placed"),
    "a game has begun, on the account's stream": games_begun,
    "an invitation, on the account's stream": invitations,
    "an open table, in the lobby": open_tables,
    "a challenge, in the lobby": challenges,
    "a message in the lobby": lobby_chat,
    "a message at a table": table_chat,
    "a private message, on the bell": private_messages,
    "a seat in a Gobble room": rush_seats,
    "an entry, on the tournament's stream": entries,
    "a message in a tournament": tournament_chat,
}


def measure(pair: ServerPair, events: Events, n: int) -> tuple[list[float], list[float]]:
    """Return the times of some events and of the control, sorted, in ms; the first two are not counted."""
    found, control = list[float](), list[float]()
    for number, (heard, act, is_it) in enumerate(events):
        control.append(healthz_ms(pair.two))
        began = time.perf_counter()
        act()
        took_ms = (heard.wait(is_it) - began) * 1000
        if number >= 2:
            found.append(took_ms)
        if len(found) == n:
            break
        time.sleep(PACE_S)
    return sorted(found), sorted(control[2:])


def healthz_ms(server: LiveServer) -> float:
    """Return how long a server takes to answer a request that costs nothing."""
    began = time.perf_counter()
    server.get("/healthz")
    return (time.perf_counter() - began) * 1000


def percentiles(times: list[float]) -> tuple[float, float]:
    """Return the 50th and 99th percentile of sorted times."""
    return times[len(times) // 2], times[int(len(times) * 0.99)]


@contextmanager
def two_servers(bus: str, folder: Path) -> Iterator[ServerPair]:
    """Run two servers of one database."""
    with ExitStack() as stack:
        database = new_database(stack.enter_context(postgres_server()))
        options = [*MANY_CLIENTS, "--database", database]
        if bus == "redis":
            options += ["--bus", stack.enter_context(redis_server(folder))]
        one, two = (stack.enter_context(serving(folder / name, options=options)) for name in ("one", "two"))
        yield ServerPair(one, two, stack)


def main() -> int:
    """Print one line for each bus and kind of event."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--bus", choices=tuple(GOALS_MS), action="append")
    parser.add_argument("--events", type=int, default=25, help="of each kind, at most 50")
    parser.add_argument("--only", default="", help="the kinds whose names contain this text")
    options = parser.parse_args()
    is_reached = True
    for bus in options.bus or GOALS_MS:
        with tempfile.TemporaryDirectory() as folder, two_servers(bus, Path(folder)) as pair:
            for name, events in KINDS.items():
                if options.only in name:
                    times, control = measure(pair, events(pair), options.events)
                    (p50, p99), (c50, c99) = percentiles(times), percentiles(control)
                    is_reached &= p99 <= GOALS_MS[bus]
                    print(
                        f"{bus:9} {name:42} {p50:6.0f} {p99:6.0f} ms  control {c50:4.0f} {c99:4.0f} ms",
                        flush=True,
                    )
    return 0 if is_reached else 1


if __name__ == "__main__":
    sys.exit(main())
