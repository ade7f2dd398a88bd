"""Series: events that repeat by themselves."""

from typing import Literal

from tantrix.server.protocol.base import Message


class HeldEventView(Message):
    """An event of a series. `winners`: who won it, once it is over."""

    url: str
    name: str
    starts_at: str
    state: Literal["open", "running", "over", "cancelled"]
    n_entrants: int
    winners: list[str]


class SeriesListing(Message):
    """A series in a list. `organiser` null: the server. `next_at`: of the next event to be created."""

    id: str
    url: str
    name: str
    every: Literal["daily", "weekly", "monthly"]
    recurrence: str
    organiser: str | None
    is_stopped: bool
    next_at: str


class SeriesList(Message):
    """The public series that go on."""

    series: list[SeriesListing]


class SeriesView(Message):
    """A series with its newest events, the newest first."""

    series: SeriesListing
    events: list[HeldEventView]
