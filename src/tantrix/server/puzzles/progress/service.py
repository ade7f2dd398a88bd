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
    Key,
    ProgressStore,
    add_progress,
    delete_unsolved,
    replace_progress,
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
        new = [key for key in merged if key not in stored and merged[key] != StoredProgress()]
        if new and await asyncio.to_thread(self.store.n_of, user_id) + len(new) > MAX_PUZZLES:
            raise Refusal("too_many_puzzles")
        writes: list[Write] = [add_progress(user_id, key, merged[key]) for key in new]
        for key, (progress, version) in stored.items():
            if merged[key] != progress:
                writes.append(replace_progress(user_id, key, merged[key], version))
        if writes:
            await self._writer.append(*writes, delete_unsolved(user_id))
        return merged

    async def streak(self, user_id: str, today: date) -> dict[Key, StoredProgress]:
        """Return the daily puzzles of the current streak, each solved on its own day."""
        found = await asyncio.to_thread(self.store.days_of, user_id)
        days = days_solved((key.puzzle, progress.solved_on) for key, progress in found.items())
        return {(key := Key(name_of(day))): found[key] for day in streak(days, today)}
