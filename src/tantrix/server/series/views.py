"""The views of series."""

from collections.abc import Iterable

from tantrix.competition.events.recurrence import parse_recurrence
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.protocol.series import HeldEventView, SeriesListing, SeriesView
from tantrix.server.protocol.times import print_time
from tantrix.server.series.service import DatedEvent
from tantrix.server.series.store import SeriesRow
from tantrix.server.wording.events import event_name


def series_listing(row: SeriesRow, name_of: NameOf, language: str) -> SeriesListing:
    """Return a series as shown in lists; the names of the server's own series are in the given language."""
    return SeriesListing(
        id=row.id,
        url=f"/series/{row.id}",
        name=event_name(row.name, language),
        every=parse_recurrence(row.recurrence).every.value,
        recurrence=row.recurrence,
        organiser=name_of(row.organiser),
        is_stopped=row.stopped_ms is not None,
        next_at=print_time(row.next_ms),
    )


def series_view(row: SeriesRow, events: Iterable[DatedEvent], name_of: NameOf, language: str) -> SeriesView:
    """Return a series with its events."""
    return SeriesView(
        series=series_listing(row, name_of, language),
        events=[
            HeldEventView(
                url=each.url,
                name=event_name(each.name, language),
                starts_at=print_time(starts_ms),
                state=each.state,
                n_entrants=each.n_entrants,
                winners=list(each.winners),
            )
            for starts_ms, each in events
        ],
    )
