"""How soon everybody is back after a server is killed and restarted.

Run `python -m benchmarks.restart` from the repository; `--clients 10000 --games 200` is the long run. Two
clients play each game, the others watch the first one. They reconnect as pages do: after 0.4 s, then twice as
long each time up to 7.5 s, plus up to as much again at random. Times are measured from the kill, so they
include the start of the server. They are wall-clock times; where the operating system allows it, as root,
the server takes precedence over everything else on the machine.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.precedence import CROWD, take_precedence
from benchmarks.reference import reference_ms
from benchmarks.spectators import SEATS, Spectator, SpectatorTotals, cpu_s
from tantrix.server.http.gate import raise_file_limit
from tests.server.support.server_process import LiveServer, start, stop

Json = dict[str, Any]

FIRST_S, LONGEST_S = 0.4, 7.5  # waits of a page between attempts to connect
MAX_DIALS = 256  # connections that one process opens at a time


class Page(Spectator):
    """A client that reports when it is connected, and when it loses the connection."""

    def __init__(self, client: "ReconnectingTab", seen: SpectatorTotals) -> None:
        super().__init__(client.path, seen, client.cookie)
        self._client = client

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._client.is_here and self.is_welcome:
            self._client.came()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._client.lost()


class ReconnectingTab:
    """One browser tab, which reconnects whenever it loses the connection."""

    def __init__(self, crowd: "AllTabs", path: str, cookie: str) -> None:
        self.path = path
        self.cookie = cookie
        self.is_here = False
        self._crowd = crowd
        self._n_tries = 0

    async def connect(self) -> None:
        try:
            async with self._crowd.dials:
                await asyncio.get_running_loop().create_connection(
                    lambda: Page(self, self._crowd.seen), *self._crowd.address
                )
        except OSError:
            self.lost()

    def came(self) -> None:
        self.is_here, self._n_tries = True, 0
        self._crowd.came_at.append(time.time())

    def lost(self) -> None:
        self.is_here = False
        wait_s = min(FIRST_S * 2**self._n_tries, LONGEST_S) * (1 + random.random())
        self._n_tries += 1
        asyncio.get_running_loop().call_later(wait_s, self._crowd.dial, self)


class AllTabs:
    """All clients, in one process."""

    def __init__(self, host: str, port: int) -> None:
        self.address = (host, port)
        self.seen = SpectatorTotals()
        self.dials = asyncio.Semaphore(MAX_DIALS)
        self.came_at: list[float] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def dial(self, client: ReconnectingTab) -> None:
        task = asyncio.create_task(client.connect())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def serve(self, places: list[list[str]]) -> None:
        """Connect all; for each line of input, write when clients connected since the last line."""
        for path, cookie in places:
            self.dial(ReconnectingTab(self, path, cookie))
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(self.came_at), flush=True)
            self.came_at.clear()


def open_games(server: LiveServer, n_games: int, n_clients: int) -> list[tuple[str, str]]:
    """Open games; return the path and cookie of every client."""
    places = []
    for _ in range(n_games):
        created, mine = server.post("/api/games", {"seats": SEATS, "control": "60"})
        theirs = server.post(f"/api/games/{created['id']}/seats", {"seat": 1})[1]
        places += [(f"/games/{created['id']}/socket", cookie) for cookie in (mine, theirs)]
    return [*places, *[(places[0][0], "")] * (n_clients - len(places))]


def came(crowd: "subprocess.Popen[str]", n: int, longest_s: float) -> list[float]:
    """Wait until `n` clients have connected, or until the limit; return when each did."""
    assert crowd.stdin is not None and crowd.stdout is not None
    found: list[float] = []
    until = time.time() + longest_s
    while len(found) < n and time.time() < until:
        time.sleep(0.5)
        crowd.stdin.write("\n")
        crowd.stdin.flush()
        found += json.loads(crowd.stdout.readline())
    return sorted(found)


def measure(folder: Path, n_games: int, n_clients: int, longest_s: float) -> Json:
    """Connect all clients, kill the server and restart it; return how soon they are back."""
    server = start(folder)
    host, port = server.address.split("/")[2].split(":")
    places = open_games(server, n_games, n_clients)
    command = [sys.executable, "-m", "benchmarks.restart", "--crowd", host, port]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as crowd:
        try:
            assert crowd.stdin is not None
            crowd.stdin.write(json.dumps(places) + "\n")
            n_first = len(came(crowd, n_clients, longest_s))
            server.kill()
            killed_at = time.time()
            server = start(folder, int(port))
            ready_s = time.time() - killed_at
            back = [at - killed_at for at in came(crowd, n_clients, longest_s)]
            return {
                "clients": n_clients,
                "games": n_games,
                "connected_before": n_first,
                "ready_s": round(ready_s, 1),
                "back": len(back),
                "back_s": {f"{share} %": _at(back, n_clients, share) for share in (50, 95, 100)},
                "cpu_s_of_the_new_server": round(cpu_s(server), 1),
                "reference_ms": round(reference_ms(), 2),
            }
        finally:
            stop(server)
            crowd.kill()


def _at(back_s: list[float], n_clients: int, share: int) -> float | None:
    """Return when a share of all clients was back; None if they were not."""
    n = -(-n_clients * share // 100)
    return round(back_s[n - 1], 1) if len(back_s) >= n else None


def main() -> int:
    """Print the figures; the exit status is 1 unless 95 % were back within a minute."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--longest", type=float, default=300, help="seconds to wait for the clients")
    parser.add_argument("--crowd", nargs=2, metavar=("HOST", "PORT"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    raise_file_limit()
    if arguments.crowd:
        take_precedence(CROWD)
        host, port = arguments.crowd
        asyncio.run(AllTabs(host, int(port)).serve(json.loads(sys.stdin.readline())))
        return 0
    has_precedence = take_precedence()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), arguments.games, arguments.clients, arguments.longest)
    print(json.dumps({"precedence": has_precedence, **figures}, indent=1))
    within = figures["back_s"]["95 %"]
    return 0 if within is not None and within <= 60 else 1


if __name__ == "__main__":
    sys.exit(main())
