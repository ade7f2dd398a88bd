"""The daily solitaires and their tables of results."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import Message
from tantrix.server.protocol.puzzles import PuzzlePlacement
from tantrix.server.protocol.text import PlayerText


class SolitairePlayed(Message):
    """A finished solitaire: its tiles in the order in which they were laid.

    Guests are listed as `name`, unless it belongs to an account or a robot; accounts are listed under their
    own names.
    """

    placements: Annotated[list[PuzzlePlacement], Field(min_length=1, max_length=14)]
    name: PlayerText = ""


class OpenSolitairePlayed(Message):
    """A table of all 56 tiles, in any order. Guests are listed as `name`."""

    placements: Annotated[list[PuzzlePlacement], Field(min_length=56, max_length=56)]
    name: PlayerText = ""


class SolitaireRow(Message):
    """A result: the length of the line or loop from a stack, or the points of all four colours."""

    name: str
    result: int
    is_mine: bool


class SolitaireTable(Message):
    """The best results of a day, and your own: the first try of a stack, or the best table of all 56 tiles.

    `game`: `stack` is the daily solitaire, `open` all 56 tiles. `url`: the page where it is played.
    `is_today`: results can still be entered.
    """

    game: Literal["stack", "open"]
    day: str
    is_today: bool
    url: str
    rows: list[SolitaireRow]
    mine: int | None
