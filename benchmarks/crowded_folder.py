"""A data folder as after years of play: accounts, finished games, correspondence games and ratings.

A few games are really played; every game is a copy of one of them with a different id, players and date, so
that each row looks like a real one. Journals of finished games are the bulk of a real database and no list
reads them, so only the newest games have one.
"""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from tantrix.clock import DAY_MS
from tantrix.server.accounts.names import skeleton
from tantrix.server.accounts.sessions import user_id_of
from tantrix.server.accounts.store import Account, SessionRow
from tantrix.server.archive.records import archive_rows
from tantrix.server.archive.tables import ArchivedRecord
from tantrix.server.database.database import Database
from tantrix.server.database.folder import open_folder
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.rows import columns_of
from tantrix.server.games.new_game import new_setup, row_of
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, open_room, progress_row
from tantrix.server.games.store import FinishGame, GameRow, JournalEntry, TakenSeat
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.protocol.times import print_month
from tantrix.server.ratings.ledger import ALL_TIME, LadderEntry, PlayerRating, RatingChange
from tantrix.server.ratings.results import GameResult, ResultSeat
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings

N_TEMPLATES = 24
CHUNK = 2_000
GUESTS_SHARE, PRIVATE_SHARE, ROBOT_SHARE = 0.1, 0.15, 0.35
ROBOTS = ("random", "greedy", "lookahead", "forecast")
YEARS_MS = 3 * 365 * DAY_MS


class Extent(NamedTuple):
    """How much there is; `n_journals`: how many finished games also have their journals."""

    n_finished: int = 100_000
    n_correspondence: int = 10_000
    n_accounts: int = 2_000
    n_journals: int = 5_000


class CrowdPerson(NamedTuple):
    """A player; `token` is the value of the cookie."""

    user_id: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class Template:
    """A game that was played, with all its rows."""

    row: GameRow
    journal: tuple[JournalEntry, ...]
    result: GameResult | None = None
    seats: tuple[ResultSeat, ...] = ()
    record: ArchivedRecord | None = None


class FrequentPlayers:
    """The people who play, the first far more often than the last."""

    def __init__(self, extent: Extent, rng: random.Random) -> None:
        self._rng = rng
        self.people = [_person(number) for number in range(extent.n_accounts)]
        self._weights = [1 / (rank + 20) for rank in range(extent.n_accounts)]
        self._drawn: list[CrowdPerson] = []

    def one(self) -> CrowdPerson:
        """Return a player; one in ten has no account and never comes back."""
        if self._rng.random() < GUESTS_SHARE:
            return _person(self._rng.randrange(10**9, 10**10))
        if not self._drawn:
            self._drawn = self._rng.choices(self.people, self._weights, k=10_000)
        return self._drawn.pop()


def fill(folder: Path, extent: Extent, now_ms: int) -> list[CrowdPerson]:
    """Fill an empty data folder; return the people with accounts, most active first."""
    rng = random.Random(11)
    crowd = FrequentPlayers(extent, rng)
    with closing(Database(open_folder(folder))) as database:
        database.migrate()
        with closing(database.connect_writer()) as connection:
            _Filling(connection, folder, crowd, rng, now_ms).fill(extent)
    return crowd.people


class _Filling:
    def __init__(
        self, connection: sa.Connection, folder: Path, crowd: FrequentPlayers, rng: random.Random, now_ms: int
    ) -> None:
        self._connection = connection
        self._settings = Settings(folder, now_ms=lambda: now_ms)
        self._crowd = crowd
        self._rng = rng
        self._now_ms = now_ms
        self._played: dict[str, list[tuple[str, int]]] = defaultdict(list)

    def fill(self, extent: Extent) -> None:
        people = self._crowd.people
        since_ms = self._now_ms - YEARS_MS
        accounts = (Account(p.user_id, p.name, skeleton(p.name), "-", since_ms) for p in people)
        sessions = (SessionRow(user_id_of(p.token), p.user_id, "Firefox", since_ms) for p in people)
        self._insert("accounts", accounts)
        self._insert("sessions", sessions)
        whole = [self._template(number, None) for number in range(N_TEMPLATES)]
        begun = [self._template(number, self._rng.randrange(1, 50)) for number in range(N_TEMPLATES)]
        for first in range(0, extent.n_finished, CHUNK):
            numbers = range(first, min(first + CHUNK, extent.n_finished))
            self._games([self._finished(n, extent, self._rng.choice(whole)) for n in numbers])
        for first in range(0, extent.n_correspondence, CHUNK):
            numbers = range(first, min(first + CHUNK, extent.n_correspondence))
            self._games([self._correspondence_game(n, self._rng.choice(begun)) for n in numbers])
        self._rate()

    def _template(self, number: int, plies: int | None) -> Template:
        """Play a two-player game, to its end or only some tiles."""
        new = NewGame.model_validate(
            {
                "seats": [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}],
                "control": "3 days" if plies is not None else "10",
                "listing": "open",
            }
        )
        setup = new_setup(new, "owner", self._settings)
        seat_taken = TakenSeat(setup.id, 1, "occupant", "occupant", self._now_ms)
        setup = setup.with_occupant(seat_taken).with_colours()
        rng, room, writes = random.Random(number), open_room(setup), list[Any]()
        while not room.game.is_over and (plies is None or room.game.ply < plies):
            change = room.lay(rng.choice(room.game.placements()), self._now_ms)
            assert isinstance(change, RoomChange)
            writes += change.writes
            room = change.room
        return self._template_of(room, writes)

    def _template_of(self, room: Room, writes: Sequence[Any]) -> Template:
        row = row_of(room.setup)
        journal = tuple(write for write in writes if isinstance(write, JournalEntry))
        if not room.game.is_over:
            return Template(replace(row, **progress_row(room, self._now_ms).columns), journal)
        finish = next(write for write in writes if isinstance(write, FinishGame))
        row = replace(row, finished_ms=finish.at_ms, result=finish.result, to_play=None, due_ms=None)
        result, *seats = rows_of(room, finish.at_ms)
        assert isinstance(result, GameResult)
        of_seats = tuple(seat for seat in seats if isinstance(seat, ResultSeat))
        return Template(row, journal, result, of_seats, archive_rows(room)[0])

    def _finished(self, number: int, extent: Extent, template: Template) -> list[tuple[str, Any]]:
        end_ms = self._now_ms - YEARS_MS + number * (YEARS_MS - DAY_MS) // extent.n_finished
        game_id, me = f"f{number:011d}", self._crowd.one()
        robot = self._rng.choice(ROBOTS) if self._rng.random() < ROBOT_SHARE else None
        other = None if robot else self._other(me)
        is_private = self._rng.random() < PRIVATE_SHARE
        facts: dict[str, Any] = {"listing": "private" if is_private else "open", "is_rated": not robot}
        assert template.result is not None and template.record is not None
        begun_ms = end_ms - 15 * 60_000
        row = replace(
            template.row,
            **facts,
            id=game_id,
            owner=me.user_id,
            seats=_seats(me, robot),
            created_ms=begun_ms,
            started_ms=begun_ms + 5_000,
            finished_ms=end_ms,
        )
        result = replace(
            template.result, **facts, game_id=game_id, started_ms=begun_ms + 5_000, finished_ms=end_ms
        )
        first, second = template.seats
        them = (robot or "", robot) if other is None else (other.name, None)
        seats = (
            replace(first, game_id=game_id, user_id=me.user_id, name=me.name, finished_ms=end_ms),
            replace(
                second,
                game_id=game_id,
                user_id=other and other.user_id,
                name=them[0],
                robot=them[1],
                finished_ms=end_ms,
            ),
        )
        digest = hashlib.sha256(game_id.encode()).hexdigest()
        record = replace(template.record, game_id=game_id, digest=digest)
        rows: list[tuple[str, Any]] = [("games", row), ("results", result), ("records", record)]
        rows += [("result_seats", seat) for seat in seats]
        if other is not None:
            rows.append(("sittings", self._taken_seat(row, other)))
            for person in (me, other):
                self._played[person.user_id].append((game_id, end_ms))
        if number >= extent.n_finished - extent.n_journals:
            rows += [("journal", replace(line, game_id=game_id, at_ms=end_ms)) for line in template.journal]
        return rows

    def _correspondence_game(self, number: int, template: Template) -> list[tuple[str, Any]]:
        begun_ms = self._now_ms - self._rng.randrange(3 * DAY_MS)
        game_id, me = f"p{number:011d}", self._crowd.one()
        other = self._other(me)
        row = replace(
            template.row,
            id=game_id,
            owner=me.user_id,
            seats=_seats(me, None),
            created_ms=begun_ms,
            started_ms=begun_ms,
        )
        lines = [replace(line, game_id=game_id, at_ms=begun_ms) for line in template.journal]
        return [
            ("games", row),
            ("sittings", self._taken_seat(row, other)),
            *(("journal", one) for one in lines),
        ]

    def _taken_seat(self, row: GameRow, person: CrowdPerson) -> TakenSeat:
        return TakenSeat(row.id, 1, person.user_id, person.name, row.created_ms + 5_000)

    def _other(self, me: CrowdPerson) -> CrowdPerson:
        while (other := self._crowd.one()) == me:
            pass
        return other

    def _rate(self) -> None:
        """Fabricate ratings, ladders and the changes by each rated game."""
        accounts = {person.user_id for person in self._crowd.people}
        month = print_month(self._now_ms)
        entered: dict[str, int] = {}
        for user_id in accounts:
            mean, steps = 25.0, []
            for game_id, at_ms in self._played[user_id]:
                mean += self._rng.uniform(-0.1, 0.1)
                position = entered.setdefault(game_id, len(entered) + 1)
                points = (0.5, 1.0, 0.5, 1.0)
                steps.append(RatingChange(game_id, user_id, "two", position, at_ms, mean, 2.0, True, *points))
            if not steps:
                continue
            played_ms, n_games = steps[-1].finished_ms, len(steps)
            self._insert("rating_steps", steps)
            self._insert("ratings", [PlayerRating("two", user_id, mean, 2.0, n_games, played_ms)])
            entries = [LadderEntry(each, user_id, mean, n_games, played_ms) for each in (ALL_TIME, month)]
            self._insert("ladders", entries)

        rows = [{"position": position, "game_id": game_id} for game_id, position in entered.items()]
        with self._connection.begin():
            self._connection.execute(METADATA.tables["rated_games"].insert(), rows)

    def _games(self, games: Iterable[list[tuple[str, Any]]]) -> None:
        by_table: dict[str, list[Any]] = defaultdict(list)
        for game in games:
            for table, row in game:
                by_table[table].append(row)
        for table in ("games", "sittings", "journal", "results", "result_seats", "records"):
            self._insert(table, by_table[table])

    def _insert(self, table: str, rows: Iterable[Any]) -> None:
        for chunk in _chunks(rows):
            with self._connection.begin():
                self._connection.execute(METADATA.tables[table].insert(), chunk)


def _chunks(rows: Iterable[Any]) -> Iterator[list[dict[str, Any]]]:
    values = [columns_of(row) for row in rows]
    for first in range(0, len(values), 10_000):
        yield values[first : first + 10_000]


def _person(number: int) -> CrowdPerson:
    token = hashlib.sha256(f"token {number}".encode()).hexdigest()[:43]
    return CrowdPerson(hashlib.sha256(str(number).encode()).hexdigest(), f"Player{number}", token)


def _seats(me: CrowdPerson, robot: str | None) -> str:
    second = f'["{robot}", "{robot}"]' if robot else '["", null, "open"]'
    return f'[["{me.name}", null], {second}]'
