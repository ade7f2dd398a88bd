"""Progress of accounts in puzzles: kept, merged with what is there, told."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.puzzles.daily import name_of
from tantrix.server.puzzles.progress.progress import StoredProgress, days_solved, merge, streak
from tantrix.server.puzzles.progress.store import DropUnsolved, Key, MoreProgress, NewProgress, ProgressStore

RATE = "60/minute"  # an account
MOST = 10_000  # puzzles an account
MAX_TRIES = 8

Told = Mapping[Key, StoredProgress]


class ProgressService:
    """Keeps the progress of all accounts, each by how games know it."""

    def __init__(self, store: ProgressStore, journal: Writer) -> None:
        self.store = store
        self._journal = journal
        self._rates = RateLimiter()

    async def keep(self, user_id: str, told: Told) -> dict[Key, StoredProgress]:
        """Merge what a browser tells with what is kept, and return that for the same puzzles.

        Raises Refusal if that is tried too often or there would be too many puzzles, and NotSaved.
        """
        if not self._rates.take(user_id, RATE):
            raise Refusal("too_often")
        for _ in range(MAX_TRIES):
            with suppress(Conflict):
                return await self._keep(user_id, told)
        raise NotSaved("others were quicker each time")

    async def _keep(self, user_id: str, told: Told) -> dict[Key, StoredProgress]:
        kept = await asyncio.to_thread(self.store.of, user_id, told)
        merged = {
            key: merge(kept[key][0], progress) if key in kept else progress for key, progress in told.items()
        }
        writes: list[Write] = []
        for key, progress in merged.items():
            if key not in kept and progress != StoredProgress():
                writes.append(NewProgress(user_id, key, progress))
            elif key in kept and progress != kept[key][0]:
                writes.append(MoreProgress(user_id, key, progress, kept[key][1]))
        n_new = sum(isinstance(write, NewProgress) for write in writes)
        if n_new and await asyncio.to_thread(self.store.n_of, user_id) + n_new > MOST:
            raise Refusal("too_many_puzzles")
        if writes:
            await self._journal.append(*writes, DropUnsolved(user_id))
        return merged

    async def streak(self, user_id: str, today: date) -> dict[Key, StoredProgress]:
        """Return the puzzles of days in a row, up to today or yesterday, that were solved on their days."""
        found = await asyncio.to_thread(self.store.days_of, user_id)
        days = days_solved((key.puzzle, progress.solved_on) for key, progress in found.items())
        return {(key := Key(name_of(day))): found[key] for day in streak(days, today)}
