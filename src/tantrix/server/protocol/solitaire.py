"""The solitaires of the day and the tables of their best results."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tantrix.server.protocol.base import Message
from tantrix.server.protocol.puzzles import PuzzlePlacement
from tantrix.server.protocol.text import clean_name

_Name = Annotated[str, Field(max_length=40), AfterValidator(clean_name)]


class SolitairePlayed(Message):
    """A solitaire played to its end: its tiles in the order in which they were laid.

    Guests go by `name`, unless it is that of an account or a robot, accounts by their own.
    """

    placements: Annotated[list[PuzzlePlacement], Field(min_length=1, max_length=14)]
    name: _Name = ""


class OpenSolitairePlayed(Message):
    """A table of all 56 tiles, in any order. Guests go by `name`, accounts by their own."""

    placements: Annotated[list[PuzzlePlacement], Field(min_length=56, max_length=56)]
    name: _Name = ""


class SolitaireRow(Message):
    """A result: how many tiles the line or loop off a stack has, or the points of all four colours."""

    name: str
    result: int
    is_mine: bool


class SolitaireTable(Message):
    """The best results of a day, and one's own: of a stack the first try, of all 56 tiles the best one.

    `game`: `stack` is the solitaire of the day, `open` all 56 tiles. `url`: where it is played. `is_today`: a
    result can still be entered.
    """

    game: Literal["stack", "open"]
    day: str
    is_today: bool
    url: str
    rows: list[SolitaireRow]
    mine: int | None
