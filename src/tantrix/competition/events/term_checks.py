"""The terms of a tournament, checked as a whole."""

from tantrix._tools.languages import gettext_noop
from tantrix.clock import DAY_MS, MINUTE_MS, parse_control
from tantrix.competition.events.categories import is_valid
from tantrix.competition.events.entrants import MAX_TEAM, EntrantKind
from tantrix.competition.events.forms.base import Plays
from tantrix.competition.events.forms.registry import FORMS, first_form, forms_in
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.terms import (
    MAX_BEST,
    MAX_COUNTDOWN_MS,
    MAX_DAYS,
    MAX_ENTRANTS,
    MAX_GAMES,
    MAX_GROUP,
    MAX_HOST_MINUTES,
    MAX_LEAD,
    MAX_MINUTES,
    MAX_NAME,
    MAX_TEXT,
    MIN_ENTRANTS,
    EntryTerms,
    EventTerms,
    StageTerms,
)
from tantrix.competition.scoring import MAX_EXTRA_GAMES
from tantrix.competition.swiss import MAX_ROUNDS

CHECK_IN_MS = 10 * MINUTE_MS
COUNTDOWN_MS = 2 * MINUTE_MS
DROP_IN_COUNTDOWN_MS = 15_000  # players of an arena are on its page, which takes them to the table
TABLES_COUNTDOWN_MS = 20_000  # of a Gobble cup, whose page does the same, and its shortest

_GAMES = gettext_noop("A match of stage {stage} has {least} to {most} games, not {value}.")
_ROUNDS = gettext_noop("Stage {stage} has {least} to {most} rounds, not {value}.")
_GROUP_SIZE = gettext_noop("A group of stage {stage} has {least} to {most} entrants, not {value}.")
_THROUGH = gettext_noop("From stage {stage}, {least} to {most} entrants advance, not {value}.")
_DAYS = gettext_noop("A round of stage {stage} takes {least} to {most} days, not {value}.")
_MINUTES = gettext_noop("Stage {stage} takes {least} to {most} minutes, not {value}.")
_BEST = gettext_noop("In stage {stage}, {least} to {most} results count, not {value}.")
_HOST_MINUTES = gettext_noop("The host has {least} to {most} minutes more, not {value}.")
_LEAD = gettext_noop(
    "A match of stage {stage} is decided by a lead of {least} to {most} points, not {value}."
)
_EXTRA_GAMES = gettext_noop("Stage {stage} has {least} to {most} extra games, not {value}.")
_LIVE = gettext_noop("Matches of stage {stage} are live and of one game.")
_NAME = gettext_noop("The name must be 1 to {most} characters long.")
_TEXT = gettext_noop("The description must not be longer than {most} characters.")
_STAGES = gettext_noop("A tournament has 1 to 3 stages, not {value}.")
_CONTROL = gettext_noop("Enter a clock like 15 tournament, 10, 5+3 or 2 days, not {value}.")
_BOARDS = gettext_noop("A team has 1 to {most} boards, not {value}.")
_ONE_BOARD = gettext_noop("Without teams there is 1 board, not {value}.")
_NO_SHOW = gettext_noop("A game is forfeited after 1 to 60 minutes, not {value}.")
_COUNTDOWN = gettext_noop("The countdown takes 0 to {most} seconds, not {value}.")
_CHECK_IN = gettext_noop("Check-in takes 0 to 120 minutes, not {value}.")
_ROUND_LENGTH = gettext_noop("A round takes 10 to 1440 minutes, not {value}.")
_CHECK_IN_START = gettext_noop("A tournament with check-in needs a start time.")
_FILLER_ENTERS = gettext_noop("If a robot fills an odd number, robots must be allowed to enter.")
_FILLER_LIVE = gettext_noop(
    "A robot plays who would have a bye only in a live Swiss or round robin of single players on this server."
)
_ENTRANTS = gettext_noop("A tournament has {least} to {most} entrants, not {value}.")
_RATINGS = gettext_noop("The lowest rating, {low}, is above the highest, {high}.")
_COUNTRIES = gettext_noop("Countries are codes of two capital letters, not {value}.")
_CATEGORIES = gettext_noop(
    "Categories differ, and each is a word like Junior or a country like Country: PL, not {value}."
)


def check_terms(terms: EventTerms) -> None:
    """Raise InvalidValue if the terms contradict each other; the message says what was expected."""
    if not 1 <= len(terms.name.strip()) <= MAX_NAME:
        raise InvalidValue(_NAME, "name", most=MAX_NAME)
    if len(terms.text) > MAX_TEXT:
        raise InvalidValue(_TEXT, "text", most=MAX_TEXT)
    if not 1 <= len(terms.stages) <= 3:
        raise InvalidValue(_STAGES, value=len(terms.stages))
    for number, stage in enumerate(terms.stages, 1):
        _check_stage(stage, number)
    _check_control(terms)
    for number, form in enumerate(forms_in(terms), 1):
        form.check(terms, number)
    _check_boards(terms)
    _check_times(terms)
    _check_entries(terms)


def usual_check_in_ms(terms: EventTerms) -> int:
    """Return how long before the start entrants check in unless the organiser decides otherwise.

    Ten minutes if a stage of matches starts live, at a given time; else 0.
    """
    is_live = first_form(terms).has_matches and not terms.stages[0].days and not terms.is_by_hand
    return CHECK_IN_MS if is_live and terms.starts_ms is not None and not terms.is_correspondence else 0


def usual_countdown_ms(terms: EventTerms) -> int:
    """Return how long clocks wait unless the organiser decides otherwise; 0 without live games."""
    form = first_form(terms)
    if form.plays is Plays.TABLES:
        return TABLES_COUNTDOWN_MS
    if form.plays is Plays.PUZZLES or terms.is_by_hand or terms.is_correspondence:
        return 0
    return DROP_IN_COUNTDOWN_MS if form.is_drop_in else COUNTDOWN_MS


def _check_stage(stage: StageTerms, number: int) -> None:
    """Raise InvalidValue for a number out of range; the message names the stage by its number."""
    form = FORMS[stage.form]
    for option, sentence, least, most in (
        ("n_games", _GAMES, 1, MAX_GAMES),
        ("n_rounds", _ROUNDS, 0, MAX_ROUNDS),
        ("group_size", _GROUP_SIZE, 3, MAX_GROUP),
        ("n_through", _THROUGH, 1, form.max_through(stage)),
        ("days", _DAYS, 0, MAX_DAYS),
        ("minutes", _MINUTES, 10, MAX_MINUTES),
        ("n_best", _BEST, 1, MAX_BEST),
        ("host_minutes", _HOST_MINUTES, 0, MAX_HOST_MINUTES),
        ("min_lead", _LEAD, 0, MAX_LEAD),
        ("n_extra_games", _EXTRA_GAMES, 0, MAX_EXTRA_GAMES),
    ):
        value = getattr(stage, option)
        if not least <= value <= most:
            raise InvalidValue(sentence, option, least=least, most=most, stage=number, value=value)
    if not form.has_matches and (stage.n_games > 1 or stage.days):
        raise InvalidValue(_LIVE, "days" if stage.days else "n_games", stage=number)


def _check_control(terms: EventTerms) -> None:
    try:
        parse_control(terms.control)
    except ValueError as error:
        raise InvalidValue(_CONTROL, "control", value=terms.control) from error


def _check_boards(terms: EventTerms) -> None:
    if terms.kind is EntrantKind.TEAM and not 1 <= terms.n_boards <= MAX_TEAM:
        raise InvalidValue(_BOARDS, "n_boards", most=MAX_TEAM, value=terms.n_boards)
    if terms.kind is not EntrantKind.TEAM and terms.n_boards != 1:
        raise InvalidValue(_ONE_BOARD, "n_boards", value=terms.n_boards)


def _check_times(terms: EventTerms) -> None:
    if not MINUTE_MS <= terms.no_show_ms <= 60 * MINUTE_MS:
        raise InvalidValue(_NO_SHOW, "no_show_minutes", value=_minutes(terms.no_show_ms))
    if not 0 <= terms.countdown_ms <= MAX_COUNTDOWN_MS:
        most, value = MAX_COUNTDOWN_MS // 1000, f"{terms.countdown_ms / 1000:g}"
        raise InvalidValue(_COUNTDOWN, "countdown_seconds", most=most, value=value)
    if not 0 <= terms.check_in_ms <= 120 * MINUTE_MS:
        raise InvalidValue(_CHECK_IN, "check_in_minutes", value=_minutes(terms.check_in_ms))
    if not 10 * MINUTE_MS <= terms.round_ms <= DAY_MS:
        raise InvalidValue(_ROUND_LENGTH, "round_minutes", value=_minutes(terms.round_ms))
    if terms.check_in_ms and terms.starts_ms is None:
        raise InvalidValue(_CHECK_IN_START, "starts_at")


def _check_entries(terms: EventTerms) -> None:
    entry = terms.entry
    if not MIN_ENTRANTS <= entry.most <= MAX_ENTRANTS:
        raise InvalidValue(_ENTRANTS, "most", least=MIN_ENTRANTS, most=MAX_ENTRANTS, value=entry.most)
    if entry.low is not None and entry.high is not None and entry.low > entry.high:
        raise InvalidValue(_RATINGS, "low", low=entry.low, high=entry.high)
    if entry.filler:
        _check_filler(terms, entry)
    for country in entry.countries:
        if len(country) != 2 or not country.isascii() or not country.isupper():
            raise InvalidValue(_COUNTRIES, "countries", value=country)
    keys = [category.casefold() for category in entry.categories]
    wrong = [
        each
        for each, key in zip(entry.categories, keys, strict=True)
        if not is_valid(each) or keys.count(key) > 1
    ]
    if wrong:
        raise InvalidValue(_CATEGORIES, "categories", value=", ".join(wrong))


def _check_filler(terms: EventTerms, entry: EntryTerms) -> None:
    if not entry.allows_robots:
        raise InvalidValue(_FILLER_ENTERS, "filler")
    has_rounds = any("filler" in FORMS[stage.form].options and not stage.days for stage in terms.stages)
    if not has_rounds or not terms.is_hosted_here or terms.is_correspondence:
        raise InvalidValue(_FILLER_LIVE, "filler")


def _minutes(ms: int) -> str:
    return f"{ms / MINUTE_MS:g}"
