"""The terms of a tournament: stages, clock, entries and times, checked as a whole."""

from dataclasses import dataclass, field
from enum import StrEnum

from tantrix.clock import TimeControlKind, parse_control
from tantrix.competition.events.entrants import MAX_TEAM, EntrantKind
from tantrix.competition.swiss import MAX_ROUNDS

MIN_ENTRANTS, MAX_ENTRANTS = 2, 256
MAX_GAMES = 10  # of a match
MAX_DAYS = 60
MAX_MINUTES, MAX_BEST = 720, 50  # of an arena
MAX_GUESTS, MAX_HOST_MINUTES = 50, 60  # of a simul
MAX_CUP = 64
MAX_NAME, MAX_TEXT = 60, 2000
MINUTE_MS, DAY_MS = 60_000, 86_400_000


class StageForm(StrEnum):
    """The form of a stage: who meets whom."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    GROUPS = "groups"
    KNOCKOUT = "knock-out"
    ARENA = "arena"
    SIMUL = "simul"
    CUP = "gobble-cup"


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
    free players. `n_best`: how many results of each entrant count in an arena. `host_minutes`: how much extra
    time the host of a simul has for each game.
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

    @property
    def _most_through(self) -> int:
        return self.group_size - 1 if self.form is StageForm.GROUPS else 64

    def check(self, where: str) -> None:
        """Raise ValueError for a number out of range."""
        for name, value, least, most in (
            ("games of a match", self.n_games, 1, MAX_GAMES),
            ("rounds", self.n_rounds, 0, MAX_ROUNDS),
            ("entrants of a group", self.group_size, 3, 12),
            ("entrants that go on", self.n_through, 1, self._most_through),
            ("days", self.days, 0, MAX_DAYS),
            ("minutes", self.minutes, 10, MAX_MINUTES),
            ("results that count", self.n_best, 1, MAX_BEST),
            ("minutes more for the host", self.host_minutes, 0, MAX_HOST_MINUTES),
        ):
            if not least <= value <= most:
                raise ValueError(f"expected {least} to {most} {name} in {where}, got {value}")
        if self.form in (StageForm.ARENA, StageForm.SIMUL, StageForm.CUP) and (self.n_games > 1 or self.days):
            raise ValueError(f"expected live matches of one game in {where}, of the form {self.form}")


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """Who may enter. Rating limits are inclusive; `countries`: two letters each, empty for all.

    `has_password`: entering needs a password, which the organiser gives out. `allows_robots`: whether
    accounts of programs may enter. `filler`: the robot that plays whoever would be free in a live round,
    empty for none.
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
    organiser enters their scores.
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

    def check(self) -> None:
        """Raise ValueError if the terms contradict each other; the message says what was expected."""
        if not 1 <= len(self.name.strip()) <= MAX_NAME or len(self.text) > MAX_TEXT:
            raise ValueError(f"expected a name of 1 to {MAX_NAME} characters and at most {MAX_TEXT} of text")
        if not 1 <= len(self.stages) <= 3:
            raise ValueError(f"expected 1 to 3 stages, got {len(self.stages)}")
        for number, stage in enumerate(self.stages, 1):
            stage.check(f"stage {number}")
        self._check_stages()
        self._check_times()
        self._check_entries()

    @property
    def is_correspondence(self) -> bool:
        """Return whether the time for a turn is measured in days."""
        return parse_control(self.control).kind is TimeControlKind.DAYS

    def _check_stages(self) -> None:
        forms = [stage.form for stage in self.stages]
        if StageForm.KNOCKOUT in forms[:-1]:
            raise ValueError("expected a knock-out as the last stage")
        if StageForm.ARENA in forms[1:]:
            raise ValueError("expected an arena as the first stage")
        if StageForm.ARENA in forms and (
            self.kind is not EntrantKind.SINGLE or self.is_by_hand or self.is_correspondence
        ):
            raise ValueError("expected single players in an arena, live, on this server")
        if StageForm.CUP in forms:
            self._check_cup()
        if StageForm.SIMUL in forms:
            self._check_simul()
        if forms[-1] is StageForm.GROUPS:
            raise ValueError("expected a stage after the groups")
        if self.kind is EntrantKind.TEAM and not 1 <= self.n_boards <= MAX_TEAM:
            raise ValueError(f"expected 1 to {MAX_TEAM} boards, got {self.n_boards}")
        if self.kind is not EntrantKind.TEAM and self.n_boards != 1:
            raise ValueError(f"expected 1 board without teams, got {self.n_boards}")

    def _check_cup(self) -> None:
        if len(self.stages) > 1 or self.kind is not EntrantKind.SINGLE or self.is_by_hand:
            raise ValueError("expected a Gobble cup of one stage for single players, on this server")
        if self.entry.most > MAX_CUP:
            raise ValueError(f"expected at most {MAX_CUP} entrants in a Gobble cup, got {self.entry.most}")

    def _check_simul(self) -> None:
        if len(self.stages) > 1 or self.kind is not EntrantKind.SINGLE or self.is_by_hand:
            raise ValueError("expected a simul of one stage for single players, on this server")
        if self.is_correspondence or not parse_control(self.control).is_fatal:
            raise ValueError(f"expected a clock with which a simul ends, such as 20+10, got {self.control!r}")
        if self.entry.most > MAX_GUESTS + 1:
            raise ValueError(f"expected at most {MAX_GUESTS + 1} entrants with the host of a simul")

    def _check_times(self) -> None:
        parse_control(self.control)
        if not MINUTE_MS <= self.no_show_ms <= 60 * MINUTE_MS:
            raise ValueError(f"expected 1 to 60 minutes for a no-show, got {self.no_show_ms / MINUTE_MS:g}")
        if not 0 <= self.check_in_ms <= 120 * MINUTE_MS:
            raise ValueError(f"expected 0 to 120 minutes of check-in, got {self.check_in_ms / MINUTE_MS:g}")
        if not 10 * MINUTE_MS <= self.round_ms <= DAY_MS:
            raise ValueError(f"expected a round of 10 minutes to a day, got {self.round_ms / MINUTE_MS:g}")
        if self.check_in_ms and self.starts_ms is None:
            raise ValueError("expected a start time for a tournament with check-in")

    def _check_filler(self) -> None:
        if not self.entry.filler:
            return
        if not self.entry.allows_robots:
            raise ValueError("expected a tournament that robots may enter, as one is to fill an odd number")
        has_rounds = any(stage.form in _WITH_FREE_ROUNDS and not stage.days for stage in self.stages)
        if not has_rounds or self.kind is not EntrantKind.SINGLE or self.is_by_hand or self.is_correspondence:
            raise ValueError(
                "expected a live Swiss or round robin of single players on this server, in which a robot can "
                "play whoever would be free"
            )

    def _check_entries(self) -> None:
        entry = self.entry
        if not MIN_ENTRANTS <= entry.most <= MAX_ENTRANTS:
            raise ValueError(f"expected {MIN_ENTRANTS} to {MAX_ENTRANTS} entrants, got {entry.most}")
        if entry.low is not None and entry.high is not None and entry.low > entry.high:
            raise ValueError(f"expected a range of ratings, got {entry.low} to {entry.high}")
        self._check_filler()
        for country in entry.countries:
            if len(country) != 2 or not country.isascii() or not country.isupper():
                raise ValueError(f"expected countries of two capital letters, got {country!r}")
