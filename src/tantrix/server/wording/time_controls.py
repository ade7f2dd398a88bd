"""Time controls in the reader's language, and those that the start page offers."""

from tantrix.clock import DAY_MS, MINUTE_MS, TimeControl, TimeControlKind, parse_control
from tantrix.server.wording.catalogues import gettext_noop, translate

OFFERED = ("15 tournament", "3+2", "5+3", "10", "10+10", "5+20 credit", "1 days", "3 days")

_LABELS = {
    TimeControlKind.TOURNAMENT: gettext_noop("{base} minutes, then a penalty point a minute"),
    TimeControlKind.SUDDEN_DEATH: gettext_noop("{base} minutes"),
    TimeControlKind.INCREMENT: gettext_noop("{base} minutes and {bonus} seconds a turn"),
    TimeControlKind.CREDIT: gettext_noop("{base} minutes, {bonus} seconds back a turn"),
    TimeControlKind.DAYS: gettext_noop("{base} days a turn"),
}


def control_label(control: TimeControl, language: str) -> str:
    """Describe a time control in words."""
    unit = DAY_MS if control.kind is TimeControlKind.DAYS else MINUTE_MS
    sentence = translate(language, _LABELS[control.kind])
    return sentence.format(base=f"{control.base_ms / unit:g}", bonus=f"{control.bonus_ms / 1000:g}")


def control_choices(language: str) -> list[dict[str, str]]:
    """List the time controls that the start page offers."""
    return [{"value": text, "label": control_label(parse_control(text), language)} for text in OFFERED]
