"""Series: events that repeat automatically."""

from typing import Literal

from tantrix.server.protocol.base import Message


class HeldEventView(Message):
    """An event of a series. `winners`: the names of the winners, once it is over."""

    url: str
    name: str
    starts_at: str
    state: Literal["open", "running", "over", "cancelled"]
    n_entrants: int
    winners: list[str]


class SeriesListing(Message):
    """A series in a list. `organiser`: null for the server. `next_at`: the start of the next event."""

    id: str
    url: str
    name: str
    every: Literal["daily", "weekly", "monthly"]
    recurrence: str
    organiser: str | None
    is_stopped: bool
    next_at: str


class SeriesList(Message):
    """The active public series."""

    series: list[SeriesListing]


class SeriesView(Message):
    """A series with its newest events, newest first."""

    series: SeriesListing
    events: list[HeldEventView]
