"""A Gobble hub whose time is controlled by the test."""

import asyncio
import heapq
import json
import random
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tantrix.server.accounts.profiles import NameOf
from tantrix.server.cluster.leases import LeaseHolder
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.gobble.hub import GobbleHub, RoomsElsewhere, nowhere
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder

Json = dict[str, Any]
START_MS = 1_700_000_000_000
QUIET = 12  # event loop iterations after which nothing more happens by itself


class Time:
    """A clock that stands still until all tasks wait, then advances to the first one due.

    `n_writes`: how many writes the hubs of this time are waiting for.
    """

    def __init__(self) -> None:
        self.now_ms: float = START_MS
        self.n_writes = 0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def wait(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (self.now_ms + max(0.0, seconds) * 1000, next(self._numbers), woken)
        heapq.heappush(self._sleepers, entry)
        await woken

    async def advance(self, ms: int) -> None:
        """Let some time pass, and wake the tasks that are due."""
        until_ms = self.now_ms + ms
        while self._sleepers and self._sleepers[0][0] <= until_ms:
            self._wake_first()
            await self.settle()
        self.now_ms = until_ms

    async def pass_by(self, is_done: Callable[[], bool]) -> None:
        """Let time pass until a condition holds."""
        await self.settle()
        while not is_done():
            self._wake_first()
            await self.settle()

    async def settle(self) -> None:
        """Run the event loop until nothing is pending."""
        for _turn in range(QUIET):
            await asyncio.sleep(0)
            while self.n_writes:
                await asyncio.sleep(0)

    def _wake_first(self) -> None:
        at_ms, _number, woken = heapq.heappop(self._sleepers)
        self.now_ms = max(self.now_ms, at_ms)
        if not woken.done():
            woken.set_result(None)


class CountingWriter(Writer):
    """A writer that counts the callers who wait for it."""

    def __init__(self, connect: Callable[[], sa.Connection], time: Time) -> None:
        super().__init__(connect)
        self._time = time

    async def append(self, *writes: Write) -> None:
        self._time.n_writes += 1
        try:
            await super().append(*writes)
        finally:
            self._time.n_writes -= 1


class RecordingOutbox:
    """A connection that records the messages it receives."""

    def __init__(self, user_id: str | None) -> None:
        self.user_id = user_id
        self.token = user_id
        self.received: list[Json] = []
        self.is_dropped = False

    def post(self, text: str) -> None:
        self.received.append(json.loads(text))

    def drop(self) -> None:
        self.is_dropped = True

    def of_type(self, name: str) -> list[Json]:
        return [message for message in self.received if message["type"] == name]


def rush_settings(folder: Path, time: Time, seed: int = 1) -> Settings:
    """Return settings whose time and random numbers are controlled by the test."""
    rng = random.Random(seed)
    ids = (f"{number:012x}" for number in count(1))
    return Settings(
        migrated_folder(folder),
        now_ms=lambda: int(time.now_ms),
        wait=time.wait,
        make_secret=lambda: rng.randbytes(32),
        make_id=ids.__next__,
        make_rng=lambda: random.Random(rng.getrandbits(64)),
    )


@asynccontextmanager
async def open_hub(
    folder: Path,
    time: Time,
    settings: Settings | None = None,
    name_of: NameOf = lambda _user_id: None,
    lease_holder: LeaseHolder | None = None,
    online: Collection[str] | None = None,
    elsewhere: RoomsElsewhere = nowhere,
) -> AsyncIterator[GobbleHub]:
    """Open a hub over a database in a folder.

    `name_of` names accounts; by default everybody is a guest. `online`: who is, by default everybody;
    `elsewhere`: who is in which rooms at other servers.
    """

    async def among(user_ids: Collection[str]) -> Collection[str]:
        return user_ids if online is None else [each for each in user_ids if each in online]

    chosen = settings or rush_settings(folder, time)
    database = Database(folder / "gobble.sqlite3")
    await asyncio.to_thread(database.migrate)
    writer = CountingWriter(lambda: chosen.connect_writer(database), time)
    hub = GobbleHub(
        chosen, database, writer, name_of, lease_holder=lease_holder, online=among, elsewhere=elsewhere
    )
    try:
        yield hub
    finally:
        await hub.close()
        await asyncio.to_thread(writer.close)
        database.close()
