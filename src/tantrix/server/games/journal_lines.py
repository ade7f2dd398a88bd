"""The lines of a game's journal, one per event: an entry as in the game's record, or a tag.

`3. 12@3,-1^4 +23` lays tile 12 as the third tile and draws tile 23. `[Termination "resignation 2"]` means
that the second seat ends the game, `[Termination "agreement"]` that all seats end it together. `[Takeback
"12"]` leaves the first twelve tiles. `[StandIn "2 forecast"]` lets a robot play on for the second seat, and
`[StandIn "2"]` lets the person play again. `[Left "2 resignation"]` means that the second seat has left a
game of a tournament, in which the other side says next whether a robot shall play on. `[Pause "on"]` pauses
the game and `[Pause "off"]` resumes it.
"""

from dataclasses import dataclass

from tantrix.game import Game, Termination
from tantrix.notation import parse_seat, print_seat
from tantrix.placement import Placement
from tantrix.record.entries import Entry, RecordReader, print_entry, print_tag


@dataclass(frozen=True, slots=True)
class PlacementLine:
    """A tile laid, and the tile drawn after it."""

    placement: Placement
    draw: int | None

    def line(self, game: Game) -> str:
        return print_entry(Entry(self.placement, self.draw), game.ply + 1)


@dataclass(frozen=True, slots=True)
class Ended:
    """The early end of a game, by one seat, or by all seats if `seat` is None."""

    termination: Termination
    seat: int | None = None

    def line(self, _game: Game) -> str:
        by = "" if self.seat is None else f" {print_seat(self.seat)}"
        return print_tag("Termination", f"{self.termination.value}{by}")


@dataclass(frozen=True, slots=True)
class Takeback:
    """The tiles after the first `ply` are taken back; the tiles drawn after them return to the bag."""

    ply: int

    def line(self, _game: Game) -> str:
        return print_tag("Takeback", str(self.ply))


@dataclass(frozen=True, slots=True)
class StandIn:
    """A robot plays on for the person at a seat; `robot` is None when the person plays again."""

    seat: int
    robot: str | None

    def line(self, _game: Game) -> str:
        return print_tag("StandIn", " ".join((print_seat(self.seat), *filter(None, [self.robot]))))


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat has left a game of a match and ranks last; the game rests until a robot plays on for it."""

    seat: int
    termination: Termination

    def line(self, _game: Game) -> str:
        return print_tag("Left", f"{print_seat(self.seat)} {self.termination.value}")


@dataclass(frozen=True, slots=True)
class Pause:
    """The game is paused, or resumed."""

    is_on: bool

    def line(self, _game: Game) -> str:
        return print_tag("Pause", "on" if self.is_on else "off")


JournalLine = PlacementLine | Ended | Takeback | StandIn | Departure | Pause


def parse_line(line: str, game: Game) -> JournalLine:
    """Read the next journal line after a game's position; raises ValueError for any other text."""
    reader = RecordReader(line)
    if not reader.is_at_tag:
        (entry,) = reader.read_variation(game.ply + 1).entries
        return PlacementLine(entry.placement, entry.draw)
    (tag,) = reader.read_tags()
    word, _, more = tag.value.partition(" ")
    match tag.name:
        case "Termination":
            return Ended(Termination(word), parse_seat(more, game.rules.n_seats) if more else None)
        case "Takeback":
            return Takeback(int(word))
        case "StandIn":
            return StandIn(parse_seat(word, game.rules.n_seats), more or None)
        case "Left":
            return Departure(parse_seat(word, game.rules.n_seats), Termination(more))
        case "Pause" if word in ("on", "off"):
            return Pause(word == "on")
    raise ValueError(f"expected a line of a journal, got {line!r}")
