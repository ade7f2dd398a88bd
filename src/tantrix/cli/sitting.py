"""A game in the terminal between two commands: who sits where, the deal, and the record on disk.

A saved game that is not over does not hold its secret, for a record never tells of tiles not yet drawn. The
secret lies beside it, in `FILE.secret`; without that file the rest of the bag is shuffled anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_bytes

from tantrix import deal as dealing
from tantrix import robots
from tantrix.cli.options import seat_names
from tantrix.cli.output import read_text
from tantrix.cli.reports import record_at
from tantrix.deal import Deal
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.record import Record, Seat, print_record
from tantrix.rules import Rules
from tantrix.words import gettext as _

PERSON = "me"


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game, who plays it (a robot's name, or `me`), and where its draws come from.

    `secret` is None when the draws after a resumption come from another shuffle than the deal.
    """

    seats: tuple[str, ...]
    dealt: Deal
    game: Game
    secret: bytes | None
    ended_by: int | None = None

    @property
    def has_robots(self) -> bool:
        return any(name != PERSON for name in self.seats)

    @property
    def commitment(self) -> str | None:
        return dealing.commitment(self.secret) if self.secret else None

    def is_person(self, seat: int) -> bool:
        return self.seats[seat] == PERSON

    def play(self, placement: Placement) -> "Sitting":
        """Play and draw what the deal gives. Raises IllegalPlacement."""
        draw = dealing.next_draw(self.dealt, self.game)
        return replace(self, game=self.game.play(placement, draw))

    def record(self) -> Record:
        """Return the record so far; the secret is in it when the game is over."""
        names = [_("person") if name == PERSON else name for name in self.seats]
        seats = [
            Seat(f"{shown} {seat + 1}", None if name == PERSON else name)
            for seat, (shown, name) in enumerate(zip(names, self.seats, strict=True))
        ]
        return Record.of(
            self.game,
            self.dealt,
            seats=seats,
            commitment=self.commitment,
            secret=self.secret if self.game.is_over else None,
            ended_by=self.ended_by,
        )

    def save(self, file: Path) -> None:
        """Write the record, and beside it the secret of a game that goes on."""
        file.write_text(print_record(self.record()), encoding="utf-8")
        beside = _secret_file(file)
        if self.secret and not self.game.is_over:
            beside.touch(mode=0o600)
            beside.write_text(dealing.print_secret(self.secret) + "\n")
        else:
            beside.unlink(missing_ok=True)


def deal_sitting(rules: Rules, seats: Sequence[str], secret: bytes) -> Sitting:
    """Deal a new game. Raises ValueError for seats that do not suit the rules."""
    _check_seats(rules, seats)
    dealt = dealing.deal(rules, secret)
    return Sitting(tuple(seats), dealt, dealing.start(rules, dealt), secret)


def resume_sitting(file: Path, names: str | None) -> Sitting:
    """Read a saved game; who sits where is in it, unless `names` says otherwise."""
    record = record_at(file, 1)
    game = record.game()
    recorded = tuple(seat.robot or PERSON for seat in record.seats) or (PERSON,) * record.rules.n_seats
    seats = recorded if names is None else seat_names(record.rules, names)
    _check_seats(record.rules, seats)
    secret = _kept_secret(file, record)
    if secret:
        return Sitting(seats, dealing.deal(record.rules, secret), game, secret)
    drawn = [entry.draw for entry in record.entries if entry.draw is not None]
    rest = dealing.shuffle(token_bytes(dealing.SECRET_BYTES), sorted(game.bag))
    dealt = Deal(record.hands, record.start, record.opening, record.drawn, (*drawn, *rest))
    return Sitting(seats, dealt, game, None)


def _kept_secret(file: Path, record: Record) -> bytes | None:
    """Return the secret of a game if it is known and is the one that the record promises."""
    beside = _secret_file(file)
    secret = record.secret
    if secret is None and beside.exists():
        secret = dealing.parse_secret(read_text(beside))
    if secret is None or record.commitment != dealing.commitment(secret):
        return None
    return secret


def _secret_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.secret")


def _check_seats(rules: Rules, seats: Sequence[str]) -> None:
    if len(seats) != rules.n_seats:
        raise ValueError(
            _("expected a robot or {me} for each of {n} seats, got {seats}").format(
                me=PERSON, n=rules.n_seats, seats=",".join(seats)
            )
        )
    for name in seats:
        if name != PERSON:
            robots.find(name)
