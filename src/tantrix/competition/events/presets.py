"""The presets: common tournaments, in which an organiser changes only what should be different."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tantrix._tools.languages import gettext_noop
from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.competition.events.entrants import EntrantKind
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.terms import (
    MAX_CUP,
    MAX_GUESTS,
    EntryTerms,
    EventTerms,
    Plate,
    StageForm,
    StageTerms,
)
from tantrix.rules import Start

FORM_CHOICES = (StageForm.ROUND_ROBIN, StageForm.GROUPS, StageForm.KNOCKOUT, StageForm.SWISS)
_NAMED_BY_FORM = ("open", "championship", "all-play-all", "knock-out")
ROUND_DAYS = {"doubles": 0, "teams": 7, "correspondence": 60}  # of presets that have a choice of forms

_FORM = gettext_noop("Only doubles, teams and correspondence have a choice of forms, not {value}.")

_CUP = StageTerms(StageForm.KNOCKOUT, n_games=6, days=7, has_third_place=True, plate=Plate.OTHERS)


def _championship(name: str) -> EventTerms:
    groups = StageTerms(StageForm.GROUPS, n_games=4, group_size=5, n_through=2, days=14)
    return EventTerms(name, "championship", (groups, _CUP))


def _open(name: str) -> EventTerms:
    return EventTerms(name, "open", (StageTerms(StageForm.SWISS),))


def _booklet(name: str) -> EventTerms:
    """Return an Open by the rules of the Russian tournament booklet (R2.3, R2.4)."""
    return replace(_open(name), preset="booklet", tile_set=64, start=Start.RANDOM_OPENING)


def _all_play_all(name: str) -> EventTerms:
    return EventTerms(name, "all-play-all", (StageTerms(StageForm.ROUND_ROBIN),))


def _knockout(name: str) -> EventTerms:
    stage = StageTerms(StageForm.KNOCKOUT, n_games=3, has_third_place=True)
    return EventTerms(name, "knock-out", (stage,))


def _teams(name: str) -> EventTerms:
    stage = StageTerms(StageForm.ROUND_ROBIN, n_games=2, days=14)
    return EventTerms(name, "teams", (stage,), kind=EntrantKind.TEAM, n_boards=5)


def _doubles(name: str) -> EventTerms:
    stage = StageTerms(StageForm.ROUND_ROBIN)
    return EventTerms(name, "doubles", (stage,), control="12 tournament", kind=EntrantKind.PAIR)


def _correspondence(name: str) -> EventTerms:
    stage = StageTerms(StageForm.ROUND_ROBIN, days=60)
    return EventTerms(name, "correspondence", (stage,), control="2 days")


def _arena(name: str) -> EventTerms:
    return EventTerms(name, "arena", (StageTerms(StageForm.ARENA),), control="3+2", no_show_ms=MINUTE_MS)


def _simul(name: str) -> EventTerms:
    stage = StageTerms(StageForm.SIMUL, host_minutes=20)
    entry = EntryTerms(most=MAX_GUESTS + 1)
    return EventTerms(name, "simul", (stage,), control="20+10", entry=entry, round_ms=DAY_MS)


def _gobble_cup(name: str) -> EventTerms:
    stage, entry = StageTerms(StageForm.CUP), EntryTerms(most=MAX_CUP)
    return EventTerms(name, "gobble-cup", (stage,), entry=entry)


def _puzzle_race(name: str) -> EventTerms:
    return EventTerms(name, "puzzle-race", (StageTerms(StageForm.RACE, minutes=10),))


def _club_evening(name: str) -> EventTerms:
    return replace(_open(name), preset="club-evening", is_by_hand=True)


PRESETS: Mapping[str, Callable[[str], EventTerms]] = {
    "open": _open,
    "championship": _championship,
    "all-play-all": _all_play_all,
    "knock-out": _knockout,
    "teams": _teams,
    "doubles": _doubles,
    "correspondence": _correspondence,
    "arena": _arena,
    "simul": _simul,
    "gobble-cup": _gobble_cup,
    "puzzle-race": _puzzle_race,
    "club-evening": _club_evening,
    "booklet": _booklet,
}


def preset(key: str, name: str, form: StageForm | None = None) -> EventTerms:
    """Return the terms of a preset under a given name, in its usual form or in another of `FORM_CHOICES`.

    Raises ValueError for an unknown preset, and InvalidValue if it has no choice of forms.
    """
    if key not in PRESETS:
        raise ValueError(f"expected a preset named {', '.join(PRESETS)}, got {key!r}")
    usual = PRESETS[key](name)
    if form is None:
        return usual
    if key not in ROUND_DAYS or form not in FORM_CHOICES:
        raise InvalidValue(_FORM, "form", value=key)
    return replace(usual, stages=_stages(form, usual.stages[0], ROUND_DAYS[key]))


def kind_of(terms: EventTerms, played: StageForm) -> str:
    """Return the preset that names what is played: one that a form names, by the form of the first stage."""
    by_form = {PRESETS[key](key).stages[0].form: key for key in _NAMED_BY_FORM}
    return by_form.get(played, terms.preset) if terms.preset in _NAMED_BY_FORM else terms.preset


def _stages(form: StageForm, usual: StageTerms, round_days: int) -> tuple[StageTerms, ...]:
    """Return the stages of a form with the games of a round robin; groups lead to a knock-out."""
    knockout = StageTerms(StageForm.KNOCKOUT, usual.n_games, days=round_days, has_third_place=True)
    match form:
        case StageForm.KNOCKOUT:
            return (knockout,)
        case StageForm.GROUPS:
            return replace(usual, form=StageForm.GROUPS), replace(knockout, plate=Plate.OTHERS)
        case StageForm.SWISS:
            return (replace(usual, form=StageForm.SWISS, days=round_days),)
        case _:
            return (usual,)
