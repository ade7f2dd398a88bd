"""Everything that goes over the wire between the server and a page: the one place that says so.

A room numbers its events by `version`, from 1 without gaps. A page that lost its line sends `Sync`
with the last version it has seen and gets the events after it, or a fresh `Welcome`. A `Place` is
acknowledged by `Ack` only after it is durable; the same `id` sent again is acknowledged again and
changes nothing. The browser knows no rules: every position comes with what is legal in it and why
the rest is not.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from tantrix.server.names import clean_name


class Message(BaseModel):
    """A frozen, strict message: no unknown fields, no coercion."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


ColourLetter = Literal["R", "Y", "G", "B"]
PhaseName = Literal["fill", "free", "refill", "over"]
VerdictName = Literal[
    "GAME_OVER",
    "NOT_IN_HAND",
    "OCCUPIED",
    "DETACHED",
    "MISMATCH",
    "FORCED_FIRST",
    "TRIPLE",
    "FOURTH_SIDE",
    "CONTROLLED",
]
MessageId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
PlacementText = Annotated[str, Field(min_length=6, max_length=16)]


# What a page is shown of a game.


class CellView(Message):
    q: int
    r: int


class LaidView(Message):
    """A tile on the table; `seat` is null for a random opening tile, `draw` null once the bag is empty."""

    tile: int
    q: int
    r: int
    rotation: int
    seat: int | None
    draw: int | None
    forced: bool
    turn: int


class SpaceView(Message):
    """An empty cell that touches the Tantrix.

    `facing`: six letters clockwise from east, "." where no tile. `holders`: seats that hold a fitting tile.
    `n_unseen_fitting`: tiles of the bag that fit. Both are filled for forced spaces only.
    """

    q: int
    r: int
    facing: str
    is_forced: bool
    is_controlled: bool
    holders: list[int]
    n_unseen_fitting: int


class LineView(Message):
    """The best line or loop of a colour, its cells in order along it."""

    colour: ColourLetter
    is_loop: bool
    score: int
    cells: list[CellView]


class OutcomeView(Message):
    """How a game ended.

    `termination`: played-out, deadlock, resignation, time or abandoned; `ranks`: one a seat, 1 the best,
    equal when shared.
    """

    termination: str
    scores: list[int]
    ranks: list[int]


class PositionView(Message):
    """A position as it is shown: nothing in it that a person at the table could not see.

    `placements` are the legal ones of the seat to play, as text like "12@3,-1^4"; `refused` names, by
    verdict, those that fit by colour but are not legal now. Any other placement on a space is a mismatch.
    `forced_tiles`: tiles of the hand to play that may fill a forced space now (the arrow beside the tile).
    `unseen`: tiles still in the bag. `last_turn`: indices into all tiles laid of those of the last turn.
    Seats whose turn went by since the last tile was laid: `passed` had no legal free placement, `skipped` no
    tile.
    """

    ply: int
    to_play: int
    phase: PhaseName
    turn: int
    hands: list[list[int]]
    unseen: list[int]
    in_endgame: bool
    spaces: list[SpaceView]
    placements: list[str]
    refused: dict[VerdictName, list[str]]
    forced_tiles: list[int]
    lines: list[LineView]
    scores: list[int]
    last_turn: list[int]
    passed: list[int]
    skipped: list[int]
    outcome: OutcomeView | None


class SeatView(Message):
    """`kind`: person, robot, or open while nobody has taken the seat; `is_mine`: this session plays it.

    `account`: the name of the account that sits here, null for guests and robots.
    """

    seat: int
    colour: ColourLetter
    name: str
    kind: Literal["person", "robot", "open"]
    robot: str | None
    is_mine: bool
    account: str | None


class GameView(Message):
    """What does not change while a game is played. `rules` is the one-line notation of the rule set.

    `control`: the time control as text, like "15 tournament", "10", "5+3", "5+20 credit" or "2 days"; null
    for none. `drawn` is empty as long as the table waits for players.
    """

    id: str
    rules: str
    tile_set: int
    is_teams: bool
    seats: list[SeatView]
    drawn: list[int]
    commitment: str
    started_at: str
    control: str | None
    is_listed: bool


class ClockView(Message):
    """The time each seat has left as this is sent, less than 0 only in a tournament game.

    `running`: the seat whose time runs. `penalties`: tournament points that time over has cost (R8.1).
    """

    left_ms: list[int]
    running: int | None
    penalties: list[int]


# From the server.


class Welcome(Message):
    type: Literal["welcome"] = "welcome"
    version: int
    game: GameView
    laid: list[LaidView]
    position: PositionView
    secret: str | None
    clock: ClockView | None


class Waiting(Message):
    """The table waits for players; a `Welcome` follows when the last seat is taken."""

    type: Literal["waiting"] = "waiting"
    game: GameView


class Presence(Message):
    """Which seats are here, robots always, and how many look on; not an event of the game."""

    type: Literal["presence"] = "presence"
    is_here: list[bool]
    n_watching: int


class Placed(Message):
    """A tile was laid and the next one drawn; `position` is the table after it."""

    type: Literal["placed"] = "placed"
    version: int
    ply: int
    laid: LaidView
    position: PositionView
    clock: ClockView | None


class Over(Message):
    """The game has ended; the secret of the bag is revealed."""

    type: Literal["over"] = "over"
    version: int
    position: PositionView
    secret: str
    clock: ClockView | None


class Ack(Message):
    """The message `id` is durable; `version` is the event it caused."""

    type: Literal["ack"] = "ack"
    id: str
    version: int


class Refused(Message):
    """Nothing changed.

    `code` is a verdict, or one of the codes below; `detail` is for people, in their language.
    """

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    detail: str


REFUSAL_CODES = (
    "stale_ply",
    "not_your_seat",
    "not_begun",
    "seat_taken",
    "already_seated",
    "time_over",
    "bad_message",
    "too_large",
    "too_fast",
    "not_saved",
)


class Thinking(Message):
    """A robot is choosing; not an event of the game, so it has no version."""

    type: Literal["thinking"] = "thinking"
    seat: int


class Pong(Message):
    type: Literal["pong"] = "pong"
    sent_ms: int


ServerMessage = Annotated[
    Welcome | Waiting | Placed | Over | Ack | Refused | Thinking | Presence | Pong,
    Field(discriminator="type"),
]


# From the page.


class PlaceRequest(Message):
    """Lay a tile. `ply` is the number of tiles already laid, as the page sees it."""

    id: MessageId
    ply: Annotated[int, Field(ge=0, le=64)]
    placement: PlacementText


class Place(PlaceRequest):
    type: Literal["place"]


class Resign(Message):
    type: Literal["resign"]
    id: MessageId
    seat: Annotated[int, Field(ge=0, le=3)]


class Sync(Message):
    """Ask for all events after `version`; 0 asks for everything."""

    type: Literal["sync"]
    version: Annotated[int, Field(ge=0, le=1_000_000)]


class Ping(Message):
    type: Literal["ping"]
    sent_ms: Annotated[int, Field(ge=0, le=2**53)]


ClientMessage = Annotated[Place | Resign | Sync | Ping, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[Place | Resign | Sync | Ping] = TypeAdapter(ClientMessage)
SERVER_MESSAGE: TypeAdapter[
    Welcome | Waiting | Placed | Over | Ack | Refused | Thinking | Presence | Pong
] = TypeAdapter(ServerMessage)


# HTTP.


class SeatChoice(Message):
    """Who sits at a seat of a new game. `robot` names one when `kind` is robot; `open` leaves it to others.

    Controls and formats (Unicode's Cc and Cf) are taken out of the name.
    """

    colour: ColourLetter
    kind: Literal["person", "robot", "open"]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    robot: Annotated[str, Field(max_length=40)] | None = None


class NewGame(Message):
    """Seats in turn order, the rule set's options, and the time control as text, null for none.

    `listing`: an open table is shown in the lobby, a private one is found by its address alone.
    """

    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=4)]
    tile_set: Literal[56, 64] = 56
    start: Literal["draw-keep", "draw-return", "draw-then-six", "highest-in-hand", "random-opening"] = (
        "draw-keep"
    )
    forced_sides: Literal["three-or-more", "exactly-three"] = "three-or-more"
    deadlock: Literal["draw", "pass"] = "draw"
    teams: bool = False
    control: Annotated[str, Field(max_length=40)] | None = None
    listing: Literal["private", "open"] = "private"


class SitRequest(Message):
    """Take an open seat, under a name if one is given."""

    seat: Annotated[int, Field(ge=0, le=3)]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""


class TableView(Message):
    """A table as the lobby lists it."""

    id: str
    url: str
    seats: list[SeatView]
    rules: str
    control: str | None
    ply: int
    n_tiles: int
    scores: list[int]
    started_at: str


class Lobby(Message):
    """The open tables that wait for players and those in play, the newest first."""

    waiting: list[TableView]
    in_play: list[TableView]


class Created(Message):
    id: str
    url: str


PuzzlePlacement = Annotated[
    str, Field(min_length=6, max_length=16, pattern=r"^[0-9]{1,2}@-?[0-9]{1,3},-?[0-9]{1,3}\^[0-5]$")
]


class StrandView(Message):
    """A line or loop that a puzzle asks for: through all tiles, or through those that carry its colour."""

    colour: ColourLetter
    is_loop: bool
    is_of_all: bool


class PuzzleView(Message):
    """A puzzle. `edges`: the six letters of each of the tiles, unturned, clockwise from east.

    `goal` says it all in one line; `shape` is null on a free table, `holes` null if any number will do.
    `mode`: to be solved; laid for the best sum of four colours; or taken from a stack in order of `tiles`.
    `n_to_lay`: how many of the tiles are to be laid. `target`: the best result known, null if there is none.
    `query` belongs to every address of the puzzle, its page and the operations on it.
    """

    name: str
    title: str
    goal: str
    mode: Literal["solve", "sum", "stack"]
    query: str
    tiles: list[int]
    n_to_lay: int
    target: int | None
    edges: list[str]
    strands: list[StrandView]
    shape: list[CellView] | None
    holes: int | None


class PuzzlePosition(Message):
    """Tiles on the table of a puzzle, which need not touch."""

    placements: Annotated[list[PuzzlePlacement], Field(max_length=64)]


class Checked(Message):
    """Whether a position solves its puzzle; `faults` are sentences for programs."""

    is_solved: bool
    faults: list[str]


class HintRequest(PuzzlePosition):
    """Ask whether the position can still be solved, for a pair that belongs together, a tile, or all."""

    strength: Literal["solvable", "pair", "tile", "solution"]


class Hint(Message):
    """`status` is of the position: solved (it can be), none (it cannot be) or unknown (no time to find out).

    `pair`: two tiles that lie side by side in a solution. `placements`: where a tile is to go, with those
    it is joined to.
    """

    status: Literal["solved", "none", "unknown"]
    pair: list[int]
    placements: list[str]


class SolutionList(Message):
    """Some solutions of a puzzle, from the `first` on, no two of them alike when turned.

    `status` as in a Hint. `n_listed`: how many can be asked for. `count`: how many there are, null if they
    were not counted in time.
    """

    status: Literal["solved", "none", "unknown"]
    first: int
    solutions: list[list[str]]
    n_listed: int
    count: int | None


class Health(Message):
    """`ready`: the rules are compiled, so that games can be played."""

    status: Literal["ok"]
    ready: bool


class Problem(Message):
    """The body of every error answer."""

    code: str
    detail: str


# Analysis: what a robot thinks of finished games and of positions that somebody has set up.

GradeName = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GameIdText = Annotated[str, Field(min_length=12, max_length=12, pattern="^[a-z0-9]+$")]
PositionText = Annotated[str, Field(min_length=1, max_length=2000)]


class JudgedView(Message):
    """What a robot expects of a placement.

    `margin`: the final margin of the seat to play; `share`: its share of the points, 0 to 1; `line`: what is
    expected to follow, the placement itself first.
    """

    placement: str
    margin: float
    share: float
    n_playouts: int
    line: list[str]


class MissedLoopView(Message):
    """A loop of the own colour that could have been closed; `loss`: the margin given away by not doing so."""

    placement: str
    score: int
    loss: float


class ChoiceView(Message):
    """A placement where there was another: what was played and the best, and what it cost."""

    n_placements: int
    grade: GradeName
    loss: float
    share_loss: float
    loss_error: float
    is_exact: bool
    played: JudgedView
    best: JudgedView
    missed_loop: MissedLoopView | None


class DrawView(Message):
    """A tile drawn, and what it was worth beyond the mean of all that could be drawn, +- one `error`."""

    tile: int
    luck: float
    error: float


class StepView(Message):
    """The `ply`-th tile laid; null where there was nothing to choose, or nothing to draw."""

    ply: int
    seat: int
    placement: str
    choice: ChoiceView | None
    draw: DrawView | None


class TotalsView(Message):
    """The sums of a seat; means are null without a choice, `accuracy` is 0 to 1."""

    seat: int
    n_choices: int
    loss: float
    mean_loss: float | None
    accuracy: float | None
    grades: dict[GradeName, int]
    missed_loops: int
    n_draws: int
    luck: float
    luck_error: float


class ThresholdView(Message):
    """A grade is given from so many points and so much of the share of the points."""

    grade: GradeName
    margin: float
    share: float


class TrackView(Message):
    """A curve: expected margins of a seat as [tiles that lie, points]; only seat 0's where two sides play."""

    seat: int
    points: list[list[float]]


class AnalysisView(Message):
    """A finished game, judged. `margins`: how it ended for each seat."""

    rules: str
    robot: str
    seed: int
    n_plies: int
    is_whole: bool
    margins: list[float] | None
    thresholds: list[ThresholdView]
    seats: list[TotalsView]
    steps: list[StepView]
    tracks: list[TrackView]


class Analysing(Message):
    """An analysis is under way: `done` of `total` placements; `ahead`: how many are worked on before it."""

    type: Literal["analysing"] = "analysing"
    game: str
    done: int
    total: int
    ahead: int


class Analysed(Message):
    """An analysis is done."""

    type: Literal["analysed"] = "analysed"
    game: str
    analysis: AnalysisView


class Suggested(Message):
    """What a robot thinks so far of a position, best first; `judged` holds the best few of `n_placements`."""

    type: Literal["suggested"] = "suggested"
    id: str
    robot: str
    n_placements: int
    n_playouts: int
    judged: list[JudgedView]
    is_exact: bool
    is_done: bool


class AnalyseGame(Message):
    """Ask for the analysis of a finished game."""

    type: Literal["analyse"]
    game: GameIdText


class SuggestAt(Message):
    """Ask what to play in a finished game when `ply` tiles lay; ends what was asked before."""

    type: Literal["suggest_at"]
    id: MessageId
    game: GameIdText
    ply: Annotated[int, Field(ge=0, le=64)]


class SuggestFor(Message):
    """Ask what to play in a position given as text; ends what was asked before."""

    type: Literal["suggest_for"]
    id: MessageId
    position: PositionText


class StopThinking(Message):
    """Ask for no more suggestions."""

    type: Literal["stop"]


AnalysisServerMessage = Annotated[
    Analysing | Analysed | Suggested | Refused | Pong, Field(discriminator="type")
]
AnalysisClientMessage = Annotated[
    AnalyseGame | SuggestAt | SuggestFor | StopThinking | Ping, Field(discriminator="type")
]
ANALYSIS_SERVER_MESSAGE: TypeAdapter[Analysing | Analysed | Suggested | Refused | Pong] = TypeAdapter(
    AnalysisServerMessage
)
ANALYSIS_CLIENT_MESSAGE: TypeAdapter[AnalyseGame | SuggestAt | SuggestFor | StopThinking | Ping] = (
    TypeAdapter(AnalysisClientMessage)
)


class SetUp(Message):
    """A position for the analysis board, as the one-line notation has it."""

    position: PositionText


class Trial(SetUp):
    """A placement tried in a position, and the tile that is drawn for it, null once the bag is empty."""

    placement: PlacementText
    draw: Annotated[int, Field(ge=1, le=64)] | None


class RecordText(Message):
    """The record of a game as text."""

    record: Annotated[str, Field(min_length=1, max_length=30_000)]


class BoardView(Message):
    """A position on the analysis board. `text` is its one-line notation."""

    text: str
    laid: list[LaidView]
    position: PositionView


class StudyView(Message):
    """Positions that follow each other: `texts`, the first with `n_before` tiles laid, each with one more.

    `laid`: the tiles of the last one, in order.
    """

    game: GameView
    texts: list[str]
    laid: list[LaidView]
    n_before: int
