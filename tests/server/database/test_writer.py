import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from tantrix.server.database.database import Database
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writer import MAX_TRIES, Conflict, NotSaved, Writer, retry_on_conflict
from tantrix.server.database.writes import Computed, write_together
from tantrix.server.games.store import FinishGame, GameProgress, GameRow, GameStore, JournalEntry
from tests.server.support.databases.failing import impatient, without_room
from tests.server.support.databases.integrity import integrity
from tests.server.support.databases.migrated import migrated_file

GAME = GameRow("game", "owner", "RB 56 draw-keep", "[]", "secret", "commitment", 1)


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    sqlite = Database(migrated_file(tmp_path / "games.sqlite3"))
    yield sqlite
    sqlite.close()


def test_appended_data_is_on_the_disk(database: Database, writer: Writer) -> None:
    asyncio.run(writer.append(GAME, _entry(1)))

    assert GameStore(database.readers).game("game") == GAME
    assert GameStore(database.readers).entries("game") == [_entry(1)]


def test_many_concurrent_appends_are_all_saved(database: Database, writer: Writer) -> None:
    async def append_all() -> None:
        await writer.append(GAME)
        await asyncio.gather(*(writer.append(_entry(n)) for n in range(1000)))

    asyncio.run(append_all())

    assert len(GameStore(database.readers).entries("game")) == 1000


def test_a_taken_sequence_number_fails_without_affecting_others(database: Database, writer: Writer) -> None:
    async def append_all() -> list[BaseException | None]:
        await writer.append(GAME, _entry(1))
        waiting = (writer.append(_entry(n)) for n in (2, 1, 3))
        return await asyncio.gather(*waiting, return_exceptions=True)

    outcomes = asyncio.run(append_all())

    assert [isinstance(outcome, NotSaved) for outcome in outcomes] == [False, True, False]
    assert [entry.sequence for entry in GameStore(database.readers).entries("game")] == [1, 2, 3]


def test_writing_together_equals_writing_in_turn(database: Database, writer: Writer) -> None:
    asyncio.run(writer.append(GAME, replace(GAME, id="game-2"), replace(GAME, id="game-3")))
    placements = [(replace(_entry(1), game_id=name), _progress(name)) for name in ("game", "game-2")]
    requests = [*placements, (_entry(2), _progress("game")), (FinishGame("game-3", 9, "aborted"),)]

    with database.connect_writer() as connection, connection.begin():
        write_together(connection, requests)

    store = GameStore(database.readers)
    assert [entry.sequence for entry in store.entries("game")] == [1, 2]
    assert [entry.sequence for entry in store.entries("game-2")] == [1]
    found = [store.game(name) for name in ("game", "game-2", "game-3")]
    assert [row and (row.scores, row.finished_ms) for row in found] == [
        ("game", None),
        ("game-2", None),
        ("", 9),
    ]


def test_writes_that_belong_together_are_saved_all_or_none(database: Database, writer: Writer) -> None:
    asyncio.run(writer.append(GAME, _entry(1)))

    with pytest.raises(NotSaved):
        asyncio.run(writer.append(FinishGame("game", 9, "played-out 1 2"), _entry(1)))

    assert GameStore(database.readers).game("game") == GAME


def test_a_write_that_cannot_be_computed_fails_alone_and_the_writer_goes_on(
    database: Database, writer: Writer
) -> None:
    def broken(_connection: sa.Connection) -> list[sa.Update]:
        raise ValueError("damaged")

    async def append_both() -> list[BaseException | None]:
        both = writer.append(GAME), writer.append(Computed(broken), _entry(1))
        return await asyncio.gather(*both, return_exceptions=True)

    done, failed = asyncio.run(append_both())
    asyncio.run(writer.append(_entry(1)))

    assert done is None and isinstance(failed, NotSaved)
    assert "damaged" in str(failed)
    assert GameStore(database.readers).entries("game") == [_entry(1)]


def test_a_computed_write_sees_what_its_own_request_has_written(database: Database, writer: Writer) -> None:
    def finishing(connection: sa.Connection) -> list[sa.Update]:
        games = METADATA.tables["games"]
        found = connection.scalars(sa.select(games.c.id)).all()
        return [games.update().where(games.c.id == each).values(seats="[1]") for each in found]

    asyncio.run(writer.append(GAME, Computed(finishing)))

    assert GameStore(database.readers).game("game") == replace(GAME, seats="[1]")


@pytest.mark.parametrize("change", ["UPDATE journal SET line = 'x'", "DELETE FROM journal"])
def test_the_journal_refuses_to_be_rewritten(database: Database, writer: Writer, change: str) -> None:
    asyncio.run(writer.append(GAME, _entry(1)))

    with database.connect_writer() as connection, pytest.raises(IntegrityError, match="append-only"):
        connection.execute(sa.text(change))

    assert GameStore(database.readers).entries("game") == [_entry(1)]


def test_a_full_disk_is_reported_saves_nothing_and_allows_reads(sqlite: Database) -> None:
    has_room = False

    def connect() -> sa.Connection:
        connection = sqlite.connect_writer()
        return connection if has_room else without_room(connection)

    writer = Writer(connect)
    big = replace(GAME, seats="x" * 99_999)
    with pytest.raises(NotSaved, match="full"):
        asyncio.run(writer.append(big))
    assert GameStore(sqlite.readers).game("game") is None

    has_room = True
    asyncio.run(writer.append(big))
    writer.close()

    assert GameStore(sqlite.readers).game("game") == big
    assert integrity(sqlite) == "ok"


def test_a_locked_database_is_reported_and_saves_nothing(sqlite: Database) -> None:
    writer = Writer(lambda: impatient(sqlite.connect_writer()))
    with sqlite.connect_writer() as other, other.begin():
        with pytest.raises(NotSaved, match="locked"):
            asyncio.run(writer.append(GAME))
        assert GameStore(sqlite.readers).game("game") is None

    asyncio.run(writer.append(GAME))
    writer.close()

    assert GameStore(sqlite.readers).game("game") == GAME


def test_a_closed_writer_accepts_nothing(writer: Writer) -> None:
    writer.close()

    with pytest.raises(NotSaved, match="closed"):
        asyncio.run(writer.append(GAME))


def test_what_conflicts_every_time_is_told_apart_from_what_cannot_be_saved() -> None:
    tries = []

    async def act() -> None:
        tries.append(1)
        raise Conflict("somebody was faster")

    with pytest.raises(Conflict):
        asyncio.run(retry_on_conflict(act))

    assert len(tries) == MAX_TRIES


def test_migrating_again_changes_nothing(database: Database, writer: Writer) -> None:
    asyncio.run(writer.append(GAME, _entry(1)))

    database.migrate()

    assert GameStore(database.readers).entries("game") == [_entry(1)]


def test_games_of_a_session_are_listed_newest_first(database: Database, writer: Writer) -> None:
    rows = [GameRow(f"game-{n}", "owner", "", "[]", "", "", n) for n in range(5)]
    asyncio.run(writer.append(*rows, GameRow("other", "another", "", "[]", "", "", 9)))
    asyncio.run(writer.append(FinishGame("game-4", 9, "played-out 1 2")))

    assert [game.row.id for game in GameStore(database.readers).games_of("owner", 3)] == [
        "game-4",
        "game-3",
        "game-2",
    ]
    assert [game.row.id for game in GameStore(database.readers).unfinished_of("owner", 2)] == [
        "game-3",
        "game-2",
    ]


def _progress(game_id: str) -> GameProgress:
    return GameProgress(game_id, 1, 1, 0, game_id, "", False, None)


def _entry(sequence: int) -> JournalEntry:
    return JournalEntry("game", sequence, f"line {sequence}", None, sequence)
