"""Runs through gap puzzles: starting them, judging answers, and rating players and puzzles."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from random import Random

from tantrix.placement import Placement
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.http.worker_pool import Priority, WorkerPool
from tantrix.server.protocol.puzzle_runs import RatedEnd
from tantrix.server.protocol.times import print_time
from tantrix.server.puzzles.runs.gaps import LEVELS, N_GAPS, GapPuzzle, make_gap
from tantrix.server.puzzles.runs.rating import price_of_miss, rating_in_puzzles, result_rows
from tantrix.server.puzzles.runs.run import (
    PuzzleRun,
    RunMode,
    answered,
    level_after,
    level_for,
    race_level,
    time_for,
)
from tantrix.server.puzzles.runs.store import RunStore, delete_lesser_runs, delete_runs, replace_run
from tantrix.server.ratings.ledger import PUZZLE, level_player
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings

FIRST_AFTER_S = 5.0  # other work has priority when the server starts
RATE = "120/minute"  # answers per player
N_COMPARED = 500  # answers from which the share of those who solve a level follows
N_ENOUGH = 10  # answers without which that share says nothing
N_SHOWN = 10  # answers of the player
N_KEPT = 2_000  # puzzles that are kept in memory, the newest


class RunService:
    """The runs of all players."""

    def __init__(
        self,
        settings: Settings,
        store: RunStore,
        writer: Writer,
        pool: WorkerPool,
        ratings: RatingStore,
        rating_service: RatingService,
    ) -> None:
        self.store = store
        self._settings = settings
        self._writer = writer
        self._pool = pool
        self._ratings = ratings
        self._rating_service = rating_service
        self._gaps: dict[tuple[int, int], GapPuzzle] = {}
        self._rates = RateLimiter()

    async def gap(self, level: int, number: int, priority: Priority = Priority.PAGE) -> GapPuzzle:
        """Return a puzzle, which is made in a worker process the first time."""
        gap = self._gaps.get((level, number))
        if gap is None:
            gap = await self._pool.compute_once(None, make_gap, level, number, priority=priority)
            self._gaps[level, number] = gap
            while len(self._gaps) > N_KEPT:
                del self._gaps[next(iter(self._gaps))]
        return gap

    async def prepare(self) -> None:
        """Make a puzzle of each level, so that the workers are warm, unless they are busy."""
        await asyncio.sleep(FIRST_AFTER_S)
        with suppress(Refusal):
            for level in range(1, len(LEVELS) + 1):
                await self.gap(level, 0, Priority.AHEAD)

    async def begin(self, user_id: str, mode: RunMode, name: str | None = None) -> PuzzleRun:
        """Begin a run, or return to the rated puzzle that the player has not settled yet.

        `name`: the name of the account; None for guests. Raises Refusal if the player begins too many runs,
        and NotSaved.
        """
        if not self._rates.take(f"begin {user_id}", "20/minute"):
            raise Refusal("too_often")
        if mode is RunMode.RATED:
            return await retry_on_conflict(lambda: self._begin_rated(user_id, name))
        run = await self._new(self._settings.make_id(), user_id, mode, 1)
        await self._writer.append(delete_lesser_runs(user_id, mode), run)
        return run

    async def _begin_rated(self, user_id: str, name: str | None) -> PuzzleRun:
        """Return to the puzzle that waits; one whose time is over is a miss, and another follows.

        The id of a run follows from the one before, so that requests at the same time begin only one.
        """
        last = await asyncio.to_thread(self.store.newest, user_id, RunMode.RATED)
        if last is not None and not last.is_over:
            if not last.is_late(self.now_ms(last)):
                return last
            await self._settle(last, name, ())
        level = level_for(await self.points_of(user_id))
        run_id = sha256(f"{user_id} {last and last.id}".encode()).hexdigest()[:24]
        run = await self._new(f"rated-{run_id}", user_id, RunMode.RATED, level)
        await self._writer.append(delete_runs(user_id, RunMode.RATED), run)
        return run

    async def _new(self, run_id: str, user_id: str, mode: RunMode, level: int) -> PuzzleRun:
        number = self._settings.make_rng().randrange(N_GAPS)
        await self.gap(level, number)
        now_ms = self._settings.play_ms()  # no time runs before there is something to solve
        return PuzzleRun(run_id, user_id, mode, now_ms, now_ms + time_for(mode, level), level, number)

    async def enter_race(self, race: str, entrant: str, user_id: str, seed: str, ends_ms: int) -> PuzzleRun:
        """Return the run of an entrant in a race, which begins with the first call.

        Everybody gets the puzzles that follow from `seed`. Raises Refusal and NotSaved.
        """
        run_id = f"{race}-{entrant}-{user_id[:10]}"

        async def begin() -> None:
            if await asyncio.to_thread(self.store.find, run_id, user_id) is not None:
                return
            now_ms = self._settings.now_ms()
            if now_ms >= ends_ms:
                raise Refusal("tournament_not_running")
            level, number = _race_puzzle(seed, 0)
            new = PuzzleRun(run_id, user_id, RunMode.RACE, now_ms, ends_ms, level, number)
            await self._writer.append(replace(new, race=race, seed=seed))

        await retry_on_conflict(begin)
        run = await asyncio.to_thread(self.store.find, run_id, user_id)
        if run is None:
            raise Refusal("unknown_puzzle")
        return run

    async def answer(
        self, run_id: str, user_id: str, name: str | None, n_asked: int, laid: Sequence[Placement]
    ) -> tuple[PuzzleRun, bool]:
        """Judge an answer to the puzzle after `n_asked` others; return the run and whether it was right.

        Without placements, the puzzle is given up. A repeated answer changes nothing. `name`: the name of the
        account, which is rated; None for guests. Raises Refusal if there is no such run, and NotSaved.
        """
        if not self._rates.take(user_id, RATE):
            raise Refusal("too_often")

        async def judge() -> tuple[PuzzleRun, bool]:
            run = await asyncio.to_thread(self.store.find, run_id, user_id)
            if run is None or run.mode is RunMode.STACK:
                raise Refusal("unknown_puzzle")
            if run.is_over or run.n_asked != n_asked:
                return run, False
            return await self._settle(run, name, laid)

        return await retry_on_conflict(judge)

    async def _settle(
        self, run: PuzzleRun, name: str | None, laid: Sequence[Placement]
    ) -> tuple[PuzzleRun, bool]:
        """Judge an answer to the current puzzle of a run and save what follows from it."""
        now_ms = self.now_ms(run)
        gap = await self.gap(run.level, run.number)
        is_right = gap.is_filled_by(laid) and not run.is_late(now_ms)
        level, number = await self._next(run, is_right)
        after = answered(run, is_right, now_ms, level, number, self.now_ms(run) - now_ms)
        writes: list[Write] = [replace_run(after)]
        is_rated = run.mode is RunMode.RATED and name is not None
        if is_rated and name is not None:
            writes += result_rows(run, gap, name, is_right, now_ms + self._settings.ahead_ms)
        await self._writer.append(*writes)
        await self._rating_service.finished(is_rated)
        return after, is_right

    def now_ms(self, run: PuzzleRun) -> int:
        """Return the time by the clock that a run ends by: a race ends at a time of the calendar."""
        return self._settings.now_ms() if run.race is not None else self._settings.play_ms()

    async def points_of(self, user_id: str) -> int:
        """Return a player's rating in the puzzles; 1500 for a newcomer."""
        return (await asyncio.to_thread(rating_in_puzzles, self._ratings, user_id)).points

    async def price_of(self, run: PuzzleRun) -> int:
        """Return the points that a miss in the current puzzle costs an account."""
        return await asyncio.to_thread(price_of_miss, self._ratings, run.user_id, run.level)

    async def rated_end(self, run: PuzzleRun, has_account: bool) -> RatedEnd:
        """Return how a rated puzzle that was missed compares with the others of its level."""

        def read() -> RatedEnd:
            level = self.store.newest_answers(f"{PUZZLE}{run.level}", N_COMPARED)
            mine = self.store.newest_answers(run.user_id, N_SHOWN) if has_account else []
            points = rating_in_puzzles(self._ratings, level_player(run.level)).points
            share = 1 - sum(level) / len(level) if len(level) >= N_ENOUGH else None
            return RatedEnd(points=points, solved_share=share, last=mine[::-1])

        return await asyncio.to_thread(read)

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return everything stored about a player's runs, for the download of their data."""
        return [
            {
                "mode": run.mode.value,
                "started": print_time(run.started_ms),
                "level": run.level,
                "n_solved": run.n_solved,
                "n_missed": run.n_missed,
                "best_row": run.best_row,
                "is_over": run.is_over,
            }
            for run in await asyncio.to_thread(self.store.all_of, user_id)
        ]

    async def _next(self, run: PuzzleRun, is_right: bool) -> tuple[int, int]:
        if run.seed is not None:
            level, number = _race_puzzle(run.seed, run.n_asked + 1)
            await self.gap(level, number)
            return level, number
        if not is_right and not run.is_timed_as_a_whole:
            return run.level, run.number
        level = level_after(run, run.n_solved + is_right)
        if run.mode is RunMode.RATED:
            level = level_for(await self.points_of(run.user_id))
        number = self._settings.make_rng().randrange(N_GAPS)  # nobody can work it out in advance
        await self.gap(level, number)
        return level, number


def _race_puzzle(seed: str, n_asked: int) -> tuple[int, int]:
    """Return the level and the number of the puzzle after `n_asked` others."""
    return race_level(n_asked), Random(f"{seed} {n_asked}").randrange(N_GAPS)
