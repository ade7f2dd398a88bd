"""Analysis: a robot's evaluation of finished games and of positions set up on the board."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tantrix.server.protocol.base import (
    ColourLetter,
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
    """A robot's evaluation of a placement.

    `margin`: the expected final margin of the seat to play; `share`: its share of the points, 0 to 1; `line`:
    the expected placements, starting with this one.
    """

    placement: str
    margin: float
    share: float
    n_playouts: int
    line: list[str]


class MissedLoopView(Message):
    """A loop in the player's colour that could have been closed; `loss`: the margin lost by not doing so."""

    placement: str
    score: int
    loss: float


class ReasonView(Message):
    """A fact about a placement, the colour that it concerns, and a number of tiles, 0 if there is none."""

    fact: str
    colour: ColourLetter
    n: int


class ChoiceView(Message):
    """A placement with alternatives: what was played, what was best, and what the choice cost.

    `reasons`: what the placement does, most important first; `best_reasons`: what the best one does, empty if
    it was played.
    """

    n_placements: int
    grade: GradeName
    loss: float
    share_loss: float
    loss_error: float
    is_exact: bool
    played: JudgedView
    best: JudgedView
    missed_loop: MissedLoopView | None
    reasons: list[ReasonView]
    best_reasons: list[ReasonView]


class DrawView(Message):
    """A drawn tile, and its value relative to the mean of all possible draws, within one `error`."""

    tile: int
    luck: float
    error: float


class StepView(Message):
    """The `ply`-th tile laid; `choice` and `draw` are null if there was none."""

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
    """The loss of points, and of the share of the points, from which on a grade is given."""

    grade: GradeName
    margin: float
    share: float


class TrackView(Message):
    """A curve: the expected margins of a seat as [tiles laid, points]; only seat 0 if there are two sides."""

    seat: int
    points: list[list[float]]


class AnalysisView(Message):
    """The analysis of a finished game. `margins`: the final margin of each seat."""

    rules: str
    robot: str
    seed: int
    n_plies: int
    is_complete: bool
    margins: list[float] | None
    thresholds: list[ThresholdView]
    seats: list[TotalsView]
    steps: list[StepView]
    tracks: list[TrackView]


class Analysing(Message):
    """An analysis is running: `done` of `total` placements; `ahead`: how many analyses come before it."""

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
    """A robot's evaluation of a position so far; `judged` has the best few of `n_placements`, best first."""

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
    """Ask what to play in a finished game after `ply` tiles; ends the previous request."""

    type: Literal["suggest_at"]
    id: MessageId
    game: GameIdText
    ply: Annotated[int, Field(ge=0, le=64)]


class SuggestFor(Message):
    """Ask what to play in a position given as text; ends the previous request."""

    type: Literal["suggest_for"]
    id: MessageId
    position: PositionText


class StopThinking(Message):
    """Ask the server to stop sending suggestions."""

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
    """A position for the analysis board, in the one-line notation."""

    position: PositionText


class Trial(SetUp):
    """A placement to try in a position, and the tile drawn after it, null once the bag is empty."""

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
    """Consecutive positions as `texts`: the first has `n_before` tiles laid, each further one has one more.

    `laid`: the tiles of the last position, in order.
    """

    game: GameView
    texts: list[str]
    laid: list[LaidView]
    n_before: int
