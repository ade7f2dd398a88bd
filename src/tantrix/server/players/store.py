"""A player's newest games with all who sat there, read from the database in one query.

Only the newest games are counted, so that the profile of a player with very many games does not cost more.
"""

from typing import Any

import sqlalchemy as sa

from tantrix.server.players.statistics import CountedGames, Meeting
from tantrix.server.ratings.results import OTHER_GAMES, RESULT_SEATS, RESULTS
from tantrix.server.ratings.store import was_played_by

N_COUNTED = 500

_OF_GAME = ("number", "pool", "rules", "n_seats", "is_teams", "listing", "is_rated")
_OF_SEAT = ("seat", "colour", "score", "rank", "share", "is_quitter")
_OF_OTHER = ("seat", "user_id", "robot", "name", "score", "rank", "is_quitter")


class StatisticsStore:
    """Reads the figures for profiles. A rush of Gobble has no score, so it is left out."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def newest(self, player: str, limit: int = N_COUNTED) -> CountedGames:
        """Return a player's newest games."""
        with self._readers.connect() as connection:
            rows = connection.execute(_meetings(player, limit)).all()
        return CountedGames(player, [Meeting(*row) for row in rows])


def _meetings(player: str, limit: int) -> "sa.Select[Any]":
    """Select the player's seats in the newest games, each with every other seat of its game."""
    seat, other = RESULT_SEATS, RESULT_SEATS.alias("other")
    columns = *(RESULTS.c[name] for name in _OF_GAME), *(seat.c[name] for name in _OF_SEAT)
    query = sa.select(RESULTS.c.game_id, *columns).join(seat, seat.c.game_id == RESULTS.c.game_id)
    query = query.where(was_played_by(seat, player), RESULTS.c.pool.not_in(OTHER_GAMES))
    newest = seat.c.finished_ms.desc(), seat.c.game_id.desc(), seat.c.seat
    mine = query.order_by(*newest).limit(limit).cte("mine")
    others = sa.and_(other.c.game_id == mine.c.game_id, other.c.seat != mine.c.seat)
    chosen = *(mine.c[name] for name in (*_OF_GAME, *_OF_SEAT)), *(other.c[name] for name in _OF_OTHER)
    found = sa.select(*chosen).join_from(mine, other, others, isouter=True)
    return found.order_by(mine.c.number.desc(), other.c.seat)
