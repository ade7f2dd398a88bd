"""What 2,000 followers of a tournament cost: each result is announced to all of their streams.

Run `python -m benchmarks.tournament_watchers` from the repository. The server runs in its own process, with
`--followers` connections to the stream of one tournament at real tables; then results are entered, one after
another. Processor time of the server is counted by the operating system, from the request that enters a
result until everybody has been told; what it costs with one follower is measured first. `late_ms` is the wait
of the last follower after the answer to the organiser, in wall-clock time.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.reference import reference_ms
from tantrix.server.http.gate import raise_file_limit
from tests.server.support.server_process import LiveServer, serving

TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
N_ENTRANTS = 48


@dataclass(slots=True)
class Followers:
    """How many followers have been told of each version."""

    told: dict[int, int] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, version: int) -> None:
        self.told[version] = self.told.get(version, 0) + 1
        self.changed.set()

    async def wait(self, version: int, n_followers: int) -> None:
        """Wait until all have been told of a version or a later one."""
        while sum(n for told, n in self.told.items() if told == version) < n_followers:
            self.changed.clear()
            await self.changed.wait()


class Follower(asyncio.Protocol):
    """A connection to the stream of a tournament."""

    def __init__(self, path: str, followers: Followers) -> None:
        self._path = path
        self._followers = followers
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            if line.startswith(b"{"):
                self._followers.tell(json.loads(line)["version"])


def processor_ms(server: LiveServer) -> float:
    """Return the processor time that the server has taken so far."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MS


async def measure(server: LiveServer, n_followers: int, n_results: int) -> dict[str, Any]:
    """Follow a tournament with one connection and then with all, and return the figures."""
    organiser = await asyncio.to_thread(Organiser, server)
    followers = Followers()
    await _follow(server, organiser.id, followers, 1)
    alone, _ = await _enter_results(server, organiser, followers, 1, n_results)
    await _follow(server, organiser.id, followers, n_followers - 1)
    together, late = await _enter_results(server, organiser, followers, n_followers, n_results)
    return {
        "followers": n_followers,
        "processor_ms_of_a_result_with_one_follower": round(alone, 1),
        "processor_ms_of_a_result_with_all": round(together, 1),
        "late_ms": {"median": round(statistics.median(late)), "most": round(max(late))},
        "reference_ms": round(statistics.median(reference_ms() for _ in range(9)), 1),
    }


class Organiser:
    """The organiser of a club evening, who enters everybody and all results."""

    def __init__(self, server: LiveServer) -> None:
        self._client = httpx2.Client(base_url=server.address, timeout=600, follow_redirects=True)
        form = {"name": "Ann", "password": "correct horse battery"}
        self._client.post("/sign-up", data=form).raise_for_status()
        body = {"preset": "club-evening", "name": "Club evening", "is_listed": False, "n_rounds": 16}
        self.id = self._answer(self._client.post("/api/tournaments", json=body))["id"]
        for n in range(N_ENTRANTS):
            self.do("enter", name=f"Player {n}")
        self.do("start")
        while not self.matches():
            time.sleep(0.1)

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Give a command; return the tournament after it."""
        body = {"type": kind, **fields}
        return self._answer(self._client.post(f"/api/tournaments/{self.id}/commands", json=body))

    def matches(self) -> list[dict[str, Any]]:
        """List the matches without a result; empty before the first round is paired."""
        sections = self._answer(self._client.get(f"/api/tournaments/{self.id}"))["sections"]
        rounds = [paired for section in sections for paired in section["rounds"]]
        return [match for paired in rounds for match in paired["matches"] if not match["is_over"]]

    @staticmethod
    def _answer(response: httpx2.Response) -> dict[str, Any]:
        response.raise_for_status()
        found: dict[str, Any] = response.json()
        return found


async def _follow(server: LiveServer, tournament_id: str, followers: Followers, n_more: int) -> None:
    port = int(server.address.rpartition(":")[2])
    path = f"/api/tournaments/{tournament_id}/events"
    n_before = sum(followers.told.values())
    for _ in range(n_more):
        await asyncio.get_running_loop().create_connection(
            lambda: Follower(path, followers), "127.0.0.1", port
        )
    while sum(followers.told.values()) < n_before + n_more:
        followers.changed.clear()
        await followers.changed.wait()


async def _enter_results(
    server: LiveServer, organiser: Organiser, followers: Followers, n_followers: int, n_results: int
) -> tuple[float, list[float]]:
    """Enter results; return the mean processor time of one, and how late the last follower was told."""
    late = []
    matches = await asyncio.to_thread(organiser.matches)
    before = processor_ms(server)
    for match in matches[:n_results]:
        scores: dict[str, Any] = {"match": match["id"], "number": 1, "first": 20, "second": 11}
        view = await asyncio.to_thread(partial(organiser.do, "scores", **scores))
        answered = time.perf_counter()
        await followers.wait(view["version"], n_followers)
        late.append((time.perf_counter() - answered) * 1000)
    return (processor_ms(server) - before) / n_results, late


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--followers", type=int, default=2000)
    parser.add_argument("--results", type=int, default=10)
    options = parser.parse_args()
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as server:
        json.dump(asyncio.run(measure(server, options.followers, options.results)), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
