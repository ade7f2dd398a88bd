"""When a notice may be delivered by which channel: settings, quiet hours and the daily digest."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum

from tantrix.server.protocol.notices import NoticeSettings
from tantrix.server.wording.dates import zone_named

# A notice that is read within this time, for example at the table, is not delivered by the channel.
PUSH_AFTER_MS = 3_000
MAIL_AFTER_MS = 60_000
_DAY_MINUTES = 24 * 60


class NoticeChannel(StrEnum):
    """A channel by which notices are delivered."""

    PUSH = "push"
    MAIL = "mail"


def channels_of(settings: NoticeSettings, kind: str) -> Iterator[NoticeChannel]:
    """List the channels by which a user wants notices of a kind."""
    if kind in settings.push:
        yield NoticeChannel.PUSH
    if kind in settings.mail:
        yield NoticeChannel.MAIL


def delivery_ms(settings: NoticeSettings, channel: NoticeChannel, at_ms: int) -> int:
    """Return when a notice of `at_ms` should be delivered, in milliseconds since 1970."""
    if channel is NoticeChannel.PUSH:
        return _after_quiet_hours(settings, at_ms + PUSH_AFTER_MS)
    if settings.is_digest:
        return _after_quiet_hours(settings, _next_at(settings, at_ms, settings.digest_minute))
    return _after_quiet_hours(settings, at_ms + MAIL_AFTER_MS)


def _after_quiet_hours(settings: NoticeSettings, at_ms: int) -> int:
    first, last = settings.quiet_from, settings.quiet_to
    local = _local(settings, at_ms)
    minute = local.hour * 60 + local.minute
    if first == last or (minute - first) % _DAY_MINUTES >= (last - first) % _DAY_MINUTES:
        return at_ms
    return _next_at(settings, at_ms, last)


def _next_at(settings: NoticeSettings, after_ms: int, minute: int) -> int:
    """Return the next time at which local clocks show a minute of the day."""
    local = _local(settings, after_ms)
    target = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if target <= local:
        target += timedelta(days=1)
    return int(target.timestamp() * 1000)


def _local(settings: NoticeSettings, at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, zone_named(settings.zone))
