"""Lessons of the tutorial: what a step is, the game it is played in, and which placements do what it asks.

A position is given by how it came about: rules, hands, and every tile laid with the one drawn after it. So it
is reached by the rules or cannot be built at all. A step without a position goes on where the one before it
leads to. Everything here computes for milliseconds a step: it is called on threads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tantrix.game import Game, Verdict
from tantrix.notation import parse_hands, parse_rules
from tantrix.placement import Placement


class LessonGoal(StrEnum):
    """What a person is to do in a step.

    REFUSAL: lay a tile on the target's cell in a way that the rules refuse. LAY: any legal placement.
    LENGTHEN: one that makes the own score higher. FILL: one in a forced space. SPOT: the target's tile on
    the target's cell. LOOP: one that closes a loop that counts.
    """

    REFUSAL = "refusal"
    LAY = "lay"
    LENGTHEN = "lengthen"
    FILL = "fill"
    SPOT = "spot"
    LOOP = "loop"


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """A task in a position.

    `position`: `rules; hands; placements`, a placement with the tile drawn after it, `12@0,0^1+7`; empty to
    go on from the step before. `target`: the placement that the words mean, ringed on the board. `draw`: the
    tile drawn after the asked placement, None from an empty bag or where nothing is laid. `reason`: why what
    is tempting is refused.
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


class RushGoal(StrEnum):
    """What a person is to do in a step of Gobble.

    LAY: a turned tile. ASIDE: put one away that fits nowhere. GOBBLE: fill a forced space from the penalty
    pile, and give a tile to somebody.
    """

    LAY = "lay"
    ASIDE = "aside"
    GOBBLE = "gobble"


@dataclass(frozen=True, slots=True)
class RushStep:
    """A task on a table of Gobble: the tiles laid in order, the stock from its top, the penalty pile."""

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
    """What is taught together; `name` is its place in the page's address."""

    name: str
    title: str
    steps: tuple[StepDefinition, ...] = ()
    rushes: tuple[RushStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A step in its game, and the placements that solve it."""

    step: StepDefinition
    game: Game
    asked: tuple[Placement, ...]


def tasks(lesson: Lesson) -> Iterator[Task]:
    """Yield the steps of a lesson, each in its game."""
    after: Game | None = None
    for step in lesson.steps:
        game = reached(step.position) if step.position else after
        assert game is not None, f"the first step of {lesson.name} has no position"
        task = Task(step, game, tuple(asked(step, game)))
        yield task
        after = game if step.goal is LessonGoal.REFUSAL else game.play(task.asked[0], step.draw)


def reached(position: str) -> Game:
    """Play a position as it came about. Raises IllegalPlacement, or ValueError for what cannot be read."""
    rules, hands, placements = position.split(";")
    game = Game.start(parse_rules(rules), parse_hands(hands))
    for word in placements.split():
        placement, _, draw = word.partition("+")
        game = game.play(placement, int(draw) if draw else None)
    return game


def asked(step: StepDefinition, game: Game) -> Iterator[Placement]:
    """Yield what solves a step: legal placements, or refused ones where the goal is a refusal."""
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


def target_of(step: StepDefinition) -> Placement:
    """Return the placement that a step means. Raises ValueError if it means none."""
    if step.target is None:
        raise ValueError(f"expected a target in the step {step.words!r}")
    return Placement.parse(step.target)
