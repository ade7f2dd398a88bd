"""What a series needs to know about the events that it repeats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tantrix.server.database.writes import Write

EventStateName = Literal["open", "running", "over", "cancelled"]
SERVER = "server"  # the organiser of events that the server itself created


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event that a series creates. `options`: JSON written by its format; `number`: from 1.

    `organiser`: an account, or `SERVER`.
    """

    id: str
    series_id: str
    number: int
    name: str
    options: str
    organiser: str
    starts_ms: int
    now_ms: int


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event as listed on the page of its series. `winners`: their names, once it is over."""

    id: str
    url: str
    name: str
    state: EventStateName
    n_entrants: int
    winners: tuple[str, ...]


class EventFormat(Protocol):
    """A kind of event: tournaments, arenas. It is registered under a name, which series store."""

    async def creation(self, planned: PlannedEvent) -> Sequence[Write]:
        """Return the writes that create an event.

        They are saved in one transaction with the entry of the series, so an event is created exactly once,
        however many servers try. Raises ValueError for options that the format no longer knows.
        """
        ...

    async def created(self, event_id: str) -> None:
        """Called after an event has been saved."""
        ...

    async def held(self, event_ids: Sequence[str]) -> list[HeldEvent]:
        """Return the current state of events, in the order of `event_ids`; deleted events are left out."""
        ...


@dataclass(frozen=True, slots=True)
class ServerSeries:
    """A series of the server itself: created when the server starts, unless it exists already.

    `id`: 1 to 20 small letters, digits and hyphens. `name`: the name of the series; its events add their
    number.
    """

    id: str
    name: str
    format: str
    options: str
    recurrence: str
