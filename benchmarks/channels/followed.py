"""What a change of a bell or of a tournament costs the servers where nobody looks at it.

Run `python -m benchmarks.channels.followed` from the repository; it starts PostgreSQL, Redis if `--bus` is
redis, and some servers, each as on the command line. Tournaments are open, and people have pages with a bell
open at each of the other servers. Then the first server marks the notices of others as read, or makes entries
in one of the tournaments, which nobody follows. Prints one line of JSON for each: milliseconds of processor
time for each change, at the first server and on average at another one, less what all of them use while
nothing happens.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import httpx2

from benchmarks.channels.servers import process_s
from benchmarks.reference import reference_ms
from benchmarks.two_servers import ServerPair, ask
from tests.server.support.external_servers import new_database, postgres_server, redis_server
from tests.server.support.server_process import MANY_CLIENTS, LiveServer, serving

SETTLE_S = 20.0  # after everything is open: servers know which versions run
PACE_S = 0.2
EVENT = {"preset": "all-play-all", "name": "Autumn", "is_listed": False}

Acts = list[Callable[[], object]]


def marks(people: list[httpx2.Client]) -> Acts:
    """Mark all notices of people as read, who look at none."""
    return [partial(ask, person, "POST", "/api/account/notices/read", {}) for person in people]


def entries(people: list[httpx2.Client], tournament: str) -> Acts:
    """Enter a tournament and withdraw."""
    path = f"/api/tournaments/{tournament}/commands"
    return [
        partial(ask, person, "POST", path, {"type": command})
        for command in ("enter", "withdraw")
        for person in people
    ]


def measure(servers: list[LiveServer], acts: Acts, n: int) -> dict[str, float]:
    """Return the milliseconds of each of some changes, or of as many pauses without acts."""
    before = [process_s(each.process.pid) for each in servers]
    for act in islice(cycle(acts), n):
        act()
        time.sleep(PACE_S)
    used = [process_s(each.process.pid) - first_s for each, first_s in zip(servers, before, strict=True)]
    return {"first": used[0] * 1000 / n, "others": sum(used[1:]) * 1000 / n / (len(used) - 1)}


def main() -> int:
    """Print one line for each kind of change."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--bus", choices=("redis", "postgres"), default="redis")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--bells", type=int, default=50, help="at each of the other servers")
    parser.add_argument("--tournaments", type=int, default=20)
    parser.add_argument("--changes", type=int, default=150)
    options = parser.parse_args()
    os.nice(10)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        shared = ["--database", new_database(stack.enter_context(postgres_server()))]
        if options.bus == "redis":
            shared += ["--bus", stack.enter_context(redis_server(folder))]
        servers = [
            stack.enter_context(serving(folder / f"server-{number}", options=[*MANY_CLIENTS, *shared]))
            for number in range(options.servers)
        ]
        pair = ServerPair(servers[0], servers[0], stack)
        for other in servers[1:]:
            there = ServerPair(servers[0], other, stack)
            for _ in range(options.bells):
                there.socket(pair.person(), "/notices/socket")
        made = [
            ask(pair.person(), "POST", "/api/tournaments", EVENT)["id"] for _ in range(options.tournaments)
        ]
        people = [pair.person() for _ in range(8)]
        time.sleep(SETTLE_S)
        for kind, acts in {"bell": marks(people), "tournament": entries(people, made[0])}.items():
            idle = measure(servers, [lambda: None], options.changes)
            used = measure(servers, acts, options.changes)
            costs = {name: round(used[name] - idle[name], 2) for name in used}
            shown = {"bus": options.bus, "change": kind, **costs, "reference_ms": round(reference_ms(), 2)}
            print(json.dumps(shown), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
