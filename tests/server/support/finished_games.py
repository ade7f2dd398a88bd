"""Finished games in a store: played at random or resigned early, saved as the server saves them."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tantrix.record import Record, print_record
from tantrix.server.archive.records import archive_rows
from tantrix.server.database.database import Database
from tantrix.server.database.folder import open_folder
from tantrix.server.database.writes import Write, write_all
from tantrix.server.games.new_game import new_setup, row_of
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, open_room, record_of
from tantrix.server.protocol.game import Resign
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.table import Json

DAY_MS = 24 * 3600 * 1000
BEGAN_MS = 1_700_000_000_000  # 14 November 2023


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game and everything that is saved about it."""

    room: Room
    at_ms: int
    writes: tuple[Write, ...]

    @property
    def id(self) -> str:
        return self.room.setup.id

    @property
    def record(self) -> Record:
        return record_of(self.room)

    @property
    def text(self) -> str:
        return print_record(self.record)


def finished(
    settings: Settings,
    seats: Sequence[Json],
    *,
    user_id: str = "somebody",
    seed: int = 1,
    n_plies: int = 99,
    at_ms: int = BEGAN_MS,
    **options: Any,
) -> Finished:
    """Play a game at random; after `n_plies` tiles the first person resigns."""
    rng = random.Random(seed)
    fixed = replace(settings, now_ms=lambda: at_ms, make_secret=lambda: rng.randbytes(32))
    setup = new_setup(NewGame.model_validate({"seats": list(seats), **options}), user_id, fixed)
    room = open_room(setup)
    writes: list[Write] = [row_of(setup)]
    while not room.game.is_over:
        change = _next(room, rng, n_plies, at_ms)
        writes += change.writes
        room = change.room
    return Finished(room, at_ms, (*writes, *rows_of(room, at_ms), *archive_rows(room)))


def _next(room: Room, rng: random.Random, n_plies: int, at_ms: int) -> RoomChange:
    if room.game.ply < n_plies:
        change = room.lay(rng.choice(tuple(room.game.placements())), at_ms)
    else:
        seat = next(n for n, seat in enumerate(room.setup.seats) if seat.robot is None)
        resignation = Resign(type="resign", id="enough", seat=seat)
        change = room.resign(resignation, room.setup.owner, at_ms)  # type: ignore[assignment]
    assert isinstance(change, RoomChange), change
    return change


def save(settings: Settings, games: Iterable[Finished]) -> None:
    """Save games in the data of a server that is not running."""
    database = open_database(settings)
    with database.connect_writer() as connection, connection.begin():
        for game in games:
            write_all(connection, game.writes)
    database.close()


def open_database(settings: Settings) -> Database:
    """Open the database of a server that is not running, which is new if the folder has none."""
    return Database(open_folder(migrated_folder(settings.data_dir)))
