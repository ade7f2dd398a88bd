"""The terms of a tournament: stages, clock, entries and times, checked as a whole."""

from dataclasses import dataclass, field
from enum import StrEnum

from tantrix._tools.languages import gettext_noop
from tantrix.clock import DAY_MS, MINUTE_MS, TimeControlKind, parse_control
from tantrix.competition.events.entrants import MAX_TEAM, EntrantKind
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.scoring import KNOCKOUT_LEAD, MAX_EXTRA_GAMES, POINT
from tantrix.competition.swiss import MAX_ROUNDS
from tantrix.rules import Start

MIN_ENTRANTS, MAX_ENTRANTS = 2, 256
MAX_GAMES = 10  # of a match
MAX_DAYS = 60
MAX_MINUTES, MAX_BEST = 720, 50  # of an arena; a puzzle race has minutes, too
MAX_GUESTS, MAX_HOST_MINUTES = 50, 60  # of a simul
MAX_CUP = 64
MAX_NAME, MAX_TEXT = 60, 2000
MAX_GROUP = 12
CHECK_IN_MS = 10 * MINUTE_MS
MAX_LEAD = 20  # points that decide a knock-out match

_GAMES = gettext_noop("expected {least} to {most} games of a match in stage {stage}, got {value}")
_ROUNDS = gettext_noop("expected {least} to {most} rounds in stage {stage}, got {value}")
_GROUP_SIZE = gettext_noop("expected {least} to {most} entrants of a group in stage {stage}, got {value}")
_THROUGH = gettext_noop("expected {least} to {most} entrants that go on from stage {stage}, got {value}")
_DAYS = gettext_noop("expected {least} to {most} days in stage {stage}, got {value}")
_MINUTES = gettext_noop("expected {least} to {most} minutes in stage {stage}, got {value}")
_BEST = gettext_noop("expected {least} to {most} results that count in stage {stage}, got {value}")
_HOST_MINUTES = gettext_noop("expected {least} to {most} minutes more for the host, got {value}")
_LEAD = gettext_noop("expected a lead of {least} to {most} points in stage {stage}, got {value}")
_EXTRA_GAMES = gettext_noop("expected {least} to {most} extra games in stage {stage}, got {value}")
_LIVE = gettext_noop("expected live matches of one game in stage {stage}")
_NAME = gettext_noop("expected a name of 1 to {most} characters")
_TEXT = gettext_noop("expected a description of at most {most} characters")
_STAGES = gettext_noop("expected 1 to 3 stages, got {value}")
_CONTROL = gettext_noop("expected a clock like 15 tournament, 10, 5+3 or 2 days, got {value}")
_KNOCKOUT_LAST = gettext_noop("expected a knock-out as the last stage")
_ARENA_FIRST = gettext_noop("expected an arena as the first stage")
_ARENA_ALONE = gettext_noop("expected single players in an arena, live, on this server")
_AFTER_GROUPS = gettext_noop("expected a stage after the groups")
_BOARDS = gettext_noop("expected 1 to {most} boards, got {value}")
_ONE_BOARD = gettext_noop("expected 1 board without teams, got {value}")
_CUP_ALONE = gettext_noop("expected a Gobble cup of one stage for single players, on this server")
_RACE_ALONE = gettext_noop("expected a puzzle race of one stage for single players, on this server")
_CUP_ENTRANTS = gettext_noop("expected at most {most} entrants in a Gobble cup, got {value}")
_SIMUL_ALONE = gettext_noop("expected a simul of one stage for single players, on this server")
_SIMUL_CLOCK = gettext_noop("expected a clock with which a simul ends, such as 20+10, got {value}")
_SIMUL_ENTRANTS = gettext_noop("expected at most {most} entrants with the host of a simul, got {value}")
_NO_SHOW = gettext_noop("expected 1 to 60 minutes for a no-show, got {value}")
_CHECK_IN = gettext_noop("expected 0 to 120 minutes of check-in, got {value}")
_ROUND_LENGTH = gettext_noop("expected a round of 10 to 1440 minutes, got {value}")
_CHECK_IN_START = gettext_noop("expected a start time for a tournament with check-in")
_FILLER_ENTERS = gettext_noop("expected a tournament that robots may enter, as one is to fill an odd number")
_FILLER_LIVE = gettext_noop(
    "expected a live Swiss or round robin of single players on this server, in which a robot can play "
    "the player who would have a bye"
)
_ENTRANTS = gettext_noop("expected {least} to {most} entrants, got {value}")
_RATINGS = gettext_noop("expected a range of ratings, got {low} to {high}")
_COUNTRIES = gettext_noop("expected countries of two capital letters, got {value}")


class StageForm(StrEnum):
    """The form of a stage: who meets whom."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    GROUPS = "groups"
    KNOCKOUT = "knock-out"
    ARENA = "arena"
    SIMUL = "simul"
    CUP = "gobble-cup"
    RACE = "puzzle-race"


_OF_ONE_GAME = (StageForm.ARENA, StageForm.SIMUL, StageForm.CUP, StageForm.RACE)
_WITH_FREE_ROUNDS = (StageForm.SWISS, StageForm.ROUND_ROBIN, StageForm.GROUPS)


class Plate(StrEnum):
    """Who plays for the Plate: entrants outside the bracket, or the losers of its first round."""

    NONE = "none"
    OTHERS = "others"
    LOSERS = "losers"


@dataclass(frozen=True, slots=True)
class StageTerms:
    """The terms of a stage.

    `n_games`: games of a match, for teams of each board. `n_rounds`: rounds of a Swiss (0: by the number of
    entrants) or of a Gobble cup (0: four).

    `group_size`: the size of groups, which differ by at most one. `n_through`: how many entrants advance,
    from each group or from the stage. `days`: the time for a round of matches, or for all matches of groups
    and round robins; 0 for a live stage, whose games begin with the round. `minutes`: how long an arena pairs
    free players, or a puzzle race lasts. `n_best`: how many results of each entrant count in an arena.
    `host_minutes`: how much extra time the host of a simul has for each game.

    `min_lead`: the lead in points that decides a knock-out match after its games; below it, up to
    `n_extra_games` more are played. `separates_countries`: entrants of the same country are drawn into
    different groups where possible.
    """

    form: StageForm
    n_games: int = 1
    n_rounds: int = 0
    group_size: int = 5
    n_through: int = 2
    days: int = 0
    has_third_place: bool = False
    plate: Plate = Plate.NONE
    minutes: int = 60
    n_best: int = 10
    host_minutes: int = 0
    min_lead: int = KNOCKOUT_LEAD // POINT
    n_extra_games: int = MAX_EXTRA_GAMES
    separates_countries: bool = True

    @property
    def _max_through(self) -> int:
        return self.group_size - 1 if self.form is StageForm.GROUPS else 64

    def check(self, number: int) -> None:
        """Raise InvalidValue for a number out of range; the message names the stage by its number."""
        for option, sentence, least, most in (
            ("n_games", _GAMES, 1, MAX_GAMES),
            ("n_rounds", _ROUNDS, 0, MAX_ROUNDS),
            ("group_size", _GROUP_SIZE, 3, MAX_GROUP),
            ("n_through", _THROUGH, 1, self._max_through),
            ("days", _DAYS, 0, MAX_DAYS),
            ("minutes", _MINUTES, 10, MAX_MINUTES),
            ("n_best", _BEST, 1, MAX_BEST),
            ("host_minutes", _HOST_MINUTES, 0, MAX_HOST_MINUTES),
            ("min_lead", _LEAD, 0, MAX_LEAD),
            ("n_extra_games", _EXTRA_GAMES, 0, MAX_EXTRA_GAMES),
        ):
            value = getattr(self, option)
            if not least <= value <= most:
                raise InvalidValue(sentence, option, least=least, most=most, stage=number, value=value)
        if self.form in _OF_ONE_GAME and (self.n_games > 1 or self.days):
            raise InvalidValue(_LIVE, "days" if self.days else "n_games", stage=number)


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """Who may enter. Rating limits are inclusive; `countries`: two letters each, empty for all.

    `has_password`: entering needs a password, which the organiser gives out. `allows_robots`: whether
    accounts of programs may enter. `filler`: the robot that plays the player who would have a
    bye in a live round, empty for none.
    """

    most: int = MAX_ENTRANTS
    low: int | None = None
    high: int | None = None
    countries: tuple[str, ...] = ()
    has_password: bool = False
    is_listed: bool = True
    allows_robots: bool = False
    filler: str = ""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """Everything an organiser decides before the start.

    `starts_ms`: when it starts automatically, None if the organiser starts it. `check_in_ms`: how long before
    the start entrants must check in, 0 for never. `no_show_ms`: how long a side may miss its first turn.
    `round_ms`: how long a live round lasts at most. `is_by_hand`: the games are played at real tables and the
    organiser enters their scores. `tile_set`: 56 or 64 tiles. `start`: who starts a game (R2.3).
    """

    name: str
    preset: str
    stages: tuple[StageTerms, ...]
    control: str = "15 tournament"
    kind: EntrantKind = EntrantKind.SINGLE
    n_boards: int = 1
    entry: EntryTerms = field(default_factory=EntryTerms)
    starts_ms: int | None = None
    check_in_ms: int = 0
    no_show_ms: int = 5 * MINUTE_MS
    round_ms: int = 40 * MINUTE_MS
    is_by_hand: bool = False
    text: str = ""
    tile_set: int = 56
    start: Start = Start.DRAW_RETURN

    def check(self) -> None:
        """Raise InvalidValue if the terms contradict each other; the message says what was expected."""
        if not 1 <= len(self.name.strip()) <= MAX_NAME:
            raise InvalidValue(_NAME, "name", most=MAX_NAME)
        if len(self.text) > MAX_TEXT:
            raise InvalidValue(_TEXT, "text", most=MAX_TEXT)
        if not 1 <= len(self.stages) <= 3:
            raise InvalidValue(_STAGES, value=len(self.stages))
        for number, stage in enumerate(self.stages, 1):
            stage.check(number)
        self._check_control()
        self._check_stages()
        self._check_times()
        self._check_entries()

    @property
    def is_correspondence(self) -> bool:
        """Return whether the time for a turn is measured in days."""
        return parse_control(self.control).kind is TimeControlKind.DAYS

    @property
    def usual_check_in_ms(self) -> int:
        """How long before the start entrants check in unless the organiser decides otherwise.

        Ten minutes if a Swiss, a round robin, groups or a knock-out starts live, at a given time; else 0.
        """
        first = self.stages[0]
        has_rounds = first.form in _WITH_FREE_ROUNDS or first.form is StageForm.KNOCKOUT
        is_live = has_rounds and not first.days and not self.is_by_hand
        return CHECK_IN_MS if is_live and self.starts_ms is not None and not self.is_correspondence else 0

    def _check_control(self) -> None:
        try:
            parse_control(self.control)
        except ValueError as error:
            raise InvalidValue(_CONTROL, "control", value=self.control) from error

    def _check_stages(self) -> None:
        forms = [stage.form for stage in self.stages]
        is_hosted_here = self.kind is EntrantKind.SINGLE and not self.is_by_hand
        if StageForm.KNOCKOUT in forms[:-1]:
            raise InvalidValue(_KNOCKOUT_LAST)
        if StageForm.ARENA in forms[1:]:
            raise InvalidValue(_ARENA_FIRST)
        if StageForm.ARENA in forms and (not is_hosted_here or self.is_correspondence):
            raise InvalidValue(_ARENA_ALONE, "control" if is_hosted_here else "")
        if StageForm.CUP in forms and (len(self.stages) > 1 or not is_hosted_here):
            raise InvalidValue(_CUP_ALONE)
        if StageForm.CUP in forms and self.entry.most > MAX_CUP:
            raise InvalidValue(_CUP_ENTRANTS, "most", most=MAX_CUP, value=self.entry.most)
        if StageForm.SIMUL in forms:
            self._check_simul(is_hosted_here)
        if StageForm.RACE in forms and (len(self.stages) > 1 or not is_hosted_here):
            raise InvalidValue(_RACE_ALONE)
        if forms[-1] is StageForm.GROUPS:
            raise InvalidValue(_AFTER_GROUPS)
        if self.kind is EntrantKind.TEAM and not 1 <= self.n_boards <= MAX_TEAM:
            raise InvalidValue(_BOARDS, "n_boards", most=MAX_TEAM, value=self.n_boards)
        if self.kind is not EntrantKind.TEAM and self.n_boards != 1:
            raise InvalidValue(_ONE_BOARD, "n_boards", value=self.n_boards)

    def _check_simul(self, is_hosted_here: bool) -> None:
        if len(self.stages) > 1 or not is_hosted_here:
            raise InvalidValue(_SIMUL_ALONE)
        if self.is_correspondence or not parse_control(self.control).is_fatal:
            raise InvalidValue(_SIMUL_CLOCK, "control", value=self.control)
        if self.entry.most > MAX_GUESTS + 1:
            raise InvalidValue(_SIMUL_ENTRANTS, "most", most=MAX_GUESTS + 1, value=self.entry.most)

    def _check_times(self) -> None:
        if not MINUTE_MS <= self.no_show_ms <= 60 * MINUTE_MS:
            raise InvalidValue(_NO_SHOW, "no_show_minutes", value=_minutes(self.no_show_ms))
        if not 0 <= self.check_in_ms <= 120 * MINUTE_MS:
            raise InvalidValue(_CHECK_IN, "check_in_minutes", value=_minutes(self.check_in_ms))
        if not 10 * MINUTE_MS <= self.round_ms <= DAY_MS:
            raise InvalidValue(_ROUND_LENGTH, "round_minutes", value=_minutes(self.round_ms))
        if self.check_in_ms and self.starts_ms is None:
            raise InvalidValue(_CHECK_IN_START, "starts_at")

    def _check_filler(self) -> None:
        if not self.entry.filler:
            return
        if not self.entry.allows_robots:
            raise InvalidValue(_FILLER_ENTERS, "filler")
        has_rounds = any(stage.form in _WITH_FREE_ROUNDS and not stage.days for stage in self.stages)
        if not has_rounds or self.kind is not EntrantKind.SINGLE or self.is_by_hand or self.is_correspondence:
            raise InvalidValue(_FILLER_LIVE, "filler")

    def _check_entries(self) -> None:
        entry = self.entry
        if not MIN_ENTRANTS <= entry.most <= MAX_ENTRANTS:
            raise InvalidValue(_ENTRANTS, "most", least=MIN_ENTRANTS, most=MAX_ENTRANTS, value=entry.most)
        if entry.low is not None and entry.high is not None and entry.low > entry.high:
            raise InvalidValue(_RATINGS, "low", low=entry.low, high=entry.high)
        self._check_filler()
        for country in entry.countries:
            if len(country) != 2 or not country.isascii() or not country.isupper():
                raise InvalidValue(_COUNTRIES, "countries", value=country)


def _minutes(ms: int) -> str:
    return f"{ms / MINUTE_MS:g}"
