"""What was read from a photograph, and the ways to a game, a puzzle, a solver's goal and scores."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tantrix.game import Game, Line, best_line
from tantrix.placement import Placement
from tantrix.rules import Rules
from tantrix.solver.checker import faults
from tantrix.solver.goal import Goal, Strand
from tantrix.solver.held_groups import groups_of, is_matching
from tantrix.tiles import Colour

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
        sizes = self.sizes()
        return tuple(sorted(tile.number for tile in self.counted if sizes[tile.group] == 1))

    def sizes(self) -> Counter[int]:
        """Return how many tiles each group has."""
        return Counter(tile.group for tile in self.counted)

    def is_checked(self) -> bool:
        """Tell whether nothing is doubtful: every tile sure, no tile twice, every contact matching."""
        is_sure = all(tile.confidence > SURE for tile in self.counted)
        return is_sure and not self.repeated() and all(map(is_matching, self.groups()))

    def repeated(self) -> tuple[int, ...]:
        """Return the numbers of tiles that were seen more than once."""
        counts = Counter(tile.number for tile in self.counted)
        return tuple(sorted(number for number, n in counts.items() if n > 1))

    def game(self, rules: Rules, hands: Sequence[Iterable[int]], to_play: int = 0) -> Game:
        """Return the position of the largest group. Raises ValueError if it breaks the golden rule."""
        parts = groups_of(self._largest())
        return Game.from_position(rules, [placement for part in parts for placement in part], hands, to_play)

    def goal(self, strands: Sequence[Strand] = (), holes: int | None = 0) -> Goal:
        """Return the goal to make these strands of all tiles in the photograph."""
        return Goal(tuple(tile.number for tile in self.counted), tuple(strands), holes=holes)

    def puzzle_faults(self, strands: Sequence[Strand], holes: int | None = 0) -> list[str]:
        """Return what is wrong with the largest group as a solution for all tiles in the photograph."""
        return faults(self.goal(strands, holes), self._largest())

    def lines(self) -> tuple[Line, ...]:
        """Return the best line or loop of every colour in the largest group, which need not match."""
        laid = {placement.cell: placement for placement in self._largest()}
        return tuple(best_line(laid, colour) for colour in Colour)

    def _largest(self) -> tuple[Placement, ...]:
        groups = self.groups()
        alone = tuple(tile.placement for tile in self.counted[:1])
        return groups[0] if groups else alone
