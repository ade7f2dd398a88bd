"""How many pages a second one and more workers behind one port make (`tantrix serve --workers`).

Run `python -m benchmarks.servers.workers` from the repository. It starts PostgreSQL and the workers as on the
command line; visitors with a cookie, so that no page is sent from the cache, each ask for one page after the
other on a connection of their own, equally many at each worker. Pages a second count the time on the wall, so
the machine should have nothing else to do; `cores` says how much of it the workers had.
"""

import argparse
import http.client
import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.spectators import TICK_S
from tests.server.support.external_servers import new_database, postgres_server
from tests.server.support.server_process import MANY_CLIENTS, LiveServer, serving

Json = dict[str, Any]

PAGES = ("/", "/lobby", "/watch", "/players", "/archive", "/puzzles")
SEATS = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "greedy"}]


def connected(server: LiveServer, worker: int) -> http.client.HTTPConnection:
    """Return a connection that a worker has accepted."""
    while True:
        line = http.client.HTTPConnection(urlsplit(server.address).netloc)
        line.request("GET", "/healthz")
        if json.load(line.getresponse())["worker"] == worker:
            return line


def visit(line: http.client.HTTPConnection, cookie: str, seconds: float) -> int:
    """Ask for pages for some time; return how many came."""
    n_pages, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        line.request("GET", PAGES[n_pages % len(PAGES)], headers={"Cookie": cookie})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        n_pages += 1
    return n_pages


def busy_s(pids: list[int]) -> float:
    """Return the processor time of the workers."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(each[11]) + int(each[12]) for each in fields) * TICK_S


def measure(database: str, n_workers: int, n_visitors: int, seconds: float) -> Json:
    """Return the figures of some workers."""
    options = ("--database", database, "--workers", str(n_workers), *MANY_CLIENTS)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), options=options) as server:
        while sum(line["event"] == "ready to play" for line in server.lines) < n_workers:
            time.sleep(0.1)
        started = [line["pid"] for line in server.lines if line["event"] == "worker started"]
        pids = started or [server.process.pid]
        _, cookie = server.post("/api/games", {"seats": SEATS})
        lines = [connected(server, 1 + number % n_workers) for number in range(n_visitors)]
        with ThreadPoolExecutor(n_visitors) as visitors:
            for length in (seconds / 4, seconds):  # the first visits fill caches
                began, before_s = time.monotonic(), busy_s(pids)
                n_pages = sum(visitors.map(visit, lines, repeat(cookie), repeat(length)))
                took, spent = time.monotonic() - began, busy_s(pids) - before_s
    return {
        "workers": n_workers,
        "pages_a_second": round(n_pages / took, 1),
        "cpu_ms_a_page": round(1000 * spent / n_pages, 2),
        "cores": round(spent / took, 2),
    }


def main() -> int:
    """Print the figures of each number of workers, one after the other, some times."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--visitors", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    with postgres_server() as address:
        for _ in range(options.rounds):
            for n_workers in options.workers:
                figures = measure(new_database(address), n_workers, options.visitors, options.seconds)
                print(json.dumps(figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
