"""Analysis: what a robot thinks of finished games and of positions that somebody has set up."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tantrix.server.protocol.base import (
    GameIdText,
    GradeName,
    Message,
    MessageId,
    Ping,
    PlacementText,
    Pong,
    PositionText,
    Refused,
)
from tantrix.server.protocol.game import GameView, LaidView, PositionView


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
