"""Metrics of a running server for Prometheus, at /metrics, for the operator only.

They are counts: no metric identifies a game or a person.
"""

import hmac
import ipaddress
import os
import time
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "TANTRIX_METRICS_TOKEN"
FORWARDED = "x-forwarded-for"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
COMMIT_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)
LAG_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
ANSWER_S = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class HubCounts(Protocol):
    """Something with open rooms and connections."""

    @property
    def n_open(self) -> int: ...

    @property
    def n_connections(self) -> int: ...


class ReplicaCounts(Protocol):
    """Something that makes copies."""

    n_made: int
    n_failed: int
    took_s: float

    @property
    def age_s(self) -> float: ...


class WorkerCounts(Protocol):
    """Something with processes, and with calls that run or wait."""

    @property
    def n_processes(self) -> int: ...

    @property
    def n_waiting(self) -> int: ...


class Metrics:
    """The metrics of one server. `worker`: which one it is, of several processes behind one port."""

    def __init__(self, worker: int = 1) -> None:
        self.registry = CollectorRegistry()
        which = Gauge("tantrix_worker", "Which worker of --workers answers", registry=self.registry)
        which.set(worker)
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.answers = Counter(
            "tantrix_http_answers",
            "Responses to requests",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.answer_s = Histogram(
            "tantrix_http_answer_seconds", "Time to a response", buckets=ANSWER_S, registry=self.registry
        )
        self.socket_answer_s = Histogram(
            "tantrix_socket_answer_seconds",
            "Time from a message on a socket to its answer being written, except pings",
            buckets=ANSWER_S,
            registry=self.registry,
        )
        self.sockets = Counter("tantrix_sockets_opened", "Sockets opened", ["route"], registry=self.registry)
        self.commit_s = Histogram(
            "tantrix_commit_seconds", "Time of a commit", buckets=COMMIT_S, registry=self.registry
        )
        self.commits = Counter("tantrix_commits", "Commits by outcome", ["outcome"], registry=self.registry)
        self.saved = Counter(
            "tantrix_saved", "Requests saved to disk, several per commit", registry=self.registry
        )

        self.loop_lag_s = Histogram(
            "tantrix_loop_lag_seconds",
            "How late the event loop runs due callbacks",
            buckets=LAG_S,
            registry=self.registry,
        )
        self.loop_busy_s = Histogram(
            "tantrix_loop_busy_seconds",
            "Processor time of the event loop's thread between two checks 20 ms apart",
            buckets=LAG_S,
            registry=self.registry,
        )

    def watch_workers(self, workers: WorkerCounts) -> None:
        """Report the number of worker processes, and of running and waiting calls."""
        processes = Gauge("tantrix_worker_processes", "Worker processes", registry=self.registry)
        processes.set_function(lambda: workers.n_processes)
        waiting = Gauge(
            "tantrix_worker_calls", "Calls running on a worker or waiting for one", registry=self.registry
        )
        waiting.set_function(lambda: workers.n_waiting)

    def watch(self, kind: str, counted: HubCounts) -> None:
        """Report the number of open rooms of a kind, and of their connections."""
        rooms = Gauge(f"tantrix_{kind}_rooms_open", f"Rooms open: {kind}", registry=self.registry)
        rooms.set_function(lambda: counted.n_open)
        lines = Gauge(f"tantrix_{kind}_lines", f"Sockets connected to rooms: {kind}", registry=self.registry)
        lines.set_function(lambda: counted.n_connections)

    def watch_replica(self, replica: ReplicaCounts) -> None:
        """Report the copies of the database in the replica."""
        age = Gauge("tantrix_replica_age_seconds", "Age of the data in the last copy", registry=self.registry)
        age.set_function(lambda: replica.age_s)
        took = Gauge("tantrix_replica_copy_seconds", "Time of the last copy", registry=self.registry)
        took.set_function(lambda: replica.took_s)
        made = Gauge("tantrix_replica_copies_made", "Copies since the start", registry=self.registry)
        made.set_function(lambda: replica.n_made)
        failed = Gauge("tantrix_replica_copies_failed", "Copies that failed", registry=self.registry)
        failed.set_function(lambda: replica.n_failed)

    def committed(self, seconds: float, n_saved: int, is_done: bool) -> None:
        """Count a commit; called on the writer thread."""
        self.commit_s.observe(seconds)
        self.commits.labels("done" if is_done else "failed").inc()
        self.saved.inc(n_saved)


class MetricsMiddleware:
    """Counts requests and sockets by route, never by address, which contains ids."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            try:
                await self._app(scope, receive, send)
            finally:
                self._metrics.sockets.labels(_route(scope)).inc()
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watch)
        finally:
            self._metrics.answer_s.observe(time.perf_counter() - began)
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.answers.labels(method, _route(scope), status).inc()


def metrics_page(request: Request, metrics: Metrics) -> Response:
    """Return the page of metrics, for requests from this machine or with TANTRIX_METRICS_TOKEN."""
    if not _may_see(request):
        raise HTTPException(404)
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


def _may_see(request: Request) -> bool:
    token = os.environ.get(TOKEN)
    if token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if FORWARDED in request.headers:  # sent by a proxy, so a remote client may look like this machine
        return False
    client_address = request.client.host if request.client else ""
    try:
        return ipaddress.ip_address(client_address).is_loopback
    except ValueError:
        return False


def _route(scope: Scope) -> str:
    route = scope.get("route")
    return str(getattr(route, "path", "other"))
