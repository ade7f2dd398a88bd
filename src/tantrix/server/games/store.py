"""Games in the database, and the append-only journal of what happened in them.

A game is stored as text: its rules, its seats, the secret that determines its deal, and the lines of its
journal. The secret is in the database from the start, but leaves the server only when the game is over.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import sqlalchemy as sa

from tantrix.server.database.reading import Store, in_turns
from tantrix.server.database.rows import Prepared, Row, columns_of, table_of
from tantrix.server.database.writes import MustMatch


@dataclass(frozen=True, slots=True)
class GameRow(Row):
    """A game as it was dealt. `owner` is the id of the user who started it; `result` is set once it is over.

    `control` is a time control as text; `listing` is open, private or linked; `started_ms` is set once
    all seats are taken, in a match to the end of a countdown that may still become shorter. `match_id`: the
    tournament and the match that the game belongs to. For the fields from `ply` to `due_ms`, see
    `GameProgress`. `plans_revision`: how often a player has saved a plan.
    """

    id: str
    owner: str
    rules: str
    seats: str
    secret: str
    commitment: str
    created_ms: int
    finished_ms: int | None = None
    result: str | None = None
    control: str | None = None
    listing: str = "private"
    started_ms: int | None = None
    is_rated: bool = False
    ply: int = 0
    version: int = 0
    to_play: int | None = None
    scores: str = ""
    stand_ins: str = ""
    is_paused: bool = False
    due_ms: int | None = None
    match_id: str | None = None
    plans_revision: int = 0


GAMES = table_of(GameRow, "games", sa.Index(None, "owner", "created_ms"), key=("id",))


# Lists of unfinished games must not scan the finished ones, which are far more numerous.
LISTED_PER_OWNER = 5  # tables of one user in a list in the lobby

_IS_UNFINISHED = GAMES.c.finished_ms.is_(None)
_IS_WAITING = sa.and_(_IS_UNFINISHED, GAMES.c.started_ms.is_(None))
_IS_IN_PLAY = sa.and_(_IS_UNFINISHED, GAMES.c.started_ms.is_not(None))
_IS_BY_POST = GAMES.c.control.like("% days%")


def _partial_index(name: str, where: "sa.ColumnElement[bool]", *columns: "sa.Column[Any]") -> None:
    sa.Index(f"ix_{columns[0].table.name}_{name}", *columns, sqlite_where=where, postgresql_where=where)


_partial_index("unfinished", _IS_UNFINISHED, GAMES.c.owner, GAMES.c.created_ms)
_partial_index("waiting", _IS_WAITING, GAMES.c.listing, GAMES.c.created_ms)
_partial_index("in_play", _IS_IN_PLAY, GAMES.c.listing, GAMES.c.created_ms)
_partial_index("due", GAMES.c.due_ms.is_not(None), GAMES.c.due_ms)


@dataclass(frozen=True, slots=True)
class JournalEntry(Row):
    """A line of a game's journal; `message_key` names the message that caused it, None for a robot's line.

    `lag_ms`: time given back to the clock of the player who laid the tile. `delay_ms`: how long the previous
    lines took to reach the players, time that no clock counts.
    """

    game_id: str
    sequence: int
    line: str
    message_key: str | None
    at_ms: int
    lag_ms: Annotated[int, sa.Integer] = 0
    delay_ms: int = 0


JOURNAL = table_of(JournalEntry, "journal", key=("game_id", "sequence"), references={"game_id": "games.id"})


@dataclass(frozen=True, slots=True)
class TakenSeat(Row):
    """An open seat and the user who took it; `colour_preferences` has the letters of the preferred colours.

    `is_over`: the game is over.
    """

    game_id: str
    seat: int
    user_id: str
    name: str
    at_ms: int
    colour_preferences: str = ""
    is_over: bool = False


TAKEN_SEATS = table_of(
    TakenSeat,
    "sittings",
    sa.Index(None, "user_id", "at_ms"),
    key=("game_id", "seat"),
    references={"game_id": "games.id"},
)

_partial_index("unfinished", TAKEN_SEATS.c.is_over.is_(False), TAKEN_SEATS.c.user_id, TAKEN_SEATS.c.at_ms)

_UPDATE_GAME = GAMES.update().where(GAMES.c.id == sa.bindparam("of_game"))

SEATED = (GAMES.c.owner, TAKEN_SEATS.c.user_id)  # columns with users who have opened a table or taken a seat


def begin_game(game_id: str, at_ms: int, rules: str) -> MustMatch:
    """Start a game whose last open seat was taken; `rules` have the final colours, after all preferences."""
    begun = {"started_ms": at_ms, "rules": rules}
    return MustMatch(GAMES.update().where(GAMES.c.id == game_id).values(**begun))


def end_countdown(game_id: str, ends_ms: int, at_ms: int) -> MustMatch:
    """Start the clocks of a game now instead of at `ends_ms`; a conflict if another server has done so."""
    is_counting = GAMES.c.id == game_id, GAMES.c.started_ms == ends_ms
    return MustMatch(GAMES.update().where(*is_counting).values(started_ms=at_ms))


@dataclass(frozen=True, slots=True)
class GameProgress:
    """Save what lists show of a game, so that they do not have to replay its journal.

    `version` is the number of events. `to_play` is the seat to play, None once the game is over. `scores` are
    numbers, `stand_ins` seats and robots, like `1 greedy`; both are separated by commas. `due_ms`: when
    something will happen without a request, for example a flag fall; outages and delays only make it later.
    """

    game_id: str
    ply: int
    version: int
    to_play: int | None
    scores: str
    stand_ins: str
    is_paused: bool
    due_ms: int | None

    @property
    def prepared(self) -> Prepared:
        return Prepared(_UPDATE_GAME, {"of_game": self.game_id, **self.columns})

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the game's row."""
        return {name: value for name, value in columns_of(self).items() if name != "game_id"}


def postpone(game_id: str, due_ms: int | None) -> sa.Update:
    """Save that the next timed event of a game is due later than expected, for example after an outage."""
    return GAMES.update().where(GAMES.c.id == game_id).values(due_ms=due_ms)


def end_taken_seats(game_id: str) -> sa.Update:
    """Mark the taken seats of a game as belonging to a finished game."""
    return TAKEN_SEATS.update().where(TAKEN_SEATS.c.game_id == game_id).values(is_over=True)


def close_table(game_id: str) -> MustMatch:
    """Delete a table that waits for players, but not if its game has begun."""
    return MustMatch(GAMES.delete().where(GAMES.c.id == game_id, GAMES.c.started_ms.is_(None)))


def free_seat(game_id: str, seat: int) -> MustMatch:
    """Delete a taken seat of a table."""
    is_it = TAKEN_SEATS.c.game_id == game_id, TAKEN_SEATS.c.seat == seat
    return MustMatch(TAKEN_SEATS.delete().where(*is_it))


def delete_taken_seats(game_id: str) -> sa.Delete:
    """Delete the taken seats of a table."""
    return TAKEN_SEATS.delete().where(TAKEN_SEATS.c.game_id == game_id)


@dataclass(frozen=True, slots=True)
class FinishGame:
    """Finish a game; `result` is the outcome as text."""

    game_id: str
    at_ms: int
    result: str

    @property
    def prepared(self) -> Prepared:
        finished = {"finished_ms": self.at_ms, "result": self.result}
        return Prepared(_UPDATE_GAME, {"of_game": self.game_id, **finished})


class StoredGame(NamedTuple):
    """A game and the open seats taken in it.

    `since_ms`: in the list of a user's games, when the user opened or joined it.
    """

    row: GameRow
    taken_seats: tuple[TakenSeat, ...]
    since_ms: int = 0


class GameStore(Store):
    """Reads games from the database."""

    def game(self, game_id: str) -> GameRow | None:
        """Return a game by its id; None if there is none."""
        return self.read_one(GameRow, sa.select(GAMES).where(GAMES.c.id == game_id))

    def entries(self, game_id: str) -> list[JournalEntry]:
        """List the journal of a game in order."""
        query = sa.select(JOURNAL).where(JOURNAL.c.game_id == game_id).order_by(JOURNAL.c.sequence)
        return self.read_each(JournalEntry, query)

    def taken_seats(self, game_id: str) -> list[TakenSeat]:
        """List the taken open seats of a game, with the users who took them."""
        query = sa.select(TAKEN_SEATS).where(TAKEN_SEATS.c.game_id == game_id).order_by(TAKEN_SEATS.c.seat)
        return self.read_each(TakenSeat, query)

    def finished_ids(self) -> list[str]:
        """List the ids of all finished games, in the order in which they ended."""
        query = sa.select(GAMES.c.id).where(GAMES.c.finished_ms.is_not(None))
        return [row.id for row in self.read_all(query.order_by(GAMES.c.finished_ms, GAMES.c.id))]

    def unlisted_ids(self) -> list[str]:
        """List the ids of all games whose progress was never saved; only old versions left such games."""
        query = sa.select(GAMES.c.id).where(GAMES.c.scores == "").order_by(GAMES.c.id)
        with self.readers.connect() as connection:
            return list(connection.execute(query).scalars())

    def games_of(self, user_id: str, limit: int, after: tuple[int, str] | None = None) -> list[StoredGame]:
        """List the games that a user opened or took a seat in most recently.

        `after`: the time and the id of the last game on the previous page.
        """
        return self._newest_of(sa.select(GAMES), user_id, limit, after=after)

    def unfinished_of(self, user_id: str, limit: int) -> list[StoredGame]:
        """List the unfinished games that a user opened or took a seat in most recently."""
        return self._newest_of(sa.select(GAMES).where(_IS_UNFINISHED), user_id, limit, is_over=False)

    def correspondence_of(self, user_id: str, limit: int, offset: int = 0) -> list[StoredGame]:
        """List the correspondence games in play of a user, those that wait for the user first."""
        last = offset + limit
        with self.readers.connect() as connection:
            opened = connection.execute(_urgent_opened_by(user_id, last)).all()
            joined = connection.execute(_urgent_joined_by(user_id, last)).all()
            places = {row.id: (_urgency(row), GameRow(*row[:-1])) for row in (*opened, *joined)}
            urgent = sorted(places.values(), key=lambda each: each[0])[offset:last]
            return _with_taken_seats(connection, [row for _, row in urgent])

    def n_correspondence_turns(self, user_ids: Collection[str]) -> dict[str, int]:
        """Count the correspondence games that wait for users; users for whom none waits are left out.

        A seat that nobody took is the owner's: a robot would have played by now.
        """
        is_turn = TAKEN_SEATS.c.seat == GAMES.c.to_play
        games = sa.select(TAKEN_SEATS.c.user_id, sa.func.count()).join(
            GAMES, TAKEN_SEATS.c.game_id == GAMES.c.id
        )
        joined = games.where(TAKEN_SEATS.c.user_id.in_(user_ids), TAKEN_SEATS.c.is_over.is_(False), is_turn)
        is_taken = sa.exists().where(TAKEN_SEATS.c.game_id == GAMES.c.id, is_turn)
        opened = sa.select(GAMES.c.owner, sa.func.count()).where(GAMES.c.owner.in_(user_ids), ~is_taken)
        found: dict[str, int] = {}
        with self.readers.connect() as connection:
            for query, user_id in ((joined, TAKEN_SEATS.c.user_id), (opened, GAMES.c.owner)):
                waiting = query.where(_IS_IN_PLAY, _IS_BY_POST, GAMES.c.is_paused.is_(False))
                for each, n in connection.execute(waiting.group_by(user_id)):
                    found[each] = found.get(each, 0) + n
        return found

    def waiting(self, limit: int) -> list[StoredGame]:
        """List the newest open tables that wait for players, taking turns among users."""
        return self._listed(_IS_WAITING, limit)

    def n_waiting_of(self, user_id: str) -> int:
        """Count the open tables of a user that wait for players."""
        return self._count(GAMES.c.owner == user_id, GAMES.c.listing == "open", _IS_WAITING)

    def n_waiting_among(self, game_ids: Collection[str]) -> int:
        """Count how many of the given games wait for players."""
        return self._count(GAMES.c.id.in_(game_ids), _IS_WAITING) if game_ids else 0

    def in_play(self, limit: int) -> list[StoredGame]:
        """List the newest open tables that are in play, taking turns among users."""
        return self._listed(_IS_IN_PLAY, limit)

    def _count(self, *conditions: "sa.ColumnElement[bool]") -> int:
        with self.readers.connect() as connection:
            query = sa.select(sa.func.count()).select_from(GAMES).where(*conditions)
            return int(connection.execute(query).scalar_one())

    def due(self, until_ms: int, limit: int) -> list[tuple[str, int]]:
        """List the games in which something is due by a given time, with the due time, earliest first."""
        query = sa.select(GAMES.c.id, GAMES.c.due_ms).where(GAMES.c.due_ms <= until_ms, _IS_UNFINISHED)
        return [(row.id, row.due_ms) for row in self.read_all(query.order_by(GAMES.c.due_ms).limit(limit))]

    def _listed(self, condition: "sa.ColumnElement[bool]", limit: int) -> list[StoredGame]:
        found = self._newest(_open_tables(condition, limit))
        return sorted(found, key=lambda game: (-game.row.created_ms, game.row.id))

    def _newest(self, query: "sa.Select[Any]") -> list[StoredGame]:
        with self.readers.connect() as connection:
            return _with_taken_seats(connection, [GameRow(*row) for row in connection.execute(query)])

    def _newest_of(
        self,
        games: "sa.Select[Any]",
        user_id: str,
        limit: int,
        is_over: bool | None = None,
        after: tuple[int, str] | None = None,
    ) -> list[StoredGame]:
        """Read games that a user opened and games where they took a seat separately: each has its index."""
        with self.readers.connect() as connection:
            opened = connection.execute(_opened_by(games, user_id, limit, after)).all()
            joined = connection.execute(_joined_by(games, user_id, limit, is_over, after)).all()
            since_ms = {row.id: (row.created_ms, GameRow(*row)) for row in opened}
            since_ms |= {row.id: (row.at_ms, GameRow(*row[:-1])) for row in joined}
            newest = sorted(since_ms.values(), key=lambda each: (-each[0], each[1].id))[:limit]
            found = _with_taken_seats(connection, [row for _, row in newest])
            return [each._replace(since_ms=since_ms[each.row.id][0]) for each in found]


def _urgent_opened_by(user_id: str, limit: int) -> "sa.Select[Any]":
    """Return the query of the most urgent correspondence games that a user opened."""
    is_taken = sa.exists().where(TAKEN_SEATS.c.game_id == GAMES.c.id, TAKEN_SEATS.c.seat == GAMES.c.to_play)
    return _most_urgent(sa.select(GAMES), ~is_taken, limit).where(GAMES.c.owner == user_id)


def _urgent_joined_by(user_id: str, limit: int) -> "sa.Select[Any]":
    """Return the query of the most urgent correspondence games in which a user took a seat."""
    games = sa.select(GAMES).join(TAKEN_SEATS, TAKEN_SEATS.c.game_id == GAMES.c.id)
    mine = TAKEN_SEATS.c.user_id == user_id, TAKEN_SEATS.c.is_over.is_(False)
    return _most_urgent(games, TAKEN_SEATS.c.seat == GAMES.c.to_play, limit).where(*mine)


def _most_urgent(games: "sa.Select[Any]", is_turn: "sa.ColumnElement[bool]", limit: int) -> "sa.Select[Any]":
    waits = sa.and_(is_turn, GAMES.c.is_paused.is_(False)).label("waits")
    has_no_time = sa.or_(GAMES.c.due_ms.is_(None), GAMES.c.is_paused)
    found = games.add_columns(waits).where(_IS_IN_PLAY, _IS_BY_POST)
    return found.order_by(waits.desc(), has_no_time, GAMES.c.due_ms, GAMES.c.id).limit(limit)


def _urgency(row: "sa.Row[Any]") -> tuple[bool, bool, int, str]:
    """Return the key by which `_most_urgent` sorts."""
    return not row.waits, row.due_ms is None or row.is_paused, row.due_ms or 0, row.id


def _opened_by(
    games: "sa.Select[Any]", user_id: str, limit: int, after: tuple[int, str] | None
) -> "sa.Select[Any]":
    since = GAMES.c.created_ms
    opened = games.where(GAMES.c.owner == user_id, *_beyond(since, GAMES.c.id, after))
    return opened.order_by(since.desc(), GAMES.c.id).limit(limit)


def _joined_by(
    games: "sa.Select[Any]",
    user_id: str,
    limit: int,
    is_over: bool | None,
    after: tuple[int, str] | None,
) -> "sa.Select[Any]":
    since = TAKEN_SEATS.c.at_ms
    joined = games.add_columns(since).join(TAKEN_SEATS, TAKEN_SEATS.c.game_id == GAMES.c.id)
    joined = joined.where(TAKEN_SEATS.c.user_id == user_id, *_beyond(since, TAKEN_SEATS.c.game_id, after))
    if is_over is not None:
        joined = joined.where(TAKEN_SEATS.c.is_over.is_(is_over))
    return joined.order_by(since.desc(), TAKEN_SEATS.c.game_id).limit(limit)


def _beyond(
    since: "sa.Column[int]", game_id: "sa.Column[str]", after: tuple[int, str] | None
) -> "Sequence[sa.ColumnElement[bool]]":
    """Return the conditions for games after the last one on the previous page."""
    if after is None:
        return ()
    last_ms, last_id = after
    return since <= last_ms, sa.or_(since < last_ms, game_id > last_id)


def _open_tables(condition: "sa.ColumnElement[bool]", limit: int) -> "sa.Select[Any]":
    open_tables = sa.select(GAMES).where(GAMES.c.listing == "open", condition)
    newest = GAMES.c.created_ms.desc(), GAMES.c.id
    return in_turns(GAMES, open_tables, newest, LISTED_PER_OWNER, limit)


def _with_taken_seats(connection: sa.Connection, rows: Sequence[GameRow]) -> list[StoredGame]:
    query = sa.select(TAKEN_SEATS).where(TAKEN_SEATS.c.game_id.in_([row.id for row in rows]))
    taken_seats: dict[str, list[TakenSeat]] = {row.id: [] for row in rows}
    for row in connection.execute(query.order_by(TAKEN_SEATS.c.seat)):
        taken_seats[row.game_id].append(TakenSeat(*row))
    return [StoredGame(row, tuple(taken_seats[row.id])) for row in rows]
