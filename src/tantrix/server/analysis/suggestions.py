"""Suggestions: what a robot would play in a position, updated as it thinks longer.

A connection has one suggestion at a time; a new request or a disconnect ends the previous one. Robots think
in worker processes.
"""

import asyncio
from dataclasses import dataclass
from functools import partial

import structlog

from tantrix.game import Game
from tantrix.server.analysis.thinking import suggest
from tantrix.server.background import Tasks
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.http.socket_session import refused
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

MAX_QUERIES = 10  # waiting and running
MAX_OF_CLIENT = 3


@dataclass(slots=True, eq=False)
class SuggestionQuery:
    """A requested suggestion, and the task that waits for it."""

    id: str
    client: str
    task: asyncio.Task[None]


class SuggestionService:
    """The suggestions that a server is computing."""

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        self._settings = settings
        self._pool = pool
        self._queries: dict[Outbox, SuggestionQuery] = {}
        self._tasks = Tasks()

    def ask(self, query_id: str, game: Game, outbox: Outbox, client: str, language: str) -> Refusal | None:
        """Start thinking about a position, and send the suggestions to a connection.

        The processor time is charged to `client`. A later refusal is sent in `language`.
        """
        self.stop(outbox)
        n_of_client = sum(each.client == client for each in self._queries.values())
        if len(self._queries) >= MAX_QUERIES or n_of_client >= MAX_OF_CLIENT:
            return Refusal("busy")
        task = self._tasks.start(self._work(query_id, game, outbox, client, language))
        self._queries[outbox] = SuggestionQuery(query_id, client, task)
        task.add_done_callback(partial(self._forget, outbox))
        return None

    def stop(self, outbox: Outbox) -> None:
        """Stop thinking for a connection."""
        query = self._queries.pop(outbox, None)
        if query is not None:
            query.task.cancel()

    async def close(self) -> None:
        """Stop all suggestions."""
        await self._tasks.cancel()

    async def _work(self, query_id: str, game: Game, outbox: Outbox, client: str, language: str) -> None:
        find_robot, rng = self._settings.find_robot, self._settings.make_rng()
        try:
            asked = find_robot, query_id, game, rng, self._pool.limits.suggestion_s
            await self._pool.follow(client, outbox.post, suggest, *asked)
        except Refusal as refusal:
            outbox.post(refused(query_id, refusal, language).model_dump_json())
        except Exception:
            _LOG.exception("suggestion failed")
            outbox.post(refused(query_id, Refusal("internal"), language).model_dump_json())

    def _forget(self, outbox: Outbox, task: "asyncio.Task[None]") -> None:
        query = self._queries.get(outbox)
        if query is not None and query.task is task:
            del self._queries[outbox]
