"""The cost of the pages that list games and players, in a folder with years of play.

Run `python -m benchmarks.lists` from the repository. It fabricates 100,000 finished games and 10,000
correspondence games in a temporary folder, opens a server on it in this process, without sockets, and
requests each page again and again, as different users. Measures the processor time of the whole process for
each request and, for comparison, of a loop that never changes.
"""

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI

from benchmarks.asgi import get, processor_ms
from benchmarks.crowded_folder import CrowdPerson, Extent, fill
from benchmarks.reference import reference_ms
from tantrix.server.accounts.sessions import COOKIE
from tantrix.server.app import create_app
from tantrix.server.garbage import set_survivors_aside
from tantrix.server.settings import Settings

Json = dict[str, Any]
GOAL_MS = 50
SETTLE_S = 10  # templates are compiled after the rules


class Pages:
    """The addresses to request, each a function of the user."""

    def __init__(self, people: Sequence[CrowdPerson], rng: random.Random) -> None:
        self._people = people
        self._rng = rng

    def one(self) -> CrowdPerson:
        """Return an account, active ones more often."""
        return self._people[min(int(self._rng.expovariate(1 / 200)), len(self._people) - 1)]

    def all(self) -> dict[str, Callable[[], str]]:
        """Return a function for the address of each page."""
        return {
            "start page": lambda: "/",
            "my games": lambda: "/games",
            "my games, for programs": lambda: "/api/account/games",
            "lobby": lambda: "/lobby",
            "archive": lambda: "/archive",
            "archive by player": lambda: self._archive(player=self.one().name),
            "archive by two players": lambda: self._archive(player=self.one().name, against=self.one().name),
            "archive by name": lambda: self._archive(player=f"player{self._rng.randrange(10**10)}"),
            "archive by date": lambda: self._archive(**{"from": self._day(), "sort": "oldest"}),
            "archive by robot": lambda: self._archive(player="greedy", result="loss"),
            "archive by rules": lambda: self._archive(rules="teams"),
            "archive by score": lambda: self._archive(sort="score", min_score="20"),
            "archive of mine": lambda: self._archive(mine="yes"),
            "profile": lambda: f"/players/{self.one().name}",
            "profile of the most active": lambda: f"/players/{self._people[self._rng.randrange(3)].name}",
            "profile of a robot": lambda: "/players/robot:greedy",
            "leaderboard": lambda: "/players",
            "ladder": lambda: "/players?list=all",
            "find a player": lambda: f"/players?find=player{self._rng.randrange(10, 99)}",
        }

    def _archive(self, **query: str) -> str:
        return f"/archive?{urlencode(query)}"

    def _day(self) -> str:
        day = datetime.now(UTC) - timedelta(days=self._rng.randrange(1000))
        return day.date().isoformat()


async def measure(app: FastAPI, pages: Pages, n_requests: int, only: str) -> Iterator[tuple[str, Json]]:
    """Request each page as signed-in users; return its figures."""
    await asyncio.sleep(SETTLE_S)
    found = []
    for name, address in pages.all().items():
        if only not in name:
            continue
        costs, reference = [], []
        for number in range(n_requests + 3):
            person, path = pages.one(), address()
            cost = await processor_ms(partial(_get, app, path, person))
            if number >= 3:  # the first requests compile templates and fill caches
                costs.append(cost)
                reference.append(reference_ms())
        found.append((name, figures_of(costs, reference)))
    return iter(found)


async def _get(app: FastAPI, address: str, person: CrowdPerson) -> None:
    await get(app, address, [(b"cookie", f"{COOKIE}={person.token}".encode())], allowed=(200, 303))


def figures_of(costs: Sequence[float], reference: Sequence[float]) -> Json:
    """Return the median and the 99th percentile of costs, the first also in reference loops."""
    ordered = sorted(costs)
    median, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    loop = sorted(reference)[len(reference) // 2]
    return {
        "median_ms": round(median, 1),
        "p99_ms": round(p99, 1),
        "median_in_reference_loops": round(median / loop, 2),
    }


async def run(folder: Path, people: Sequence[CrowdPerson], n_requests: int, only: str) -> bool:
    """Print the figures of each page; return whether all meet the goal."""
    gc.freeze()  # as the command does
    app = create_app(Settings(folder))
    is_reached = True
    async with app.router.lifespan_context(app):
        await app.state.services.hub.ready.wait()
        with set_survivors_aside():  # as a server with its own process does
            for name, figures in await measure(app, Pages(people, random.Random(5)), n_requests, only):
                is_reached &= figures["p99_ms"] <= GOAL_MS
                print(f"{name:28}", json.dumps(figures), flush=True)
    return is_reached


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", type=int, default=100_000)
    parser.add_argument("--correspondence", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=200, help="of each page")
    parser.add_argument("--only", default="", help="the pages whose names contain this text")
    options = parser.parse_args()
    extent = Extent(n_finished=options.finished, n_correspondence=options.correspondence)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        people = fill(folder, extent, time.time_ns() // 1_000_000)
        print(f"{sum(file.stat().st_size for file in folder.iterdir()) >> 20} MB", flush=True)
        return 0 if asyncio.run(run(folder, people, options.requests, options.only)) else 1


if __name__ == "__main__":
    sys.exit(main())
