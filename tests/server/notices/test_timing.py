"""When notices come: grace, quiet hours and the daily digest, in the reader's time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tantrix.server.notices.timing import (
    MAIL_AFTER_MS,
    PUSH_AFTER_MS,
    NoticeChannel,
    channels_of,
    delivery_ms,
)
from tantrix.server.protocol.notices import NoticeSettings

WARSAW = ZoneInfo("Europe/Warsaw")
NIGHT = NoticeSettings(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Warsaw")
DIGEST = NoticeSettings(mail=["turn"], is_digest=True, digest_minute=7 * 60 + 30, zone="Europe/Warsaw")


def ms(day: int, hour: int, minute: int = 0, month: int = 6) -> int:
    return int(datetime(2026, month, day, hour, minute, tzinfo=WARSAW).timestamp() * 1000)


def test_nobody_gets_mail_without_asking_for_it() -> None:
    assert list(channels_of(NoticeSettings(), "turn")) == [NoticeChannel.PUSH]


def test_a_notice_waits_a_moment_in_case_it_is_read_at_the_table() -> None:
    at_ms = ms(1, 12)

    assert delivery_ms(NoticeSettings(), NoticeChannel.PUSH, at_ms) == at_ms + PUSH_AFTER_MS
    assert delivery_ms(NoticeSettings(), NoticeChannel.MAIL, at_ms) == at_ms + MAIL_AFTER_MS


@pytest.mark.parametrize(
    ("at_ms", "due_ms"),
    [
        (ms(1, 21, 59, 3), ms(1, 21, 59, 3) + PUSH_AFTER_MS),
        (ms(1, 22), ms(2, 8)),
        (ms(2, 3), ms(2, 8)),
        (ms(2, 8), ms(2, 8) + PUSH_AFTER_MS),
        (ms(29, 1, 0, 3), ms(29, 8, 0, 3)),  # the clocks go forward by an hour in this night
    ],
)
def test_notices_during_quiet_hours_come_at_their_end(at_ms: int, due_ms: int) -> None:
    assert delivery_ms(NIGHT, NoticeChannel.PUSH, at_ms) == due_ms


@pytest.mark.parametrize(
    ("at_ms", "due_ms"), [(ms(1, 7), ms(1, 7, 30)), (ms(1, 7, 30), ms(2, 7, 30)), (ms(1, 23), ms(2, 7, 30))]
)
def test_a_digest_comes_at_the_next_chosen_time_of_day(at_ms: int, due_ms: int) -> None:
    assert delivery_ms(DIGEST, NoticeChannel.MAIL, at_ms) == due_ms
