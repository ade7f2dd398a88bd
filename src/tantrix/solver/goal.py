"""The goal of a puzzle, as a value and as text.

`1-10 loop:Y` is a yellow loop through all of the tiles 1 to 10 without holes; `1-10*6` repeats a set as six
packs; `loop:Y/own` goes through every tile that carries yellow; `holes:allow`, `holes:2`,
`shape:triangle:4` and `held:1@0,0^3;2@1,0^3` follow in any order.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import index

from tantrix._tools.immutable import immutable
from tantrix.placement import Placement
from tantrix.solver.held_groups import HeldGroup, groups_of
from tantrix.solver.shapes import BoardShape, is_connected
from tantrix.tiles import FULL_SET, Colour, Shape, check_tile, colours, links

MAX_TILES = 1000
FORBID, ALLOW = "forbid", "allow"

_RANGE = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?(?:\*(\d{1,4}))?", re.ASCII)


class GoalKind(StrEnum):
    """Whether a strand is closed."""

    LOOP = "loop"
    LINE = "line"


class GoalScope(StrEnum):
    """Which tiles a strand goes through: all, or its own, which are the tiles that carry its colour."""

    ALL = "all"
    OWN = "own"


class SolveMode(StrEnum):
    """What to find out about a goal."""

    FIRST = "first"
    ALL = "all"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Strand:
    """A required line or loop: every link of its colour belongs to it."""

    colour: Colour
    kind: GoalKind = GoalKind.LOOP
    scope: GoalScope = GoalScope.ALL

    def __str__(self) -> str:
        return f"{self.kind}:{self.colour.letter}" + ("/own" if self.scope is GoalScope.OWN else "")


@immutable
@dataclass(frozen=True, slots=True)
class Goal:
    """All tiles in one connected piece, touching edges matching, the strands complete.

    `holes` is the required number of holes, None for any. With a shape, the tiles fill it exactly. `held` are
    tiles on a table: tiles that touch keep their relative position in the solution, moved and turned
    together; a single tile is not constrained and is dropped. Raises ValueError for a contradictory goal.
    """

    tiles: tuple[int, ...]
    strands: tuple[Strand, ...] = ()
    shape: BoardShape | None = None
    holes: int | None = 0
    held: tuple[Placement, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.tiles) <= MAX_TILES:
            raise ValueError(f"expected 1 to {MAX_TILES} tiles, got {len(self.tiles)}")
        for tile in self.tiles:
            check_tile(tile)
        object.__setattr__(self, "tiles", tuple(sorted(map(index, self.tiles))))
        colours = [strand.colour for strand in self.strands]
        if len(set(colours)) < len(colours):
            raise ValueError(f"expected each colour once, got {' '.join(map(str, self.strands))}")
        if self.holes is not None:
            object.__setattr__(self, "holes", index(self.holes))
            if self.holes < 0:
                raise ValueError(f"expected a number of holes, got {self.holes}")
        self._check_shape()
        if self.held:
            self._check_held()

    def _check_shape(self) -> None:
        if self.shape is None:
            return
        if len(self.shape.cells) != len(self.tiles):
            n_cells, n_tiles = len(self.shape.cells), len(self.tiles)
            raise ValueError(f"expected a tile for each of {n_cells} cells of {self.shape}, got {n_tiles}")
        if not is_connected(self.shape.cells):
            raise ValueError(f"expected a shape in one piece, got {self.shape}")

    def _check_held(self) -> None:
        if len({placement.cell for placement in self.held}) < len(self.held):
            raise ValueError(f"expected the held tiles on different cells, got {print_held(self.held)}")
        lacking = Counter(placement.tile for placement in self.held) - Counter(self.tiles)
        if lacking:
            raise ValueError(f"expected only tiles of the goal to be held, got {print_tile_set(lacking)}")
        together = [each for group in groups_of(self.held) if len(group) > 1 for each in group]
        object.__setattr__(self, "held", tuple(sorted(each.canonical() for each in together)))

    @property
    def groups(self) -> list[HeldGroup]:
        """The groups of held tiles, the largest first."""
        return groups_of(self.held)

    @property
    def is_distinct(self) -> bool:
        return len(set(self.tiles)) == len(self.tiles)

    def through(self, strand: Strand) -> int:
        """Count the tiles that carry a strand's colour."""
        return sum(carries(tile, strand.colour) for tile in self.tiles)

    def __str__(self) -> str:
        return print_goal(self)


def is_full_loop(goal: Goal) -> bool:
    """Return whether the only strand is a loop through all tiles."""
    if len(goal.strands) != 1 or goal.strands[0].kind is not GoalKind.LOOP:
        return False
    return goal.through(goal.strands[0]) == len(goal.tiles)


def is_plain_loop(goal: Goal) -> bool:
    """Return whether a goal is one loop through all tiles, without holes or shape."""
    return goal.shape is None and goal.holes == 0 and is_full_loop(goal)


def turnings(tiles: Sequence[int], colour: Colour) -> list[int]:
    """Count the straights, bends and corners of a colour."""
    shapes = [link.shape for tile in tiles for link in links(tile) if link.colour == colour]
    return [shapes.count(shape) for shape in (Shape.STRAIGHT, Shape.BEND, Shape.CORNER)]


@cache
def carries(tile: int, colour: Colour) -> bool:
    """Return whether a tile has a link of a colour."""
    return colour in colours(tile)


def print_goal(goal: Goal) -> str:
    """Write a goal on one line; `parse_goal` reads it."""
    words = [print_tile_set(goal.tiles), *map(str, goal.strands)]
    if goal.shape is not None:
        words.append(f"shape:{goal.shape}")
    if goal.holes != 0:
        words.append(f"holes:{print_holes(goal.holes)}")
    if goal.held:
        words.append(f"held:{print_held(goal.held)}")
    return " ".join(words)


def parse_goal(text: str) -> Goal:
    """Read what `print_goal` writes. Raises ValueError for any other text."""
    tiles, *words = text.split() or [""]
    strands: list[Strand] = []
    shape: BoardShape | None = None
    holes: int | None = 0
    held: tuple[Placement, ...] = ()
    for word in words:
        name, _, rest = word.partition(":")
        if name == "shape":
            shape = BoardShape.parse(rest)
        elif name == "holes":
            holes = parse_holes(rest)
        elif name == "held":
            held = parse_held(rest)
        else:
            strands.append(_parse_strand(word))
    return Goal(parse_tile_set(tiles), tuple(strands), shape, holes, held)


def parse_tile_set(text: str) -> tuple[int, ...]:
    """Read tiles such as `1-10`, `1,4,5` or `1-10*6,12`. Raises ValueError for any other text, even empty."""
    tiles: list[int] = []
    for word in text.replace(" ", ",").split(","):
        found = _RANGE.fullmatch(word)
        if found is None:
            raise ValueError(f"expected tiles such as '1-10', '1,4,5' or '1-10*6', got {text!r}")
        first = int(found[1])
        last, times = int(found[2] or first), int(found[3] or 1)
        if not 1 <= first <= last <= FULL_SET[-1] or not 1 <= times <= MAX_TILES:
            raise ValueError(f"expected tiles from 1 to {FULL_SET[-1]} in rising order, got {word!r}")
        tiles += list(range(first, last + 1)) * times
    return tuple(sorted(tiles))


def print_tile_set(tiles: Iterable[int]) -> str:
    """Write tiles as briefly as possible: `1-10*6,12`."""
    listed = sorted(tiles)
    times = {tile: listed.count(tile) for tile in dict.fromkeys(listed)}
    words, left = [], list(times)
    while left:
        first = last = left.pop(0)
        while left and left[0] == last + 1 and times[left[0]] == times[first]:
            last = left.pop(0)
        copies = f"*{times[first]}" if times[first] > 1 else ""
        words.append((f"{first}-{last}" if last > first else str(first)) + copies)
    return ",".join(words)


def parse_holes(text: str) -> int | None:
    """Read `forbid`, `allow` or a number. Raises ValueError for any other text."""
    if text == ALLOW:
        return None
    if text == FORBID:
        return 0
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"expected holes forbid, allow or a number, got {text!r}")
    return int(text)


def print_holes(holes: int | None) -> str:
    return ALLOW if holes is None else FORBID if holes == 0 else str(holes)


def parse_held(text: str) -> tuple[Placement, ...]:
    """Read placements separated by `;` or spaces. Raises ValueError for any other text."""
    return tuple(Placement.parse(word) for word in text.replace(";", " ").split())


def print_held(held: Iterable[Placement]) -> str:
    return ";".join(map(str, held))


def _parse_strand(word: str) -> Strand:
    kind, _, rest = word.partition(":")
    letter, _, scope = rest.partition("/")
    if kind not in tuple(GoalKind) or scope not in ("", "own"):
        raise ValueError(
            f"expected a word such as 'loop:Y', 'line:R/own', 'shape:…', 'holes:…' or 'held:…', got {word!r}"
        )
    return Strand(Colour.parse(letter), GoalKind(kind), GoalScope.OWN if scope else GoalScope.ALL)
