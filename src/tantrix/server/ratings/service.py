"""The service that keeps ratings up to date: each finished game enters the ledger once and in order."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import wait_and_clear
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.protocol.times import print_month
from tantrix.server.ratings.ledger import RatedGame, RatingChange, RatingLedger
from tantrix.server.ratings.store import RatingStore, ledger_writes

N_AT_ONCE = 100
MAX_TRIES = 5
N_LATE = 1000  # another server may save a result late, when this one has already numbered this many more


class RatingService:
    """Rates finished games: each one when it ends, and any unrated ones when the server starts."""

    def __init__(self, store: RatingStore, writer: Writer) -> None:
        self._store = store
        self._writer = writer
        self._lock = asyncio.Lock()
        self._rated_until = 0  # all results up to this number have been rated
        self._has_more = asyncio.Event()

    async def finished(self, is_rated: bool) -> None:
        """Rate a game that has just ended, if it is rated."""
        if is_rated:
            try:
                await self.catch_up()
            except (NotSaved, SQLAlchemyError):
                self._has_more.set()
                raise

    async def wait_for_more(self, timeout_s: float) -> None:
        """Wait until some game could not be rated when it ended, but not indefinitely."""
        await wait_and_clear(self._has_more, timeout_s)

    async def catch_up(self) -> int:
        """Enter all results that are not in the ledger yet; return how many there were.

        Raises NotSaved if the database does not accept them; the next call tries them again.
        """
        n_entered = 0
        async with self._lock:
            newest = await asyncio.to_thread(self._store.newest_result)
            while games := await asyncio.to_thread(self._store.unrated, self._rated_until, N_AT_ONCE):
                for played in games:
                    await self._enter(played)
                n_entered += len(games)
            self._rated_until = max(self._rated_until, newest - N_LATE)
        return n_entered

    async def _enter(self, played: RatedGame) -> None:
        for tries_left in reversed(range(MAX_TRIES)):
            before, after, steps = await asyncio.to_thread(self._entered, played)
            try:
                await self._writer.append(*ledger_writes(before, after, steps, played.result.game_id))
                return
            except NotSaved:  # another server was faster, or the database cannot save now
                if tries_left == 0:
                    raise

    def _entered(self, played: RatedGame) -> tuple[RatingLedger, RatingLedger, list[RatingChange]]:
        before = self._store.ledger_for(played, print_month(played.result.finished_ms))
        after = before.copy()
        return before, after, after.enter(played)
