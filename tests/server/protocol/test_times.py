"""Times and days as text."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.server.protocol.times import (
    check_time,
    day_of,
    midnight_ms,
    parse_time,
    print_day,
    print_minute,
    print_seconds,
    print_time,
)

END_MS = 253_402_300_800_000  # the year 10000


@given(st.integers(0, END_MS - 1))
def test_a_printed_time_is_read_as_it_was_up_to_seconds(ms: int) -> None:
    assert parse_time(check_time(print_time(ms))) == ms - ms % 1000


@given(st.dates(min_value=date(1970, 1, 1)))
def test_a_day_begins_at_midnight(day: date) -> None:
    assert day_of(midnight_ms(day)) == day
    assert print_day(midnight_ms(day)) == day.isoformat()


def test_a_time_is_printed_as_precisely_as_its_reader_needs() -> None:
    ms = parse_time("2026-11-22T19:05:07Z")

    assert print_seconds(ms) == "2026-11-22 19:05:07"
    assert print_minute(ms) == "2026-11-22 19:05"
    assert print_day(ms) == "2026-11-22"


@pytest.mark.parametrize("text", ["2026-11-22T19:00", "2026-11-22T19:00+01:00", "2026-02-30T19:00Z", "now"])
def test_a_time_in_another_zone_or_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a time in UTC"):
        check_time(text)
