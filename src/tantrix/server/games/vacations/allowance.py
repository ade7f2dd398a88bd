"""How many days of vacation a player has, and how one begins and ends: decisions only.

A vacation counts in the year before now: days taken more than 365 days ago are available again. What lies in
the past never changes, so the clocks of all games can be recomputed from the list of vacations.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tantrix.clock import DAY_MS
from tantrix.server.http.errors import Refusal

YEAR_MS = 365 * DAY_MS


class Vacation(NamedTuple):
    """A vacation in milliseconds of wall time; `until_ms` is in the future while it lasts."""

    from_ms: int
    until_ms: int


Vacations = Mapping[str, tuple[Vacation, ...]]
"""Vacations by user, oldest first; users without any are left out."""


def current(vacations: Sequence[Vacation], now_ms: int) -> Vacation | None:
    """Return the vacation that lasts now; None if there is none."""
    return next((each for each in vacations if each.from_ms <= now_ms < each.until_ms), None)


def days_left(vacations: Sequence[Vacation], days_a_year: int, now_ms: int) -> int:
    """Return how many whole days a player can still take, without those planned for the current vacation."""
    year_ms = now_ms - YEAR_MS
    taken_ms = sum(max(0, each.until_ms - max(each.from_ms, year_ms)) for each in vacations)
    return max(0, days_a_year * DAY_MS - taken_ms) // DAY_MS


def begin_vacation(
    vacations: Sequence[Vacation], days: int, days_a_year: int, now_ms: int
) -> Vacation | Refusal:
    """Begin a vacation of some days."""
    if current(vacations, now_ms) is not None:
        return Refusal("on_vacation")
    if not 1 <= days <= days_left(vacations, days_a_year, now_ms):
        return Refusal("no_vacation_left")
    from_ms = max([now_ms, *(each.from_ms + 1 for each in vacations)])  # the beginning identifies a vacation
    return Vacation(from_ms, from_ms + days * DAY_MS)
