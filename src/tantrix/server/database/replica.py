"""The replica: copies of the database in a second folder, made again and again while the server runs.

If the data folder is lost, the newest copy has everything except what was written after that copy began.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from tantrix._tools.languages import gettext as _
from tantrix.server.database.copies import CopyError, copies_in, copy_database, copy_name, expendable

_LOG = structlog.get_logger()

INTERVAL_S = 60.0
STALE_AFTER = 3  # intervals without a copy
SHARE = 0.1  # the share of time that copying may take; slow copies are made less often
NICE = 10

_Stamp = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Replica:
    """Copies of one database file in a folder, one every `every_s` seconds if anything has been written.

    `copied_ms`: everything acknowledged until then is in a copy; None before the first copy. `reason`: why
    the last attempt failed; None if it succeeded.
    """

    source: Path
    folder: Path
    now_ms: Callable[[], int]
    every_s: float = INTERVAL_S
    copied_ms: int | None = field(default=None, init=False)
    took_s: float = field(default=0.0, init=False)
    n_made: int = field(default=0, init=False)
    n_failed: int = field(default=0, init=False)
    reason: str | None = field(default=None, init=False)
    _copied: _Stamp = field(default=(), init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    @property
    def age_s(self) -> float:
        """The age of the newest copy's data; infinite before the first copy."""
        return float("inf") if self.copied_ms is None else max(0.0, (self.now_ms() - self.copied_ms) / 1000)

    @property
    def is_stale(self) -> bool:
        """Return whether copies are overdue."""
        return self.age_s > STALE_AFTER * self.wait_s + self.took_s

    @property
    def wait_s(self) -> float:
        """The time from one copy to the next."""
        return max(self.every_s, self.took_s / SHARE)

    def copy(self) -> None:
        """Make a copy if anything has been written since the last one, and delete old copies.

        A failure is logged. Takes about 6 ms of processor time per MB, nearly all of it in SQLite, which does
        not hold the interpreter's lock.
        """
        with self._lock:
            started_ms, began, stamp = self.now_ms(), time.monotonic(), _stamp(self.source)
            if stamp == self._copied:
                self.copied_ms = started_ms
                return
            try:
                copy_database(self.source, self.folder / copy_name(started_ms))
                for old in expendable(copies_in(self.folder)):
                    old.unlink(missing_ok=True)
            except (CopyError, OSError) as error:
                self.reason = str(error)
                self.n_failed += 1
                _LOG.error("replica not written", folder=str(self.folder), reason=self.reason)
                return
            self.copied_ms, self.took_s = started_ms, time.monotonic() - began
            self.n_made += 1
            self.reason, self._copied = None, stamp


def check_replica(folder: Path, replica: Path | None) -> None:
    """Create the folder of the replica if its parent exists; raises ValueError if it cannot be used."""
    if replica is None:
        return
    try:
        replica.mkdir(0o700, exist_ok=True)
        is_same = replica.resolve() == folder.resolve()
    except OSError as error:
        sentence = _("cannot use the folder {folder}: {reason}; try another --replica")
        raise ValueError(sentence.format(folder=replica, reason=os.strerror(error.errno or 0))) from error
    if is_same:
        raise ValueError(
            _("--replica must be another folder than --data, not {folder} too").format(folder=replica)
        )


def lower_priority() -> None:
    """Lower the priority of the calling thread, where threads have their own priorities (Linux)."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _stamp(database: Path) -> _Stamp:
    """Return values that change with every commit: size and time of the file and of its log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    stats = [file.stat() for file in files if file.exists()]
    return tuple((stat.st_size, stat.st_mtime_ns) for stat in stats)
