"""Ratings, ladders and the changes behind them in the database, written game by game or rebuilt from results.

A game's changes are saved together with its `position` among the rated games, which is unique: if two servers
rate at the same time, the write of the slower one fails, and that server reads again.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from tantrix.competition.ladder import MASTER_POINTS
from tantrix.competition.ratings import Rating
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import Write
from tantrix.server.protocol.ratings import ResultName
from tantrix.server.ratings.ledger import (
    RETIRED_MS,
    ROBOT,
    LadderEntry,
    PairRecord,
    PlayerRating,
    RatedGame,
    RatingChange,
    RatingLedger,
)
from tantrix.server.ratings.results import LINKED, RESULT_SEATS, RESULTS, GameResult, RatingPool, ResultSeat


@dataclass(frozen=True, slots=True)
class Entered(Row):
    """Insert a game's position among the rated games."""

    position: int
    game_id: str


RATED_GAMES = table_of(Entered, "rated_games", key=("position",), unique=("game_id",))


RATINGS = table_of(
    PlayerRating,
    "ratings",
    sa.Index(None, "pool", "played_ms", "deviation", "mean", "player"),  # all that counting a place needs
    key=("pool", "player"),
    indexed=("player",),
)

LADDERS = table_of(
    LadderEntry,
    "ladders",
    sa.Index(None, "period", "points", "played_ms", "player"),
    key=("period", "player"),
    indexed=("player",),
)

PAIRINGS = table_of(PairRecord, "pairings", key=("month", "pool", "player", "opponent"))

STEPS = table_of(
    RatingChange, "rating_steps", sa.Index(None, "player", "position"), key=("game_id", "player")
)

LIST_MS = 60_000
MAX_SEATS = 8  # the most seats of one player in one game

RatingMoment = tuple[str, str, int]  # a player, a pool, and a time

_Row = TypeVar("_Row")
_TABLES = (RATED_GAMES, RATINGS, LADDERS, PAIRINGS, STEPS)
_TABLE_OF = {PlayerRating: RATINGS, LadderEntry: LADDERS, PairRecord: PAIRINGS}


def delete_row(row: PlayerRating | LadderEntry | PairRecord) -> sa.Delete:
    """Delete a row that will be replaced with its new version."""
    table = _TABLE_OF[type(row)]
    key = (column == getattr(row, column.name) for column in table.primary_key)
    return table.delete().where(*key)


@dataclass(frozen=True, slots=True)
class MasterTally:
    """How many master games an account has played in a span of time, and when it played the last one."""

    player: str
    n_games: int
    played_ms: int


def delete_all_rows(table: sa.Table) -> sa.Delete:
    """Empty a whole table that will be refilled."""
    return table.delete()


def ledger_writes(
    before: RatingLedger, after: RatingLedger, steps: Sequence[RatingChange], game_id: str
) -> list[Write]:
    """List the writes for a game that was entered in a ledger."""
    writes: list[Write] = [Entered(after.n_entered, game_id), *steps]
    old, new = _rows(before), _rows(after)
    for key, row in new.items():
        if key in old and old[key] != row:
            writes.append(delete_row(row))
        if old.get(key) != row:
            writes.append(row)
    return writes


def replacement_writes(
    ledger: RatingLedger, steps: Iterable[RatingChange], games: Sequence[RatedGame]
) -> list[Write]:
    """List the writes that replace everything with the ledger of all games."""
    rows = [*_rows(ledger).values(), *steps]
    entered = [Entered(number, played.result.game_id) for number, played in enumerate(games, 1)]
    return [*map(delete_all_rows, _TABLES), *entered, *rows]


class RatingLists(Generic[_Row]):
    """A cache of whole lists; reread after each rated game, or when they are a minute old."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[int, int, Sequence[_Row]]] = {}

    def read(
        self, name: str, position: int, now_ms: int, read: Callable[[], Sequence[_Row]]
    ) -> Sequence[_Row]:
        """Return a list as of a position of the ledger; `read` reads it from the database."""
        known_position, read_ms, rows = self._read.get(name, (-1, now_ms, ()))
        if known_position == position and read_ms <= now_ms < read_ms + LIST_MS:
            return rows
        rows = read()
        self._read = {name: (position, now_ms, rows), **self._fresh(name, now_ms)}
        return rows

    def _fresh(self, but: str, now_ms: int) -> dict[str, tuple[int, int, Sequence[_Row]]]:
        read = self._read.items()
        return {name: each for name, each in read if name != but and each[1] <= now_ms < each[1] + LIST_MS}


class RatingStore(Store):
    """Reads results and ratings from the database. `robot_accounts` selects the user ids of robots."""

    def __init__(self, readers: sa.Engine, robot_accounts: "sa.Select[Any]") -> None:
        super().__init__(readers)
        self._robot_accounts = robot_accounts
        self._pools = RatingLists[PlayerRating]()
        self._ladders = RatingLists[LadderEntry]()
        self._masters = RatingLists[MasterTally]()

    def n_results(self) -> int:
        """Return the number of finished games, rated or not."""
        return int(self.read_all(sa.select(sa.func.count()).select_from(RESULTS))[0][0])

    def n_rated(self) -> int:
        """Return the number of games in the ledger."""
        return int(self.read_all(sa.select(sa.func.count()).select_from(RATED_GAMES))[0][0])

    def newest_result(self) -> int:
        """Return the number of the newest result, 0 if there is none."""
        return int(self.read_all(sa.select(sa.func.max(RESULTS.c.number)))[0][0] or 0)

    def unrated(self, after: int, limit: int) -> list[RatedGame]:
        """List the first rated games that are not in the ledger, in the order in which they were saved.

        Looks only at results with a higher number than `after`.
        """
        is_known = sa.exists().where(RATED_GAMES.c.game_id == RESULTS.c.game_id)
        is_due = RESULTS.c.is_rated.is_(True), RESULTS.c.number > after, ~is_known
        return self._played(_results().where(*is_due).order_by(RESULTS.c.number).limit(limit))

    def rated(self) -> list[RatedGame]:
        """List all rated games in the order in which they were saved."""
        return self._played(_results().where(RESULTS.c.is_rated.is_(True)).order_by(RESULTS.c.number))

    def ledger_for(self, played: RatedGame, month: str) -> RatingLedger:
        """Read the part of the ledger that concerns a game of this month."""
        players = set(played.players)
        with self.readers.connect() as connection:
            last = connection.execute(sa.select(sa.func.max(RATED_GAMES.c.position))).scalar()
            rated = connection.execute(sa.select(RATINGS).where(RATINGS.c.player.in_(players)))
            ratings = {(row.pool, row.player): PlayerRating(*row) for row in rated}
            found = connection.execute(sa.select(LADDERS).where(LADDERS.c.player.in_(players)))
            entries = {(row.period, row.player): LadderEntry(*row) for row in found}
            paired = connection.execute(
                sa.select(PAIRINGS).where(
                    PAIRINGS.c.month == month,
                    PAIRINGS.c.player.in_(players),
                    PAIRINGS.c.opponent.in_(players),
                )
            )
            pairings = {tuple(row[:4]): PairRecord(*row) for row in paired}
        return RatingLedger(last or 0, ratings, entries, pairings)

    def ratings_of(self, player: str) -> list[PlayerRating]:
        """List a player's ratings."""
        return self.read_each(PlayerRating, sa.select(RATINGS).where(RATINGS.c.player == player))

    def ladder_entries_of(self, player: str) -> list[LadderEntry]:
        """List a player's ladder entries: all time first, then the months, newest first."""
        query = sa.select(LADDERS).where(LADDERS.c.player == player).order_by(LADDERS.c.period.desc())
        return self.read_each(LadderEntry, query)

    def pool(self, pool: str, now_ms: int) -> Sequence[PlayerRating]:
        """List all ratings of a pool, ordered by their lower bound, best first."""
        query = sa.select(RATINGS).where(RATINGS.c.pool == pool)

        def read() -> list[PlayerRating]:
            return sorted(self._rows(query, PlayerRating), key=lambda each: (-each.rating.sure, each.player))

        return self._pools.read(pool, self._newest_position(), now_ms, read)

    def ladder(self, period: str, now_ms: int) -> Sequence[LadderEntry]:
        """List all entries of a ladder, most points first."""
        query = sa.select(LADDERS).where(LADDERS.c.period == period)

        def read() -> list[LadderEntry]:
            return sorted(self._rows(query, LadderEntry), key=lambda each: (-round(each.points), each.player))

        return self._ladders.read(period, self._newest_position(), now_ms, read)

    def master_games(self, now_ms: int) -> Sequence[MasterTally]:
        """Count the master games of the last three months by account.

        These are games in which all players are accounts that had enough points on the all-time ladder
        before the game. They follow from the changes in the ledger, so a rebuild finds the same games.
        """
        recent = sa.select(STEPS.c.game_id).where(STEPS.c.finished_ms >= now_ms - RETIRED_MS)
        before = STEPS.c.all_points - STEPS.c.all_won
        among_masters = recent.group_by(STEPS.c.game_id).having(
            sa.func.count() == sa.func.count(STEPS.c.all_points), sa.func.min(before) >= MASTER_POINTS
        )
        query = (
            sa.select(STEPS.c.player, sa.func.count(), sa.func.max(STEPS.c.finished_ms))
            .where(STEPS.c.game_id.in_(among_masters))
            .group_by(STEPS.c.player)
            .order_by(STEPS.c.player)
        )
        return self._masters.read(
            "masters", self._newest_position(), now_ms, lambda: self._rows(query, MasterTally)
        )

    def periods(self) -> list[str]:
        """List the periods that have a ladder: all time first, then the months, newest first."""
        query = sa.select(LADDERS.c.period).distinct().order_by(LADDERS.c.period.desc())
        return [row.period for row in self.read_all(query)]

    def steps_at(self, player: str, game_ids: Collection[str]) -> list[RatingChange]:
        """List the changes by some of a player's games in any order; unrated games are left out."""
        query = sa.select(STEPS).where(STEPS.c.player == player, STEPS.c.game_id.in_(game_ids))
        return self.read_each(RatingChange, query)

    def steps_before(self, steps: Sequence[RatingChange]) -> dict[str, RatingChange]:
        """Return the previous change in the same pool for each of a player's changes, by the later game's id.

        The first game in a pool has no previous change.
        """
        one, before = STEPS.alias("one"), STEPS.alias("before")
        position = (
            sa.select(sa.func.max(STEPS.c.position))
            .where(STEPS.c.player == one.c.player, STEPS.c.pool == one.c.pool)
            .where(STEPS.c.position < one.c.position)
            .scalar_subquery()
        )
        query = sa.select(one.c.game_id, *before.c).where(
            one.c.player.in_({step.player for step in steps}),
            one.c.game_id.in_([step.game_id for step in steps]),
            before.c.player == one.c.player,
            before.c.position == position,
        )
        return {row[0]: RatingChange(*row[1:]) for row in self.read_all(query)}

    def track(self, player: str, pool: str, limit: int) -> list[RatingChange]:
        """List the changes by a player's newest games in a pool, oldest first."""
        query = sa.select(STEPS).where(STEPS.c.player == player, STEPS.c.pool == pool)
        newest = self.read_all(query.order_by(STEPS.c.position.desc()).limit(limit))
        return [RatingChange(*row) for row in reversed(newest)]

    def steps_in(self, game_id: str) -> list[RatingChange]:
        """List the changes by a game, one for each of its players."""
        return self.read_each(RatingChange, sa.select(STEPS).where(STEPS.c.game_id == game_id))

    def step_before(self, step: RatingChange) -> RatingChange | None:
        """Return the change made by the player's previous game in the same pool; None if it is the first."""
        query = sa.select(STEPS).where(
            STEPS.c.player == step.player, STEPS.c.pool == step.pool, STEPS.c.position < step.position
        )
        return self.read_one(RatingChange, query.order_by(STEPS.c.position.desc()).limit(1))

    def ratings_at(self, moments: Collection[RatingMoment]) -> dict[RatingMoment, Rating]:
        """Return ratings at given times with one query; a newcomer's if there was none."""
        numbered = [(number, *each) for number, each in enumerate(moments)]
        found: dict[int, Rating] = {}
        for first in range(0, len(numbered), _CHUNK):
            rows = self.read_all(_ratings_at(numbered[first : first + _CHUNK]))
            found |= {row.number: Rating(row.mean, row.deviation) for row in rows}
        return {each: found.get(number, Rating()) for number, each in enumerate(moments)}

    def finished(self, game_id: str) -> RatedGame | None:
        """Return a finished game, rated or not; None if it does not exist or has no result that counts."""
        return next(iter(self._played(_results().where(RESULTS.c.game_id == game_id))), None)

    def results_of(self, user_id: str, game_ids: Collection[str]) -> dict[str, ResultName]:
        """Return how games ended for a player's first seat, those that have a result that counts."""
        results = {}
        for game in self._played(_results().where(RESULTS.c.game_id.in_(game_ids))):
            seat = next((each for each in game.seats if each.user_id == user_id), None)
            if seat:
                results[game.result.game_id] = game.result_of(seat)
        return results

    def seen_games_of(self, player: str, viewer: str | None, limit: int) -> list[RatedGame]:
        """List the newest finished games of a player that the viewer may see."""
        seat = RESULT_SEATS
        seats = sa.select(seat.c.game_id).join(RESULTS, RESULTS.c.game_id == seat.c.game_id)
        newest = seat.c.finished_ms.desc(), seat.c.game_id.desc(), seat.c.seat
        is_game = RESULTS.c.pool != RatingPool.PUZZLES
        seen = seats.where(was_played_by(seat, player), is_game, may_see(RESULTS, viewer)).order_by(*newest)
        ids = sa.select(seen.limit(limit * MAX_SEATS).subquery().c.game_id)
        order = RESULTS.c.finished_ms.desc(), RESULTS.c.game_id.desc()
        return self._played(_results().where(RESULTS.c.game_id.in_(ids)).order_by(*order).limit(limit))

    def seen_among(self, game_ids: Collection[str], viewer: str | None) -> set[str]:
        """Return those of some finished games that the viewer may see."""
        query = sa.select(RESULTS.c.game_id).where(RESULTS.c.game_id.in_(game_ids), may_see(RESULTS, viewer))
        return {row.game_id for row in self.read_all(query)}

    def games_between(self, user_id: str, opponent: str, viewer: str | None, limit: int) -> list[RatedGame]:
        """List the newest finished games of an account and another player that the viewer may see."""
        both = RESULTS.c.game_id.in_(_games_of(user_id)), RESULTS.c.game_id.in_(_games_of(opponent))
        seen = _results().where(*both, may_see(RESULTS, viewer))
        return self._played(seen.order_by(RESULTS.c.number.desc()).limit(limit))

    def _played(self, query: "sa.Select[Any]") -> list[RatedGame]:
        with self.readers.connect() as connection:
            results = [GameResult(*row) for row in connection.execute(query)]
            seats: dict[str, list[ResultSeat]] = {result.game_id: [] for result in results}
            ids = list(seats)
            for first in range(0, len(ids), _CHUNK):
                chosen = RESULT_SEATS.c.game_id.in_(ids[first : first + _CHUNK])
                ordered = sa.select(RESULT_SEATS).where(chosen).order_by(RESULT_SEATS.c.seat)
                for row in connection.execute(ordered):
                    seats[row.game_id].append(ResultSeat(*row))
            robots = frozenset(connection.execute(self._robot_accounts).scalars())
        return [_played(result, seats[result.game_id], robots) for result in results]

    def _newest_position(self) -> int:
        return int(self.read_all(sa.select(sa.func.max(RATED_GAMES.c.position)))[0][0] or 0)

    def _rows(self, query: "sa.Select[Any]", kind: Callable[..., _Row]) -> list[_Row]:
        return self.read_each(kind, query)


def _ratings_at(moments: Sequence[tuple[int, str, str, int]]) -> "sa.Select[Any]":
    number, player = sa.column("number", sa.Integer), sa.column("player", sa.Text)
    pool, at_ms = sa.column("pool", sa.Text), sa.column("at_ms", sa.BigInteger)
    one = sa.values(number, player, pool, at_ms, name="one").data(moments).cte("one")
    past = STEPS.alias("past")
    last = sa.select(sa.func.max(past.c.position)).where(
        past.c.player == one.c.player, past.c.pool == one.c.pool, past.c.finished_ms <= one.c.at_ms
    )
    steps = sa.and_(STEPS.c.player == one.c.player, STEPS.c.position == last.scalar_subquery())
    return sa.select(one.c.number, STEPS.c.mean, STEPS.c.deviation).join_from(one, STEPS, steps)


def _played(result: GameResult, seats: Sequence[ResultSeat], robots: frozenset[str]) -> RatedGame:
    user_ids = {seat.user_id for seat in seats if seat.user_id is not None}
    return RatedGame(result, tuple(seats), robots & user_ids)


_CHUNK = 500  # ids per query, few enough for any database


def _rows(ledger: RatingLedger) -> dict[tuple[str, ...], PlayerRating | LadderEntry | PairRecord]:
    rows: dict[tuple[str, ...], PlayerRating | LadderEntry | PairRecord] = {}
    # Names of pools and of periods never coincide, and the keys of pairings are longer.
    for part in (ledger.rated, ledger.entries, ledger.pairings):
        rows.update(part)  # type: ignore[arg-type]
    return rows


def was_played_by(seat: Any, player: str) -> "sa.ColumnElement[bool]":
    """Return the condition that a seat was played by an account, a guest or a robot."""
    if player.startswith(ROBOT):
        return sa.and_(seat.c.user_id.is_(None), seat.c.robot == player.removeprefix(ROBOT))
    return sa.and_(seat.c.user_id == player)


def may_see(results: Any, viewer: str | None) -> "sa.ColumnElement[bool]":
    """Return the condition that the viewer may see a result: it is listed, rated, or from their own game.

    A game of a tournament that is reached only by its link is not seen for being rated.
    """
    is_rated = sa.and_(results.c.is_rated, results.c.listing != LINKED)
    is_public = sa.or_(results.c.listing == "open", is_rated)
    if viewer is None:
        return is_public
    own = RESULT_SEATS.alias("own")
    return sa.or_(
        is_public,
        sa.exists().where(own.c.game_id == results.c.game_id, sa.func.coalesce(own.c.user_id, "") == viewer),
    )


def _games_of(player: str) -> "sa.Select[Any]":
    return sa.select(RESULT_SEATS.c.game_id).where(was_played_by(RESULT_SEATS, player))


def _results() -> "sa.Select[Any]":
    return sa.select(*list(RESULTS.c)[1:])
