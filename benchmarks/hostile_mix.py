"""How long anonymous clients block the event loop: many clients, all anonymous requests, games in play.

Run `python -m benchmarks.hostile_mix` from the repository. The server runs in its own process and records
every 20 ms how late its event loop is and how much processor time the loop's thread has used since; the
second figure does not depend on other users of the machine. Where the operating system allows it, as root,
the server takes precedence over them and over its clients. Every GET operation of the OpenAPI schema and
every page is requested with its most expensive parameters; hints, puzzles, analyses, sign-ups and searches
are mixed in, and sockets that are flooded with small frames.
"""

import argparse
import asyncio
import json
import re
import socket as sockets
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from benchmarks.precedence import CROWD, take_precedence
from benchmarks.reference import reference_ms
from tests.server.support.scripted_players import Player, Received
from tests.server.support.server_process import LiveServer, serving

Json = dict[str, Any]
RequestSpec = tuple[str, str, Json | None]  # method, path, body

SEATS = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
ROBOTS = [{"kind": "robot", "colour": colour, "robot": "greedy"} for colour in "RB"]
PAGES = (
    *("/", "/help", "/settings", "/lobby", "/learn", "/archive", "/archive/import", "/players"),
    *("/puzzles", "/puzzles/days", "/puzzles/daily", "/puzzles/discovery-30", "/puzzles/solitaire-56"),
    *("/gobble", "/analysis", "/sign-in", "/sign-up", "/api", "/openapi.json", "/games"),
)
HARD = ("discovery-30", "packs-30", "flower-of-seven", "master", "genius-red-blue", "xtreme-pyramid-blue")

UPGRADE = (
    b"GET /lobby/socket HTTP/1.1\r\nHost: %b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)
_DEFLATE = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
_BOMB = (_DEFLATE.compress(b"x" * 16_000) + _DEFLATE.flush(zlib.Z_SYNC_FLUSH))[:-4]
# Small frames (pongs, pings, fragments of one message, texts, compressed texts of 16 kB), and what is sent
# once before them.
FLOODS = (
    (b"", b"\x8a\x80\0\0\0\0"),
    (b"", b"\x89\x80\0\0\0\0"),
    (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"),
    (b"", b"\x81\x82\0\0\0\0{}"),
    (b"", bytes((0xC1, 0x80 | len(_BOMB))) + b"\0\0\0\0" + _BOMB),
)
FLOOD_BYTES, FLOOD_S = 4 * 1024 * 1024, 2  # the most that is sent to one socket, and for how long


class Strangers:
    """Clients on threads that send one request after the other, and count the responses by status."""

    def __init__(self, address: str, game_id: str, record: str) -> None:
        self.address = address
        self.game_id = game_id
        self.record = record
        self.answers: Counter[int] = Counter()
        self.slowest: dict[str, float] = {}
        self.ended = threading.Event()
        self._paths = self._get_paths()

    def ask_on(self, seed: int) -> None:
        """Send requests until told to end."""
        rng = Random(seed)
        kinds = (self._page, self._operation, self._picture, self._hint, self._new_puzzle, self._sign_up)
        asking = (*kinds, self._study, self._search, self._suggestions, self._flood)
        while not self.ended.is_set():
            for request_spec in rng.choice(asking)(rng):
                self._ask(*request_spec)

    def _ask(self, method: str, path: str, body: Json | None) -> None:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Accept": "text/html, */*", "Content-Type": "application/json"}
        began = time.monotonic()
        try:
            with urlopen(Request(self.address + path, data, headers, method=method), timeout=60) as answer:
                answer.read()
                status = answer.status
        except HTTPError as error:
            status = error.code
        except (URLError, OSError):
            status = 0
        self.answers[status] += 1
        kind = re.sub(r"[a-z0-9]{12}|\d+", "*", path.partition("?")[0])
        self.slowest[kind] = max(self.slowest.get(kind, 0), time.monotonic() - began)

    def _get_paths(self) -> list[str]:
        """List the GET operations with a finite response, with the finished game where one is needed."""
        with urlopen(self.address + "/openapi.json") as answer:
            paths = json.load(answer)["paths"]
        names = {"game_id": self.game_id, "puzzle_name": "discovery-20", "ply": "40", "name": "nobody"}
        found = [path for path, operations in paths.items() if "get" in operations and "event" not in path]
        return [re.sub(r"{(\w+)}", lambda name: names.get(name[1], "x"), path) for path in found]

    def _page(self, rng: Random) -> Iterator[RequestSpec]:
        yield "GET", rng.choice((*PAGES, f"/games/{self.game_id}", f"/analysis?game={self.game_id}")), None

    def _operation(self, rng: Random) -> Iterator[RequestSpec]:
        yield "GET", rng.choice(self._paths), None

    def _picture(self, rng: Random) -> Iterator[RequestSpec]:
        game, ply = f"/games/{self.game_id}/picture", rng.randrange(50)
        yield "GET", f"{game}.png?width={rng.randrange(1100, 1201)}&numbers=true&marks=true", None
        yield "GET", f"{game}.gif?width=640&ms={rng.randrange(50, 10_000)}&marks=true", None
        yield "GET", f"{game}.svg?ply={ply}&marks=true&numbers=true", None
        yield "GET", f"/games/{self.game_id}/share?ply={ply}", None

    def _hint(self, rng: Random) -> Iterator[RequestSpec]:
        name = rng.choice(HARD)
        yield "POST", f"/api/puzzles/{name}/hint", {"placements": [], "strength": "solvable"}
        yield "GET", f"/api/puzzles/{name}/solutions", None
        day = f"2026-{rng.randrange(1, 12):02}-{rng.randrange(1, 29):02}"
        yield "GET", f"/puzzles/daily-{day}", None
        yield "GET", f"/puzzles/days?month={day[:7]}", None

    def _new_puzzle(self, rng: Random) -> Iterator[RequestSpec]:
        seed = rng.randrange(1_000_000)
        yield "GET", f"/puzzles/new?kind=loop&size=12&level=unique&seed={seed}", None
        yield "GET", f"/puzzles/new?kind=pyramid&size=10&level=hard&seed={seed}", None

    def _sign_up(self, rng: Random) -> Iterator[RequestSpec]:
        name = f"s{rng.randrange(10**9)}"
        yield "POST", "/api/account", {"name": name, "password": "a long enough password 7"}
        yield "POST", "/api/session", {"name": name, "password": "another one, and wrong"}

    def _study(self, rng: Random) -> Iterator[RequestSpec]:
        yield "POST", "/api/analysis/record", {"record": self.record}
        yield "POST", "/api/archive/import", {"text": self.record * 100}

    def _search(self, rng: Random) -> Iterator[RequestSpec]:
        yield "GET", "/api/archive?" + urlencode({"player": rng.choice("aeiou"), "sort": "newest"}), None
        yield "GET", "/archive/records", None

    def _suggestions(self, rng: Random) -> Iterator[RequestSpec]:
        with connect(self.address.replace("http", "ws", 1) + "/analysis/socket") as socket:
            request_spec = {"type": "suggest_at", "id": "a", "game": self.game_id, "ply": rng.randrange(30)}
            socket.send(json.dumps(request_spec))
            socket.send(json.dumps({"type": "analyse", "game": self.game_id}))
            for _ in range(5):
                self.ended.wait(0.2)
        yield "GET", "/healthz", None

    def _flood(self, rng: Random) -> Iterator[RequestSpec]:
        place = urlsplit(self.address)
        beginning, frame = rng.choice(FLOODS)
        end_s = time.monotonic() + FLOOD_S
        with sockets.create_connection((str(place.hostname), int(place.port or 80)), FLOOD_S) as line:
            try:
                line.sendall(UPGRADE % place.netloc.encode() + beginning)
                line.recv(12)
                for _ in range(FLOOD_BYTES // (4096 * len(frame))):
                    if time.monotonic() < end_s:
                        line.sendall(frame * 4096)
            except OSError:  # it reads no more, or has closed the socket
                pass
        yield "GET", "/healthz", None


def histogram(server: LiveServer, name: str) -> dict[float, float]:
    """Read a histogram: how many observations there are up to each bound."""
    with urlopen(server.address + "/metrics") as answer:
        found = re.findall(rf'^{name}_bucket{{le="([^"]+)"}} (\S+)', answer.read().decode(), re.MULTILINE)
    return {float(bound): float(n) for bound, n in found}


def bounds_ms(before: dict[float, float], after: dict[float, float]) -> Json:
    """Return the bounds below which the given shares of the observations in between lie."""
    counts = {bound: after[bound] - before[bound] for bound in after}
    total = counts[float("inf")]
    shares = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    found = {name: min(b for b, n in counts.items() if n >= share * total) for name, share in shares.items()}
    return {"n": total, **{name: bound * 1000 for name, bound in found.items()}}


async def play(server: LiveServer, seconds: float) -> Received:
    """Let two people play one game after the other, each laying a tile per second."""
    heard = Received()
    heard.may_play.set()
    tasks = []
    for n in range(4):
        created, mine = server.post("/api/games", {"seats": SEATS, "control": "10"})
        theirs = server.post(f"/api/games/{created['id']}/seats", {"seat": 1})[1]
        sent: dict[int, int] = {}
        for cookie in (mine, theirs):
            player = Player(created["id"], cookie, Random(n), heard, sent, 1.0)
            tasks.append(asyncio.create_task(player.play(server.socket_address)))
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return heard


def figures(server: LiveServer, n_clients: int, seconds: float) -> Json:
    """Measure the mix for some seconds."""
    game_id = server.post("/api/games", {"seats": ROBOTS})[0]["id"]
    while "[Result" not in (record := _text(server, f"/games/{game_id}/record")) and "end" not in record:
        time.sleep(0.5)
    time.sleep(5)
    strangers = Strangers(server.address, game_id, _text(server, f"/games/{game_id}/record"))
    names = ("tantrix_loop_lag_seconds", "tantrix_loop_busy_seconds", "tantrix_socket_answer_seconds")
    before = [histogram(server, name) for name in names]
    clients = [threading.Thread(target=strangers.ask_on, args=(n,)) for n in range(n_clients)]
    for each in clients:
        each.start()
    heard = asyncio.run(play(server, seconds))
    after = [histogram(server, name) for name in names]
    strangers.ended.set()
    for each in clients:
        each.join(90)
    held = [line for line in server.lines if line["event"] == "the event loop was held"]
    waits = sorted(heard.wait_ms) or [0.0]
    return {
        "clients": n_clients,
        "answers": dict(sorted(strangers.answers.items())),
        "lag_ms": bounds_ms(before[0], after[0]),
        "busy_ms": bounds_ms(before[1], after[1]),
        "server_wait_ms": bounds_ms(before[2], after[2]),
        "held": [
            [line["processor_ms"], *line["where"][-1:], *[w for w in line["where"] if "/tantrix/" in w][-1:]]
            for line in sorted(held, key=lambda line: -line["processor_ms"])[:20]
        ],
        "n_held": len(held),
        "placements": len(heard.wait_ms),
        "wait_ms": {"p50": waits[len(waits) // 2], "p99": waits[len(waits) * 99 // 100], "max": waits[-1]},
        "errors": [line for line in server.lines if line.get("level") == "error"][:5],
        "slowest_s": dict(sorted(strangers.slowest.items(), key=lambda item: -item[1])[:8]),
        "reference_ms": reference_ms(),
    }


def _text(server: LiveServer, path: str) -> str:
    with urlopen(server.address + path) as answer:
        return str(answer.read().decode())


def main() -> int:
    """Print the figures; figures in ms are bounds of the server's histograms."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--json", action="store_true", help="on one line")
    arguments = parser.parse_args()
    has_precedence = take_precedence()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        take_precedence(CROWD)
        found = figures(server, arguments.clients, arguments.seconds)
    print(json.dumps({"precedence": has_precedence, **found}, indent=None if arguments.json else 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
