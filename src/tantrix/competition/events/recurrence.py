"""When an event repeats: daily, weekly, or monthly on a certain weekday, at a time in UTC."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FORM = re.compile(
    rf"(?P<every>daily|weekly|monthly)( (?P<week>[1-4]))?( (?P<day>{'|'.join(WEEKDAYS)}))? "
    r"(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)"
)


class Frequency(StrEnum):
    """The interval at which an event repeats."""

    DAY = "daily"
    WEEK = "weekly"
    MONTH = "monthly"


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The times at which events begin, in UTC. `weekday`: 0 is Monday; daily events have none.

    `week`: the week of a month, 1 to 4; the second Saturday is the one from the 8th to the 14th.
    """

    every: Frequency
    minute: int  # of the day
    weekday: int = 0
    week: int = 1

    @property
    def ahead_days(self) -> int:
        """How many days before its start an event is created, so that people can enter it."""
        return {Frequency.DAY: 1, Frequency.WEEK: 7, Frequency.MONTH: 21}[self.every]

    def next_ms(self, after_ms: int) -> int:
        """Return the first start after a time."""
        after = datetime.fromtimestamp(after_ms / 1000, UTC)
        midnight = after.replace(hour=0, minute=0, second=0, microsecond=0)
        for n_days in count():
            at = midnight + timedelta(days=n_days, minutes=self.minute)
            if at > after and self._is_on(at):
                return round(at.timestamp() * 1000)
        raise AssertionError("expected an endless calendar")

    def _is_on(self, at: datetime) -> bool:
        if self.every is Frequency.DAY:
            return True
        is_week = self.every is Frequency.WEEK or (at.day - 1) // 7 + 1 == self.week
        return at.weekday() == self.weekday and is_week


def recurrence_from(every: Frequency, first_ms: int) -> Recurrence:
    """Return the recurrence whose first event begins at a given start.

    Raises ValueError for the 29th to the 31st of a month, whose weekday does not recur in every month.
    """
    at = datetime.fromtimestamp(first_ms / 1000, UTC)
    week = (at.day - 1) // 7 + 1
    if every is Frequency.MONTH and week > 4:
        raise ValueError(f"expected a monthly event on the 1st to the 28th, got the {at.day}th (UTC)")
    minute = at.hour * 60 + at.minute
    match every:
        case Frequency.DAY:
            return Recurrence(every, minute)
        case Frequency.WEEK:
            return Recurrence(every, minute, at.weekday())
        case Frequency.MONTH:
            return Recurrence(every, minute, at.weekday(), week)


def print_recurrence(recurrence: Recurrence) -> str:
    """Write a recurrence: `daily 18:00`, `weekly sat 18:00`, `monthly 1 sat 18:00`."""
    time = f"{recurrence.minute // 60:02}:{recurrence.minute % 60:02}"
    day = WEEKDAYS[recurrence.weekday]
    match recurrence.every:
        case Frequency.DAY:
            return f"daily {time}"
        case Frequency.WEEK:
            return f"weekly {day} {time}"
        case Frequency.MONTH:
            return f"monthly {recurrence.week} {day} {time}"


def parse_recurrence(text: str) -> Recurrence:
    """Read what `print_recurrence` writes. Raises ValueError for anything else."""
    found = _FORM.fullmatch(text)
    every = None if found is None else Frequency(found["every"])
    given = None if found is None else (found["week"] is not None, found["day"] is not None)
    expected = {Frequency.DAY: (False, False), Frequency.WEEK: (False, True), Frequency.MONTH: (True, True)}
    if found is None or every is None or given != expected[every]:
        raise ValueError(f"expected a recurrence like 'weekly sat 18:00', got {text!r}")
    minute = int(found["hour"]) * 60 + int(found["minute"])
    return Recurrence(every, minute, WEEKDAYS.index(found["day"] or "mon"), int(found["week"] or 1))
