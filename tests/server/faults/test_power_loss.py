"""Power loss while tiles are laid: whatever part of the log has reached the disk, games are intact.

The write-ahead log of a recorded run is cut at every frame and within frames. SQLite must recover the
beginning of each game, tile by tile, and never less from a longer part of the log than from a shorter one.
"""

import random
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.games.store import GameStore
from tantrix.server.settings import Settings
from tests.server.support.databases.integrity import integrity
from tests.server.support.services import services
from tests.server.support.table import Table

HEADER, FRAME_HEADER = 32, 24  # header sizes in bytes: of a write-ahead log, and of each of its frames
N_TURNS = 14

Kept = dict[str, int]  # the number of journal lines of each game


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[str]]]:
    """Return a copy of a running server's folder, with turns of two games in its log, and their lines."""
    folder, copy = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("copy")
    settings = Settings(folder)
    with TestClient(create_app(settings)) as client:
        tables = [Table.open(client) for _ in range(2)]
        for _ in range(N_TURNS):
            for table in tables:
                table.play(1)
        for name in (DATABASE, f"{DATABASE}-wal"):
            shutil.copy(folder / name, copy / name)
        store = GameStore(services(client).database.readers)
        return copy, {table.id: [entry.line for entry in store.entries(table.id)] for table in tables}


def test_every_prefix_of_the_log_recovers_to_the_beginning_of_each_game(
    tmp_path: Path, run: tuple[Path, dict[str, list[str]]]
) -> None:
    folder, lines = run
    log = (folder / f"{DATABASE}-wal").read_bytes()
    before: Kept = dict.fromkeys(lines, 0)
    for cut in _cuts(log):
        kept = _recovered(tmp_path, folder, log[:cut], lines)
        assert all(kept[game_id] >= before[game_id] for game_id in lines), cut
        before = kept

    assert before == {game_id: len(kept) for game_id, kept in lines.items()}
    assert sum(before.values()) == 2 * N_TURNS


def test_a_log_whose_last_frames_are_torn_recovers_to_the_beginning_of_each_game(
    tmp_path: Path, run: tuple[Path, dict[str, list[str]]]
) -> None:
    folder, lines = run
    log = (folder / f"{DATABASE}-wal").read_bytes()
    rng = random.Random(1)
    for _ in range(25):
        cut = rng.randrange(HEADER, len(log))
        _recovered(tmp_path, folder, log[:cut] + rng.randbytes(len(log) - cut), lines)


def test_the_newest_part_of_the_log_starts_a_server_that_plays_on(
    tmp_path: Path, run: tuple[Path, dict[str, list[str]]]
) -> None:
    folder, lines = run
    log = (folder / f"{DATABASE}-wal").read_bytes()
    _write(tmp_path, folder, log[: len(log) * 3 // 4])
    with TestClient(create_app(Settings(tmp_path))) as client:
        for game_id in lines:
            welcome = Table(client, game_id).look()
            assert welcome["version"] == len(welcome["laid"]) < N_TURNS
            assert welcome["position"]["placements"]


def _cuts(log: bytes) -> Iterator[int]:
    """Yield where the frames of a log end."""
    (page_bytes,) = struct.unpack(">I", log[8:12])
    frame = FRAME_HEADER + page_bytes
    ends = range(HEADER, len(log) + 1, frame)
    assert ends[-1] == len(log), "expected a log of whole frames"
    assert len(ends) > 2 * N_TURNS
    yield from ends


def _recovered(place: Path, folder: Path, log: bytes, lines: dict[str, list[str]]) -> Kept:
    """Let SQLite recover a part of the log; the result must be the beginning of each game."""
    _write(place, folder, log)
    database = Database(place / DATABASE)
    try:
        assert integrity(database) == "ok"
        kept = {game_id: [entry.line for entry in _entries(database, game_id)] for game_id in lines}
    finally:
        database.close()
    assert all(kept[game_id] == lines[game_id][: len(kept[game_id])] for game_id in lines)
    return {game_id: len(kept[game_id]) for game_id in lines}


def _entries(database: Database, game_id: str) -> list[object]:
    """List a game's journal entries; the database tables may not exist yet."""
    with database.readers.connect() as connection:
        found = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master WHERE name = 'games'")
        if not found.scalar_one():
            return []
    store = GameStore(database.readers)
    return list(store.entries(game_id)) if store.game(game_id) is not None else []


def _write(place: Path, folder: Path, log: bytes) -> None:
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
        (place / name).unlink(missing_ok=True)
    shutil.copy(folder / DATABASE, place / DATABASE)
    (place / f"{DATABASE}-wal").write_bytes(log)
