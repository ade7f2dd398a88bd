"""Plans: the sequences of placements that a player foresees, with their own replies; values only.

A plan is a list of lines from one position. A line is a sequence of steps, the placements of all seats in the
order of play; those of the player are replies, the others are conditions. A step may also name the tile drawn
after it, as a condition; without one it stands for any draw. After each placement of the game the lines that
foresaw it go on, and all others end. A line that names the draw goes before one that does not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tantrix.game import Game, IllegalPlacement
from tantrix.placement import Placement
from tantrix.record.entries import Entry, RecordReader, print_entries

MAX_TILES = 50  # in a plan; what several lines begin with counts once
MAX_LINES = 25
MAX_STEPS = 24  # in a line


class PlanStep(NamedTuple):
    """A placement, and the tile drawn after it; None stands for any draw."""

    placement: Placement
    draw: int | None = None


PlanSteps = tuple[PlanStep, ...]


class ImpossibleLine(ValueError):
    """A line cannot be played, and no rule is the reason."""


class MissingReply(ValueError):
    """A line does not end with a placement of its player."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The lines of a plan, in the order in which they were added; after the same steps, one reply."""

    lines: tuple[PlanSteps, ...] = ()

    @property
    def n_tiles(self) -> int:
        """Count the steps, and those with which several lines begin only once."""
        return len({line[: n + 1] for line in self.lines for n in range(len(line))})

    @property
    def next(self) -> Placement | None:
        """The placement of the next step; it is the only one if that step is a reply."""
        return self.lines[0][0].placement if self.lines else None

    def after(self, placement: Placement, draw: int | None) -> "Plan":
        """Return what is left of the plan once a tile is laid and the next one drawn."""
        named, any_draw = self._after(PlanStep(placement, draw)), self._after(PlanStep(placement))
        return named if named.lines else any_draw

    def _after(self, step: PlanStep) -> "Plan":
        return Plan(tuple(line[1:] for line in self.lines if line[0] == step and len(line) > 1))


@dataclass(frozen=True, slots=True)
class PlannedPosition:
    """A position that may come; of `n_unknown` tiles drawn on the way to it, nobody knows which they are."""

    game: Game
    n_unknown: int = 0

    def after(self, step: PlanStep) -> "PlannedPosition":
        """Return the position after a step. Raises IllegalPlacement or ImpossibleLine."""
        placement, draw = step
        n_left = len(self.game.bag) - self.n_unknown
        if n_left > 1 and draw is None:
            return PlannedPosition(self.game.play_undrawn(placement), self.n_unknown + 1)
        if n_left == 1 and self.n_unknown:
            raise ImpossibleLine("expected all draws by name, because the bag is empty after this one")
        if n_left == 1 and draw is None:
            (draw,) = self.game.bag
        try:
            return PlannedPosition(self.game.play(placement, draw), self.n_unknown)
        except IllegalPlacement:
            raise
        except ValueError as error:
            raise ImpossibleLine(str(error)) from error


def replies_in(game: Game, line: PlanSteps, mine: frozenset[int]) -> frozenset[int]:
    """Return which steps of a line, counted from 0, are placements of the seats in `mine`.

    Raises IllegalPlacement or ImpossibleLine if the line cannot be played as far as the draws are known.
    """
    planned, replies = PlannedPosition(game), set()
    for n, step in enumerate(line):
        if planned.game.to_play in mine:
            replies.add(n)
        planned = planned.after(step)
    return frozenset(replies)


def position_after(game: Game, line: PlanSteps) -> Game:
    """Return the position after a line. Raises IllegalPlacement or ImpossibleLine."""
    planned = PlannedPosition(game)
    for step in line:
        planned = planned.after(step)
    return planned.game


def plan_of(game: Game, lines: Iterable[PlanSteps], mine: frozenset[int]) -> Plan:
    """Return the plan of the player of some seats; of two different replies, the later one is kept.

    Raises IllegalPlacement or ImpossibleLine if a line cannot be played, and MissingReply.
    """
    kept: list[PlanSteps] = []
    for line in lines:
        replies = replies_in(game, line, mine)
        if len(line) - 1 not in replies:
            raise MissingReply(f"expected a line that ends with a reply, got {len(line)} steps")
        if not any(other[: len(line)] == line for other in kept):
            kept = [*(other for other in kept if not _is_replaced(other, line, replies)), line]
    return Plan(tuple(kept))


def _is_replaced(other: PlanSteps, line: PlanSteps, replies: frozenset[int]) -> bool:
    """Return whether a later line begins with another one, or replies differently to the same steps."""
    n = next((n for n, (a, b) in enumerate(zip(other, line, strict=False)) if a != b), None)
    return n is None or (n in replies and other[n].placement != line[n].placement)


def print_plan(plan: Plan) -> str:
    """Write a plan as text, one line each, as entries of a record."""
    return "\n".join(" ".join(print_entries(map(_entry, line), 1)) for line in plan.lines)


def parse_plan(text: str) -> Plan:
    """Read what `print_plan` has written. Raises ValueError for anything else."""
    return Plan(tuple(tuple(_steps(line)) for line in text.splitlines()))


def _entry(step: PlanStep) -> Entry:
    return Entry(step.placement, step.draw)


def _steps(line: str) -> Iterator[PlanStep]:
    for entry in RecordReader(line).read_variation(1).entries:
        yield PlanStep(entry.placement, entry.draw)
