"""A game in the terminal as it is saved: its players, the deal, and the record on disk.

The record of an unfinished game does not contain its secret, because a record never reveals tiles that are
not yet drawn. The secret is stored beside it, in `FILE.secret`; without that file the rest of the bag is
shuffled again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_bytes

from tantrix import deal as dealing
from tantrix import robots
from tantrix._tools.languages import gettext as _
from tantrix.cli.options import seat_names
from tantrix.cli.record_report import read_records, readable
from tantrix.cli.terminal.output import STANDARD, read_text, write_out
from tantrix.deal import Deal
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.record import Record, Seat, print_record
from tantrix.rules import Rules

PERSON = "me"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game, its players (a robot's name, or `me`), and where its draws come from.

    `secret` is None if the game was resumed without its secret and the bag was shuffled again; `resumed` is
    the record that the game was resumed from.
    """

    seats: tuple[str, ...]
    dealt: Deal
    game: Game
    secret: bytes | None
    ended_by: int | None = None
    resumed: Record | None = None

    @property
    def has_robots(self) -> bool:
        return any(name != PERSON for name in self.seats)

    @property
    def commitment(self) -> str | None:
        return dealing.commitment(self.secret) if self.secret else None

    def is_person(self, seat: int) -> bool:
        return self.seats[seat] == PERSON

    def play(self, placement: Placement) -> "SavedGame":
        """Play a placement with the next draw of the deal. Raises IllegalPlacement."""
        draw = dealing.next_draw(self.dealt, self.game)
        return replace(self, game=self.game.play(placement, draw))

    def record(self) -> Record:
        """Return the record so far; it includes the secret once the game is over.

        Everything in a resumed record is kept, except a commitment that the draws no longer follow.
        """
        played_record = Record.of(
            self.game,
            self.dealt,
            seats=tuple(map(_seat, range(len(self.seats)), self.seats)),
            commitment=self.commitment,
            secret=self.secret if self.game.is_over else None,
            ended_by=self.ended_by,
        )
        return played_record if self.resumed is None else _continued(self.resumed, played_record)

    def save(self, file: Path) -> None:
        """Write the record and, for an unfinished game, its secret beside it; `-` is standard output."""
        write_out(print_record(self.record()).encode(), file)
        beside = _secret_file(file)
        if beside is None:
            return
        if self.secret and not self.game.is_over:
            beside.touch(mode=0o600)
            beside.write_text(dealing.print_secret(self.secret) + "\n")
        else:
            beside.unlink(missing_ok=True)


def deal_game(rules: Rules, seats: Sequence[str], secret: bytes) -> SavedGame:
    """Deal a new game. Raises ValueError if the number of seats does not match the rules."""
    _check_seats(rules, seats)
    dealt = dealing.deal(rules, secret)
    return SavedGame(tuple(seats), dealt, dealing.start(rules, dealt), secret)


def resume_game(file: Path, names: str | None) -> SavedGame:
    """Read a saved game; `names` replaces the players stored in it."""
    record = _only_record(file)
    game = record.game()
    recorded = tuple(seat.robot or PERSON for seat in record.seats) or (PERSON,) * record.rules.n_seats
    seats = recorded if names is None else seat_names(record.rules, names)
    _check_seats(record.rules, seats)
    secret = _kept_secret(file, record)
    dealt = dealing.deal(record.rules, secret) if secret else _reshuffled(record, game)
    return SavedGame(seats, dealt, game, secret, _ended_by(record), record)


def _only_record(file: Path) -> Record:
    """Read the record of a file. Raises ValueError if there are several: saving would lose the others."""
    first, *others = read_records(file)
    if others:
        raise ValueError(
            _("{file}: only one game can be resumed, not {n}").format(file=file, n=len(others) + 1)
        )
    return readable(file, first)


def _reshuffled(record: Record, game: Game) -> Deal:
    drawn = [entry.draw for entry in record.entries if entry.draw is not None]
    rest = dealing.shuffle(token_bytes(dealing.SECRET_BYTES), sorted(game.bag))
    return Deal(record.hands, record.start, record.opening, record.drawn, (*drawn, *rest))


def _continued(resumed: Record, played_record: Record) -> Record:
    """Append the placements made since to the record that the game was resumed from."""
    seats = tuple(
        old if (old.robot or PERSON) == (new.robot or PERSON) else new
        for old, new in zip(resumed.seats or played_record.seats, played_record.seats, strict=True)
    )
    played = played_record.entries[len(resumed.entries) :]
    ended_by = played_record.end.seat if played_record.end else None
    if not played and ended_by == _ended_by(resumed):
        return replace(resumed, seats=seats)
    return replace(
        resumed,
        entries=(*resumed.entries, *played),
        seats=seats,
        commitment=played_record.commitment,
        secret=played_record.secret,
        end=played_record.end,
    )


def _ended_by(record: Record) -> int | None:
    return record.end.seat if record.end else None


def _seat(number: int, name: str) -> Seat:
    shown = _("person") if name == PERSON else name
    return Seat(f"{shown} {number + 1}", None if name == PERSON else name)


def _kept_secret(file: Path, record: Record) -> bytes | None:
    """Return the secret of a game if it is known and matches the commitment of the record."""
    beside = _secret_file(file)
    secret = record.secret
    if secret is None and beside and beside.exists():
        secret = dealing.parse_secret(read_text(beside))
    if secret is None or record.commitment != dealing.commitment(secret):
        return None
    return secret


def _secret_file(file: Path) -> Path | None:
    """Return the path of the secret, or None for a standard stream."""
    return None if str(file) == STANDARD else file.with_name(f"{file.name}.secret")


def _check_seats(rules: Rules, seats: Sequence[str]) -> None:
    if len(seats) != rules.n_seats:
        raise ValueError(
            _("each of the {n} seats needs a robot or {me}, not {seats}").format(
                me=PERSON, n=rules.n_seats, seats=",".join(seats)
            )
        )
    for name in seats:
        if name != PERSON:
            robots.find(name)
