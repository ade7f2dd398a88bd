"""What a tile laid at one server costs the other servers of a database, and the bus, by the number of games.

Run `python -m benchmarks.channels.servers` from the repository; PYTHONPATH may name the `src` of another
version. It starts PostgreSQL, Redis and some servers, each as on the command line. The games are spread over
the servers, each with two players, and each is open at one server only, as behind a proxy that sends all
requests for a game to one server. Then tiles are laid in the games of the first server, and nothing else
happens: what the other servers do more than when idle is what they do for games that nobody follows there.
Figures are for one tile: microseconds of processor time, and bytes from Redis to everybody.
"""

import argparse
import http.client
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis

from benchmarks.bus import redis_s
from benchmarks.reference import reference_ms
from tests.server.support.external_servers import new_database, postgres_server, redis_server
from tests.server.support.server_process import MANY_CLIENTS, LiveServer, serving

Json = dict[str, Any]

PER_GUEST = 20  # games, within the limits for a user and an address
SETTLE_S = 20.0  # after the games are open: the start is over, and servers know which versions run
IDLE_S = 20.0
PACE_S = 0.01  # between two tiles, at least


@dataclass(slots=True)
class BenchGame:
    """A game, the cookies of its two players by seat, and the next tile to lay."""

    id: str
    cookies: tuple[str, str]
    ply: int = 0
    to_play: int = 0
    placement: str = ""


class KeptConnection:
    """A connection to a server that is kept open."""

    def __init__(self, server: LiveServer) -> None:
        self._line = http.client.HTTPConnection(urlsplit(server.address).netloc)

    def ask(self, method: str, path: str, body: Json | None = None, **headers: str) -> tuple[Any, str]:
        """Send a request; return the answer and the cookie that came with it."""
        text = None if body is None else json.dumps(body)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self._line.request(method, path, text, {"Content-Type": "application/json", **sent})
        answer = self._line.getresponse()
        content = answer.read()
        assert answer.status < 300, (path, answer.status, content)
        return json.loads(content), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def open_games(client: KeptConnection, first: int, n: int) -> list[BenchGame]:
    """Begin some games, each between two guests; every few games have other guests at another address."""
    games: list[BenchGame] = []
    cookies = ["", ""]
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
    for number in range(n):
        if number % PER_GUEST == 0:
            cookies = ["", ""]
        guest = (first + number) // PER_GUEST
        address = f"10.{guest // 250}.{guest % 250}.1"
        headers = [
            {"X_Forwarded_For": address} | ({"Cookie": cookie} if cookie else {}) for cookie in cookies
        ]
        made, given = client.ask("POST", "/api/games", {"seats": seats}, **headers[0])
        _, taken = client.ask("POST", f"/api/games/{made['id']}/seats", {"seat": 1}, **headers[1])
        cookies = [cookies[0] or given, cookies[1] or taken]
        games.append(BenchGame(made["id"], (cookies[0], cookies[1])))
    return games


def prepare(client: KeptConnection, game: BenchGame) -> None:
    """Choose the next tile of a game."""
    position, _ = client.ask("GET", f"/api/games/{game.id}/positions/{game.ply}")
    game.to_play, game.placement = position["to_play"], position["placements"][0]


def lay(client: KeptConnection, game: BenchGame) -> None:
    body = {"id": f"ply-{game.ply}", "ply": game.ply, "placement": game.placement}
    client.ask("POST", f"/api/games/{game.id}/placements", body, Cookie=game.cookies[game.to_play])
    game.ply += 1


@contextmanager
def cluster(n_servers: int) -> Iterator[tuple[list[LiveServer], Callable[[], Json]]]:
    """Run servers on one database; yield them, and what reads the counters of all processes."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = new_database(stack.enter_context(postgres_server()))
        bus = stack.enter_context(redis_server(folder))
        client = stack.enter_context(redis.Redis.from_url(bus))
        options = [*MANY_CLIENTS, "--database", database, "--bus", bus]
        servers = [
            stack.enter_context(serving(folder / f"server-{number}", options=options))
            for number in range(n_servers)
        ]

        def read() -> Json:
            n_bytes = client.info("stats")["total_net_output_bytes"]
            used = [process_s(server.process.pid) for server in servers]
            return {"at": time.monotonic(), "servers": used, "redis": redis_s(bus), "bytes": n_bytes}

        yield servers, read


def process_s(pid: int) -> float:
    """Return the processor time of a process, with all threads that it ever had."""
    return time.clock_gettime((~pid << 3) | 2)  # clock_getcpuclockid of Linux


def spent(before: Json, after: Json) -> Json:
    """Return what was used between two readings: by the first server, each other one, and the bus."""
    used = [there - here for here, there in zip(before["servers"], after["servers"], strict=True)]
    return {
        "s": after["at"] - before["at"],
        "first": used[0],
        "others": sum(used[1:]) / len(used[1:]),
        **{name: after[name] - before[name] for name in ("redis", "bytes")},
    }


def measure(n_servers: int, n_games: int, n_tiles: int) -> Json:
    """Return the cost of a tile, and of a game that begins, with a number of open games."""
    with cluster(n_servers) as (servers, read):
        start, share = read(), n_games // n_servers
        games: list[BenchGame] = []
        for number, server in reversed([*enumerate(servers)]):
            games = open_games(KeptConnection(server), number * share, share)
        opened, client = read(), KeptConnection(servers[0])
        time.sleep(SETTLE_S)
        settled = read()
        time.sleep(IDLE_S)
        idle = spent(settled, read())
        total = dict.fromkeys(idle, 0.0)
        for _ in range(-(-n_tiles // share)):
            for game in games:
                prepare(client, game)
            before = read()
            for game in games:
                lay(client, game)
                time.sleep(PACE_S)
            used = spent(before, read())
            total = {name: total[name] + used[name] - idle[name] * used["s"] / idle["s"] for name in total}
    n_laid = share * -(-n_tiles // share)
    return {
        "servers": n_servers,
        "games": n_games,
        "tiles": n_laid,
        **{f"{name}_us": round(total[name] * 1e6 / n_laid, 1) for name in ("first", "others", "redis")},
        "bytes": round(total["bytes"] / n_laid, 1),
        "idle_share": round(idle["others"] / idle["s"], 3),
        "begin_us": round(sum(opened["servers"]) * 1e6 / n_games - sum(start["servers"]) * 1e6 / n_games),
        "reference_ms": round(reference_ms(), 2),
    }


def main() -> int:
    """Print one line for each number of games."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--servers", type=int, default=4)
    parser.add_argument("--games", type=int, action="append")
    parser.add_argument("--tiles", type=int, default=2_000)
    options = parser.parse_args()
    os.nice(10)
    for n_games in options.games or (200, 2_000):
        print(json.dumps(measure(options.servers, n_games, options.tiles)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
