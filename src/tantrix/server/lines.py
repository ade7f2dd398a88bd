"""The lines of a game's journal, as its record has them: an entry, or the tag that ends the game early.

`3. 12@3,-1^4 +23` lays tile 12 as the third and draws tile 23; `[Termination "resignation 2"]` ends the game
by the second seat.
"""

from dataclasses import dataclass

from tantrix.game import Game, Termination
from tantrix.notation import parse_seat, print_seat
from tantrix.placement import Placement
from tantrix.record.entries import Entry, Reader, print_entry, print_tag

_TAG = "Termination"


@dataclass(frozen=True, slots=True)
class Put:
    """A tile laid, and the one drawn after it."""

    placement: Placement
    draw: int | None

    def apply(self, game: Game) -> Game:
        return game.play(self.placement, self.draw)

    def line(self, game: Game) -> str:
        return print_entry(Entry(self.placement, self.draw), game.ply + 1)


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended early by a seat."""

    termination: Termination
    seat: int

    def apply(self, game: Game) -> Game:
        return game.end(self.termination, self.seat)

    def line(self, _game: Game) -> str:
        return print_tag(_TAG, f"{self.termination.value} {print_seat(self.seat)}")


def parse_line(line: str, game: Game) -> Put | Ended:
    """Read the line that goes on from a game; raises ValueError for any other text."""
    reader = Reader(line)
    if reader.is_at_tag:
        (tag,) = reader.read_tags()
        termination, _, seat = tag.value.partition(" ")
        return Ended(Termination(termination), parse_seat(seat, game.rules.n_seats))
    (entry,) = reader.read_variation(game.ply + 1).entries
    return Put(entry.placement, entry.draw)
