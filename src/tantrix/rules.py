"""The options of a rule set: every point on which the sources of the rules differ (R2 to R4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from tantrix._tools.immutable import immutable
from tantrix._tools.integers import plain
from tantrix.tiles import FULL_SET, GAME_SET, Colour


class Start(StrEnum):
    """Who starts, and how the hands are dealt (R2.3)."""

    DRAW_KEEP = "draw-keep"
    DRAW_RETURN = "draw-return"
    HIGHEST_IN_HAND = "highest-in-hand"
    RANDOM_OPENING = "random-opening"

    @classmethod
    def _missing_(cls, value: object) -> "Start | None":
        return cls.DRAW_RETURN if value == "draw-then-six" else None  # R2.3: the same rule in another source


class ForcedSides(StrEnum):
    """How many sides make a space forced (R3.4); it matters only in the endgame."""

    THREE_OR_MORE = "three-or-more"
    EXACTLY_THREE = "exactly-three"


class Deadlock(StrEnum):
    """What happens to a player who has no legal free placement (R3.6)."""

    DRAW = "draw"
    PASS = "pass"


@immutable
@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set: one colour per seat in turn order, and the options.

    `colours` may be letters, such as `"RB"`, and options may be text.
    Doubles (R2.6) are four seats of two teams: seats 0 and 2 share a colour, seats 1 and 3 another.
    Raises ValueError for seats, colours or sizes that no source allows.
    """

    colours: tuple[Colour, ...] = (Colour.RED, Colour.BLUE)
    tile_set: int = 56
    start: Start = Start.DRAW_KEEP
    hand_size: int = 6
    forced_sides: ForcedSides = ForcedSides.THREE_OR_MORE
    deadlock: Deadlock = Deadlock.DRAW
    teams: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            colours: Iterable[Colour] | str = ...,
            tile_set: int = ...,
            start: Start | str = ...,
            hand_size: int = ...,
            forced_sides: ForcedSides | str = ...,
            deadlock: Deadlock | str = ...,
            teams: bool = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        # Options may be text or numbers, as they come from a form; they are stored as enum members.
        for name, kind in (("start", Start), ("forced_sides", ForcedSides), ("deadlock", Deadlock)):
            object.__setattr__(self, name, _option(kind, getattr(self, name)))
        object.__setattr__(self, "colours", tuple(map(_colour, self.colours)))
        for name in ("tile_set", "hand_size"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        if not 2 <= len(self.colours) <= 4:
            raise ValueError(f"expected 2 to 4 seats, got {len(self.colours)}")
        if type(self.tile_set) is not int or self.tile_set not in (56, 64):
            raise ValueError(f"expected a tile set of 56 or 64, got {self.tile_set!r}")
        if type(self.hand_size) is not int or not 1 <= self.hand_size <= 12:
            raise ValueError(f"expected a hand of 1 to 12 tiles, got {self.hand_size!r}")
        shown = "".join(colour.letter for colour in self.colours)
        if not self.teams and len(set(self.colours)) != len(self.colours):
            raise ValueError(f"expected a different colour for each seat, got {shown}")
        if self.teams and (shown[:2] != shown[2:] or len(set(shown)) != 2):
            raise ValueError(
                f"expected two alternating colours for four seats in doubles, such as RBRB, got {shown}"
            )

    @property
    def n_seats(self) -> int:
        """How many seats there are, 2 to 4."""
        return len(self.colours)

    @property
    def n_teams(self) -> int:
        """How many teams there are; a player without partners is a team."""
        return len(set(self.colours))

    @property
    def tiles(self) -> tuple[int, ...]:
        """The numbers of all tiles of the set."""
        return GAME_SET if self.tile_set == len(GAME_SET) else FULL_SET

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win and lose with a seat, including itself."""
        return (seat % 2, seat % 2 + 2) if self.teams else (seat,)


_Option = TypeVar("_Option", bound=StrEnum)


def _option(kind: type[_Option], value: object) -> _Option:
    try:
        return kind(value)  # type: ignore[arg-type]  # a value that is not text is caught below
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise ValueError(f"expected one of {known}, got {value!r}") from None


def _colour(value: object) -> Colour:
    if isinstance(value, str):
        return Colour.parse(value)
    value = plain(value)
    if isinstance(value, int) and 0 <= value < len(Colour):
        return Colour(value)
    raise ValueError(f"expected a colour, got {value!r}")
