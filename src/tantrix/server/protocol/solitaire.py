"""The solitaire of the day and the table of its best results."""

from typing import Annotated

from pydantic import AfterValidator, Field

from tantrix.server.names import clean_name
from tantrix.server.protocol.base import Message
from tantrix.server.protocol.puzzles import PuzzlePlacement


class SolitairePlayed(Message):
    """A solitaire played to its end: its tiles in the order in which they were laid.

    Guests go by `name`, accounts by their own.
    """

    placements: Annotated[list[PuzzlePlacement], Field(min_length=1, max_length=14)]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""


class SolitaireRow(Message):
    """A result: through how many tiles the line or loop runs."""

    name: str
    length: int
    is_mine: bool


class SolitaireTable(Message):
    """The best results of a day, and one's own; the first try counts."""

    day: str
    url: str
    rows: list[SolitaireRow]
    mine: int | None
