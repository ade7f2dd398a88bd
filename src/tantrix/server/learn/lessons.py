"""Lessons of the tutorial: their steps, the game of each step, and the placements that solve it.

A position is written as the game that leads to it: rules, hands, and every placement with the tile drawn
after it. So no position can break the rules. A step without a position continues the step before it. Each
step takes milliseconds to compute, so call these functions on a thread.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tantrix.game import Game, Verdict
from tantrix.notation import parse_hands, parse_rules
from tantrix.placement import Placement


class LessonGoal(StrEnum):
    """What the learner has to do in a step.

    REFUSAL: try a placement on the target's cell that the rules forbid. LAY: any legal placement.
    LENGTHEN: one that raises the learner's score. FILL: one in a forced space. SPOT: the target's tile on the
    target's cell. LOOP: one that closes a scoring loop.
    """

    REFUSAL = "refusal"
    LAY = "lay"
    LENGTHEN = "lengthen"
    FILL = "fill"
    SPOT = "spot"
    LOOP = "loop"


class LessonMark(StrEnum):
    """A mark on the table; no lesson shows it before the lesson that explains it.

    DOT: on a forced space. ARROW: on a tile that fits one. GREY: a controlled space.
    """

    DOT = "dot"
    ARROW = "arrow"
    GREY = "grey"


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """A task in a position.

    `position`: `rules; hands; placements`, each placement with the tile drawn after it, such as `12@0,0^1+7`;
    empty to continue the step before. `target`: the placement that the text refers to, ringed on the board.
    `draw`: the tile drawn after the solution, None if the bag is empty or nothing is placed. `reason`: the
    verdict on the tempting placement. `teaches`: the marks that the text explains.
    """

    words: str
    praise: str
    goal: LessonGoal
    position: str = ""
    target: str | None = None
    draw: int | None = None
    reason: Verdict | None = None
    nudge: str = ""
    turns_freely: bool = False
    teaches: tuple[LessonMark, ...] = ()


class RushGoal(StrEnum):
    """What the learner has to do in a step of Gobble.

    LAY: lay the turned tile. ASIDE: put aside a tile that fits nowhere. GOBBLE: fill a forced space from the
    penalty pile, and give a tile to an opponent.
    """

    LAY = "lay"
    ASIDE = "aside"
    GOBBLE = "gobble"


@dataclass(frozen=True, slots=True)
class RushStep:
    """A task in Gobble: the placements in order, the stock from its top, and the penalty pile."""

    words: str
    praise: str
    goal: RushGoal
    laid: str
    stock: tuple[int, ...]
    pile: tuple[int, ...] = ()
    nudge: str = ""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The tiles on the table."""
        return tuple(map(Placement.parse, self.laid.split()))


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some steps on one topic; `name` is part of the page's address."""

    name: str
    title: str
    steps: tuple[StepDefinition, ...] = ()
    rushes: tuple[RushStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A step in its game, and the placements that solve it."""

    step: StepDefinition
    game: Game
    expected: tuple[Placement, ...]


def tasks(lesson: Lesson) -> Iterator[Task]:
    """Yield the steps of a lesson, each in its game."""
    after: Game | None = None
    for step in lesson.steps:
        game = reached(step.position) if step.position else after
        assert game is not None, f"the first step of {lesson.name} has no position"
        task = Task(step, game, tuple(expected_placements(step, game)))
        yield task
        after = game if step.goal is LessonGoal.REFUSAL else game.play(task.expected[0], step.draw)


def reached(position: str) -> Game:
    """Play a game up to a position. Raises IllegalPlacement, or ValueError if the text cannot be read."""
    rules, hands, placements = position.split(";")
    game = Game.start(parse_rules(rules), parse_hands(hands))
    for word in placements.split():
        placement, _, draw = word.partition("+")
        game = game.play(placement, int(draw) if draw else None)
    return game


def expected_placements(step: StepDefinition, game: Game) -> Iterator[Placement]:
    """Yield the placements that solve a step: legal ones, or forbidden ones if the goal is a refusal."""
    if step.goal is LessonGoal.REFUSAL:
        yield from _refused(step, game)
        return
    for placement in game.placements():
        if _does(step, game, placement):
            yield placement


def _refused(step: StepDefinition, game: Game) -> Iterator[Placement]:
    cell = target_of(step).cell
    for tile in game.hands[game.to_play]:
        for rotation in range(6):
            placement = Placement(tile, cell, rotation)
            if game.verdict(placement) is step.reason:
                yield placement


def _does(step: StepDefinition, game: Game, placement: Placement) -> bool:
    if step.goal is LessonGoal.LAY:
        return True
    if step.goal is LessonGoal.FILL:
        return placement.cell in game.forced_spaces()
    if step.goal is LessonGoal.SPOT:
        target = target_of(step)
        return (placement.tile, placement.cell) == (target.tile, target.cell)
    after = game.play(placement, step.draw)
    is_longer = after.score(game.to_play) > game.score(game.to_play)
    colour = game.rules.colours[game.to_play]
    return is_longer and after.best(colour).is_loop == (step.goal is LessonGoal.LOOP)


def marks_taught(lessons: Iterable[Lesson], last: StepDefinition) -> list[LessonMark]:
    """Return the marks that the lessons have explained by the end of a step's text."""
    marks: list[LessonMark] = []
    for step in (step for lesson in lessons for step in lesson.steps):
        marks += step.teaches
        if step is last:
            break
    return marks


def ringed_tile(task: Task) -> int | None:
    """Return the tile of the hand that a step rings with its space; None if any tile may be chosen."""
    is_any = task.step.target is None or task.step.goal is LessonGoal.REFUSAL
    return None if is_any else target_of(task.step).tile


def target_of(step: StepDefinition) -> Placement:
    """Return the target of a step. Raises ValueError if it has none."""
    if step.target is None:
        raise ValueError(f"expected a target in the step {step.words!r}")
    return Placement.parse(step.target)
