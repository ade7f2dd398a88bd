"""Readiness: whether this server should get requests now, and if not, what is wrong.

The endpoint is public, so a response reveals no address or path, and all requests within a second share one.
"""

import asyncio
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import on_thread
from tantrix.server.cluster.bus import Bus
from tantrix.server.database.database import Database
from tantrix.server.database.replica import Replica
from tantrix.server.database.writer import Writer
from tantrix.server.protocol.health import Check, Readiness
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

ANSWER_S = 2.0  # how quickly the database must answer
SHARED_S = 1.0
DRIFT_S = 2  # how far the calendar may be from the clock of games
MIN_FREE_BYTES = 16 * 1024 * 1024  # on the disk of the data folder


@dataclass(slots=True)
class ReadinessChecks:
    """The checks of one server; `can_play` returns whether the rules are compiled."""

    settings: Settings
    database: Database
    writer: Writer
    bus: Bus
    replica: Replica | None
    can_play: Callable[[], bool]
    min_free_bytes: int = MIN_FREE_BYTES
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _last: Readiness | None = field(default=None, init=False)
    _asked_at: float = field(default=0.0, init=False)

    async def readiness(self) -> Readiness:
        """Return all checks, at most a second old. With a mere warning the server is still ready."""
        async with self._lock:
            if self._last is None or time.monotonic() - self._asked_at >= SHARED_S:
                found = await self._run_checks()
                self._log_change(found)
                self._last, self._asked_at = found, time.monotonic()
            return self._last

    async def _run_checks(self) -> Readiness:
        checks = [
            _check("rules", self.can_play(), "the rules are being compiled"),
            *await self._database(),
            _check("writes", not self.writer.is_failing, "the last write failed"),
            *self._disk(),
            *self._bus(),
            *self._replica(),
            self._clock(),
        ]
        is_ready = all(check.status != "fail" for check in checks)
        return Readiness(ready=is_ready, worker=self.settings.worker, checks=checks)

    async def _database(self) -> list[Check]:
        try:
            async with asyncio.timeout(ANSWER_S):
                # Not in the thread pool: if the database hangs, all of its threads may be waiting for it.
                is_at_head = await on_thread("readiness", self.database.is_at_head)
        except TimeoutError:
            return [_check("database", False, f"no answer within {ANSWER_S:g} s")]
        except SQLAlchemyError as error:
            return [_check("database", False, f"it answers with an error, {type(error).__name__}")]
        return [_check("database", True), _check("schema", is_at_head, "it is not the one of this version")]

    def _disk(self) -> list[Check]:
        if self.database.is_shared:
            return []
        try:
            free = shutil.disk_usage(self.settings.data_dir).free
        except OSError:
            return [_check("disk", False, "the data folder cannot be read")]
        detail = f"{free // 1024} KiB are free, {self.min_free_bytes // 1024} are needed"
        return [_check("disk", free >= self.min_free_bytes, detail)]

    def _bus(self) -> list[Check]:
        # Not a failure: without the bus, servers still read the changes of others from the database. And if
        # all of them went out of service together, nobody could play.
        return (
            [_check("bus", self.bus.is_up, "it is not connected", "warn")] if self.database.is_shared else []
        )

    def _replica(self) -> list[Check]:
        replica = self.replica
        if replica is None:
            return []
        is_fresh = not replica.is_stale and replica.reason is None
        age = (
            "there is no copy yet"
            if replica.copied_ms is None
            else f"the last copy is {replica.age_s:.0f} s old"
        )
        return [_check("replica", is_fresh, age, "warn")]

    def _clock(self) -> Check:
        ahead_s = round(self.settings.ahead_ms / 1000)
        detail = f"dates follow the system's clock, set {ahead_s:+} s since the start; games do not"
        return _check("clock", abs(ahead_s) <= DRIFT_S, detail, "warn")

    def _log_change(self, found: Readiness) -> None:
        wrong = {check.name: check.detail for check in found.checks if check.status != "ok"}
        before = {check.name for check in self._last.checks if check.status != "ok"} if self._last else set()
        if wrong.keys() != before:
            _LOG.warning("readiness has changed", ready=found.ready, wrong=wrong)


def _check(name: str, is_fine: bool, detail: str = "", otherwise: Literal["warn", "fail"] = "fail") -> Check:
    return Check(name=name, status="ok" if is_fine else otherwise, detail="" if is_fine else detail)
