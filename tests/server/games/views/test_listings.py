"""Lists of games come from rows: they agree with the journals, and their queries read no whole table."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from tantrix.clock import DAY_MS
from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.archive.search import PlayerFilter, SearchFilter
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.games.new_game import new_setup, row_of, setup_of, taken_seats_of
from tantrix.server.games.room import Room, RoomChange, open_room, reopen_room
from tantrix.server.games.store import GameStore, TakenSeat
from tantrix.server.games.views.listings import GameListing, listing_of, read_listing
from tantrix.server.players.store import StatisticsStore
from tantrix.server.protocol.archive import ArchiveQuery
from tantrix.server.protocol.game import Resign
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.ratings.ledger import LadderEntry, PlayerRating
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder

NOW = 1_700_000_000_000
SEATS = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]


def play(settings: Settings, seed: int, plies: int, control: str | None = "3 days") -> tuple[Room, list[Any]]:
    """Play a game between ann and bob; return the room, and everything that was written."""
    rng = random.Random(seed)
    new = NewGame.model_validate({"seats": SEATS, "control": control, "listing": "open"})
    setup = new_setup(new, "ann", settings)
    room, writes = open_room(setup), [row_of(setup), *taken_seats_of(setup)]
    changes = [lambda room: room.take_seat(1, "bob", "bob", NOW)]
    changes += [lambda room: room.lay(rng.choice(room.game.placements()), NOW + DAY_MS)] * plies
    for change in changes:
        if room.game.is_over:
            break
        answer = change(room)
        assert isinstance(answer, RoomChange)
        room, writes = answer.room, [*writes, *answer.writes]
    return room, writes


def without_deal(listing: GameListing) -> tuple[object, ...]:
    setup = listing.setup
    facts = (
        setup.id,
        setup.owner,
        setup.rules,
        setup.seats,
        setup.occupants,
        setup.control,
        setup.started_ms,
    )
    return (*facts, *(getattr(listing, name) for name in GameListing.__slots__ if name != "setup"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(migrated_folder(tmp_path), now_ms=lambda: NOW)


def save(database: Database, writes: list[Any]) -> None:
    with closing(Writer(database.connect_writer)) as writer:
        asyncio.run(writer.append(*writes))


@pytest.mark.parametrize("plies", [0, 1, 7, 30, 99])
def test_a_list_agrees_with_the_journal(plies: int, settings: Settings, database: Database) -> None:
    room, writes = play(settings, plies, plies)
    save(database, writes)
    store = GameStore(database.readers)
    row = store.game(room.setup.id)
    assert row is not None
    replayed = reopen_room(setup_of(row, store.taken_seats(row.id), settings), store.entries(row.id))

    listings = [read_listing(stored) for stored in store.games_of("bob", 5)]

    assert [without_deal(each) for each in listings] == [without_deal(listing_of(replayed))]
    assert listings[0].is_over == (plies == 99)
    assert listings[0].setup.secret == b""


def test_finished_games_leave_the_lists_of_unfinished_ones(settings: Settings, database: Database) -> None:
    games = [play(settings, seed, plies) for seed, plies in ((1, 0), (2, 99), (3, 5))]
    save(database, [write for _, writes in games for write in writes])
    store = GameStore(database.readers)

    unfinished = {stored.row.id for stored in store.unfinished_of("bob", 9)}

    assert unfinished == {games[0][0].setup.id, games[2][0].setup.id}
    assert {stored.row.id for stored in store.in_play(9)} == unfinished
    assert {stored.row.id for stored in store.unfinished_of("ann", 9)} == unfinished
    assert len(store.games_of("bob", 9)) == len(store.games_of("ann", 9)) == 3
    assert store.waiting(9) == []


def test_a_list_ends_with_its_oldest_game(settings: Settings, database: Database) -> None:
    games = [play(Settings(settings.data_dir, now_ms=lambda at=at: at), at, 0)[1] for at in range(1, 6)]
    save(database, [write for writes in games for write in writes if not isinstance(write, TakenSeat)])
    store = GameStore(database.readers)

    assert [stored.row.created_ms for stored in store.games_of("ann", 3)] == [5, 4, 3]


def test_the_deadline_of_a_game_is_saved_until_it_is_over(settings: Settings, database: Database) -> None:
    room, writes = play(settings, 1, 1)
    save(database, writes)
    store, due_ms = GameStore(database.readers), NOW + 4 * DAY_MS

    assert store.due(due_ms, 9) == [(room.setup.id, due_ms)]
    assert store.due(due_ms - 1, 9) == []

    resigned = room.resign(Resign(type="resign", id="enough", seat=0), "ann", NOW + DAY_MS)
    assert isinstance(resigned, RoomChange)
    save(database, list(resigned.writes))
    assert store.due(due_ms, 9) == []


@contextmanager
def watched(engine: sa.Engine) -> Iterator[list[str]]:
    """Collect the plans of all statements that an engine executes."""
    plans: list[str] = []
    is_sqlite = engine.dialect.name == "sqlite"

    def explain(_connection: Any, cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            if not is_sqlite:  # otherwise it would scan small tables, which is faster
                cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(("EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN ") + statement, values)
            plans.extend(str(row[3] if is_sqlite else row[0]) for row in cursor.fetchall())

    event.listen(engine, "before_cursor_execute", explain)
    yield plans
    event.remove(engine, "before_cursor_execute", explain)


# Whole tables that are read on purpose: robot accounts are few, and lists are read once per minute.
READ_WHOLE = ("accounts", "found", "mine", "met", "played")  # all but the first are parts of a query


def test_pages_of_my_games_follow_each_other_without_gap_or_repetition(
    settings: Settings, database: Database
) -> None:
    moments = (1, 2, 2, 2, 3)
    games = [
        play(Settings(settings.data_dir, now_ms=lambda at=at: at), n, 0)[1] for n, at in enumerate(moments)
    ]
    save(database, [write for writes in games for write in writes if not isinstance(write, TakenSeat)])
    store = GameStore(database.readers)

    after, found = None, list[str]()
    while page := store.games_of("ann", 2, after):
        found += [each.row.id for each in page]
        after = page[-1].since_ms, page[-1].row.id

    assert found == [each.row.id for each in store.games_of("ann", 9)]
    assert len(found) == 5


def test_no_list_reads_a_whole_table(settings: Settings, database: Database) -> None:
    save(database, play(settings, 1, 99)[1])
    with watched(database.readers) as plans:
        _read_all_lists(database)

    read_whole = [plan for plan in plans if _reads_a_whole_table(plan)]

    assert len(plans) > 30
    assert sorted(set(read_whole)) == []


def _reads_a_whole_table(plan: str) -> bool:
    words = plan.replace("->", "").split()
    if words[:1] == ["SCAN"]:  # SQLite; with an index it reads in order, and subqueries are not tables
        return (
            "USING" not in words
            and words[1:] != ["CONSTANT", "ROW"]
            and not words[1].startswith(("(", "anon_"))
            and words[1] not in READ_WHOLE
        )
    return words[:3] == ["Seq", "Scan", "on"] and words[3] not in READ_WHOLE


def _read_all_lists(database: Database) -> None:
    games, ratings = GameStore(database.readers), RatingStore(database.readers, ROBOT_ACCOUNTS)
    games.games_of("ann", 9)
    games.unfinished_of("ann", 9)
    games.waiting(9)
    games.in_play(9)
    games.due(NOW, 9)
    ratings.pool("two", NOW)
    ratings.ladder("all", NOW)
    ratings.ratings_of("ann")
    ratings.ladder_entries_of("ann")
    ratings.steps_before(ratings.steps_at("ann", ["f00000000001"]))
    ratings.track("ann", "two", 9)
    ratings.seen_among(["f00000000001"], "bob")
    ratings.seen_games_of("ann", "bob", 9)
    ratings.seen_games_of("robot:greedy", None, 9)
    ratings.games_between("ann", "robot:greedy", "bob", 9)
    statistics = StatisticsStore(database.readers)
    statistics.newest("ann")
    statistics.newest("robot:greedy")
    statistics.place_in_pool(PlayerRating("two", "ann", 25.0, 2.0, 9, NOW), NOW)
    statistics.place_on_ladder(LadderEntry("all", "ann", 30.0, 9, NOW), NOW)
    archive = ArchiveStore(database.readers)
    for query in (
        {},
        {"sort": "oldest", "from": "2026-01-01"},
        {"sort": "score"},
        {"mine": "yes"},
        {"player": "ann"},
        {"player": "ann", "against": "bob"},
        {"rules": "teams"},
        {"robots": "some"},
    ):
        query = ArchiveQuery.model_validate(query)
        player = PlayerFilter("ann", user_id="ann") if query.player else None
        against = PlayerFilter("bob") if query.against else None
        for viewer in (None, "ann"):
            archive.search(SearchFilter(query, player, against, viewer), 9)
