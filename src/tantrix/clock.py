"""Game clocks: how much time each seat has, and what happens when it runs out (R8.1).

A clock is a value and never reads the time itself: every call passes `now_ms`, which must never decrease.
A turn may contain several placements; the clock is pressed when the turn passes, not after each tile.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
MAX_BASE_MS = 180 * MINUTE_MS
MAX_DAYS = 30
MAX_BANK_DAYS = 60


class TimeControlKind(StrEnum):
    """How a time control limits time.

    TOURNAMENT: nobody loses on time; overstepping costs tournament points instead (R8.1).
    SUDDEN_DEATH: a seat that runs out of time loses. INCREMENT: the same, and each completed turn adds time.
    CREDIT: each completed turn adds time, but never beyond the initial time. DAYS: a fixed time for every
    turn, and perhaps a bank for turns that take longer.
    """

    TOURNAMENT = "tournament"
    SUDDEN_DEATH = "sudden-death"
    INCREMENT = "increment"
    CREDIT = "credit"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """`base_ms` is the initial time of a seat, `bonus_ms` what a turn adds.

    With days, `base_ms` is the time for every turn, and `bank_ms` the time of a seat for the whole game from
    which longer turns are paid.

    Raises ValueError for times that are not positive, too long, or contradict the kind.
    """

    kind: TimeControlKind
    base_ms: int
    bonus_ms: int = 0
    bank_ms: int = 0

    def __post_init__(self) -> None:
        most = MAX_DAYS * DAY_MS if self.kind is TimeControlKind.DAYS else MAX_BASE_MS
        if not 1_000 <= self.base_ms <= most:
            raise ValueError(f"expected a time of 1 to {most // 1_000} seconds, got {self.base_ms / 1_000:g}")
        if not 0 <= self.bonus_ms <= self.base_ms:
            raise ValueError(
                f"expected a bonus of 0 to {self.base_ms / 1_000:g} seconds, got {self.bonus_ms / 1_000:g}"
            )
        if (self.bonus_ms > 0) != (self.kind in (TimeControlKind.INCREMENT, TimeControlKind.CREDIT)):
            raise ValueError(f"expected a bonus only with increment and credit, got {self!r}")
        max_in_bank = MAX_BANK_DAYS * DAY_MS if self.kind is TimeControlKind.DAYS else 0
        if not 0 <= self.bank_ms <= max_in_bank:
            raise ValueError(
                f"expected a bank of 0 to {max_in_bank // DAY_MS} days, got {self.bank_ms / DAY_MS:g}"
            )

    @property
    def is_fatal(self) -> bool:
        """Return whether a seat that runs out of time loses."""
        return self.kind is not TimeControlKind.TOURNAMENT

    def __str__(self) -> str:
        return print_control(self)


TOURNAMENT = TimeControl(TimeControlKind.TOURNAMENT, 15 * MINUTE_MS)  # R8.1


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time each seat has left: `left_ms`, as of `since_ms`, when the seat `running` was started.

    `running` is None before the first turn, in a pause, and when the game is over. `left_ms` may be
    negative in a tournament game, by the time overstepped.

    With a bank, `left_ms` counts the time for the turn and the bank together: the bank is used last.
    `bank_ms`: the bank of each seat when its turn began.
    """

    control: TimeControl
    left_ms: tuple[int, ...]
    running: int | None = None
    since_ms: int = 0
    bank_ms: tuple[int, ...] = ()

    @classmethod
    def start(cls, control: TimeControl, n_seats: int) -> "Clock":
        """Return the clock of a game that has not begun."""
        left_ms = (control.base_ms + control.bank_ms,) * n_seats
        return cls(control, left_ms, bank_ms=(control.bank_ms,) * n_seats)

    def left(self, seat: int, now_ms: int) -> int:
        """Return how many milliseconds a seat has left; never below 0 if running out loses the game."""
        left = self.left_ms[seat]
        if seat == self.running:
            left -= max(0, now_ms - self.since_ms)
        return max(0, left) if self.control.is_fatal else left

    def bank(self, seat: int, now_ms: int) -> int:
        """Return how many milliseconds of its bank a seat has left; 0 in games without a bank."""
        return min(self.bank_ms[seat], self.left(seat, now_ms)) if self.control.bank_ms else 0

    def press(self, seat: int | None, now_ms: int) -> "Clock":
        """Stop the running seat, add the bonus of its turn, and start `seat`.

        `None` starts nobody: the game is paused or over. A seat that has run out gets no bonus, so a fallen
        flag stays down. A seat that moves again (R3.7, or a turn that came back) gets its bonus too.
        """
        stopped = self if self.running is None else self._end_turn(self.running, now_ms)
        return replace(stopped, running=seat, since_ms=now_ms)

    def pause(self, now_ms: int) -> "Clock":
        """Stop the running seat; its turn is not over, so it gets no bonus."""
        if self.running is None:
            return self
        left = _with(self.left_ms, self.running, self.left(self.running, now_ms))
        return replace(self, left_ms=left, running=None, since_ms=now_ms)

    def resume(self, seat: int, now_ms: int) -> "Clock":
        """Start a seat after a pause."""
        return replace(self, running=seat, since_ms=now_ms)

    def turn_back(self, seat: int, now_ms: int) -> "Clock":
        """Stop the running seat and start one whose turn was taken back; nobody gets a bonus.

        With a fixed time for every turn, all seats get a full turn again; what was taken from a bank is gone.
        """
        paused = self.pause(now_ms)
        if self.control.kind is TimeControlKind.DAYS:
            bank = tuple(paused.bank(each, now_ms) for each in range(len(self.left_ms)))
            left = tuple(self.control.base_ms + each for each in bank)
            paused = replace(paused, left_ms=left, bank_ms=bank)
        return paused.resume(seat, now_ms)

    def count_from(self, now_ms: int) -> "Clock":
        """Return the clock with the running seat started at a given time."""
        return replace(self, since_ms=now_ms)

    def delay(self, ms: int) -> "Clock":
        """Start the running seat's time later, because its player has not yet heard that it is their turn."""
        return replace(self, since_ms=self.since_ms + ms)

    def give(self, seat: int, ms: int) -> "Clock":
        """Give time back to a seat, for network lag or because the server was down."""
        return replace(self, left_ms=_with(self.left_ms, seat, self.left_ms[seat] + ms))

    def fallen(self, now_ms: int) -> int | None:
        """Return the seat that has lost on time, or None."""
        if self.running is None or not self.control.is_fatal or self.left(self.running, now_ms) > 0:
            return None
        return self.running

    def falls_at_ms(self) -> int | None:
        """Return when the running seat will lose on time, or None if it cannot."""
        if self.running is None or not self.control.is_fatal:
            return None
        return self.since_ms + max(0, self.left_ms[self.running])

    def penalty(self, seats: Iterable[int], now_ms: int) -> int:
        """Return the tournament points that a side loses on time; the time of its seats counts together.

        One point once no time is left, and one more for each full minute after that (R8.1).
        """
        over = -sum(self.left(seat, now_ms) for seat in seats)
        return 0 if self.control.is_fatal or over < 0 else 1 + over // MINUTE_MS

    def _end_turn(self, seat: int, now_ms: int) -> "Clock":
        """Return the clock with the bonus of a seat's turn, or its next turn and what is left in its bank."""
        control, left, bank = self.control, self.left(seat, now_ms), self.bank(seat, now_ms)
        if not control.is_fatal or left > 0:
            match control.kind:
                case TimeControlKind.INCREMENT:
                    left += control.bonus_ms
                case TimeControlKind.CREDIT:
                    left = max(left, min(control.base_ms, left + control.bonus_ms))
                case TimeControlKind.DAYS:
                    left = control.base_ms + bank
        banks = _with(self.bank_ms, seat, bank) if control.bank_ms else self.bank_ms
        return replace(self, left_ms=_with(self.left_ms, seat, left), bank_ms=banks)


def print_control(control: TimeControl) -> str:
    """Write a time control: `15 tournament`, `10`, `5+3`, `5+20 credit`, `2 days`, `2+7 days`.

    The numbers are minutes, then seconds; with days, the days for a turn and those in the bank.
    """
    if control.kind is TimeControlKind.DAYS:
        bank = f"+{_number(control.bank_ms, DAY_MS)}" if control.bank_ms else ""
        return f"{_number(control.base_ms, DAY_MS)}{bank} days"
    base = _number(control.base_ms, MINUTE_MS)
    match control.kind:
        case TimeControlKind.TOURNAMENT:
            return f"{base} tournament"
        case TimeControlKind.SUDDEN_DEATH:
            return base
    bonus = f"{base}+{_number(control.bonus_ms, 1_000)}"
    return bonus if control.kind is TimeControlKind.INCREMENT else f"{bonus} credit"


def parse_control(text: str) -> TimeControl:
    """Read what `print_control` writes. Raises ValueError for anything else."""
    times, _, word = text.strip().partition(" ")
    base, plus, bonus = times.partition("+")
    kinds = {
        "tournament": TimeControlKind.TOURNAMENT,
        "days": TimeControlKind.DAYS,
        "credit": TimeControlKind.CREDIT,
    }
    kind = kinds.get(word, TimeControlKind.INCREMENT if plus else TimeControlKind.SUDDEN_DEATH)
    try:
        if word and word not in kinds:
            raise ValueError(word)
        if kind is TimeControlKind.DAYS:
            return TimeControl(kind, _ms(base, DAY_MS), bank_ms=_ms(bonus, DAY_MS) if plus else 0)
        return TimeControl(kind, _ms(base, MINUTE_MS), _ms(bonus, 1_000) if plus else 0)
    except ValueError as error:
        raise ValueError(
            "expected a time control like '15 tournament', '10', '5+3', '5+20 credit', '2 days' or"
            f" '2+7 days', got {text!r}"
        ) from error


def _number(ms: int, unit: int) -> str:
    return f"{ms / unit:.10f}".rstrip("0").rstrip(".")


def _ms(text: str, unit: int) -> int:
    if not text.replace(".", "", 1).isascii() or not text.replace(".", "", 1).isdigit():
        raise ValueError(text)
    return round(float(text) * unit)


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
