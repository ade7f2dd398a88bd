"""The form for the settings of notices."""

import re
from collections.abc import Mapping

from pydantic import ValidationError

from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.notices import NOTICE_KINDS, NoticeSettings

_MINUTE = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(:\d\d)?", re.ASCII)


def read_settings(form: Mapping[str, str]) -> NoticeSettings:
    """Read a form: a field such as `mail-turn` is present if it is ticked. Raises Refusal."""
    ticked = {
        channel: [kind for kind in NOTICE_KINDS if f"{channel}-{kind}" in form]
        for channel in ("bell", "push", "mail")
    }
    times = {name: _read_minute(form.get(name, "")) for name in ("quiet_from", "quiet_to", "digest_minute")}
    has_quiet_hours = "has_quiet_hours" in form
    try:
        return NoticeSettings.model_validate(
            {
                **ticked,
                "is_digest": form.get("pace") == "digest",
                "digest_minute": times["digest_minute"],
                "quiet_from": times["quiet_from"] if has_quiet_hours else 0,
                "quiet_to": times["quiet_to"] if has_quiet_hours else 0,
                "zone": form.get("zone", "") or "UTC",
            }
        )
    except ValidationError as error:
        raise Refusal("invalid", str(error)) from error


def print_minute(minute: int) -> str:
    """Return a minute of the day as clocks show it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def _read_minute(text: str) -> int:
    if not text:
        return 0
    found = _MINUTE.fullmatch(text)
    if found is None:
        raise Refusal("invalid", f"expected a time like 22:30, got {text!r}")
    return int(found[1]) * 60 + int(found[2])
