"""Saves the progress of accounts in puzzles, merged with the stored progress."""

import asyncio
from collections.abc import Mapping
from datetime import date

from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.puzzles.daily.puzzle import name_of
from tantrix.server.puzzles.progress.progress import StoredProgress, days_solved, merge, streak
from tantrix.server.puzzles.progress.store import (
    DeleteUnsolved,
    Key,
    MoreProgress,
    NewProgress,
    ProgressStore,
)

RATE = "60/minute"  # per account
MAX_PUZZLES = 10_000  # per account

ReportedProgress = Mapping[Key, StoredProgress]


class ProgressService:
    """The progress of all accounts, by user id."""

    def __init__(self, store: ProgressStore, writer: Writer) -> None:
        self.store = store
        self._writer = writer
        self._rates = RateLimiter()

    async def keep(self, user_id: str, report: ReportedProgress) -> dict[Key, StoredProgress]:
        """Merge a browser's report with the stored progress, and return the result for the same puzzles.

        Raises Refusal if the account does this too often or would have too many puzzles, and NotSaved.
        """
        if not self._rates.take(user_id, RATE):
            raise Refusal("too_often")
        return await retry_on_conflict(lambda: self._keep(user_id, report))

    async def _keep(self, user_id: str, report: ReportedProgress) -> dict[Key, StoredProgress]:
        stored = await asyncio.to_thread(self.store.of, user_id, report)
        merged = {
            key: merge(stored[key][0], progress) if key in stored else progress
            for key, progress in report.items()
        }
        writes: list[Write] = []
        for key, progress in merged.items():
            if key not in stored and progress != StoredProgress():
                writes.append(NewProgress(user_id, key, progress))
            elif key in stored and progress != stored[key][0]:
                writes.append(MoreProgress(user_id, key, progress, stored[key][1]))
        n_new = sum(isinstance(write, NewProgress) for write in writes)
        if n_new and await asyncio.to_thread(self.store.n_of, user_id) + n_new > MAX_PUZZLES:
            raise Refusal("too_many_puzzles")
        if writes:
            await self._writer.append(*writes, DeleteUnsolved(user_id))
        return merged

    async def streak(self, user_id: str, today: date) -> dict[Key, StoredProgress]:
        """Return the daily puzzles of the current streak, each solved on its own day."""
        found = await asyncio.to_thread(self.store.days_of, user_id)
        days = days_solved((key.puzzle, progress.solved_on) for key, progress in found.items())
        return {(key := Key(name_of(day))): found[key] for day in streak(days, today)}
