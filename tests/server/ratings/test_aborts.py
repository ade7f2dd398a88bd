"""Aborted rated games: habitual aborters wait before the next one, and the answer says why."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.app import create_app
from tantrix.server.ratings.aborts import FORGOTTEN_MS, FREE, MAX_WAIT_MS, AbortHistory
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.lobby_clients import WaitingRoom

NOW = 100 * DAY_MS


@pytest.fixture
def room(tmp_path: Path) -> Iterator[WaitingRoom]:
    with TestClient(create_app(Settings(migrated_folder(tmp_path))), follow_redirects=False) as client:
        yield WaitingRoom(client)


def test_a_habitual_aborter_waits_before_the_next_rated_game_and_reads_why(room: WaitingRoom) -> None:
    for number in range(FREE + 1):
        _abort(room, room.take("BEA", room.posted("ANN", game={"rated": True})).json()["url"], number)

    refused = room.post("ANN", game={"rated": True})
    others = room.posted("BEA", game={"rated": True})

    assert (refused.status_code, refused.json()["code"]) == (403, "abort_wait")
    assert "wait 5 more minutes" in refused.json()["detail"]
    assert room.take("ANN", others).json()["code"] == "abort_wait"
    assert room.seek("ANN", "2-5-3-rated").json()["code"] == "abort_wait"
    assert room.post("ANN").status_code == 201


def test_a_few_aborts_are_free() -> None:
    history = AbortHistory([NOW] * FREE, [])

    assert history.wait_ms(NOW) == 0


@pytest.mark.parametrize(("n_over", "minutes"), [(1, 5), (2, 10), (3, 20), (5, 80)])
def test_the_wait_doubles_with_each_abort(n_over: int, minutes: int) -> None:
    history = AbortHistory([NOW] * (FREE + n_over), [])

    assert history.wait_ms(NOW) == minutes * MINUTE_MS
    assert history.wait_ms(NOW + 2 * MINUTE_MS) == (minutes - 2) * MINUTE_MS
    assert AbortHistory([NOW] * 20, []).wait_ms(NOW) == MAX_WAIT_MS


def test_aborts_are_forgotten_with_further_games_and_with_time() -> None:
    aborts = [NOW] * (FREE + 1)

    assert AbortHistory(aborts, [NOW + n for n in range(1, 18)]).counted(NOW) == [NOW] * FREE
    assert AbortHistory(aborts, []).counted(NOW + FORGOTTEN_MS) == []


def _abort(room: WaitingRoom, url: str, number: int) -> None:
    command = {"type": "abort", "id": f"abort-{number}"}
    answer = room.ask("ANN", "POST", f"/api{url}/commands", command)
    assert answer.status_code == 200, answer.text
