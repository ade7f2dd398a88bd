"""The figures of a profile, read from the database.

A player's newest games are read in one query with all who sat there. Only these are counted, so that the
profile of a player with very many games does not cost more. A place on a list is one more than the number of
listed players ahead, which the database counts: a profile does not read whole lists.
"""

from datetime import date
from typing import Any

import sqlalchemy as sa

from tantrix.clock import DAY_MS
from tantrix.competition.ratings import LISTED_DEVIATION, POINTS, SURE
from tantrix.server.accounts.store import BANNED_ACCOUNTS
from tantrix.server.database.reading import Store
from tantrix.server.players.activity import DayGames
from tantrix.server.players.statistics import CountedGames, ScoredGame, SeatPair, best_of
from tantrix.server.protocol.ratings import BestOf
from tantrix.server.protocol.times import day_of
from tantrix.server.ratings.ledger import ALL_TIME, PUZZLE, RETIRED_MS, ROBOT, LadderEntry, PlayerRating
from tantrix.server.ratings.results import (
    FROM_JOURNALS,
    OTHER_GAMES,
    RESULT_SEATS,
    RESULTS,
    UNCOUNTED,
    RatingPool,
)
from tantrix.server.ratings.store import LADDERS, RATINGS, may_see, was_played_by

N_COUNTED = 500
_PLAYED_HERE = (*FROM_JOURNALS, RatingPool.GOBBLE)

_OF_GAME = ("number", "pool", "rules", "n_seats", "is_teams", "listing", "is_rated")
_OF_SEAT = ("seat", "colour", "score", "rank", "share", "line_length", "has_loop", "is_quitter")
_OF_OTHER = ("seat", "user_id", "robot", "name", "score", "rank", "is_quitter")


class StatisticsStore(Store):
    """Reads the figures for profiles. A rush of Gobble has no score, so it is left out."""

    def newest(self, player: str, limit: int = N_COUNTED) -> CountedGames:
        """Return a player's newest games."""
        rows = self.read_all(_seat_pairs(player, limit))
        return CountedGames(player, [SeatPair(*row) for row in rows])

    def best_of(self, player: str, game_id: str, now_ms: int) -> BestOf | None:
        """Return of how long a time a player's score in a game of the last day is the best."""
        seat = RESULT_SEATS.c
        is_recent = seat.game_id == game_id, seat.finished_ms >= now_ms - DAY_MS
        if not self.read_all(sa.select(seat.game_id).where(was_played_by(RESULT_SEATS, player), *is_recent)):
            return None  # most who look at a finished game did not play it, or long ago
        games = [ScoredGame(*row) for row in self.read_all(_scores(player))]
        return best_of(games, game_id, now_ms, is_whole=len(games) < N_COUNTED)

    def won_and_lost(self, player: str, opponent: str) -> tuple[int, int]:
        """Count the games that a player has won and lost against another, each with one seat."""
        [(n_won, n_lost)] = self.read_all(_won_and_lost(player, opponent))
        return int(n_won or 0), int(n_lost or 0)

    def games_by_day(self, player: str, viewer: str | None, since: date) -> list[DayGames]:
        """Count a player's games that the viewer may see, and those won, by the day on which they ended."""
        rows = self.read_all(_games_by_day(player, viewer, since))
        return [DayGames(day_of(int(number) * DAY_MS), int(n), int(n_won)) for number, n, n_won in rows]

    def place_in_pool(self, rated: PlayerRating, now_ms: int) -> int:
        """Return the place of a listed player on the list of a pool."""
        return 1 + self._count(_ahead_in_pool(rated, now_ms))

    def place_on_ladder(self, entry: LadderEntry, now_ms: int) -> int:
        """Return the place of a listed player on a ladder, which those with equal points share."""
        return 1 + self._count(_ahead_on_ladder(entry, now_ms))

    def _count(self, *conditions: "sa.ColumnElement[bool]") -> int:
        with self.readers.connect() as connection:
            return int(connection.execute(sa.select(sa.func.count()).where(*conditions)).scalar_one())


def _games_by_day(player: str, viewer: str | None, since: date) -> "sa.Select[Any]":
    """Select days since 1970, numbers of games and of games won; games against oneself are left out."""
    seat, since_ms = RESULT_SEATS, (since - date(1970, 1, 1)).days * DAY_MS
    day, share = sa.func.min(seat.c.finished_ms // DAY_MS), sa.func.min(seat.c.share)
    games = (
        sa.select(day.label("day"), share.label("share"))
        .join(RESULTS, RESULTS.c.game_id == seat.c.game_id)
        .where(was_played_by(seat, player), seat.c.finished_ms >= since_ms, may_see(RESULTS, viewer))
        .where(RESULTS.c.pool.in_(_PLAYED_HERE), RESULTS.c.termination.not_in(UNCOUNTED))
        .group_by(seat.c.game_id)
        .having(sa.func.count() == 1)
        .subquery()
    )
    n_won = sa.func.sum(sa.case((games.c.share >= 1, 1), else_=0))
    return sa.select(games.c.day, sa.func.count(), n_won).group_by(games.c.day)


def _won_and_lost(player: str, opponent: str) -> "sa.Select[Any]":
    """Select the numbers of games won and lost; partners are not opponents, and quitting loses a game."""
    mine, other = RESULT_SEATS.alias("mine"), RESULT_SEATS.alias("other")
    is_partner = sa.and_(RESULTS.c.is_teams, (mine.c.seat + other.c.seat) % 2 == 0)
    has_quit, other_has_quit = mine.c.is_quitter, other.c.is_quitter
    is_ahead, is_behind = mine.c.rank < other.c.rank, mine.c.rank > other.c.rank
    won = sa.case((is_partner, 0), (has_quit, 0), (other_has_quit, 1), (is_ahead, 1), else_=0)
    lost = sa.case((is_partner, 0), (has_quit, 1), (other_has_quit, 0), (is_behind, 1), else_=0)
    games = (
        sa.select(sa.func.min(won).label("won"), sa.func.min(lost).label("lost"))
        .join_from(mine, other, other.c.game_id == mine.c.game_id)
        .join(RESULTS, RESULTS.c.game_id == mine.c.game_id)
        .where(was_played_by(mine, player), was_played_by(other, opponent))
        .where(RESULTS.c.pool.not_in(OTHER_GAMES))
        .group_by(mine.c.game_id)
        .having(sa.func.count() == 1)
        .subquery()
    )
    return sa.select(sa.func.sum(games.c.won), sa.func.sum(games.c.lost))


def _scores(player: str) -> "sa.Select[Any]":
    """Select the newest games that were not aborted, with a player's scores; none against oneself."""
    seat = RESULT_SEATS
    return (
        sa.select(seat.c.game_id, sa.func.min(seat.c.finished_ms), sa.func.min(seat.c.score))
        .join(RESULTS, RESULTS.c.game_id == seat.c.game_id)
        .where(was_played_by(seat, player), RESULTS.c.pool.in_(FROM_JOURNALS))
        .where(RESULTS.c.termination.not_in(UNCOUNTED))
        .group_by(seat.c.game_id)
        .having(sa.func.count() == 1)
        .order_by(sa.func.min(seat.c.finished_ms).desc())
        .limit(N_COUNTED)
    )


def _ahead_in_pool(rated: PlayerRating, now_ms: int) -> "sa.ColumnElement[bool]":
    other, mine = RATINGS.c, rated.rating.sure
    sure = other.mean - SURE * other.deviation
    return sa.and_(
        other.pool == rated.pool,
        other.played_ms >= now_ms - RETIRED_MS,
        POINTS * other.deviation <= LISTED_DEVIATION + 0.5,  # rounds to at most the limit, which is even
        sa.or_(sure > mine, sa.and_(sure == mine, other.player < rated.player)),
        other.player.not_in(BANNED_ACCOUNTS),
        other.player.not_like(f"{ROBOT}{PUZZLE}%"),
    )


def _ahead_on_ladder(entry: LadderEntry, now_ms: int) -> "sa.ColumnElement[bool]":
    other, mine = LADDERS.c, round(entry.points)
    # Places are those of rounded points, and Python rounds a half to the even number.
    is_ahead = other.points >= mine + 0.5 if mine % 2 else other.points > mine + 0.5
    is_recent = other.played_ms >= now_ms - RETIRED_MS if entry.period == ALL_TIME else sa.true()
    return sa.and_(other.period == entry.period, is_ahead, is_recent, other.player.not_in(BANNED_ACCOUNTS))


def _seat_pairs(player: str, limit: int) -> "sa.Select[Any]":
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
