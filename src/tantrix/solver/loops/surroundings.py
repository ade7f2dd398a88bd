"""One loop through the tiles of its colour first, then the other tiles around it.

A tile that lacks the colour of the loop has the three other colours twice each, and the outside of a closed
loop shows only these: in a cell that touches a single tile, each such tile fits. So tiles are laid at random
where they fit and the number of holes stays right, those with the fewest places first. This proves nothing:
if no try finds a solution, a complete search must follow.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from tantrix import kernel
from tantrix.hexes import ORIGIN, Cell, neighbour, opposite
from tantrix.placement import Placement
from tantrix.solver.answer import Solution
from tantrix.solver.goal import Goal, GoalScope, carries
from tantrix.solver.loops.growth import Grower, can_grow
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.shapes import count_holes
from tantrix.tiles import LETTERS, edges

_SEEDS_APART = 60
_FORMS = 30


def can_attach(goal: Goal) -> bool:
    """Return whether a goal is one loop that can grow, with other tiles around it, or only holes."""
    if goal.shape is not None or goal.held or len(goal.strands) > 1:
        return False
    core = core_of(goal)
    if core is None:
        return bool(goal.holes)
    return goal.tiles != core.tiles and can_grow(core) and not why_unsolvable(core)


def attach_to_loop(goal: Goal, seed: int) -> Iterator[tuple[Solution | None, int]]:
    """Try loop after loop through the tiles of the colour, with the others around it at random.

    Yields each solution, if there is one, and the nodes that it took.
    """
    core, nodes = core_of(goal), 0
    loop: Solution | None = ()
    for attempt in count():
        rng = Random(f"{seed}/{attempt}")
        if core is not None:
            grower = Grower(core, seed * _SEEDS_APART + attempt)
            loop = grower.find(_FORMS)
            nodes = grower.nodes
        yield None if loop is None else attach(goal, loop, rng), nodes + len(goal.tiles)


def core_of(goal: Goal) -> Goal | None:
    """Return the goal for the loop alone, without holes; None if the goal has no strand."""
    if not goal.strands:
        return None
    strand = replace(goal.strands[0], scope=GoalScope.ALL)
    own = tuple(tile for tile in goal.tiles if carries(tile, strand.colour))
    return replace(goal, tiles=own, strands=(strand,), holes=0)


def attach(goal: Goal, core: Solution, rng: Random) -> Solution | None:
    """Lay the remaining tiles of a goal around a core; None if they cannot all be laid."""
    left = Counter(goal.tiles) - Counter(placement.tile for placement in core)
    if not core:
        first = rng.choice(sorted(left))
        left -= Counter([first])
        core = (Placement(first, ORIGIN, 0),)
    table = _LaidTiles(core, goal.holes)
    while left:
        chosen = table.choose(sorted(left), rng)
        if chosen is None:
            return None
        table.lay(chosen)
        left -= Counter([chosen.tile])
    return table.solution() if table.has_its_holes() else None


class _LaidTiles:
    """Tiles laid, and the cells around them with what they show."""

    def __init__(self, laid: Iterable[Placement], holes: int | None) -> None:
        self._laid: dict[Cell, Placement] = {}
        self._code: dict[Cell, int] = {}  # what each empty cell beside a tile shows
        self._wanted = holes
        for placement in laid:
            self.lay(placement)
        self._holes = count_holes(self._laid)

    def lay(self, placement: Placement) -> None:
        """Lay a tile that fits."""
        cell = placement.cell
        is_simple = self._arcs(cell) <= 1
        self._laid[cell] = placement
        self._code.pop(cell, None)
        for edge, letter in enumerate(edges(placement.tile, placement.rotation)):
            beside = neighbour(cell, edge)
            if beside not in self._laid:
                shown = (LETTERS.index(letter) + 1) * 5 ** opposite(edge)
                self._code[beside] = self._code.get(beside, 0) + shown
        if not is_simple:
            self._holes = count_holes(self._laid)

    def choose(self, tiles: Sequence[int], rng: Random) -> Placement | None:
        """Choose a tile with the fewest places, and one of these; None if some tile has no place."""
        places = {tile: list(self._places(tile)) for tile in tiles}
        tile = min(tiles, key=lambda tile: (len(places[tile]), rng.random()))
        allowed = [each for each in places[tile] if self._keeps_holes(each)]
        if not allowed:
            return None
        making = [each for each in allowed if self._arcs(each.cell) > 1]
        return rng.choice(making or allowed)

    def has_its_holes(self) -> bool:
        return self._wanted is None or self._holes == self._wanted

    def solution(self) -> Solution:
        return tuple(self._laid.values())

    def _places(self, tile: int) -> Iterator[Placement]:
        fit = kernel.tables()[0].fit
        for cell, code in self._code.items():
            masks = fit[code]
            for rotation in range(6):
                if int(masks[rotation]) >> (tile - 1) & 1:
                    yield Placement(tile, cell, rotation)

    def _keeps_holes(self, placement: Placement) -> bool:
        """Return whether a tile there makes no more holes than allowed."""
        if self._wanted is None or (self._arcs(placement.cell) == 1 and self._holes <= self._wanted):
            return True
        return count_holes({**self._laid, placement.cell: placement}) <= self._wanted

    def _arcs(self, cell: Cell) -> int:
        """Count the groups of adjacent tiles around a cell; 0 for no tiles and for six."""
        around = [neighbour(cell, edge) in self._laid for edge in range(6)]
        return sum(around[edge] and not around[edge - 1] for edge in range(6))
