"""The terms of a tournament: stages, clock, entries and times, checked as a whole."""

from dataclasses import dataclass, field
from enum import StrEnum

from tantrix.clock import MINUTE_MS, TimeControlKind, parse_control
from tantrix.competition.events.entrants import EntrantKind
from tantrix.competition.scoring import KNOCKOUT_LEAD, MAX_EXTRA_GAMES, POINT
from tantrix.rules import Start

MIN_ENTRANTS, MAX_ENTRANTS = 2, 256
MAX_GAMES = 10  # of a match
MAX_DAYS = 60
MAX_MINUTES, MAX_BEST = 720, 50  # of an arena; a puzzle race has minutes, too
MAX_GUESTS, MAX_HOST_MINUTES = 50, 60  # of a simul
MAX_CUP = 64
MAX_NAME, MAX_TEXT = 60, 2000
MAX_GROUP = 12
MAX_LEAD = 20  # points that decide a knock-out match
MAX_COUNTDOWN_MS = 10 * MINUTE_MS


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


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """Who may enter. Rating limits are inclusive; `countries`: two letters each, empty for all.

    `has_password`: entering needs a password, which the organiser gives out. `allows_robots`: whether
    accounts of programs may enter. `filler`: the robot that plays the player who would have a
    bye in a live round, empty for none. `categories`: for side prizes, such as `Junior` or `Country: PL`.
    """

    most: int = MAX_ENTRANTS
    low: int | None = None
    high: int | None = None
    countries: tuple[str, ...] = ()
    has_password: bool = False
    is_listed: bool = True
    allows_robots: bool = False
    filler: str = ""
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventTerms:
    """Everything an organiser decides before the start.

    `starts_ms`: when it starts automatically, None if the organiser starts it. `check_in_ms`: how long before
    the start entrants must check in, 0 for never. `no_show_ms`: how long a side may miss its first turn.
    `round_ms`: how long a live round lasts at most. `is_by_hand`: the games are played over the board and the
    organiser enters their scores. `tile_set`: 56 or 64 tiles. `start`: who starts a game (R2.3).
    `countdown_ms`: how long the clock of a live game waits for players who have not come to the table.
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
    countdown_ms: int = 0

    @property
    def is_correspondence(self) -> bool:
        """Return whether the time for a turn is measured in days."""
        return parse_control(self.control).kind is TimeControlKind.DAYS

    @property
    def is_hosted_here(self) -> bool:
        """Return whether single players play on this server."""
        return self.kind is EntrantKind.SINGLE and not self.is_by_hand
