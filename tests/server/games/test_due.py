"""What is due in a game happens on time even if nobody has the game open."""

import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.clock import DAY_MS
from tantrix.server.app import create_app
from tantrix.server.database.writes import write_all
from tantrix.server.games.new_game import new_setup, row_of, taken_seats_of
from tantrix.server.games.room import open_room
from tantrix.server.games.store import GameRow, GameStore
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings
from tests.server.support.finished_games import open_database
from tests.server.support.services import in_loop, services

BEGAN_MS = 1_700_000_000_000


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A data folder with a correspondence game, three days per turn, in which one tile was laid."""
    settings = replace(settings, now_ms=lambda: BEGAN_MS)
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    setup = new_setup(NewGame.model_validate({"seats": seats, "control": "3 days"}), "ann", settings)
    rng, room, writes = random.Random(1), open_room(setup), [row_of(setup), *taken_seats_of(setup)]
    for change in (
        lambda room: room.take_seat(1, "bob", "bob", BEGAN_MS),
        lambda room: room.lay(rng.choice(room.game.placements()), BEGAN_MS),
    ):
        answer = change(room)
        assert isinstance(answer, RoomChange)
        room, writes = answer.room, [*writes, *answer.writes]
    with (
        closing(open_database(settings)) as database,
        closing(database.connect_writer()) as connection,
        connection.begin(),
    ):
        write_all(connection, writes)
    return replace(settings, make_id=lambda: setup.id)


@contextmanager
def served(settings: Settings, now_ms: int) -> Iterator[TestClient]:
    """Run a server at a time."""
    with TestClient(create_app(replace(settings, now_ms=lambda: now_ms))) as client:
        yield client


def stored(client: TestClient) -> GameRow:
    """Return the only game as it is stored."""
    parts = services(client)
    row = GameStore(parts.database.readers).game(parts.settings.make_id())
    assert row is not None
    return row


def test_a_correspondence_game_that_nobody_has_open_is_lost_on_time(settings: Settings) -> None:
    with served(settings, BEGAN_MS + 3 * DAY_MS + 60_000) as client:
        while (row := stored(client)).finished_ms is None:
            time.sleep(0.05)

    assert row.result is not None and "time" in row.result
    assert row.due_ms is None


def test_a_game_whose_flag_is_far_is_not_even_opened(settings: Settings) -> None:
    with served(settings, BEGAN_MS + 2 * DAY_MS) as client:
        in_loop(client, services(client).hub.open_due)

        assert stored(client).finished_ms is None
        assert not services(client).hub.is_open(settings.make_id())
