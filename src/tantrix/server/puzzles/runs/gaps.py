"""Gap puzzles: a loop with some missing tiles, and the tiles to choose from.

They are pure functions of a level and a number, so all servers make the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tantrix.hexes import Cell, distance
from tantrix.placement import Placement
from tantrix.server.puzzles.hints import faults_of
from tantrix.solver.goal import Goal, carries
from tantrix.solver.specs import Form, PuzzleSpec, some_colours
from tantrix.tiles import GAME_SET, Colour

# By level from 1: the number of tiles in the loop, of missing tiles, and of decoys.
LEVELS = (
    *((5, 1, 1), (6, 1, 2), (7, 1, 3), (6, 2, 1), (8, 2, 1)),
    *((8, 2, 2), (9, 3, 0), (10, 3, 1), (11, 3, 2), (11, 4, 1)),
)
N_GAPS = 100_000  # per level: so many that nobody meets the same one again


@dataclass(frozen=True, slots=True)
class GapPuzzle:
    """A loop with a gap: `laid` tiles stay, each of `spaces` takes one of `tiles`.

    `solution`: the tiles that were taken out of the loop.
    """

    level: int
    number: int
    goal: Goal
    laid: tuple[Placement, ...]
    spaces: tuple[Cell, ...]
    tiles: tuple[int, ...]
    solution: tuple[Placement, ...]

    @property
    def name(self) -> str:
        return f"gap-{self.level}-{self.number}"

    @property
    def colour(self) -> Colour:
        return self.goal.strands[0].colour

    def is_filled_by(self, placements: Sequence[Placement]) -> bool:
        """Return whether these placements fill the gap and close the loop through all tiles."""
        tiles = [placement.tile for placement in placements]
        if len(set(tiles)) != len(tiles) or not set(tiles) <= set(self.tiles):
            return False
        if sorted(placement.cell for placement in placements) != sorted(self.spaces):
            return False
        whole = (*self.laid, *placements)
        goal = Goal(tuple(sorted(one.tile for one in whole)), self.goal.strands, None, self.goal.holes)
        return not faults_of(goal, whole)


def make_gap(level: int, number: int) -> GapPuzzle:
    """Make the puzzle with a level (from 1) and a number; takes some milliseconds."""
    from tantrix.solver.generate import generate  # only in worker processes

    n_tiles, n_missing, n_decoys = LEVELS[level - 1]
    seed = 100_000 * level + number
    rng = Random(seed)
    made = generate(PuzzleSpec(Form.LOOP, n_tiles, some_colours(Form.LOOP, seed)), seed)
    assert made.goal is not None, (level, number)
    first = rng.choice(made.solution)
    near = sorted(made.solution, key=lambda one: (distance(one.cell, first.cell), one.tile))
    missing, laid = near[:n_missing], near[n_missing:]
    colour = made.goal.strands[0].colour
    others = [tile for tile in GAME_SET if tile not in made.goal.tiles and carries(tile, colour)]
    tiles = [*(placement.tile for placement in missing), *rng.sample(others, n_decoys)]
    rng.shuffle(tiles)
    spaces = tuple(sorted(one.cell for one in missing))
    return GapPuzzle(level, number, made.goal, tuple(laid), spaces, tuple(tiles), tuple(missing))
