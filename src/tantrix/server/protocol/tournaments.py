"""Tournaments: options for creating one, the commands that change it, and its views."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tantrix.notation import parse_position
from tantrix.server.protocol.base import Message
from tantrix.server.protocol.text import clean_line, clean_lines, clean_name
from tantrix.server.protocol.times import check_time

PresetKey = Literal[
    "open",
    "championship",
    "all-play-all",
    "knock-out",
    "teams",
    "doubles",
    "correspondence",
    "arena",
    "simul",
    "gobble-cup",
    "puzzle-race",
    "club-evening",
    "booklet",
]
StageFormName = Literal[
    "swiss", "round-robin", "groups", "knock-out", "arena", "simul", "gobble-cup", "puzzle-race"
]
TileSet = Literal[56, 64]
StartName = Literal["draw-keep", "draw-return", "highest-in-hand", "random-opening"]
FormResult = Literal["won", "drawn", "lost"]
StateName = Literal["draft", "open", "running", "over", "cancelled"]
Name = Annotated[str, Field(max_length=60), AfterValidator(clean_name)]
Reason = Annotated[str, Field(max_length=200), AfterValidator(clean_line)]
TIME_PATTERN = r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$"
Time = Annotated[
    str, Field(max_length=40, json_schema_extra={"pattern": TIME_PATTERN}), AfterValidator(check_time)
]
MatchIdText = Annotated[str, Field(max_length=40, pattern=r"^[0-9]-[a-z0-9]+-[0-9]+-[0-9]+$")]
EntrantIdText = Annotated[str, Field(max_length=6, pattern="^[0-9]+$")]
CountryCode = Annotated[str, Field(min_length=2, max_length=2, pattern="^[A-Z]{2}$")]
Category = Annotated[str, Field(min_length=1, max_length=30), AfterValidator(clean_name), Field(min_length=1)]
Categories = Annotated[list[Category], Field(max_length=8)]
Country = Annotated[str, Field(max_length=2, pattern="^([A-Z]{2})?$")]
Score = Annotated[int, Field(ge=0, le=96)]
GameNumber = Annotated[int, Field(ge=1, le=20)]
PictureDigest = Annotated[str, Field(max_length=64, pattern="^([0-9a-f]{64})?$")]
_PLACEMENT = r"[0-9]{1,2}@-?[0-9]{1,2},-?[0-9]{1,2}\^[0-5]"


def _table(tiles: str) -> str:
    """Check that tiles can lie together on a table."""
    if tiles:
        parse_position(f"RB; {tiles}; - / -; 1")
    return tiles


ReadTiles = Annotated[
    str, Field(max_length=900, pattern=f"^({_PLACEMENT}( {_PLACEMENT})*)?$"), AfterValidator(_table)
]


class StageOptions(Message):
    """The options of a stage.

    `n_rounds`: 0 for a number that depends on the entrants; `days`: 0 for live games; `minutes`: of an arena
    or a puzzle race; `n_best`: of an arena; `host_minutes`: how many minutes more the host of a simul has for
    each game. `min_lead`: the lead in points that decides a knock-out match after its games, below which up
    to `n_extra_games` are played. `separates_countries`: draws entrants of a country into different groups
    where possible.
    """

    form: StageFormName
    n_games: Annotated[int, Field(ge=1, le=10)] = 1
    n_rounds: Annotated[int, Field(ge=0, le=16)] = 0
    group_size: Annotated[int, Field(ge=3, le=12)] = 5
    n_through: Annotated[int, Field(ge=1, le=64)] = 2
    days: Annotated[int, Field(ge=0, le=60)] = 0
    has_third_place: bool = False
    plate: Literal["none", "others", "losers"] = "none"
    minutes: Annotated[int, Field(ge=10, le=720)] = 60
    n_best: Annotated[int, Field(ge=1, le=50)] = 10
    host_minutes: Annotated[int, Field(ge=0, le=60)] = 0
    min_lead: Annotated[int, Field(ge=0, le=20)] = 5
    n_extra_games: Annotated[int, Field(ge=0, le=3)] = 3
    separates_countries: bool = True


class TournamentOptions(Message):
    """The choices of an organiser, null for the preset's value. Times are in UTC, like `2026-11-22T19:00Z`.

    `form`: of doubles, teams and correspondence; groups lead to a knock-out, and `stages` replace the form.
    `starts_at`: null if the organiser starts it. `check_in_minutes`: how long before the start entrants must
    check in, 0 for never; null: 10 in live tournaments with rounds and a start, otherwise never. `repeats`:
    makes a series, whose first event starts at `starts_at`; the number of the event is added to its name.
    `password`: needed to enter; empty for none, null to keep the current one. `is_listed`: everyone can find
    it; otherwise only users with its address. `filler`: the robot that plays the player who would have a bye
    in a live round, empty for none; robots must be allowed to enter. `countdown_seconds`: how long the clock
    of a live game waits for players who have not come to the table, usually 120. `tile_set` and `start`: the
    rules of the games. `categories`: for side prizes, each a label such as `Junior` or a country such as
    `Country: PL`. The fields of a stage apply to all stages; `knockout_games` and `knockout_days` only
    to a knock-out after another stage.
    """

    preset: PresetKey
    form: Literal["round-robin", "groups", "knock-out", "swiss"] | None = None
    name: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(clean_name), Field(min_length=1)]
    text: Annotated[str, Field(max_length=2000), AfterValidator(clean_lines)] = ""
    stages: Annotated[list[StageOptions], Field(min_length=1, max_length=3)] | None = None
    n_games: Annotated[int, Field(ge=1, le=10)] | None = None
    n_rounds: Annotated[int, Field(ge=0, le=16)] | None = None
    days: Annotated[int, Field(ge=0, le=60)] | None = None
    knockout_games: Annotated[int, Field(ge=1, le=10)] | None = None
    knockout_days: Annotated[int, Field(ge=0, le=60)] | None = None
    group_size: Annotated[int, Field(ge=3, le=12)] | None = None
    n_through: Annotated[int, Field(ge=1, le=64)] | None = None
    has_third_place: bool | None = None
    plate: Literal["none", "others", "losers"] | None = None
    min_lead: Annotated[int, Field(ge=0, le=20)] | None = None
    n_extra_games: Annotated[int, Field(ge=0, le=3)] | None = None
    separates_countries: bool | None = None
    n_boards: Annotated[int, Field(ge=1, le=8)] | None = None
    minutes: Annotated[int, Field(ge=10, le=720)] | None = None
    n_best: Annotated[int, Field(ge=1, le=50)] | None = None
    host_minutes: Annotated[int, Field(ge=0, le=60)] | None = None
    control: Annotated[str, Field(max_length=40)] | None = None
    starts_at: Time | None = None
    check_in_minutes: Annotated[int, Field(ge=0, le=120)] | None = None
    no_show_minutes: Annotated[int, Field(ge=1, le=60)] | None = None
    round_minutes: Annotated[int, Field(ge=10, le=1440)] | None = None
    countdown_seconds: Annotated[int, Field(ge=0, le=600)] | None = None
    most: Annotated[int, Field(ge=2, le=256)] = 256
    low: Annotated[int, Field(ge=0, le=4000)] | None = None
    high: Annotated[int, Field(ge=0, le=4000)] | None = None
    countries: Annotated[list[CountryCode], Field(max_length=20)] = Field(default_factory=list)
    password: Annotated[str, Field(max_length=60)] | None = None
    is_listed: bool = True
    allows_robots: bool = False
    filler: Annotated[str, Field(max_length=40)] = ""
    categories: Categories = Field(default_factory=list)
    is_by_hand: bool = False
    tile_set: TileSet | None = None
    start: StartName | None = None
    repeats: Literal["no", "daily", "weekly", "monthly"] = "no"


class EditTournament(Message):
    """Change the options, until the start."""

    type: Literal["edit"]
    options: TournamentOptions


class OpenTournament(Message):
    """Open the entries."""

    type: Literal["open"]


class EnterTournament(Message):
    """Enter yourself, or in a tournament by hand as its organiser enter others.

    `members`: the accounts of the other members of your pair or team, in the order of the boards; by hand the
    names of all members. `name`: of a team, or of a player entered by hand; a pair needs none. `categories`:
    those of the tournament that the entrant is in; the country in a single player's profile decides about
    those of countries.
    """

    type: Literal["enter"]
    name: Name = ""
    members: Annotated[list[Name], Field(max_length=8)] = Field(default_factory=list)
    country: Country = ""
    categories: Categories = Field(default_factory=list)
    password: Annotated[str, Field(max_length=60)] = ""


class WithdrawEntrant(Message):
    """Leave the tournament; `entrant` is set by a controller."""

    type: Literal["withdraw"]
    entrant: EntrantIdText | None = None


class PauseEntrant(Message):
    """Pause: get no more pairings for now; or end the pause. `entrant` is set by a controller."""

    type: Literal["pause"]
    is_paused: bool
    entrant: EntrantIdText | None = None


class CheckInEntrant(Message):
    """Confirm before the start that you are present; `entrant` is set by a controller."""

    type: Literal["check-in"]
    entrant: EntrantIdText | None = None


class SetTeamLineUp(Message):
    """Set the line-up of your team, whose captain you are, for its matches that begin later.

    `members`: the names of the members at the boards, in board order; all others are reserves. `entrant` is
    set by a controller.
    """

    type: Literal["line-up"]
    members: Annotated[list[Name], Field(min_length=1, max_length=8)]
    entrant: EntrantIdText | None = None


class SetEntrantCategories(Message):
    """Set the categories that you are in, until the start; `entrant` is set by a controller, at any time.

    After a controller's correction only controllers change them. From the start on they need a reason.
    """

    type: Literal["categories"]
    categories: Categories
    entrant: EntrantIdText | None = None
    reason: Reason = ""


class StartTournament(Message):
    """Start now."""

    type: Literal["start"]


class CancelTournament(Message):
    """End the tournament without a result."""

    type: Literal["cancel"]
    reason: Reason = ""


class ProposeMatchTime(Message):
    """Propose when to play the next game of your match."""

    type: Literal["propose"]
    match: MatchIdText
    at: Time


class AcceptMatchTime(Message):
    """Accept a time that the other side has proposed."""

    type: Literal["accept"]
    match: MatchIdText
    at: Time


class ReadyToPlay(Message):
    """Play the next game of your match now; it begins when both sides are ready."""

    type: Literal["ready"]
    match: MatchIdText


class EnterScores(Message):
    """Decide a game by its scores and the penalties of the clock.

    In tournaments by hand, all games are entered like this. `reason` is required if the games are played on
    the server. `picture`: the SHA-256 of a picture of the table, which the players keep; `tiles`: what was
    read in it, as placements; `is_agreed`: both players agree to it, which a result from a picture needs.
    """

    type: Literal["scores"]
    match: MatchIdText
    number: GameNumber
    board: Annotated[int, Field(ge=1, le=8)] = 1
    first: Score
    second: Score
    first_penalty: Annotated[int, Field(ge=0, le=99)] = 0
    second_penalty: Annotated[int, Field(ge=0, le=99)] = 0
    reason: Reason = ""
    picture: PictureDigest = ""
    tiles: ReadTiles = ""
    is_agreed: bool = False


class AwardGame(Message):
    """Decide a game that was not played: a win for the side that was there, a draw, or a win for neither."""

    type: Literal["award"]
    match: MatchIdText
    number: GameNumber
    board: Annotated[int, Field(ge=1, le=8)] = 1
    to: Literal["first", "second", "nobody", "both"]
    reason: Reason = ""


class AdjustPoints(Message):
    """Add points to an entrant's standing in the current stage, or subtract some; in tenths."""

    type: Literal["adjust"]
    entrant: EntrantIdText
    tenths: Annotated[int, Field(ge=-600, le=600)]
    reason: Reason = ""


class ReplaceMember(Message):
    """Let another player replace a member of an entrant from the next game on.

    `member` leaves and `name` joins. Both are names of accounts unless the tournament is by hand. The entrant
    keeps its points.
    """

    type: Literal["replace"]
    entrant: EntrantIdText
    member: Name
    name: Name
    reason: Reason = ""


class ExtendRound(Message):
    """Change the deadline of a round; `whole_stage`: of all rounds of its stage that are not over."""

    type: Literal["extend"]
    round: Annotated[str, Field(max_length=30, pattern=r"^[0-9]-[a-z0-9]+-[0-9]+$")]
    until: Time
    whole_stage: bool = False
    reason: Reason = ""


class UndoRuling(Message):
    """Take back a ruling, a default or a withdrawal, given by its number in the log."""

    type: Literal["undo"]
    sequence: Annotated[int, Field(ge=1, le=1_000_000)]
    reason: Reason = ""


class NameControllers(Message):
    """Name the accounts that run the tournament together with its organiser.

    `organiser`: the account to which the organiser gives the tournament, and stays a controller.
    """

    type: Literal["staff"]
    names: Annotated[list[Name], Field(max_length=8)]
    organiser: Name | None = None


TournamentCommand = Annotated[
    EditTournament
    | OpenTournament
    | EnterTournament
    | WithdrawEntrant
    | PauseEntrant
    | CheckInEntrant
    | SetTeamLineUp
    | SetEntrantCategories
    | StartTournament
    | CancelTournament
    | ProposeMatchTime
    | AcceptMatchTime
    | ReadyToPlay
    | EnterScores
    | AwardGame
    | AdjustPoints
    | ReplaceMember
    | ExtendRound
    | UndoRuling
    | NameControllers,
    Field(discriminator="type"),
]


class TournamentChatRequest(Message):
    """A message for the chat of a tournament."""

    text: Annotated[str, Field(min_length=1, max_length=300)]


class TournamentInvitation(Message):
    """A friend to invite: a player who follows you and whom you follow."""

    name: Annotated[str, Field(min_length=1, max_length=40)]


class TournamentListing(Message):
    """A tournament in a list. `url`: the address of its page."""

    id: str
    url: str
    name: str
    preset: PresetKey
    state: StateName
    n_entrants: int
    starts_at: str | None
    ended_at: str | None


class TournamentList(Message):
    """The tournaments in play, those with open entries, and the last finished ones."""

    running: list[TournamentListing]
    upcoming: list[TournamentListing]
    past: list[TournamentListing]


class EntrantView(Message):
    """An entrant. `accounts`: the accounts of its members, null for members without one.

    `members`: of a team, in board order for its matches to come, reserves last. `face`: the face that its
    only account has composed. `robot`: the robot that fills an odd number. It has no place in the standings,
    and is withdrawn while the number is even. Null for everybody else.
    """

    id: str
    name: str
    members: list[str]
    accounts: list[str | None]
    robot: str | None = None
    face: str | None = None
    rating: int | None
    country: str
    categories: list[str] = Field(default_factory=list)
    state: Literal["in", "here", "paused", "withdrawn"]


class MatchGameView(Message):
    """A game of a match; points are in tenths. `url`: the page of a game that is played on this server.

    `players`: in matches of teams, who plays at the board for the first and for the second team.
    """

    number: int
    board: int
    players: list[str] = Field(default_factory=list)
    url: str | None
    is_over: bool
    tenths: list[int]
    scores: list[int] | None
    penalties: list[int]
    is_played: bool


class ProposalView(Message):
    """A proposed time for the next game of a match."""

    entrant: str
    at: str


class ReadyView(Message):
    """A side that is ready to play at once, and until when."""

    entrant: str
    until: str


class MatchTimes(Message):
    """When a match is played: its appointment, proposed times that wait for an answer, and its deadline.

    `ready`: the sides that have said they could play at once, and until when.
    """

    appointment_at: str | None
    proposals: list[ProposalView]
    deadline_at: str | None
    ready: list[ReadyView]


class MatchView(Message):
    """A match. `first` or `second` is null for a bye or while unknown. `winner`: of a knock-out match."""

    id: str | None
    first: str | None
    second: str | None
    tenths: list[int]
    is_over: bool
    winner: str | None
    games: list[MatchGameView]
    times: MatchTimes | None


class ByeView(Message):
    """An entrant without an opponent in a round, and the points that it gets in tenths."""

    entrant: str
    tenths: int


class CupTableView(Message):
    """A table of a Gobble cup; `ranks` and `tenths` are in the order of `entrants`, empty until its end."""

    id: str
    entrants: list[str]
    url: str | None
    ranks: list[int]
    tenths: list[int]


class RoundView(Message):
    """A round of a section; a Gobble cup has tables instead of matches.

    `begins_at`: when the clocks of a live round start; those of a game earlier if everybody comes to its
    table.
    """

    id: str
    number: int
    matches: list[MatchView]
    tables: list[CupTableView]
    byes: list[ByeView]
    is_over: bool
    deadline_at: str | None
    begins_at: str | None = None


class StandingView(Message):
    """A row of standings; `points` and `tie_break` in tenths, `percent` of the points in the games played.

    `is_by_lot`: only the lot puts it behind the row before. `adjusted`: the part of `points` that controllers
    have added. `form`: the results of its last five games,
    oldest first, by rounds; empty in a Gobble cup and a puzzle race.
    """

    place: int
    entrant: str
    points: int
    n_games: int
    won: int
    drawn: int
    lost: int
    percent: float
    tie_break: float
    is_by_lot: bool = False
    adjusted: int = 0
    form: list[FormResult] = Field(default_factory=list)


class SectionView(Message):
    """A Swiss, a round robin, a group, a bracket, a puzzle race or an arena, whose waves are its rounds.

    `standings` is empty for a bracket; in a race `won` and `lost` are the puzzles solved and missed.
    `ends_at`: when an arena stops pairing or a race ends; null for other forms. `host`: the entrant that
    plays all others in a simul; `host_tenths`: the points of the host, and of the others together.
    """

    stage: int
    section: str
    is_bracket: bool
    ends_at: str | None
    host: str | None
    host_tenths: list[int]
    standings: list[StandingView]
    rounds: list[RoundView]


class RulingView(Message):
    """An entry of the log that participants should know about; `by`: null for the server.

    `what`: a ruling on a game, a default, a withdrawal or pause, a deadline, a correction of categories, or
    an entry that was taken back. `about`: the match, the round, the entrant or the number of the entry.
    `tenths`: the points of a game, or the single number by which points were adjusted. `picture` and `tiles`:
    the SHA-256 of a picture from which scores were counted, and the tiles read in it.
    """

    sequence: int
    at: str
    by: str | None
    what: Literal[
        "rule",
        "default",
        "withdraw",
        "pause",
        "return",
        "extend",
        "undo",
        "cancel",
        "staff",
        "organiser",
        "adjust",
        "replace",
        "categories",
    ]
    about: str
    number: int | None
    tenths: list[int] | None
    reason: str
    picture: str
    tiles: str
    is_undone: bool
    may_undo: bool


class CategoryView(Message):
    """A category for a side prize: a label, or a country such as `Country: PL`.

    `entrants`: those in it, in the order of all entrants: the final one, that so far, or that of entry.
    `first`: who has won the category; null before the tournament is over, and if nobody in it has a place.
    """

    name: str
    entrants: list[str]
    first: str | None


class TournamentView(Message):
    """The current state of a tournament.

    `passes_at`: when somebody else becomes the organiser, who is away; null while nobody would.
    `commitment`: the hash of the secret for drawing lots, which is revealed at the end. `places`: the final
    order of entrants.
    """

    id: str
    version: int
    name: str
    preset: PresetKey
    state: StateName
    text: str
    control: str
    kind: Literal["single", "pair", "team"]
    n_boards: int
    is_by_hand: bool
    tile_set: TileSet
    start: StartName
    is_listed: bool
    has_password: bool
    organiser: str | None
    passes_at: str | None = None
    controllers: list[str]
    starts_at: str | None
    check_in_from: str | None
    stages: list[StageOptions]
    low: int | None
    high: int | None
    countries: list[str]
    most: int
    filler: str
    entrants: list[EntrantView]
    sections: list[SectionView]
    places: list[str]
    categories: list[CategoryView] = Field(default_factory=list)
    rulings: list[RulingView]
    commitment: str
    secret: str | None


class TournamentRatingView(Message):
    """The tournament rating of an account; `place` null while it is provisional, under 36 games.

    `face`: the face that the account has composed.
    """

    place: int | None
    name: str
    face: str | None = None
    points: int
    n_games: int


class TournamentRatingList(Message):
    """Tournament ratings, best first, provisional ones last."""

    ratings: list[TournamentRatingView]


class NextMatch(Message):
    """The next match of an account, in a tournament in play.

    `url`: the page of the game if it is in play, otherwise that of the match. `at`: the time of the
    appointment. `face`: the face of a single opponent: of a robot, or one that the opponent has composed.
    `called_until`: when a live game that the account has not come to is forfeited, else null.
    `clock_at`: when the clock of the game in play starts if not everybody comes before; null once it runs.
    """

    tournament: str
    tournament_url: str
    opponent: str
    face: str | None = None
    url: str
    is_in_play: bool
    at: str | None
    called_until: str | None = None
    clock_at: str | None = None


class NextMatchAnswer(Message):
    """The next match of the requesting account, null if it has none."""

    match: NextMatch | None


class TournamentBoard(Message):
    """A game in play. `first` and `second`: the names of its players. `is_my_turn`: of the requester."""

    url: str
    first: str
    second: str
    n_tiles: int
    is_mine: bool
    is_my_turn: bool


class TournamentBoards(Message):
    """The games of a tournament that are in play, in the order of its rounds and matches."""

    boards: list[TournamentBoard]


class TournamentChanged(Message):
    """A tournament has changed; `version` and the numbers of games and messages identify its new state.

    `n_watching`: how many clients follow it at this server; they should spread their requests over some time.
    `is_passing`: the organiser is away, and somebody else becomes the organiser if that lasts.
    """

    type: Literal["tournament_changed"] = "tournament_changed"
    id: str
    version: int
    n_games: int
    n_over: int
    n_messages: int
    n_watching: int
    is_passing: bool = False
