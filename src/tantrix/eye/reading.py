"""What was read from a photograph, and the ways to a game, a puzzle, a solver's goal and scores."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tantrix.game import Game
from tantrix.hexes import Cell, neighbour, opposite
from tantrix.placement import Placement
from tantrix.rules import Rules
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, Strand
from tantrix.tiles import Colour, Link, edges, links

SURE = 0.95


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile in a photograph.

    `x`, `y` and `size` (across opposite corners) are in pixels of the file; `angle` is the direction of the
    first of `edges`, in degrees clockwise from right. `placement` is the tile in its group; a loose tile
    has a group of its own. `is_whole` is false for a tile that is partly outside: it counts for nothing.
    `outline` is its six corners. `others` are the next best readings with how likely they are.
    """

    x: float
    y: float
    size: float
    angle: float
    edges: str
    placement: Placement
    group: int
    confidence: float
    is_whole: bool
    outline: tuple[tuple[float, float], ...]
    others: tuple[tuple[str, float], ...] = ()

    @property
    def number(self) -> int:
        return self.placement.tile


@dataclass(frozen=True, slots=True)
class ReadBack:
    """A tile that lies face down: where it is in pixels of the file, and how large."""

    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class ColourLine:
    """A line or loop of one colour through the cells of a group."""

    colour: Colour
    cells: tuple[Cell, ...]
    is_loop: bool

    @property
    def points(self) -> int:
        """One point per tile, two per tile in a loop (R5.1)."""
        return len(self.cells) * (2 if self.is_loop else 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from one photograph; `notes` are sentences on what is doubtful."""

    tiles: tuple[ReadTile, ...]
    backs: tuple[ReadBack, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[ReadTile, ...]:
        """The tiles that are wholly seen."""
        return tuple(tile for tile in self.tiles if tile.is_whole)

    def groups(self) -> tuple[tuple[Placement, ...], ...]:
        """Return the groups of two tiles or more, the largest first."""
        groups: dict[int, list[Placement]] = {}
        for tile in self.counted:
            groups.setdefault(tile.group, []).append(tile.placement)
        found = [tuple(sorted(group)) for group in groups.values() if len(group) > 1]
        return tuple(sorted(found, key=lambda group: (-len(group), group)))

    def loose(self) -> tuple[int, ...]:
        """Return the numbers of the tiles that touch no other, as often as they were seen."""
        sizes = Counter(tile.group for tile in self.counted)
        return tuple(sorted(tile.number for tile in self.counted if sizes[tile.group] == 1))

    def is_checked(self) -> bool:
        """Tell whether nothing is doubtful: every tile sure, no tile twice, every contact matching."""
        is_sure = all(tile.confidence > SURE for tile in self.counted)
        return is_sure and not self.repeated() and not any(mismatches(group) for group in self.groups())

    def repeated(self) -> tuple[int, ...]:
        """Return the numbers of tiles that were seen more than once."""
        counts = Counter(tile.number for tile in self.counted)
        return tuple(sorted(number for number, n in counts.items() if n > 1))

    def game(self, rules: Rules, hands: Sequence[Iterable[int]], to_play: int = 0) -> Game:
        """Return the position of the largest group. Raises ValueError if it breaks the golden rule."""
        return Game.from_position(rules, connected(self._largest()), hands, to_play)

    def goal(self, strands: Sequence[Strand] = (), holes: int | None = 0) -> Goal:
        """Return the goal to make these strands of all tiles in the photograph."""
        return Goal(tuple(tile.number for tile in self.counted), tuple(strands), holes=holes)

    def puzzle_faults(self, strands: Sequence[Strand], holes: int | None = 0) -> list[str]:
        """Return what is wrong with the largest group as a solution for all tiles in the photograph."""
        return faults(self.goal(strands, holes), self._largest())

    def lines(self) -> tuple[ColourLine, ...]:
        """Return the best line or loop of every colour in the largest group, which need not match."""
        return tuple(best_line(self._largest(), colour) for colour in Colour)

    def _largest(self) -> tuple[Placement, ...]:
        groups = self.groups()
        alone = tuple(tile.placement for tile in self.counted[:1])
        return groups[0] if groups else alone


def connected(group: Sequence[Placement]) -> tuple[Placement, ...]:
    """Return a group in an order in which each tile touches an earlier one."""
    waiting, laid = list(group[1:]), list(group[:1])
    while waiting:
        beside = {neighbour(placement.cell, edge) for placement in laid for edge in range(6)}
        following = next((placement for placement in waiting if placement.cell in beside), waiting[0])
        waiting.remove(following)
        laid.append(following)
    return tuple(laid)


def mismatches(group: Sequence[Placement]) -> tuple[tuple[Cell, int], ...]:
    """Return the contacts of different colours, each once: the cell and the edge, 0 to 2."""
    shown = {placement.cell: edges(placement.tile, placement.rotation) for placement in group}
    return tuple(
        (cell, edge)
        for cell, own in sorted(shown.items())
        for edge in range(3)
        if (beside := shown.get(neighbour(cell, edge))) and own[edge] != beside[opposite(edge)]
    )


def best_line(group: Sequence[Placement], colour: Colour) -> ColourLine:
    """Return the line or loop of a colour that scores most; contacts that do not match end a line."""
    links_of = {
        placement.cell: link
        for placement in group
        for link in links(placement.tile, placement.rotation)
        if link.colour == colour
    }
    best = ColourLine(colour, (), False)
    waiting = set(links_of)
    while waiting:
        line = _followed(links_of, min(waiting), colour)
        waiting.difference_update(line.cells)
        best = max(best, line, key=lambda found: found.points)
    return best


def _followed(links_of: dict[Cell, Link], start: Cell, colour: Colour) -> ColourLine:
    """Return the line through a cell, followed to both ends."""
    onwards = _walk(links_of, start, links_of[start].b)
    if len(onwards) > 1 and onwards[-1] == start:
        return ColourLine(colour, tuple(onwards[:-1]), True)
    backwards = _walk(links_of, start, links_of[start].a)
    return ColourLine(colour, (*backwards[:0:-1], *onwards), False)


def _walk(links_of: dict[Cell, Link], start: Cell, edge: int) -> list[Cell]:
    """Return the cells of a line that leaves a cell by an edge; the first again if it is a loop."""
    cells = [start]
    while True:
        following, entered = neighbour(cells[-1], edge), opposite(edge)
        link = links_of.get(following)
        if link is None or entered not in (link.a, link.b):
            return cells
        cells.append(following)
        if following == start:
            return cells
        edge = link.b if entered == link.a else link.a
