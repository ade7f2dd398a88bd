"""Analysis of whole games: a queue that works on one game at a time, and a cache of finished analyses.

A session may have one game in the queue. Progress is sent to every connection that asked for the game. The
result is cached, so a game is analysed to its end even if no connection waits for it any more.
"""

import asyncio
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial

import structlog

from tantrix.analysis import PlyAnalysis, analyse, as_judge, to_json
from tantrix.record import Record
from tantrix.server.analysis.levels import JUDGE, N_SAMPLES, SEED, TELL_MS
from tantrix.server.background import Tasks, call_on, on_thread
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.analysis import Analysed, Analysing, AnalysisView
from tantrix.server.protocol.base import Refused
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

KEPT = 64  # analyses
MAX_WAITING = 8  # games


@dataclass(slots=True, eq=False)
class AnalysisJob:
    """A game in the queue, and the user who asked for it."""

    game_id: str
    record: Record
    asker: str | None
    listeners: set[Outbox] = field(default_factory=set)
    done: int = 0

    def advance(self, done: int) -> None:
        """Record how many plies are analysed."""
        self.done = done


class GameAnalysisQueue:
    """The queue of games to analyse on a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, AnalysisJob] = {}
        self._known: OrderedDict[str, str] = OrderedDict()
        self._tasks = Tasks()
        self._turn = asyncio.Semaphore(1)
        self._is_closed = threading.Event()

    def ask(self, game_id: str, record: Record, outbox: Outbox) -> Refusal | None:
        """Send a game's analysis to a connection: at once if cached, else progress and then the result."""
        if game_id in self._known:
            self._known.move_to_end(game_id)
            outbox.post(self._known[game_id])
            return None
        job = self._jobs.get(game_id)
        if job is None:
            if self._is_full(outbox.user_id):
                return Refusal("busy")
            job = self._jobs[game_id] = AnalysisJob(game_id, record, outbox.user_id)
            self._tasks.start(self._work(job))
        job.listeners.add(outbox)
        outbox.post(self._progress(job))
        return None

    def leave(self, outbox: Outbox) -> None:
        """Stop sending to a connection."""
        for job in self._jobs.values():
            job.listeners.discard(outbox)

    async def close(self) -> None:
        """Stop the work and forget the queue."""
        self._is_closed.set()
        await self._tasks.cancel()

    def _is_full(self, asker: str | None) -> bool:
        has_one = any(job.asker == asker for job in self._jobs.values())
        return has_one or len(self._jobs) > MAX_WAITING

    async def _work(self, job: AnalysisJob) -> None:
        try:
            async with self._turn:
                text = await on_thread("analysis", partial(self._analysed, job, asyncio.get_running_loop()))
            self._keep(job.game_id, text)
        except Exception:
            _LOG.exception("analysis failed", game=job.game_id)
            text = _failed(job.game_id)
        finally:
            del self._jobs[job.game_id]
        _send(job, text)
        for other in self._jobs.values():
            _send(other, self._progress(other))

    def _analysed(self, job: AnalysisJob, loop: asyncio.AbstractEventLoop) -> str:
        told_ms = 0

        def report(done: int, _total: int, _step: PlyAnalysis) -> None:
            nonlocal told_ms
            if self._settings.now_ms() - told_ms >= TELL_MS:
                told_ms = self._settings.now_ms()
                call_on(loop, lambda: self._advance(job, done))

        found = analyse(
            job.record,
            as_judge(JUDGE, self._settings.find_robot(JUDGE)),
            JUDGE,
            seed=SEED,
            n_samples=N_SAMPLES,
            should_stop=self._is_closed.is_set,
            on_progress=report,
        )
        view = AnalysisView.model_validate(to_json(found))
        return Analysed(game=job.game_id, analysis=view).model_dump_json()

    def _advance(self, job: AnalysisJob, done: int) -> None:
        job.advance(done)
        if job.game_id in self._jobs:
            _send(job, self._progress(job))

    def _progress(self, job: AnalysisJob) -> str:
        return Analysing(
            game=job.game_id,
            done=job.done,
            total=len(job.record.entries),
            ahead=list(self._jobs).index(job.game_id),
        ).model_dump_json()

    def _keep(self, game_id: str, text: str) -> None:
        self._known[game_id] = text
        while len(self._known) > KEPT:
            self._known.popitem(last=False)


def _send(job: AnalysisJob, text: str) -> None:
    for outbox in job.listeners:
        outbox.post(text)


def _failed(game_id: str) -> str:
    refusal = Refusal("internal")
    return Refused(id=game_id, code=refusal.code, detail=refusal.sentence).model_dump_json()
