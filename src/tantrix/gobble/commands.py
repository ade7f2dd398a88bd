"""The input and output of a rush: commands from players and the clock, and the events they cause.

An event holds everything. Its docstring says who may see which field, and the server hides the rest.
"""

from dataclasses import dataclass
from enum import StrEnum

from tantrix.placement import Placement


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the top tile of the player's own stock (R6.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the turned tile, or one of the penalty pile (R6.2, R6.3)."""

    seat: int
    placement: Placement


@dataclass(frozen=True, slots=True)
class PutAside:
    """Put the turned tile on the player's own penalty pile (R6.3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Give:
    """Give a tile away after a Gobble (R6.4): `tile` from the pile, or None for the top of the stock."""

    seat: int
    to: int
    tile: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the rush; players who leave rank behind all who stay."""

    seat: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Let time pass: overdue gifts are given, and a rush that lasts too long or is idle too long ends."""


Command = Turn | Lay | PutAside | Give | Leave | Tick


class Source(StrEnum):
    """Where a tile came from."""

    STOCK = "stock"
    PILE = "pile"


class Ending(StrEnum):
    """How a rush ended.

    PLAYED_OUT: one player or none was left. STALLED: nobody could lay a tile any more, or nobody did anything
    for as long as the rules' idle limit. TIME: its time was up.
    """

    PLAYED_OUT = "played-out"
    STALLED = "stalled"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class TileTurned:
    """A player turned a tile, which only that player can see."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class TileLaid:
    """A player laid a tile on a space with `n_sides` sides; `gifts` above 0 is a Gobble (R6.4)."""

    seat: int
    placement: Placement
    source: Source
    n_sides: int
    gifts: int


@dataclass(frozen=True, slots=True)
class TilePutAside:
    """A player put the turned tile on the penalty pile; only that player sees which tile."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class TileGiven:
    """A tile went face down to the bottom of an opponent's stock (R6.4).

    `by_time`: the giver did not choose in time. The giver knows `tile` if it came from the pile; otherwise
    nobody does.
    """

    seat: int
    to: int
    tile: int
    source: Source
    by_time: bool


@dataclass(frozen=True, slots=True)
class PlayerFinished:
    """A player laid their last tile, the last tile call, and earned this rank (R6.5)."""

    seat: int
    rank: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player gave up."""

    seat: int


@dataclass(frozen=True, slots=True)
class RushEnded:
    """The rush has ended; `ranks` are by seat, and equal players share one."""

    ending: Ending
    ranks: tuple[int, ...]


Event = TileTurned | TileLaid | TilePutAside | TileGiven | PlayerFinished | PlayerLeft | RushEnded
