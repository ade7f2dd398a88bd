"""Aborted rated games: players who abort often have to wait before the next rated game.

Both hands are open, so a player who aborts has seen the deal. Among the last `WINDOW` rated games of a
player, `FREE` aborts are free; with each further one the wait after the newest abort doubles. An abort
expires after `FORGOTTEN_MS`, or when enough further games have been played.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.database.rows import Row, table_of
from tantrix.server.ratings.results import RESULT_SEATS, RESULTS

WINDOW = 20
FREE = 3
FIRST_WAIT_MS = 5 * MINUTE_MS
MAX_WAIT_MS = DAY_MS
FORGOTTEN_MS = 30 * DAY_MS


@dataclass(frozen=True, slots=True)
class RatedAbort(Row):
    """A player aborts a rated game."""

    game_id: str
    user_id: str
    at_ms: int


_ABORTS = table_of(RatedAbort, "rated_aborts", key=("game_id",), indexed=("user_id",))


@dataclass(frozen=True, slots=True)
class AbortHistory:
    """When a player aborted and when they finished rated games, newest first."""

    aborts_ms: Sequence[int]
    finished_ms: Sequence[int]

    def counted(self, now_ms: int) -> list[int]:
        """List the times of the aborts that count now: those among the last games that have not expired."""
        games = [
            *((at_ms, True) for at_ms in self.aborts_ms),
            *((at_ms, False) for at_ms in self.finished_ms),
        ]
        newest = sorted(games, reverse=True)[:WINDOW]
        return [at_ms for at_ms, is_abort in newest if is_abort and at_ms > now_ms - FORGOTTEN_MS]

    def wait_ms(self, now_ms: int) -> int:
        """Return how long the player has to wait before the next rated game; 0 for most players."""
        counted = self.counted(now_ms)
        n_over = len(counted) - FREE
        if n_over <= 0:
            return 0
        return max(0, counted[0] + min(MAX_WAIT_MS, FIRST_WAIT_MS << (n_over - 1)) - now_ms)


def abort_history(readers: sa.Engine, user_id: str) -> AbortHistory:
    """Read the newest aborts and rated games of a player. Reads the database."""
    aborts = sa.select(_ABORTS.c.at_ms).where(_ABORTS.c.user_id == user_id)
    played = (
        sa.select(RESULTS.c.finished_ms)
        .join(RESULT_SEATS, RESULT_SEATS.c.game_id == RESULTS.c.game_id)
        .where(RESULT_SEATS.c.user_id == user_id, RESULTS.c.is_rated)
    )
    with readers.connect() as connection:
        newest = aborts.order_by(_ABORTS.c.at_ms.desc()).limit(WINDOW)
        finished = played.order_by(RESULTS.c.finished_ms.desc()).limit(WINDOW)
        return AbortHistory(
            connection.execute(newest).scalars().all(), connection.execute(finished).scalars().all()
        )
