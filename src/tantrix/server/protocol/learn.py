"""The lessons of the tutorial: positions, tasks and texts."""

from typing import Literal

from tantrix.server.protocol.analysis import BoardView
from tantrix.server.protocol.base import CellView, Message, VerdictName
from tantrix.server.protocol.game import GameView

GoalName = Literal["refusal", "lay", "lengthen", "fill", "spot", "loop"]
MarkName = Literal["dot", "arrow", "grey"]
RushGoalName = Literal["lay", "aside", "gobble"]


class LessonStep(Message):
    """A position and a task in it.

    `expected`: the placements that solve the task; if the goal is a refusal, the placements that are refused
    for `reason`. `praise` is shown after these, and `nudge` after any other legal placement. `ring`: the cell
    that the text is about; `ring_tile`: the tile of the hand that it refers to. `marks`: the marks that were
    explained so far and may be shown. `draw`: the tile that is drawn next, null if the bag is empty.
    `turns_freely`: the page does not turn the tile to fit.
    """

    words: str
    praise: str
    nudge: str
    goal: GoalName
    game: GameView
    board: BoardView
    expected: list[str]
    reason: VerdictName | None
    ring: CellView | None
    ring_tile: int | None
    marks: list[MarkName]
    draw: int | None
    turns_freely: bool


class LessonRush(Message):
    """A table of Gobble and a task; `stock` starts at the top, `pile` holds the open penalty tiles."""

    words: str
    praise: str
    nudge: str
    goal: RushGoalName
    laid: list[str]
    stock: list[int]
    pile: list[int]


class LessonView(Message):
    """A lesson: either steps of Tantrix or steps of Gobble."""

    name: str
    title: str
    steps: list[LessonStep]
    rushes: list[LessonRush]


class CourseView(Message):
    """All lessons, in order."""

    lessons: list[LessonView]
