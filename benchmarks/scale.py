"""What breaks first with ten or a hundred times as many players: a simulation with measured costs.

Run `python -m benchmarks.scale` from the repository. Players place tiles and load pages at random moments;
servers, PostgreSQL and Redis are stations with queues, and each message takes the processor time measured on
the machine of docs/design/performance.md. Servers commit in groups as the writer does: while one commit runs,
the next batch gathers. It takes a second of processor time.
"""

import argparse
import heapq
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple


class Costs(NamedTuple):
    """Processor time of each message in microseconds; docs/server/scale.md says where each was measured."""

    place: float = 1_100  # a placement at the server that plays the game, without its commit
    commit: float = 380  # a commit of the writer thread, and each placement in it
    entry: float = 25
    sql_commit: float = 600  # the same in PostgreSQL
    sql_entry: float = 125
    page: float = 10_000  # a page with a list


class BusCosts(NamedTuple):
    """Processor time of the messages about a placement in microseconds."""

    send: float  # at their sender, sent alone
    hint: float  # at a server that receives one and need not act, if several have arrived
    publish: float  # Redis or PostgreSQL: taking them
    deliver: float  # and passing one on to one server


REDIS = BusCosts(330, 43, 65, 12)
CHANNELS = BusCosts(470, 43, 66, 12)  # three messages: for the game and for each of its players
POSTGRES = BusCosts(320, 23, 160, 5)


class Load(NamedTuple):
    """What players do; half of them play live two-player games, with a tile every twelve seconds per game."""

    players: int
    playing: float = 0.5
    placements_s: float = 1 / 24  # per player
    pages_s: float = 1 / 60  # by all players together


class Machines(NamedTuple):
    """The machines: `servers` processes of one core each."""

    name: str
    servers: int
    sql_cores: int = 0  # 0: SQLite, in the server's own process
    bus_nodes: int = 0
    bus: BusCosts = REDIS  # with that of PostgreSQL, the first database is the bus
    databases: int = 1


@dataclass(slots=True)
class Station:
    """Some equal cores with one queue."""

    name: str
    cores: int
    free_at: list[float] = field(default_factory=list)
    busy_s: float = 0.0

    def serve(self, now_s: float, cost_us: float) -> float:
        """Do some work as soon as a core is free; return when it is done."""
        if not self.free_at:
            self.free_at = [0.0] * self.cores
        begin_s = max(now_s, heapq.heappop(self.free_at))
        self.busy_s += cost_us / 1e6
        heapq.heappush(self.free_at, begin_s + cost_us / 1e6)
        return begin_s + cost_us / 1e6


Act = Callable[[float], None]


class ScaleRun:
    """One setup under one load for some seconds."""

    def __init__(self, setup: Machines, load: Load, seconds: float, costs: Costs) -> None:
        self._setup, self._load, self._seconds, self._costs = setup, load, seconds, costs
        self._rng = random.Random(1)
        self._servers = [Station("server", 1) for _ in range(setup.servers)]
        self._databases = [Station("PostgreSQL", setup.sql_cores) for _ in range(setup.databases)]
        self._buses = [Station("Redis", 1) for _ in range(setup.bus_nodes)]
        self._messengers = self._databases[:1] if setup.bus is POSTGRES else self._buses
        self._batches: list[list[float]] = [[] for _ in self._servers]
        self._is_writing = [False] * setup.servers
        self._events: list[tuple[float, int, Act]] = []
        self._count = 0
        self.waits_s: list[float] = []

    def figures(self) -> dict[str, object]:
        """Simulate, and return how busy each station is and how long a placement takes."""
        load = self._load
        self._arrivals(load.players * load.playing * load.placements_s, self._place)
        self._arrivals(load.players * load.pages_s, self._page)
        while self._events and self._events[0][0] < self._seconds:
            now_s, _, act = heapq.heappop(self._events)
            act(now_s)
        busy = {name: self._busy(stations) for name, stations in self._stations().items()}
        waits = sorted(self.waits_s) or [float("inf")]
        over = [name for name, share in busy.items() if share > 0.8]
        return {
            "players": load.players,
            "setup": self._setup.name,
            "placements_s": round(len(self.waits_s) / self._seconds),
            "busy": busy,
            "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
            "breaks": sorted(over, key=lambda name: -busy[name])[:1],
        }

    def _stations(self) -> dict[str, list[Station]]:
        has_sql = self._setup.sql_cores > 0
        found = {"servers": self._servers, "PostgreSQL": self._databases if has_sql else []}
        return {name: each for name, each in (found | {"Redis": self._buses}).items() if each}

    def _busy(self, stations: list[Station]) -> float:
        return round(
            sum(each.busy_s for each in stations) / self._seconds / sum(s.cores for s in stations), 2
        )

    def _arrivals(self, rate_s: float, act: Act) -> None:
        def arrive(now_s: float) -> None:
            act(now_s)
            self._at(now_s + self._rng.expovariate(rate_s), arrive)

        self._at(self._rng.expovariate(rate_s), arrive)

    def _at(self, when_s: float, act: Act) -> None:
        self._count += 1
        heapq.heappush(self._events, (when_s, self._count, act))

    def _page(self, now_s: float) -> None:
        self._rng.choice(self._servers).serve(now_s, self._costs.page)

    def _place(self, now_s: float) -> None:
        number = self._rng.randrange(self._setup.servers)
        done_s = self._servers[number].serve(now_s, self._costs.place)

        def decided(at_s: float) -> None:
            self._batches[number].append(now_s)
            self._write(number, at_s)

        self._at(done_s, decided)

    def _write(self, number: int, now_s: float) -> None:
        """Commit what is waiting, unless this server is already committing."""
        batch = self._batches[number]
        if self._is_writing[number] or not batch:
            return
        self._batches[number], self._is_writing[number] = [], True
        costs, n = self._costs, len(batch)
        done_s = self._servers[number].serve(now_s, costs.commit + n * costs.entry)
        if self._setup.sql_cores:
            database = self._databases[number % len(self._databases)]
            done_s = database.serve(done_s, costs.sql_commit + n * costs.sql_entry)

        def saved(at_s: float) -> None:
            self._is_writing[number] = False
            self.waits_s += [at_s - began_s for began_s in batch]
            for _ in batch if self._messengers else ():
                self._notify_servers(number, at_s)
            self._write(number, at_s)

        self._at(done_s, saved)

    def _notify_servers(self, sender: int, now_s: float) -> None:
        """Notify all servers, or with channels the sender, which follows its games, and one other."""
        costs, servers = self._setup.bus, self._servers
        if costs is CHANNELS:
            servers = [servers[sender], self._rng.choice(servers)]
        self._servers[sender].serve(now_s, costs.send)
        self._rng.choice(self._messengers).serve(now_s, costs.publish + costs.deliver * len(servers))
        for server in servers:
            server.serve(now_s, costs.hint)


ONE = Machines("one server, SQLite", 1)
FOUR = Machines("4 servers, PostgreSQL (2 cores), Redis with channels", 4, 2, 1, CHANNELS)
FOUR_ONE_CHANNEL = Machines("4 servers, PostgreSQL (2 cores), Redis with one channel", 4, 2, 1)
EIGHT = Machines("8 servers, PostgreSQL (2 cores), Redis with channels", 8, 2, 1, CHANNELS)
EIGHT_BUSY = Machines("8 servers, PostgreSQL (8 cores), Redis with channels", 8, 8, 1, CHANNELS)
FOUR_SQL = Machines("4 servers, PostgreSQL (2 cores), which is the bus", 4, 2, bus=POSTGRES)
EIGHT_SQL = Machines("8 servers, PostgreSQL (2 cores), which is the bus", 8, 2, bus=POSTGRES)
FORTY_SQL = Machines("40 servers, PostgreSQL (8 cores), which is the bus", 40, 8, bus=POSTGRES)
FORTY = Machines("40 servers, PostgreSQL (8 cores), Redis with one channel", 40, 8, 1)
FORTY_CHANNELS = Machines("40 servers, PostgreSQL (8 cores), Redis with channels", 40, 8, 1, CHANNELS)
HUNDREDS = Machines("400 servers, PostgreSQL (32 cores), Redis with channels", 400, 32, 1, CHANNELS)
SHARDS = Machines(
    "500 servers, 4 PostgreSQL (16 cores), 4 Redis with channels", 500, 16, 4, CHANNELS, databases=4
)
PLAN = {
    1_000: (ONE, FOUR, FOUR_SQL),
    10_000: (ONE, FOUR_ONE_CHANNEL, FOUR, EIGHT, FOUR_SQL, EIGHT_SQL),
    100_000: (EIGHT_BUSY, FORTY, FORTY_CHANNELS, FORTY_SQL),
    1_000_000: (FORTY_CHANNELS, HUNDREDS, SHARDS),
}


def main() -> int:
    """Print one line for each number of players and setup."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="simulated; fewer for many players")
    options = parser.parse_args()
    for players, setups in PLAN.items():
        seconds = max(0.5, options.seconds * min(1.0, 20_000 / players))
        for setup in setups:
            print(json.dumps(ScaleRun(setup, Load(players), seconds, Costs()).figures()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
