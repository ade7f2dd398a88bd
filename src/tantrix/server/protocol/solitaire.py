"""The daily solitaires and their tables of results."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import Message
from tantrix.server.protocol.puzzles import PuzzlePlacement
from tantrix.server.protocol.text import PlayerText


class SolitairePlayed(Message):
    """The tiles that lie, in the order in which they were laid: those of the last answer and a new one.

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
    """A result: the length of the line or loop from a stack, or the points of all four colours.

    Guests follow after all accounts.
    """

    name: str
    result: int
    is_mine: bool
    is_guest: bool


class SolitaireTable(Message):
    """The best results of a day, and your own: the first try of a stack, or the best table of all 56 tiles.

    `game`: `stack` is the daily solitaire, `open` all 56 tiles. `url`: the page where it is played.
    `is_today`: results can still be entered. `laid` and `tiles`: what you have laid of today's stack, and the
    tiles that you know, the last of which is the next one; no tile after it is told.
    """

    game: Literal["stack", "open"]
    day: str
    is_today: bool
    url: str
    rows: list[SolitaireRow]
    mine: int | None
    laid: list[str]
    tiles: list[int]
