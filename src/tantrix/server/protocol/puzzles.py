"""Puzzles: what they ask, whether a position solves one, hints and solutions."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import CellView, ColourLetter, Message

PuzzlePlacement = Annotated[
    str, Field(min_length=6, max_length=16, pattern=r"^[0-9]{1,2}@-?[0-9]{1,3},-?[0-9]{1,3}\^[0-5]$")
]


class StrandView(Message):
    """A line or loop that a puzzle asks for: through all tiles, or through those that carry its colour."""

    colour: ColourLetter
    is_loop: bool
    is_of_all: bool


class PuzzleView(Message):
    """A puzzle. `edges`: the six letters of each of the tiles, unturned, clockwise from east.

    `goal` says it all in one line; `shape` is null on a free table, `holes` null if any number will do.
    `mode`: to be solved; laid for the best sum of four colours; or taken from a stack in order of `tiles`.
    `n_to_lay`: how many of the tiles are to be laid. `target`: the best result known, null if there is none.
    `query` belongs to every address of the puzzle, its page and the operations on it.
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
    """Tiles on the table of a puzzle, which need not touch."""

    placements: Annotated[list[PuzzlePlacement], Field(max_length=64)]


class Checked(Message):
    """Whether a position solves its puzzle; `faults` are sentences for programs."""

    is_solved: bool
    faults: list[str]


class HintRequest(PuzzlePosition):
    """Ask whether the position can still be solved, for a pair that belongs together, a tile, or all."""

    strength: Literal["solvable", "pair", "tile", "solution"]


class Hint(Message):
    """`status` is of the position: solved (it can be), none (it cannot be) or unknown (no time to find out).

    `pair`: two tiles that lie side by side in a solution. `placements`: where a tile is to go, with those
    it is joined to.
    """

    status: Literal["solved", "none", "unknown"]
    pair: list[int]
    placements: list[str]


class SolutionList(Message):
    """Some solutions of a puzzle, from the `first` on, no two of them alike when turned.

    `status` as in a Hint. `n_listed`: how many can be asked for. `count`: how many there are, null if they
    were not counted in time.
    """

    status: Literal["solved", "none", "unknown"]
    first: int
    solutions: list[list[str]]
    n_listed: int
    count: int | None
