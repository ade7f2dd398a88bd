"""The time that clocks count: wall time without the outages of the server.

The server writes a heartbeat every half second. The time between its last heartbeat and its next start is an
outage. Outages are never deleted, so that clocks can be recomputed from the journal.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA

HEARTBEAT_FILE = "alive"
HEARTBEAT_S = 0.5
START_MS = 100  # added to an outage for the rest of the start, during which nobody can play yet

_OUTAGES = sa.Table(
    "outages",
    METADATA,
    sa.Column("from_ms", sa.BigInteger, primary_key=True),
    sa.Column("to_ms", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Outage:
    """The wall time in milliseconds from the last heartbeat to the next start."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class Uptime:
    """All outages so far, oldest first; overlapping time is subtracted only once."""

    outages: tuple[Outage, ...] = ()

    def at(self, wall_ms: int) -> int:
        """Convert wall time to the time that clocks count, in which outages take no time."""
        away = until_ms = 0
        for outage in self.outages:
            away += max(0, min(wall_ms, outage.to_ms) - max(until_ms, outage.from_ms))
            until_ms = max(until_ms, outage.to_ms)
        return wall_ms - away

    def without(self, times: Iterable[Outage]) -> "Uptime":
        """Return the time in which these take no time either."""
        return Uptime(tuple(sorted((*self.outages, *times), key=lambda each: each.from_ms)))

    def wait_ms(self, up_ms: int, now_ms: int) -> int:
        """Return how long it is in wall time until clocks show `up_ms`; 0 if they have."""
        due_ms = now_ms
        while (left_ms := up_ms - self.at(due_ms)) > 0:
            due_ms += left_ms
        return due_ms - now_ms

    def outage_after(self, wall_ms: int) -> Outage | None:
        """Return the outage that followed an event, ending the run of the server in which the event happened.

        If the event came after the last heartbeat, the outage has already begun by then. In the last part of
        an outage, the rest of a start, the next run has already begun.
        """
        return next((outage for outage in self.outages if outage.to_ms - START_MS > wall_ms), None)


NEVER_AWAY = Uptime()


def save_outage(outage: Outage) -> sa.Insert:
    """Save an outage of the server."""
    return _OUTAGES.insert().values(from_ms=outage.from_ms, to_ms=outage.to_ms)


def delete_outage(from_ms: int) -> sa.Delete:
    """Delete a saved outage that was not over: the server died again before its first heartbeat."""
    return _OUTAGES.delete().where(_OUTAGES.c.from_ms == from_ms)


def read_uptime(readers: sa.Engine) -> Uptime:
    """Return all outages of the server."""
    with readers.connect() as connection:
        rows = connection.execute(sa.select(_OUTAGES).order_by(_OUTAGES.c.from_ms))
        return Uptime(tuple(Outage(*row) for row in rows))


def write_alive(folder: Path, now_ms: int) -> None:
    """Write a heartbeat to the data folder."""
    draft = folder / f"{HEARTBEAT_FILE}.new"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(str(now_ms))
    draft.replace(folder / HEARTBEAT_FILE)


def read_outage(folder: Path, now_ms: int) -> Outage | None:
    """Return the outage that ends now; None on the first start, or if there was no outage."""
    try:
        alive_ms = int((folder / HEARTBEAT_FILE).read_text())
    except (FileNotFoundError, ValueError):
        return None
    return outage_since(alive_ms, now_ms) if alive_ms < now_ms else None


def outage_since(alive_ms: int, now_ms: int) -> Outage:
    """Return the outage since the last heartbeat, including the rest of the start."""
    return Outage(alive_ms, now_ms + START_MS)
