"""Runs through gap puzzles: starting them, judging answers, and rating players and puzzles."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from tantrix.placement import Placement
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.http.worker_pool import Lane, WorkerPool
from tantrix.server.protocol.times import print_time
from tantrix.server.puzzles.runs.gaps import CHUNK, LEVELS, N_GAPS, GapPuzzle, make_gaps
from tantrix.server.puzzles.runs.run import (
    PuzzleRun,
    RunMode,
    answered,
    level_after,
    level_for,
    race_level,
    time_for,
)
from tantrix.server.puzzles.runs.store import RunStore, delete_lesser_runs, replace_run
from tantrix.server.ratings.results import GameResult, RatingPool, ResultSeat
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings

FIRST_AFTER_S = 5.0  # other work has priority when the server starts
RATE = "120/minute"  # answers per player


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

    async def gap(self, level: int, number: int, lane: Lane = Lane.PAGE) -> GapPuzzle:
        """Return a puzzle; the first one of a chunk takes a tenth of a second in a worker process."""
        if (level, number) not in self._gaps:
            first = number - number % CHUNK
            made = await self._pool.compute_once(
                None, make_gaps, level, range(first, first + CHUNK), lane=lane
            )
            self._gaps.update({(one.level, one.number): one for one in made})
        return self._gaps[level, number]

    async def prepare(self) -> None:
        """Make the first puzzles of each level in advance, unless the workers are busy."""
        await asyncio.sleep(FIRST_AFTER_S)
        with suppress(Refusal):
            for level in range(1, len(LEVELS) + 1):
                await self.gap(level, 0, Lane.AHEAD)

    async def begin(self, user_id: str, mode: RunMode) -> PuzzleRun:
        """Begin a run. Raises Refusal if the player begins too many runs, and NotSaved."""
        if not self._rates.take(f"begin {user_id}", "20/minute"):
            raise Refusal("too_often")
        level = level_for(await self.points_of(user_id)) if mode is RunMode.RATED else 1
        number = self._settings.make_rng().randrange(N_GAPS)
        await self.gap(level, number)
        now_ms = self._settings.play_ms()  # no time runs before there is something to solve
        ends_ms = now_ms + time_for(mode, level)
        run = PuzzleRun(self._settings.make_id(), user_id, mode, now_ms, ends_ms, level, number)
        await self._writer.append(delete_lesser_runs(user_id, mode), run)
        return run

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

        Without placements, the puzzle is skipped. A repeated answer changes nothing. `name`: the name of the
        account, which is rated; None for guests. Raises Refusal if there is no such run, and NotSaved.
        """
        if not self._rates.take(user_id, RATE):
            raise Refusal("too_often")
        run = await asyncio.to_thread(self.store.find, run_id, user_id)
        if run is None:
            raise Refusal("unknown_puzzle")
        if run.is_over or run.n_asked != n_asked:
            return run, False
        now_ms = self.now_ms(run)
        gap = await self.gap(run.level, run.number)
        is_right = gap.is_filled_by(laid) and not run.is_late(now_ms)
        level, number = await self._next(run, is_right)
        after = answered(run, is_right, now_ms, level, number, self.now_ms(run) - now_ms)
        writes: list[Write] = [replace_run(after)]
        is_rated = run.mode is RunMode.RATED and name is not None
        if is_rated and name is not None:
            writes += _result(run, gap, name, is_right, now_ms + self._settings.ahead_ms)
        await self._writer.append(*writes)
        await self._rating_service.finished(is_rated)
        return after, is_right

    def now_ms(self, run: PuzzleRun) -> int:
        """Return the time by the clock that a run ends by: a race ends at a time of the calendar."""
        return self._settings.now_ms() if run.race is not None else self._settings.play_ms()

    async def points_of(self, user_id: str) -> int:
        """Return a player's rating in the puzzles; 1500 for a newcomer."""
        found = await asyncio.to_thread(self._ratings.ratings_of, user_id)
        return next((one.rating.points for one in found if one.pool == RatingPool.PUZZLES), 1500)

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
        level = level_after(run, run.n_solved + is_right)
        if run.mode is RunMode.RATED:
            level = level_for(await self.points_of(run.user_id))
        number = Random(f"{run.id} {run.n_asked + 1}").randrange(N_GAPS)
        await self.gap(level, number)
        return level, number


def _race_puzzle(seed: str, n_asked: int) -> tuple[int, int]:
    """Return the level and the number of the puzzle after `n_asked` others."""
    return race_level(n_asked), Random(f"{seed} {n_asked}").randrange(N_GAPS)


def _result(
    run: PuzzleRun, gap: GapPuzzle, name: str, is_right: bool, now_ms: int
) -> list[GameResult | ResultSeat]:
    """Return the rows from which the player and the puzzle are rated against each other."""
    game_id = f"{run.id}-{run.n_asked}"
    result = GameResult(
        game_id=game_id,
        pool=RatingPool.PUZZLES,
        rules=gap.name,
        n_seats=2,
        is_teams=False,
        is_rated=True,
        control=None,
        listing="private",
        termination="over",
        started_ms=run.started_ms,
        finished_ms=now_ms,
        n_plies=len(gap.spaces),
    )
    seats = ((run.user_id, name, None, is_right), (None, gap.name, gap.name, not is_right))
    return [
        result,
        *(
            ResultSeat(
                game_id=game_id,
                seat=seat,
                user_id=user_id,
                name=shown,
                robot=robot,
                colour="",
                score=int(won),
                rank=1 if won else 2,
                share=float(won),
                line_length=0,
                has_loop=False,
                is_quitter=False,
                finished_ms=now_ms,
            )
            for seat, (user_id, shown, robot, won) in enumerate(seats)
        ),
    ]
