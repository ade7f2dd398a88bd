"""Puzzles: their goals, checks of positions, hints and solutions."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import CellView, ColourLetter, Message

PuzzlePlacement = Annotated[
    str, Field(min_length=6, max_length=16, pattern=r"^[0-9]{1,2}@-?[0-9]{1,3},-?[0-9]{1,3}\^[0-5]$")
]


class StrandView(Message):
    """A line or loop that a puzzle asks for: through all tiles, or through all tiles with its colour."""

    colour: ColourLetter
    is_loop: bool
    is_of_all: bool


class PuzzleView(Message):
    """A puzzle. `edges`: the six letters of each tile at rotation 0, clockwise from east.

    `goal` is the whole task in one line; `shape` is null on a free table, `holes` null for any number.
    `mode`: solve it; lay the tiles for the best sum of four colours; or take them from a stack in the order
    of `tiles`. `n_to_lay`: how many tiles must be laid. `target`: the best known result, null if there is
    none. `query` is part of every address of the puzzle.
    """

    name: str
    title: str
    goal: str
    mode: Literal["solve", "sum", "stack"]
    query: str
    tiles: list[int]
    n_to_lay: int
    target: int | None
    edges: list[str]
    strands: list[StrandView]
    shape: list[CellView] | None
    holes: int | None


class PuzzlePosition(Message):
    """Tiles on the table of a puzzle; they need not touch."""

    placements: Annotated[list[PuzzlePlacement], Field(max_length=64)]


class Checked(Message):
    """Whether a position solves its puzzle; `faults` are sentences for programs."""

    is_solved: bool
    faults: list[str]


class HintRequest(PuzzlePosition):
    """Ask whether the position can still be solved, for a pair of neighbours, a tile, or everything."""

    strength: Literal["solvable", "pair", "tile", "solution"]


class Hint(Message):
    """`status` of the position: solved (it has a solution), none (it has none) or unknown (out of time).

    `pair`: two tiles that are neighbours in a solution. `placements`: where a tile belongs, with the tiles
    that it is joined to.
    """

    status: Literal["solved", "none", "unknown"]
    pair: list[int]
    placements: list[str]


class SolutionList(Message):
    """Some solutions of a puzzle, from number `first` on; no two are the same when turned.

    `status` as in `Hint`. `n_listed`: how many can be requested. `count`: how many there are in total, null
    if counting took too long.
    """

    status: Literal["solved", "none", "unknown"]
    first: int
    solutions: list[list[str]]
    n_listed: int
    count: int | None
