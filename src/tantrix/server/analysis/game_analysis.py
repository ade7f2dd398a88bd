"""Analysis of whole games: a queue that works on one game at a time, and a cache of finished analyses.

A session may have one game in the queue. Progress is sent to every connection that asked for the game. The
result is cached, so the analysis is completed even if no connection waits for it any more.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial

import structlog

from tantrix.record import Record
from tantrix.server.analysis.thinking import analyse_game
from tantrix.server.background import Tasks
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.http.socket_session import refused
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.analysis import Analysing
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

MAX_ANALYSES = 64  # analyses
MAX_WAITING = 8  # games


@dataclass(slots=True, eq=False)
class AnalysisJob:
    """A game in the queue, and the client who asked for it and is charged for its processor time.

    `listeners`: the connections that wait for the analysis, each with its language.
    """

    game_id: str
    record: Record
    client: str
    listeners: dict[Outbox, str] = field(default_factory=dict)
    done: int = 0

    def advance(self, done: int) -> None:
        """Record how many plies have been analysed."""
        self.done = done


class GameAnalysisQueue:
    """The queue of games to analyse on a server."""

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        self._settings = settings
        self._pool = pool
        self._jobs: dict[str, AnalysisJob] = {}
        self._known: OrderedDict[str, str] = OrderedDict()
        self._tasks = Tasks()
        self._turn = asyncio.Semaphore(1)

    def ask(self, game_id: str, record: Record, outbox: Outbox, client: str, language: str) -> Refusal | None:
        """Send a game's analysis to a connection: at once if cached, else progress and then the result.

        The processor time is charged to `client`, who may have one game in the queue. A later refusal is sent
        in `language`.
        """
        if game_id in self._known:
            self._known.move_to_end(game_id)
            outbox.post(self._known[game_id])
            return None
        job = self._jobs.get(game_id)
        if job is None:
            if self._is_full(client):
                return Refusal("busy")
            job = self._jobs[game_id] = AnalysisJob(game_id, record, client)
            self._tasks.start(self._work(job))
        job.listeners[outbox] = language
        outbox.post(self._progress(job))
        return None

    def leave(self, outbox: Outbox) -> None:
        """Stop sending to a connection."""
        for job in self._jobs.values():
            job.listeners.pop(outbox, None)

    async def close(self) -> None:
        """Stop the current analysis and clear the queue."""
        await self._tasks.cancel()

    def _is_full(self, client: str) -> bool:
        has_one = any(job.client == client for job in self._jobs.values())
        return has_one or len(self._jobs) > MAX_WAITING

    async def _work(self, job: AnalysisJob) -> None:
        try:
            async with self._turn:
                text = await self._pool.follow(
                    job.client,
                    partial(self._advance, job),
                    analyse_game,
                    self._settings.find_robot,
                    job.game_id,
                    job.record,
                )
            self._keep(job.game_id, text)
            _send(job, text)
        except Refusal as refusal:
            _refuse(job, refusal)
        except Exception:
            _LOG.exception("analysis failed", game=job.game_id)
            _refuse(job, Refusal("internal"))
        finally:
            del self._jobs[job.game_id]
        for other in self._jobs.values():
            _send(other, self._progress(other))

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
        while len(self._known) > MAX_ANALYSES:
            self._known.popitem(last=False)


def _send(job: AnalysisJob, text: str) -> None:
    for outbox in job.listeners:
        outbox.post(text)


def _refuse(job: AnalysisJob, refusal: Refusal) -> None:
    for outbox, language in job.listeners.items():
        outbox.post(refused(job.game_id, refusal, language).model_dump_json())
