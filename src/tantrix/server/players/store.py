"""A player's games counted in the database: by colour, by rules and by opponent.

Only the newest games are counted, so that the profile of a player with very many games does not cost more.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from tantrix.server.players.statistics import Count, CountedGame, Opponent
from tantrix.server.ratings.ledger import ROBOT
from tantrix.server.ratings.results import OTHER_GAMES, RESULT_SEATS, RESULTS
from tantrix.server.ratings.store import may_see, seats_of

N_COUNTED = 500

_Select = sa.Select[Any]
_Condition = sa.ColumnElement[bool]


class StatisticsStore:
    """Reads the figures for profiles. A rush of Gobble has no score, so it is left out.

    A game in which one browser played several seats says nothing about its players, so it is left out too.
    """

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def games(self, player: str, limit: int = N_COUNTED) -> list[CountedGame]:
        """List a player's newest games, newest first."""
        mine = _newest(player, limit)
        other = RESULT_SEATS.alias("other")
        has_equal = sa.exists().where(*_faces(mine, other), other.c.rank == 1)
        result = sa.case(
            (sa.or_(mine.c.rank > 1, mine.c.is_quitter), "lost"), (has_equal, "drawn"), else_="won"
        )
        columns = (mine.c[name] for name in ("colour", "pool", "rules", "n_seats", "is_teams"))
        query = sa.select(*columns, result, mine.c.share, mine.c.score).order_by(mine.c.number.desc())
        return [CountedGame(*row) for row in self._all(query)]

    def opponents(
        self, player: str, viewer: str | None, limit: int, of_games: int = N_COUNTED
    ) -> list[Opponent]:
        """List the opponents met most often in the newest games that the viewer may see.

        An opponent at several seats counts once per game; partners do not count.
        """
        met = _meetings(player, viewer, of_games)
        result = sa.case(
            (met.c.is_quitter, "lost"),
            (met.c.other_is_quitter, "won"),
            (met.c.rank == met.c.other_rank, "drawn"),
            (met.c.rank < met.c.other_rank, "won"),
            else_="lost",
        )
        n_games = sa.func.count()
        counts = [sa.func.sum(sa.case((result == name, 1), else_=0)) for name in ("won", "drawn", "lost")]
        sums = sa.func.sum(met.c.score), sa.func.sum(met.c.score - met.c.other_score)
        query = sa.select(met.c.opponent, sa.func.max(met.c.name), *counts, *sums).where(met.c.nth == 1)
        most = query.group_by(met.c.opponent).order_by(n_games.desc(), met.c.opponent).limit(limit)
        return [_opponent(*row) for row in self._all(most)]

    def _all(self, query: _Select) -> Sequence[Any]:
        with self._readers.connect() as connection:
            return connection.execute(query).all()


def _opponent(
    player: str, name: str, n_won: int, n_drawn: int, n_lost: int, scores: int, margins: int
) -> Opponent:
    shares = n_won + n_drawn / 2
    return Opponent(player, name, Count(n_won, n_drawn, n_lost, shares, int(scores), int(margins)))


def _newest(player: str, limit: int) -> sa.CTE:
    """Select the newest games of strategy in which a player had exactly one seat, with that seat."""
    seat, twin = RESULT_SEATS, RESULT_SEATS.alias("twin")
    of_game = ("number", "game_id", "pool", "rules", "n_seats", "is_teams", "listing", "is_rated")
    of_seat = ("seat", "colour", "score", "rank", "share", "is_quitter")
    columns = *(RESULTS.c[name] for name in of_game), *(seat.c[name] for name in of_seat)
    query = sa.select(*columns).join(seat, seat.c.game_id == RESULTS.c.game_id)
    query = query.where(seats_of(seat, player), RESULTS.c.pool.not_in(OTHER_GAMES))
    newest = seat.c.finished_ms.desc(), seat.c.game_id.desc(), seat.c.seat
    found = query.order_by(*newest).limit(limit).cte("found")
    is_twin = (
        twin.c.game_id == found.c.game_id,
        twin.c.seat != found.c.seat,
        sa.func.coalesce(_player(twin), "") == player,
    )
    return sa.select(found).where(~sa.exists().where(*is_twin)).cte("mine")


def _meetings(player: str, viewer: str | None, limit: int) -> sa.CTE:
    """Select the seats of opponents; `nth` numbers the seats of the same opponent in a game from 1."""
    mine, other = _newest(player, limit), RESULT_SEATS.alias("other")
    opponent = _player(other)
    name = sa.func.first_value(other.c.name).over(partition_by=opponent, order_by=mine.c.number.desc())
    nth = sa.func.row_number().over(partition_by=(mine.c.number, opponent), order_by=other.c.seat)
    query = sa.select(
        opponent.label("opponent"),
        name.label("name"),
        nth.label("nth"),
        *(mine.c[each] for each in ("score", "rank", "is_quitter")),
        *(other.c[each].label(f"other_{each}") for each in ("score", "rank", "is_quitter")),
    )
    return query.where(*_faces(mine, other), opponent.is_not(None), may_see(mine, viewer)).cte("met")


def _faces(mine: sa.CTE, other: Any) -> tuple[_Condition, ...]:
    """Return the conditions that a seat is an opponent's: partners sit two seats apart."""
    apart = sa.or_(sa.not_(mine.c.is_teams), (mine.c.seat + other.c.seat) % 2 == 1)
    return other.c.game_id == mine.c.game_id, other.c.seat != mine.c.seat, apart


def _player(seat: Any) -> "sa.ColumnElement[str | None]":
    """Return the SQL for the player of a seat, like `player_of`; null for a person in an imported game."""
    return sa.func.coalesce(seat.c.user_id, ROBOT + seat.c.robot)
