"""How long each route by itself holds the event loop, with the most expensive input that it accepts.

Run `python -m benchmarks.route_holds` from the repository; `--json` prints one line. A server runs in this
process, without sockets, on a folder with thousands of games. Each route is requested several times by a
stranger and by a signed-in user. All figures are processor time, so they depend little on other users of the
machine. The smallest figure of the repeated requests counts, because the first request compiles and fills
caches:

`step_ms`: the longest single step of the event loop. `hold_ms`: the longest time between two ticks of a task
that asks to be woken every millisecond, in processor time of the whole process, because a thread that keeps
the GIL during a long C call holds everybody, too. `work_ms`: all work of the process including its threads,
but without worker processes.
"""

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from asyncio import Handle
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.types import Message

from benchmarks.crowded_folder import CrowdPerson, Extent, fill
from benchmarks.reference import reference_ms
from tantrix.server.accounts.sessions import COOKIE
from tantrix.server.app import ROUTES, create_app
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.database.engine import open_engines
from tantrix.server.database.folder import DATABASE
from tantrix.server.logs import set_up_logs
from tantrix.server.serve import SWITCH_S
from tantrix.server.services import Services
from tantrix.server.settings import Settings

Json = dict[str, Any]

LONG_MS = 20
N_TIMES = 3
TICK_S = 0.001
EXTENT = Extent(n_finished=2_000, n_correspondence=100, n_accounts=100, n_journals=500)
PUZZLE = "discovery-30"
LONGEST_S = 10
N_ENTRANTS, N_LOOKS = 60, 600
STREAMS = re.compile(r"/events$")


@dataclass(frozen=True, slots=True)
class RequestSpec:
    """A request: what to send, and the route under which it is listed."""

    route: str
    method: str
    address: str
    body: Json | None = None


class LoopSteps:
    """Record the processor time of each step of the event loop, while it is entered."""

    def __init__(self) -> None:
        self.longest_ms = 0.0
        self._run = Handle._run

    def __enter__(self) -> "LoopSteps":
        run = self._run

        def timed(handle: Handle) -> None:
            began_s = time.thread_time()
            run(handle)
            self.longest_ms = max(self.longest_ms, (time.thread_time() - began_s) * 1000)

        Handle._run = timed  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_error: object) -> None:
        Handle._run = self._run  # type: ignore[method-assign]


class Ticker:
    """Record the longest processor time between two ticks of a task, while it runs."""

    def __init__(self) -> None:
        self.longest_ms = 0.0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self._tick())
        await asyncio.sleep(0)
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _tick(self) -> None:
        before_s = time.process_time()
        while True:
            try:
                await asyncio.sleep(TICK_S)
            finally:
                now_s = time.process_time()
                self.longest_ms = max(self.longest_ms, (now_s - before_s) * 1000)
                before_s = now_s


async def arrange(app: FastAPI, people: list[CrowdPerson]) -> dict[str, str]:
    """Create what the folder lacks: a tournament in its first round, a room of Gobble; return all ids."""
    owner = people[0]
    terms = {"preset": "open", "name": "Crowded Open", "is_listed": True}
    event_id = (await _ask(app, owner, "POST", "/api/tournaments", terms))["id"]
    commands = f"/api/tournaments/{event_id}/commands"
    for person in people[:N_ENTRANTS]:
        await _ask(app, person, "POST", commands, {"type": "enter"})
    await _ask(app, owner, "POST", commands, {"type": "start"})
    for _ in range(N_LOOKS):
        sections = (await _ask(app, owner, "GET", f"/api/tournaments/{event_id}"))["sections"]
        if drawn := [each for section in sections for each in section["rounds"] if each["matches"]]:
            break
        await asyncio.sleep(0.1)
    rush = await _ask(app, owner, "POST", "/api/gobble", {"listing": "open"})
    series = (await _ask(app, owner, "GET", "/api/series"))["series"]
    return {
        "tournament_id": event_id,
        "round_id": str(drawn[0]["id"]),
        "match_id": str(drawn[0]["matches"][0]["id"]),
        "rush_id": rush["id"],
        "series_id": str(series[0]["id"]) if series else "x",
    }


async def _ask(app: FastAPI, person: CrowdPerson, method: str, path: str, body: Json | None = None) -> Json:
    status, text = await _send(app, RequestSpec(path, method, path, body), person)
    assert status < 300, (method, path, status, text)
    answer: Json = json.loads(text)
    return answer


def requests_of(game_id: str, name: str, record: str, ids: dict[str, str]) -> Iterator[RequestSpec]:
    """Yield a request for every route that reads, and for every route that computes from its input."""
    known = {"game_id": game_id, "ply": "40", "name": name, "opponent": "robot:greedy", "pool": "two"} | ids
    known |= {"list_name": "two", "puzzle_name": PUZZLE, "number": "1"}
    queries = {
        "/games/{game_id}/picture.png": "width=1200&numbers=true&marks=true",
        "/games/{game_id}/picture.gif": "width=640&ms=50&marks=true",
        "/games/{game_id}/picture.svg": "marks=true&numbers=true",
        "/archive": "sort=score&min_score=1&robots=some",
        "/api/archive": "sort=score&min_score=1&robots=some",
        "/analysis": f"game={game_id}",
        "/report": f"player={name}",
        "/puzzles/new": "kind=loop&size=12&level=unique",
    }
    for route in _routes():
        path = route.path
        if "GET" in (route.methods or ()) and not STREAMS.search(path):
            address = re.sub(r"{(\w+)}", lambda found: known.get(found[1], "x"), path)
            query = queries.get(path)
            yield RequestSpec(f"GET {path}", "GET", f"{address}?{query}" if query else address)
    password = "a long enough password 7"
    position = {"position": record}
    for path, body in (
        ("/api/analysis/record", {"record": record}),
        ("/api/analysis/study", position),
        ("/api/archive/import", {"text": record * 100}),
        (f"/api/puzzles/{PUZZLE}/hint", {"placements": [], "strength": "solvable"}),
        (f"/api/puzzles/{PUZZLE}/check", {"placements": []}),
        ("/api/account/puzzles", {"puzzles": [{"puzzle": PUZZLE}] * 25}),
        ("/api/games", {"seats": [{"kind": "robot", "colour": each, "robot": "greedy"} for each in "RYGB"]}),
        ("/account/passkeys/options", {"password": password}),
    ):
        yield RequestSpec(f"POST {path}", "POST", path, body)


def _routes() -> Iterator[Any]:
    return (route for route in ROUTES if hasattr(route, "methods"))


async def measure(app: FastAPI, folder: Path, people: list[CrowdPerson], only: str) -> list[Json]:
    """Request each route; return what it costs, longest hold first."""
    services: Services = app.state.services
    await services.hub.ready.wait()
    await asyncio.sleep(10)  # templates are compiled after the rules
    game_id = f"f{EXTENT.n_finished - 1:011d}"
    record = ArchiveStore(open_engines(folder / DATABASE).readers).record(game_id)
    assert record is not None
    found = []
    ids = await arrange(app, people)
    chosen = [
        each for each in requests_of(game_id, people[0].name, record, ids) if re.search(only, each.route)
    ]
    for request_spec in chosen:
        for person in (None, people[0]):
            found.append(await _cost(app, request_spec, person))
    return sorted(found, key=lambda each: -each["hold_ms"])


async def _cost(app: FastAPI, request_spec: RequestSpec, person: CrowdPerson | None) -> Json:
    """Send a request several times; return the smallest figures."""
    costs, statuses = [], set[int]()
    for _ in range(N_TIMES):
        ticker = Ticker()
        async with ticker.running():
            with LoopSteps() as noted:
                began_s = time.process_time()
                try:
                    statuses.add((await asyncio.wait_for(_send(app, request_spec, person), LONGEST_S))[0])
                except TimeoutError:
                    statuses.add(0)
                work_ms = (time.process_time() - began_s) * 1000
        costs.append((noted.longest_ms, ticker.longest_ms, work_ms))
    step_ms, hold_ms, work_ms = (round(min(each), 1) for each in zip(*costs, strict=True))
    print(f"{request_spec.route}: {hold_ms} ms {sorted(statuses)}", file=sys.stderr, flush=True)
    return {
        "route": request_spec.route,
        "by": "a stranger" if person is None else "a user",
        "step_ms": step_ms,
        "hold_ms": hold_ms,
        "work_ms": work_ms,
        "first_hold_ms": round(costs[0][1], 1),
        "statuses": sorted(statuses),
    }


async def _send(app: FastAPI, request_spec: RequestSpec, person: CrowdPerson | None) -> tuple[int, bytes]:
    path, _, query = request_spec.address.partition("?")
    body = b"" if request_spec.body is None else json.dumps(request_spec.body).encode()
    statuses: list[int] = []
    content = bytearray()
    is_read = False

    async def receive() -> Message:
        nonlocal is_read
        if is_read:
            await asyncio.Event().wait()  # the client stays
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        content.extend(message.get("body", b""))

    headers = [
        (b"host", b"localhost"),
        *([] if person is None else [(b"cookie", f"{COOKIE}={person.token}".encode())]),
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"origin", b"http://localhost"),
    ]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request_spec.method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    await app(scope, receive, send)
    return statuses[0], bytes(content)


async def figures(folder: Path, people: list[CrowdPerson], only: str) -> Json:
    """Measure the routes of a server on a folder that match a pattern."""
    app = create_app(Settings(folder, has_own_series=True))
    async with app.router.lifespan_context(app):
        found = await measure(app, folder, people, only)
    return {"routes": found, "n_routes": len(found), "reference_ms": reference_ms()}


def main() -> int:
    """Print the figures; the exit status is 1 if a route holds the loop for 20 ms."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--least", type=float, default=5, help="list what holds the loop for so many ms")
    parser.add_argument("--only", default="", help="a pattern: the routes to measure")
    parser.add_argument("--json", action="store_true", help="all routes, on one line")
    arguments = parser.parse_args()
    random.seed(1)
    set_up_logs()  # an error that is logged with colours and variables holds the loop for seconds
    sys.setswitchinterval(SWITCH_S)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        people = fill(folder, EXTENT, time.time_ns() // 1_000_000)
        found = asyncio.run(figures(folder, people, arguments.only))
    if arguments.json:
        print(json.dumps(found))
    else:
        for each in found["routes"]:
            if each["hold_ms"] >= arguments.least or each["work_ms"] >= LONG_MS:
                print(json.dumps(each))
        print(f"{found['n_routes']} requests, reference loop {found['reference_ms']:.1f} ms")
    return 1 if any(each["hold_ms"] >= LONG_MS for each in found["routes"]) else 0


if __name__ == "__main__":
    sys.exit(main())
