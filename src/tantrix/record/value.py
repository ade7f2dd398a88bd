"""A whole game as a value: set-up, placements with draws and times, and how it ended.

A record is replayed by `Game.play`, so an illegal game does not replay. It reveals no undrawn tile until the
secret is added at the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tantrix._tools.immutable import immutable
from tantrix.deal import SECRET_BYTES, Deal
from tantrix.game import Game, IllegalPlacement, Termination
from tantrix.placement import Placement
from tantrix.record.entries import Entry, Location, RecordError
from tantrix.record.limits import (
    check_entries,
    check_number,
    check_placement,
    check_scores,
    check_texts,
    check_tiles,
)
from tantrix.rules import Rules

VERSION = "1"
TAKEN_TAGS = frozenset(
    (
        *("Tantrix", "Rules", "Date", "Drawn", "Start", "Opening", "Hands"),
        *("Commitment", "Secret", "Result", "Termination"),
        *(f"{what}{n}" for what in ("Seat", "Robot") for n in range(1, 5)),
    )
)


@dataclass(frozen=True, slots=True)
class Seat:
    """The player at a seat; `robot` is the robot's name, None for a person."""

    name: str = ""
    robot: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """How the record says that a game ended: scores by seat, and the seat that ended it, if one did.

    `termination` is None if it is not given. Raises ValueError for a seat if the game did not end by a seat.
    """

    scores: tuple[int, ...]
    termination: Termination | None = None
    seat: int | None = None
    location: Location = field(default=Location(), compare=False, repr=False)

    def __post_init__(self) -> None:
        is_by_a_seat = self.termination is not None and self.termination.is_by_a_seat
        if is_by_a_seat != (self.seat is not None):
            raise ValueError(
                f"expected a seat only if a seat ended the game, got {self.termination} {self.seat}"
            )


@immutable
@dataclass(frozen=True, slots=True)
class Record:
    """A game from the deal to its end, or as far as it has been played where `end` is None.

    `start` is the seat that begins, `drawn` the tiles drawn to decide that; `tags` are further facts by name,
    in the order given. Raises ValueError for anything that could not be written and read back: a number of
    seats or scores that does not match the rules, a tag that is already a field here, or a tile or cell that
    cannot be written.
    """

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    entries: tuple[Entry, ...] = ()
    start: int = 0
    opening: Placement | None = None
    drawn: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = ()
    date: str | None = None
    commitment: str | None = None
    secret: bytes | None = None
    end: End | None = None
    comments: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    location: Location = field(default=Location(), compare=False, repr=False)

    def __post_init__(self) -> None:
        self._check_seats()
        self._check_tags()
        check_texts((self.date, self.commitment, *self.comments))
        if not self.hands:
            raise ValueError("expected hands, got none")
        check_tiles(tile for hand in (*self.hands, self.drawn) for tile in hand)
        if self.opening:
            check_placement(self.opening)
        if self.secret is not None and len(self.secret) != SECRET_BYTES:
            raise ValueError(f"expected a secret of {SECRET_BYTES} bytes, got {len(self.secret)}")
        check_entries(self.entries, self.first_ply)

    def _check_seats(self) -> None:
        n_seats = self.rules.n_seats
        if len(self.seats) not in (0, n_seats):
            raise ValueError(f"expected {n_seats} seats or none, got {len(self.seats)}")
        for seat in self.seats:
            check_texts((seat.name, seat.robot))
        check_number(self.start, 0, n_seats - 1, "a seat")
        if self.end:
            check_scores(self.end.scores, n_seats)
            if self.end.seat is not None:
                check_number(self.end.seat, 0, n_seats - 1, "a seat")

    def _check_tags(self) -> None:
        seen: set[str] = set()
        for name, value in self.tags:
            check_texts((value,))
            if name in TAKEN_TAGS or not (name.isascii() and name.isidentifier() and name[0] != "_"):
                raise ValueError(f"expected a tag name of letters and digits that is not taken, got {name!r}")
            if name in seen:
                raise ValueError(f"expected the tag {name} once, got it twice")
            seen.add(name)

    @classmethod
    def of(
        cls,
        game: Game,
        dealt: Deal,
        *,
        seats: Sequence[Seat] = (),
        date: str | None = None,
        commitment: str | None = None,
        secret: bytes | None = None,
        ended_by: int | None = None,
        left_ms: Sequence[int | None] = (),
    ) -> "Record":
        """Make the record of a game and its deal.

        `ended_by` is the seat given to `Game.end`, if any; `left_ms` the time left after each placement.
        """
        played = [laid for laid in game.laid if laid.seat is not None]
        times = [*left_ms, *[None] * (len(played) - len(left_ms))]
        entries = (Entry(laid.placement, laid.draw, left) for laid, left in zip(played, times, strict=True))
        outcome = game.outcome
        return cls(
            rules=game.rules,
            hands=dealt.hands,
            entries=tuple(entries),
            start=dealt.to_play,
            opening=dealt.opening,
            drawn=dealt.drawn,
            seats=tuple(seats),
            date=date,
            commitment=commitment,
            secret=secret,
            end=End(outcome.scores, outcome.termination, ended_by) if outcome else None,
        )

    @property
    def first_ply(self) -> int:
        """The ply of the first entry: 2 after a random opening (R2.3), else 1."""
        return 2 if self.opening else 1

    def game(self, ply: int | None = None) -> Game:
        """Replay up to `ply` laid tiles, or the whole game with its end.

        Raises RecordError where the game cannot continue as recorded, and ValueError for a ply beyond its
        end.
        """
        game = self._begun()
        last = game.ply + len(self.entries)
        if ply is not None and not game.ply <= ply <= last:
            raise ValueError(f"expected a ply {game.ply} to {last}, got {ply}")
        for entry in self.entries[: (last if ply is None else ply) - game.ply]:
            game = _played(game, entry)
        return self._ended(game) if ply is None else game

    def _repr_svg_(self) -> str:
        return self.game()._repr_svg_()

    def _begun(self) -> Game:
        try:
            return Game.start(self.rules, self.hands, self.start, self.opening)
        except ValueError as error:
            raise RecordError(str(error), self.location) from error

    def _ended(self, game: Game) -> Game:
        termination = None if self.end is None else self.end.termination
        if self.end is None or termination is None or not (termination.is_by_a_seat or termination.is_by_all):
            return game
        try:
            return game.end(termination, self.end.seat)
        except ValueError as error:
            raise RecordError(str(error), self.end.location) from error


def _played(game: Game, entry: Entry) -> Game:
    try:
        return game.play(entry.placement, entry.draw)
    except IllegalPlacement as error:
        problem = f"ply {game.ply + 1}, {entry.placement}: {error.verdict.sentence}"
        raise RecordError(problem, entry.location) from error
    except ValueError as error:
        raise RecordError(f"ply {game.ply + 1}, {entry.placement}: {error}", entry.location) from error
