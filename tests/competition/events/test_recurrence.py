"""When events repeat."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.competition.events.recurrence import (
    Frequency,
    Recurrence,
    parse_recurrence,
    print_recurrence,
    recurrence_from,
)

RECURRENCES = st.one_of(
    st.builds(Recurrence, st.just(Frequency.DAY), st.integers(0, 1439)),
    st.builds(Recurrence, st.just(Frequency.WEEK), st.integers(0, 1439), st.integers(0, 6)),
    st.builds(
        Recurrence, st.just(Frequency.MONTH), st.integers(0, 1439), st.integers(0, 6), st.integers(1, 4)
    ),
)
TIMES_MS = st.integers(0, 4_000_000_000_000)


def _ms(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_weekly_event_begins_on_its_weekday() -> None:
    weekly = parse_recurrence("weekly sat 18:00")

    assert weekly.next_ms(_ms("2026-11-23T03:00")) == _ms("2026-11-28T18:00")
    assert weekly.next_ms(_ms("2026-11-28T18:00")) == _ms("2026-12-05T18:00")


def test_a_monthly_event_keeps_its_week_of_the_month() -> None:
    monthly = recurrence_from(Frequency.MONTH, _ms("2026-11-14T19:30"))

    assert print_recurrence(monthly) == "monthly 2 sat 19:30"
    assert monthly.next_ms(_ms("2026-11-14T19:30")) == _ms("2026-12-12T19:30")


def test_a_daily_event_begins_today_if_its_time_has_not_come() -> None:
    daily = parse_recurrence("daily 18:00")

    assert daily.next_ms(_ms("2026-11-23T17:59")) == _ms("2026-11-23T18:00")
    assert daily.next_ms(_ms("2026-11-23T18:00")) == _ms("2026-11-24T18:00")


def test_a_fifth_week_cannot_be_repeated_monthly() -> None:
    with pytest.raises(ValueError, match="expected a monthly event on the 1st to the 28th, got the 29th"):
        recurrence_from(Frequency.MONTH, _ms("2026-11-29T10:00"))


@pytest.mark.parametrize(
    "text", ["", "weekly 18:00", "daily sat 18:00", "monthly sat 18:00", "weekly sat 24:00"]
)
def test_other_text_is_no_recurrence(text: str) -> None:
    with pytest.raises(ValueError, match="expected a recurrence like 'weekly sat 18:00'"):
        parse_recurrence(text)


@given(RECURRENCES)
def test_text_is_read_back_equal(recurrence: Recurrence) -> None:
    assert parse_recurrence(print_recurrence(recurrence)) == recurrence


@given(RECURRENCES, TIMES_MS)
def test_a_start_gives_back_the_recurrence_that_made_it(recurrence: Recurrence, after_ms: int) -> None:
    first_ms = recurrence.next_ms(after_ms)

    assert first_ms > after_ms
    assert recurrence_from(recurrence.every, first_ms) == recurrence
