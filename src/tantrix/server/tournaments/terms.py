"""Converting the options of an organiser to the terms of a tournament, and back."""

from collections.abc import Sequence
from dataclasses import fields, replace

from tantrix.clock import MINUTE_MS
from tantrix.competition.events.categories import parse_category
from tantrix.competition.events.entrants import EntrantKind
from tantrix.competition.events.forms.registry import FORMS, forms_in
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.presets import FORM_CHOICES, PRESETS, ROUND_DAYS, preset
from tantrix.competition.events.term_checks import check_terms, usual_check_in_ms, usual_countdown_ms
from tantrix.competition.events.terms import EntryTerms, EventTerms, Plate, StageForm, StageTerms
from tantrix.robots import names
from tantrix.robots.roster import has_fixed_strength
from tantrix.rules import Start
from tantrix.server.protocol.times import parse_time, print_minute
from tantrix.server.protocol.tournaments import StageOptions, TournamentOptions
from tantrix.server.wording.catalogues import gettext_noop

SECOND_MS = 1_000
_OF_STAGES = (
    "n_games",
    "n_rounds",
    "days",
    "minutes",
    "n_best",
    "host_minutes",
    "group_size",
    "n_through",
    "has_third_place",
    "min_lead",
    "n_extra_games",
    "separates_countries",
)
_OF_ONE_FORM = ("minutes", "host_minutes", "n_best")
_ROBOT = gettext_noop("Choose a robot of fixed strength ({robots}), not {value}.")


def terms_of(options: TournamentOptions) -> EventTerms:
    """Return the terms for some options. Raises InvalidValue if they contradict each other."""
    base = preset(options.preset, options.name, None if options.form is None else StageForm(options.form))
    stages = base.stages if options.stages is None else tuple(_stage(each) for each in options.stages)
    terms = replace(
        base,
        text=options.text.strip(),
        stages=_changed(stages, options),
        control=options.control or base.control,
        n_boards=options.n_boards or base.n_boards,
        starts_ms=None if options.starts_at is None else parse_time(options.starts_at),
        no_show_ms=_in_ms(options.no_show_minutes, base.no_show_ms),
        round_ms=_in_ms(options.round_minutes, base.round_ms),
        is_by_hand=options.is_by_hand or base.is_by_hand,
        tile_set=options.tile_set or base.tile_set,
        start=base.start if options.start is None else Start(options.start),
        entry=EntryTerms(
            most=min(options.most, base.entry.most),
            low=options.low,
            high=options.high,
            countries=tuple(options.countries),
            has_password=bool(options.password),
            is_listed=options.is_listed,
            allows_robots=options.allows_robots,
            filler=_robot(options.filler),
            categories=tuple(parse_category(each) for each in options.categories),
        ),
    )
    terms = replace(
        terms,
        check_in_ms=_in_ms(options.check_in_minutes, usual_check_in_ms(terms)),
        countdown_ms=(options.countdown_seconds or 0) * SECOND_MS,
    )
    check_terms(terms)
    is_usual = options.countdown_seconds is None
    return replace(terms, countdown_ms=usual_countdown_ms(terms)) if is_usual else terms


def options_of(terms: EventTerms) -> dict[str, object]:
    """Return terms as fields of the form for changing them."""
    entry, first, last = terms.entry, terms.stages[0], terms.stages[-1]
    has_knockout = ends_in_knockout(terms.stages)
    others = terms.stages[:-1] if has_knockout else terms.stages
    are_equal = len({(stage.n_games, stage.days) for stage in others}) == 1
    groups = next((stage for stage in terms.stages if "group_size" in FORMS[stage.form].options), first)
    relevant = FORMS[first.form].options
    is_usual = terms.check_in_ms == usual_check_in_ms(terms)
    starts_at = "" if terms.starts_ms is None else print_minute(terms.starts_ms).replace(" ", "T")
    return {
        "preset": terms.preset,
        "name": terms.name,
        "text": terms.text,
        "control": terms.control,
        "starts_at": starts_at,
        "n_rounds": first.n_rounds or "",
        "n_games": first.n_games if are_equal else "",
        "days": first.days if are_equal else "",
        "knockout_games": last.n_games if has_knockout else "",
        "knockout_days": last.days if has_knockout else "",
        "group_size": groups.group_size,
        "n_through": groups.n_through,
        "separates_countries": "yes" if groups.separates_countries else "no",
        "has_third_place": "yes" if last.has_third_place else "no",
        "plate": last.plate.value,
        "min_lead": last.min_lead,
        "n_extra_games": last.n_extra_games,
        "no_show_minutes": terms.no_show_ms // MINUTE_MS,
        "round_minutes": terms.round_ms // MINUTE_MS,
        "countdown_seconds": terms.countdown_ms // SECOND_MS,
        "is_by_hand": terms.is_by_hand,
        "tile_set": str(terms.tile_set),
        "start": terms.start.value,
        **{name: getattr(first, name) if name in relevant else "" for name in _OF_ONE_FORM},
        "n_boards": terms.n_boards if terms.n_boards > 1 else "",
        "check_in_minutes": "" if is_usual else terms.check_in_ms // MINUTE_MS,
        "most": entry.most,
        "low": "" if entry.low is None else entry.low,
        "high": "" if entry.high is None else entry.high,
        "countries": ", ".join(entry.countries),
        "categories": ", ".join(entry.categories),
        "allows_robots": entry.allows_robots,
        "filler": entry.filler,
        "is_listed": entry.is_listed,
    }


def ends_in_knockout(stages: Sequence[StageTerms]) -> bool:
    """Return whether the last of several stages is a knock-out."""
    return len(stages) > 1 and stages[-1].form is StageForm.KNOCKOUT


def relevant_options(terms: EventTerms) -> frozenset[str]:
    """Return which of the options that only some tournaments have make a difference in one."""
    relevant = {option for form in forms_in(terms) for option in form.options}
    relevant |= {"knockout_games", "knockout_days"} if ends_in_knockout(terms.stages) else set()
    relevant |= {"n_boards"} if terms.kind is EntrantKind.TEAM else set()
    relevant -= {"no_show_minutes", "countdown_seconds"} if terms.is_by_hand else set()
    relevant -= {"countdown_seconds"} if terms.is_correspondence else set()
    return frozenset(relevant if terms.is_hosted_here else relevant - {"filler"})


def relevant_by_kind() -> dict[str, frozenset[str]]:
    """Return the relevant options of each preset, and of its forms under keys such as `teams/knock-out`."""
    relevant = {key: relevant_options(preset(key, key)) for key in PRESETS}
    for key in ROUND_DAYS:
        relevant[key] |= {"form"}
        for form in FORM_CHOICES:
            relevant[f"{key}/{form}"] = relevant_options(preset(key, key, form)) | {"form"}
    return relevant


def stage_options(terms: StageTerms) -> StageOptions:
    """Return the options of a stage."""
    return StageOptions.model_validate({each.name: getattr(terms, each.name) for each in fields(terms)})


def _stage(options: StageOptions) -> StageTerms:
    given = options.model_dump()
    return StageTerms(**{**given, "form": StageForm(options.form), "plate": Plate(options.plate)})


def _robot(name: str) -> str:
    """Return the name of a robot, empty for none. Raises InvalidValue unless it can play rated games."""
    fixed = [robot for robot in names() if has_fixed_strength(robot)]
    if name and name not in fixed:
        raise InvalidValue(_ROBOT, "filler", robots=", ".join(fixed), value=name)
    return name


def _changed(stages: tuple[StageTerms, ...], options: TournamentOptions) -> tuple[StageTerms, ...]:
    """Apply what an organiser has set for all stages, and for a knock-out after another stage."""
    given = {name: value for name in _OF_STAGES if (value := getattr(options, name)) is not None}
    if options.plate is not None:
        given["plate"] = Plate(options.plate)
    changed = [replace(stage, **given) for stage in stages]
    if ends_in_knockout(stages):
        last, days = changed[-1], options.knockout_days
        n_games = options.knockout_games or last.n_games
        changed[-1] = replace(last, n_games=n_games, days=last.days if days is None else days)
    return tuple(changed)


def _in_ms(minutes: int | None, usual_ms: int) -> int:
    return usual_ms if minutes is None else minutes * MINUTE_MS
