"""Time controls in the reader's words, and those that the start page offers."""

from tantrix.clock import DAY_MS, MINUTE_MS, Kind, TimeControl, parse_control
from tantrix.server.wording.catalogues import marked, translate

OFFERED = ("15 tournament", "3+2", "5+3", "10", "10+10", "5+20 credit", "1 days", "3 days")

_LABELS = {
    Kind.TOURNAMENT: marked("{base} minutes, then a penalty point a minute"),
    Kind.SUDDEN_DEATH: marked("{base} minutes"),
    Kind.INCREMENT: marked("{base} minutes and {bonus} seconds a turn"),
    Kind.CREDIT: marked("{base} minutes, {bonus} seconds back a turn"),
    Kind.DAYS: marked("{base} days a turn"),
}


def control_label(control: TimeControl, language: str) -> str:
    """Say a time control in words."""
    unit = DAY_MS if control.kind is Kind.DAYS else MINUTE_MS
    sentence = translate(language, _LABELS[control.kind])
    return sentence.format(base=f"{control.base_ms / unit:g}", bonus=f"{control.bonus_ms / 1000:g}")


def control_choices(language: str) -> list[dict[str, str]]:
    """List the time controls that the start page offers."""
    return [{"value": text, "label": control_label(parse_control(text), language)} for text in OFFERED]
