"""Suggestions: what a robot would play in a position, updated as it thinks longer.

A connection has one suggestion at a time; a new request or a disconnect ends the one before. Suggestions run
on their own threads, one fewer than there are CPU cores (at least one), so that the server stays responsive;
a limited number of requests may wait.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import structlog

from tantrix.analysis import as_judge
from tantrix.analysis.json_view import judged_json
from tantrix.game import Game
from tantrix.robots.evaluation import Evaluation
from tantrix.server.analysis.levels import ADVISERS, MAX_ADVICE_MS, TELL_MS
from tantrix.server.background import Tasks, call_on, on_thread
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.analysis import JudgedView, Suggested
from tantrix.server.protocol.base import Refused
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

MAX_WAITING = 8
N_TOLD = 12  # placements


@dataclass(slots=True, eq=False)
class SuggestionQuery:
    """A requested suggestion; setting `is_ended` ends it."""

    id: str
    game: Game
    outbox: Outbox
    is_ended: threading.Event = field(default_factory=threading.Event)

    def post(self, text: str) -> None:
        if not self.is_ended.is_set():
            self.outbox.post(text)


class SuggestionService:
    """The suggestions that a server is computing."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._queries: dict[Outbox, SuggestionQuery] = {}
        self._tasks = Tasks()
        self._free = asyncio.Semaphore(max(1, (os.cpu_count() or 1) - 1))
        self._n_waiting = 0

    def ask(self, query_id: str, game: Game, outbox: Outbox) -> Refusal | None:
        """Start thinking about a position, and send the suggestions to a connection."""
        self.stop(outbox)
        if self._n_waiting >= MAX_WAITING:
            return Refusal("busy")
        query = self._queries[outbox] = SuggestionQuery(query_id, game, outbox)
        self._tasks.start(self._work(query))
        return None

    def stop(self, outbox: Outbox) -> None:
        """Stop thinking for a connection."""
        query = self._queries.pop(outbox, None)
        if query is not None:
            query.is_ended.set()

    async def close(self) -> None:
        """Stop all suggestions."""
        for query in self._queries.values():
            query.is_ended.set()
        await self._tasks.cancel()

    async def _work(self, query: SuggestionQuery) -> None:
        self._n_waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._n_waiting -= 1
        try:
            if not query.is_ended.is_set():
                await on_thread("advice", partial(self._think, query, asyncio.get_running_loop()))
        except Exception:
            _LOG.exception("advice failed")
            refusal = Refusal("internal")
            query.post(Refused(id=query.id, code=refusal.code, detail=refusal.sentence).model_dump_json())
        finally:
            self._free.release()

    def _think(self, query: SuggestionQuery, loop: asyncio.AbstractEventLoop) -> None:
        """Ask the advisers one after the other; the final evaluation of each is always sent."""
        end_ms = self._settings.now_ms() + MAX_ADVICE_MS

        def should_stop() -> bool:
            return query.is_ended.is_set() or self._settings.now_ms() > end_ms

        def say(name: str, is_done: bool, thought: Evaluation) -> None:
            text = _advice(query.id, name, thought, is_done)
            call_on(loop, lambda: query.post(text))

        for name in ADVISERS:
            report = _seldom(self._settings.now_ms, partial(say, name, False))
            adviser = as_judge(name, self._settings.find_robot(name))
            thought = adviser.think(query.game, self._settings.make_rng(), should_stop, report)
            is_last = name == ADVISERS[-1] or thought.is_exact or should_stop()
            say(name, is_last, thought)
            if is_last:
                return


def _seldom(now_ms: Callable[[], int], say: Callable[[Evaluation], None]) -> Callable[[Evaluation], None]:
    """Limit the rate of evaluations: pass one on only if the last one was at least TELL_MS ago."""
    told_ms = now_ms()

    def report(thought: Evaluation) -> None:
        nonlocal told_ms
        if now_ms() - told_ms >= TELL_MS:
            told_ms = now_ms()
            say(thought)

    return report


def _advice(query_id: str, robot: str, thought: Evaluation, is_done: bool) -> str:
    return Suggested(
        id=query_id,
        robot=robot,
        n_placements=len(thought.judged),
        n_playouts=thought.n_playouts,
        judged=[JudgedView.model_validate(judged_json(each)) for each in thought.judged[:N_TOLD]],
        is_exact=thought.is_exact,
        is_done=is_done,
    ).model_dump_json()
