"""Hundreds of open games of one player are sorted and moved without reading the games of others."""

from contextlib import closing
from dataclasses import replace

import pytest
import sqlalchemy as sa

from tantrix.clock import DAY_MS, parse_control
from tantrix.server.database.writes import Write, write_all
from tantrix.server.games.correspondence.listing import CorrespondenceListing, correspondence_of
from tantrix.server.games.new_game import row_of, taken_seats_of
from tantrix.server.games.room import open_room, progress_row
from tantrix.server.games.store import GameStore
from tantrix.server.games.vacations.store import postpone_games
from tantrix.server.settings import Settings
from tests.server.support.finished_games import open_database
from tests.server.support.rooms import NOW, room_of

N_GAMES = 500


@pytest.fixture
def readers(settings: Settings) -> sa.Engine:
    """A database with five hundred games of Ann, who is to play in half of them, and as many of others."""
    game = room_of("ann", "bea", control="3 days").setup
    writes: list[Write] = []
    for number in range(2 * N_GAMES):
        days = parse_control(f"{1 + number % 30} days")
        owner, other = ("ann", f"opponent{number}") if number < N_GAMES else (f"x{number}", f"y{number}")
        if number % 2:
            owner, other = other, owner
        setup = replace(game, id=f"game{number:08}", control=days, owner=owner, occupants=((1, other),))
        room = open_room(setup)
        writes += [row_of(setup), *taken_seats_of(setup), progress_row(room, NOW)]
    database = open_database(settings)
    with closing(database.connect_writer()) as connection, connection.begin():
        write_all(connection, writes)
    return database.readers


def test_a_list_of_five_hundred_games_is_sorted_by_the_deadline(readers: sa.Engine) -> None:
    correspondence = correspondence_of(GameStore(readers).correspondence_of("ann", N_GAMES), "ann", NOW)

    mine = [game.left_ms for game in correspondence if game.is_my_turn]
    others = [game.left_ms for game in correspondence if not game.is_my_turn]
    assert len(correspondence) == N_GAMES
    assert (len(mine), len(others)) == (N_GAMES // 2, N_GAMES // 2)
    assert mine == sorted(mine, key=lambda ms: ms or 0)
    assert [game.is_my_turn for game in correspondence] == sorted(
        (game.is_my_turn for game in correspondence), reverse=True
    )


def test_parts_of_the_list_make_up_the_whole(readers: sa.Engine, settings: Settings) -> None:
    with closing(open_database(settings).connect_writer()) as connection, connection.begin():
        connection.exec_driver_sql("UPDATE games SET is_paused = true WHERE id LIKE '%7'")
        connection.exec_driver_sql("UPDATE games SET due_ms = NULL WHERE id LIKE '%4'")
    store = GameStore(readers)
    whole = [game.url for game in correspondence_of(store.correspondence_of("ann", N_GAMES), "ann", NOW)]

    parts = [store.correspondence_of("ann", 130, offset) for offset in range(0, N_GAMES, 130)]

    assert [game.url for part in parts for game in correspondence_of(part, "ann", NOW)] == whole
    assert len(whole) == N_GAMES


def test_a_vacation_moves_the_deadlines_of_the_games_that_wait_and_no_others(
    readers: sa.Engine, settings: Settings
) -> None:
    before = deadlines(readers)

    with closing(open_database(settings).connect_writer()) as connection, connection.begin():
        write_all(connection, [postpone_games("ann", DAY_MS)])

    moved = {name for name, due in deadlines(readers).items() if due == before[name] + DAY_MS}
    waiting = {each.url.rpartition("/")[2] for each in waiting_games(readers)}
    assert moved == waiting
    assert len(moved) == N_GAMES // 2


@pytest.mark.parametrize("what", ["due", "vacation"])
def test_no_query_of_deadlines_reads_all_games(readers: sa.Engine, what: str) -> None:
    statements: list[tuple[str, object]] = []
    sa.event.listen(
        readers,
        "before_cursor_execute",
        lambda _c, _cursor, statement, parameters, *_: statements.append((statement, parameters)),
    )
    if what == "due":
        GameStore(readers).due(NOW + DAY_MS, 200)
        ((statement, parameters),) = [each for each in statements if "due_ms <=" in each[0]]
    else:
        compiled = postpone_games("ann", 1).compile(readers, compile_kwargs={"literal_binds": True})
        statement, parameters = str(compiled), ()

    with readers.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()  # type: ignore[arg-type]

    assert not [row for row in plan if row.detail in ("SCAN games", "SCAN sittings")], plan


def deadlines(readers: sa.Engine) -> dict[str, int]:
    with readers.connect() as connection:
        return {row.id: row.due_ms for row in connection.exec_driver_sql("SELECT id, due_ms FROM games")}


def waiting_games(readers: sa.Engine) -> list[CorrespondenceListing]:
    correspondence = correspondence_of(GameStore(readers).correspondence_of("ann", N_GAMES), "ann", NOW)
    return [game for game in correspondence if game.is_my_turn]
