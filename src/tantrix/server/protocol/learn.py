"""The lessons of the tutorial: positions to be played on, what is asked in them, and the words for it."""

from typing import Literal

from tantrix.server.protocol.analysis import BoardView
from tantrix.server.protocol.base import CellView, Message, VerdictName
from tantrix.server.protocol.game import GameView

GoalName = Literal["refusal", "lay", "lengthen", "fill", "spot", "loop"]
RushGoalName = Literal["lay", "aside", "gobble"]


class LessonStep(Message):
    """A position and a task in it.

    `asked`: the placements that solve the task; where the goal is a refusal, those that are refused by
    `reason` and so show what the lesson is about. `praise` is said then, `nudge` after any other legal
    placement. `ring`: the cell that the words speak of. `draw`: the tile that follows one that is laid, null
    from an empty bag. `turns_freely`: the tile is not turned to fit by the page.
    """

    words: str
    praise: str
    nudge: str
    goal: GoalName
    game: GameView
    board: BoardView
    asked: list[str]
    reason: VerdictName | None
    ring: CellView | None
    draw: int | None
    turns_freely: bool


class LessonRush(Message):
    """A table of Gobble and a task on it: `stock` from the top, `pile` the open penalty tiles."""

    words: str
    praise: str
    nudge: str
    goal: RushGoalName
    laid: list[str]
    stock: list[int]
    pile: list[int]


class LessonView(Message):
    """A lesson: its steps of strategy, then those of Gobble; it has one kind or the other."""

    name: str
    title: str
    steps: list[LessonStep]
    rushes: list[LessonRush]


class CourseView(Message):
    """All lessons, in order."""

    lessons: list[LessonView]
