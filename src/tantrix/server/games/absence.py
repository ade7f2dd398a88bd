"""Absences from live games: who has left, since when, and when the other players need not wait any longer.

After five minutes the others may let a robot play on for the absent person, or end the game. From a player's
third absence of two minutes or more, they may do so after two minutes. Time is the server's uptime: downtime
does not count as absence, and after a restart all absences start again. Each of several servers counts for
itself, as it knows who is connected to the others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tantrix.clock import MINUTE_MS

AWAY_MS = 5 * MINUTE_MS
LONG_MS = 2 * MINUTE_MS
MAX_LONG = 3  # from this absence on, others may claim after LONG_MS


@dataclass(frozen=True, slots=True)
class Absence:
    """A person's absence: since when (None if present), and how many past ones lasted LONG_MS or more."""

    since_ms: int | None = None
    n_long: int = 0

    def left(self, now_ms: int) -> "Absence":
        return self if self.since_ms is not None else replace(self, since_ms=now_ms)

    def returned(self, now_ms: int) -> "Absence":
        return Absence(None, self.n_long + (self.away_ms(now_ms) >= LONG_MS))

    def away_ms(self, now_ms: int) -> int:
        """Return how long the person has been away."""
        return 0 if self.since_ms is None else max(0, now_ms - self.since_ms)

    def claimable_in_ms(self, now_ms: int) -> int | None:
        """Return the time until the others may claim, 0 if they may now; None while the person is present."""
        if self.since_ms is None:
            return None
        limit_ms = AWAY_MS if self.n_long + 1 < MAX_LONG else LONG_MS
        return max(0, self.since_ms + limit_ms - now_ms)


HERE = Absence()


@dataclass(frozen=True, slots=True)
class Absences:
    """The absences of all people in a game, by user id."""

    by_user_id: Mapping[str, Absence] = field(default_factory=dict)

    def of(self, user_id: str | None) -> Absence:
        """Return a person's absence."""
        return self.by_user_id.get(user_id, HERE) if user_id is not None else HERE

    @property
    def count(self) -> bool:
        """Return whether there is anything to remember: an absence now, or a long one in the past."""
        return any(absence != HERE for absence in self.by_user_id.values())

    def seen(self, user_ids: Iterable[str], here: frozenset[str], now_ms: int) -> "Absences":
        """Return the absences, updated for the people who are present."""
        return Absences(
            {
                user_id: self.of(user_id).returned(now_ms)
                if user_id in here
                else self.of(user_id).left(now_ms)
                for user_id in user_ids
            }
        )

    def alive(self, user_id: str | None, now_ms: int) -> "Absences":
        """Return the absences after a heartbeat from a user: if they are away, their absence starts again."""
        absence = self.of(user_id)
        if user_id is None or absence.since_ms is None:
            return self
        return Absences({**self.by_user_id, user_id: absence.returned(now_ms).left(now_ms)})

    def forgotten(self) -> "Absences":
        """Return the absences with everyone present, e.g. during a pause; past long absences still count."""
        return Absences(
            {user_id: Absence(None, absence.n_long) for user_id, absence in self.by_user_id.items()}
        )


NOBODY_AWAY = Absences()
