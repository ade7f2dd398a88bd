"""What is due in a game happens on time even if nobody has the game open."""

import random
import time
from contextlib import closing
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.clock import DAY_MS
from tantrix.server.app import create_app
from tantrix.server.database.writes import write_all
from tantrix.server.games.new_game import new_setup, row_of, sittings_of
from tantrix.server.games.room import open_room
from tantrix.server.games.store import GameRow, GameStore
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.services import Services
from tantrix.server.settings import Settings
from tests.server.support.finished_games import open_database

BEGAN_MS = 1_700_000_000_000
MAX_WAIT_S = 60


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A data folder with a correspondence game, three days per turn, in which one tile was laid."""
    settings = replace(settings, now_ms=lambda: BEGAN_MS)
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    setup = new_setup(NewGame.model_validate({"seats": seats, "control": "3 days"}), "ann", settings)
    rng, room, writes = random.Random(1), open_room(setup), [row_of(setup), *sittings_of(setup)]
    for change in (
        lambda room: room.sit(1, "bob", "bob", BEGAN_MS),
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


def served(settings: Settings, now_ms: int, wait_s: float) -> tuple[GameRow, bool]:
    """Run a server until the game is over, but no longer; return its row, and whether it was opened."""
    at = replace(settings, now_ms=lambda: now_ms)
    with TestClient(create_app(at)) as client, closing(open_database(settings)) as database:
        services: Services = client.app.state.services  # type: ignore[attr-defined]
        store, end = GameStore(database.readers), time.monotonic() + wait_s
        while (row := store.game(settings.make_id())) and row.finished_ms is None and time.monotonic() < end:
            time.sleep(0.05)
        assert row is not None
        return row, services.hub.is_open(row.id)


def test_a_correspondence_game_that_nobody_has_open_is_lost_on_time(settings: Settings) -> None:
    row, _ = served(settings, BEGAN_MS + 3 * DAY_MS + 60_000, MAX_WAIT_S)

    assert row.finished_ms is not None
    assert row.result is not None and "time" in row.result
    assert row.due_ms is None


def test_a_game_whose_flag_is_far_is_not_even_opened(settings: Settings) -> None:
    row, is_open = served(settings, BEGAN_MS + 2 * DAY_MS, 2)

    assert row.finished_ms is None
    assert not is_open
