"""Time controls in the reader's language, and the choices on the start page."""

from tantrix.clock import DAY_MS, HOUR_MS, MINUTE_MS, TimeControl, TimeControlKind, parse_control
from tantrix.server.wording.catalogues import catalogue, gettext_noop, translate
from tantrix.server.wording.numbers import number_text

OFFERED = ("3+2", "5+3", "5+20 credit", "10", "10+10", "15 tournament", "1 days", "2+7 days", "3 days")

_LABELS = {
    TimeControlKind.TOURNAMENT: gettext_noop("{base} min, then −1 point per minute"),
    TimeControlKind.SUDDEN_DEATH: gettext_noop("{base} min"),
    TimeControlKind.INCREMENT: gettext_noop("{base} min + {bonus} s per turn"),
    TimeControlKind.CREDIT: gettext_noop("{base} min, up to {bonus} s back per turn"),
}


def control_label(control: TimeControl, language: str) -> str:
    """Describe a time control in words."""
    if control.kind is TimeControlKind.DAYS:
        n = -(-control.base_ms // DAY_MS)
        words = catalogue(language)
        per_turn = words.ngettext("{n} day per turn", "{n} days per turn", n).format(n=n)
        return f"{per_turn}, {_bank_label(control, language)}" if control.bank_ms else per_turn
    sentence = translate(language, _LABELS[control.kind])
    base = number_text(control.base_ms / MINUTE_MS, None, language)
    return sentence.format(base=base, bonus=number_text(control.bonus_ms / 1000, None, language))


def terms_labels(control: TimeControl | None, is_rated: bool, language: str) -> list[str]:
    """Name the clock of a game and whether it is rated."""
    clock = (
        translate(language, gettext_noop("no clock")) if control is None else control_label(control, language)
    )
    return [clock, translate(language, gettext_noop("rated") if is_rated else gettext_noop("casual"))]


def _bank_label(control: TimeControl, language: str) -> str:
    n = -(-control.bank_ms // DAY_MS)
    words = catalogue(language)
    return words.ngettext("{n} day in the bank", "{n} days in the bank", n).format(n=n)


def time_left_label(ms: int, language: str) -> str:
    """Say how much time is left, in whole days from two days on, then in hours and minutes."""
    words = catalogue(language)
    if ms >= 2 * DAY_MS:
        return words.ngettext("{n} day left", "{n} days left", ms // DAY_MS).format(n=ms // DAY_MS)
    if ms >= HOUR_MS:
        return words.ngettext("{n} hour left", "{n} hours left", ms // HOUR_MS).format(n=ms // HOUR_MS)
    return words.ngettext("{n} minute left", "{n} minutes left", ms // MINUTE_MS).format(n=ms // MINUTE_MS)


def control_choices(language: str) -> list[dict[str, str]]:
    """List the time controls that the start page offers."""
    return [{"value": text, "label": control_label(parse_control(text), language)} for text in OFFERED]
