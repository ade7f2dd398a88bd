"""The puzzles of the day: made in advance by a worker process and saved, so that pages do not wait.

All days are in UTC.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from datetime import date, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import Tasks
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import Priority, WorkerPool
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.catalogue import CataloguePuzzle
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, puzzle_of
from tantrix.server.puzzles.daily.store import DailyStore, add_daily_goal
from tantrix.server.puzzles.daily.worker_calls import make_daily_goal
from tantrix.server.settings import Settings
from tantrix.solver.goal import parse_goal

FIRST_AFTER_S = 3.0  # other work has priority when the server starts
INTERVAL_S = 600.0
DAYS_AHEAD = 3  # made and saved in advance, for players who will have no connection
MAX_KNOWN = 512  # days in memory
MAX_MAKING = 40  # days waiting for a worker: a bit more than a month

_LOG = structlog.get_logger()


class DailyPuzzles:
    """The puzzles of the day of a server."""

    def __init__(self, settings: Settings, store: DailyStore, writer: Writer, pool: WorkerPool) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._pool = pool
        self._known: OrderedDict[date, CataloguePuzzle] = OrderedDict()
        self._making: dict[date, asyncio.Task[None]] = {}
        self._tasks = Tasks(Refusal, NotSaved, SQLAlchemyError)

    async def run(self) -> None:
        """Keep the puzzles of today and the next days ready."""
        await self._settings.wait(FIRST_AFTER_S)
        while True:
            try:
                await self.prepare()
            except SQLAlchemyError as error:
                _LOG.warning("puzzles of the day not read", reason=str(error))
            await self._settings.wait(INTERVAL_S)

    async def prepare(self) -> None:
        """Start to make the puzzles of today and the next days if they are missing."""
        now = day_of(self._settings.now_ms())
        await self.of_days([now + timedelta(days=n) for n in range(DAYS_AHEAD + 1)])

    async def newest(self) -> CataloguePuzzle | None:
        """Return today's puzzle, or the previous one while it is being made; None if there is none."""
        now = day_of(self._settings.now_ms())
        found = (await self.of_days((now,))).get(now)
        if found is None:
            last = await asyncio.to_thread(self._store.newest, now)
            found = None if last is None else self._keep(*last)
        return found

    async def of_days(self, days: Collection[date]) -> dict[date, CataloguePuzzle]:
        """Return the existing puzzles of some days, and start to make the missing ones."""
        unknown = [day for day in days if day not in self._known and day >= FIRST_DAY]
        for day, goal in (await asyncio.to_thread(self._store.goals, unknown)).items() if unknown else ():
            self._keep(day, goal)
        self._begin(day for day in unknown if day not in self._known)
        return {day: self._known[day] for day in days if day in self._known}

    async def ready(self, day: date) -> CataloguePuzzle:
        """Return the puzzle of a day. Raises Refusal while it is being made."""
        found = (await self.of_days((day,))).get(day)
        if found is None:
            raise Refusal("being_made")
        return found

    async def made(self, day: date) -> CataloguePuzzle:
        """Return the puzzle of a day, waiting until it is made. Raises Refusal if that takes too long."""
        await self.of_days((day,))
        if (making := self._making.get(day)) is not None:
            await asyncio.wait((making,))
        return await self.ready(day)

    async def close(self) -> None:
        """Stop making puzzles."""
        await self._tasks.cancel()

    def _begin(self, days: Iterable[date]) -> None:
        for day in days:
            if day not in self._making and len(self._making) < MAX_MAKING:
                self._making[day] = self._tasks.start(self._make(day))

    async def _make(self, day: date) -> None:
        try:
            goal = await self._pool.compute(None, make_daily_goal, day, priority=Priority.AHEAD)
            self._keep(day, goal)
        finally:
            del self._making[day]
        await self._writer.append(add_daily_goal(day.isoformat(), goal))

    def _keep(self, day: date, goal: str) -> CataloguePuzzle:
        puzzle = self._known[day] = puzzle_of(day, parse_goal(goal))
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return puzzle
