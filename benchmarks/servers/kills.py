"""Two servers behind nginx, of which one is killed every few minutes: is anything lost?

Run `python -m benchmarks.servers.kills --minutes 60 --log kills.jsonl` from the repository. It starts
PostgreSQL, Redis, two servers as on the command line, and nginx with the configuration in `deploy/`. The
sample client of `examples/` plays one game after the other against a robot, and is started again when it
gives up; at other tables people play each other over sockets, which reconnect as a page does and compare all
that they have seen with what they are shown then. Every `--every` minutes the two servers take turns in being
killed with SIGKILL; the killed one is started again ten seconds later.

Each minute a line of JSON is added to the log. At the end every placement that the sample client has had
acknowledged is looked up in its game. Fails if one is missing, or if a table was shown anything else before.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import httpx2

from tests.deploy.support.proxies import nginx
from tests.server.support.external_servers import free_port, new_database, postgres_server, redis_server
from tests.server.support.scripted_players import Player, Received
from tests.server.support.server_process import LiveServer, start, stop
from tests.support.robot_client import robot_client

Json = dict[str, Any]

PASSWORD = "correct horse battery"
SCOPES = ("scope-read", "scope-play", "scope-challenge")
SEATS = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
AWAY_S = 10.0  # from a kill to the next start
PAUSE_S = 1.0  # after each placement of the sample client, and before it, or a new game, is tried again


class SampleClient:
    """The sample client, and the placements that it has had acknowledged, by game and ply."""

    def __init__(self, address: str, token: str) -> None:
        self.placements: dict[tuple[str, int], str] = {}
        self.ends: Counter[str] = Counter()
        self._sample = robot_client()
        self._server = self._sample.Server(address, token)
        self.follow = self._server.follow

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request as the sample client does, and note an acknowledged placement."""
        answer = self._server.ask(method, path, body)
        if body is not None and path.endswith("/placements"):
            self.placements[path.split("/")[-2], body["ply"]] = body["placement"]
            time.sleep(PAUSE_S)
        return answer

    def play(self) -> None:
        """Play for ever, as under a supervisor that starts it again."""
        while True:
            try:
                self._sample.play(self, sys.maxsize, "greedy")
            except (OSError, HTTPException) as error:  # also what the proxy answers without a server
                self.ends[f"{type(error).__name__}: {error}"] += 1
                time.sleep(PAUSE_S)

    def lost(self) -> list[str]:
        """Return the acknowledged placements that are not in their games."""
        placements = dict(self.placements)  # it plays on meanwhile
        ids = {game for game, _ in placements}
        games = {game: self._server.ask("GET", f"/api/games/{game}")["laid"] for game in ids}
        return [
            f"{game} {ply} {placement}"
            for (game, ply), placement in placements.items()
            if ply >= len(games[game]) or _text(games[game][ply]) != placement
        ]


def _text(laid: Json) -> str:
    return f"{laid['tile']}@{laid['q']},{laid['r']}^{laid['rotation']}"


class PlayedTables:
    """PlayedTables of two people each, with one game after the other."""

    def __init__(self, address: str, pace_s: float) -> None:
        self.heard = Received()
        self.n_games = 0
        self._address, self._pace_s = address, pace_s

    async def play(self, number: int) -> None:
        """Play at one table for ever."""
        self.heard.may_play.set()
        rng = Random(number)
        while True:
            try:
                game, cookies = await asyncio.to_thread(self._open)
            except (OSError, HTTPException):
                await asyncio.sleep(PAUSE_S)
                continue
            players = [
                Player(game, cookie, Random(rng.random()), self.heard, {}, self._pace_s) for cookie in cookies
            ]
            await asyncio.gather(*(each.play(self._address.replace("http", "ws")) for each in players))
            self.n_games += 1

    def _open(self) -> tuple[str, list[str]]:
        game, first = self._post("/api/games", {"seats": SEATS})
        _, second = self._post(f"/api/games/{game['id']}/seats", {"seat": 1})
        return game["id"], [first, second]

    def _post(self, path: str, body: Json) -> tuple[Json, str]:
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(self._address + path, json.dumps(body).encode(), headers)) as answer:
            return json.load(answer), answer.headers["Set-Cookie"].partition(";")[0]


class ServersUnderKill:
    """Two servers, one of which is killed now and then."""

    def __init__(self, folder: Path, options: list[str]) -> None:
        self.ports = (free_port(), free_port())
        self.n_kills = 0
        self.levels: Counter[str] = Counter()
        self._folder, self._options = folder, options
        self.servers = [self._start(number) for number in (0, 1)]

    def kill_one(self) -> None:
        """Kill the server whose turn it is, and start it again after a while."""
        number = self.n_kills % 2
        self._end(number)
        self.n_kills += 1
        time.sleep(AWAY_S)
        self.servers[number] = self._start(number)

    def stop(self) -> None:
        """Kill both."""
        for number in (0, 1):
            self._end(number)

    def _start(self, number: int) -> LiveServer:
        return start(self._folder / f"{number}", self.ports[number], options=self._options)

    def _end(self, number: int) -> None:
        stop(self.servers[number])
        for line in self.servers[number].lines:
            if line.get("level") in ("warning", "error", "critical"):
                self.levels[f"{line['level']}: {line['event']}"] += 1


@contextmanager
def killed_servers(folder: Path) -> Iterator[tuple[ServersUnderKill, str]]:
    """Start everything; yield the servers and the address of nginx."""
    with ExitStack() as stack:
        database = new_database(stack.enter_context(postgres_server()))
        bus = stack.enter_context(redis_server(folder))
        servers = ServersUnderKill(folder, ["--database", database, "--bus", bus, "--proxy", "127.0.0.1"])
        stack.callback(servers.stop)
        yield servers, stack.enter_context(nginx(servers.ports, folder))


def make_token(address: str) -> str:
    """Sign up, and create a token on the account page."""
    with httpx2.Client(base_url=address, timeout=None) as browser:
        browser.post("/sign-up", data={"name": "Robbie", "password": PASSWORD})
        page = browser.post("/account/tokens", data={"name": "kills", **dict.fromkeys(SCOPES, "on")})
    found = re.search(r"tantrix_[A-Za-z0-9_-]{43}", page.text)
    assert found is not None, page.text
    return found.group()


async def run(servers: ServersUnderKill, address: str, options: argparse.Namespace) -> bool:
    """Play and kill until the time is over; return whether nothing was lost."""
    client = SampleClient(address, make_token(servers.servers[0].address))
    tables = PlayedTables(address, options.pace)
    threading.Thread(target=client.play, daemon=True).start()
    tasks = [asyncio.create_task(tables.play(number)) for number in range(options.tables)]
    began = time.monotonic()

    def report(**more: object) -> None:
        figures = {
            "minute": round((time.monotonic() - began) / 60, 1),
            "kills": servers.n_kills,
            "client": {"placements": len(client.placements), "ends": dict(client.ends)},
            "games": tables.n_games,
            "placements": tables.heard.acknowledged,
            "lost": tables.heard.lost,
            "faults": tables.heard.faults,
            **more,
        }
        with Path(options.log).open("a") as log:
            print(json.dumps(figures), file=log)

    for minute in range(1, options.minutes + 1):
        await asyncio.sleep(max(0.0, began + 60 * minute - time.monotonic()))
        report()
        if minute % options.every == 0 and minute < options.minutes:
            await asyncio.to_thread(servers.kill_one)
    lost = await asyncio.to_thread(client.lost)
    for task in tasks:
        task.cancel()
    report(lost_by_client=lost, logged=dict(servers.levels))
    return not (lost or tables.heard.lost or tables.heard.faults)


def main() -> int:
    """Fail if anything was lost."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--every", type=int, default=5, help="minutes between two kills")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds that a person thinks")
    parser.add_argument("--log", default="kills.jsonl")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, killed_servers(Path(folder)) as (servers, address):
        is_kept = asyncio.run(run(servers, address, options))
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
