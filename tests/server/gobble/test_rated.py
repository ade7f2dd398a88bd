"""Rated rushes: who may play them, what is saved, and that each changes the ratings once."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.app import create_app
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.gobble.command_handler import Decide
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.gobble import LeaveRush, NewRush, RushSettings, TurnTile
from tantrix.server.ratings.results import shares_of
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings
from tests.server.support.clients import become, catch_up, rows, sign_up
from tests.server.support.gobble.table import Json, Time, open_hub, rush_settings
from tests.server.support.table import of_type, receive_until

RATED = {"handicaps": [], "share": 3, "limit_s": 0, "rated": True}


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def _post(client: TestClient, path: str, **body: object) -> Json:
    answer = client.post(path, json=body)
    found: Json = answer.json()
    return {**found, "status": answer.status_code}


def _played(client: TestClient, winner: Json, loser: Json, **settings: object) -> str:
    """Play a rush of two people and a robot: the loser leaves first, then the winner; the robot is left."""
    room = _post(become(client, winner), "/api/gobble", name="x", settings={**RATED, **settings})["id"]
    _post(become(client, loser), f"/api/gobble/{room}/seats")
    _post(become(client, winner), f"/api/gobble/{room}/robots", style="calm")
    assert _post(client, f"/api/gobble/{room}/start")["status"] == 200
    for one in (loser, winner):
        with become(client, one).websocket_connect(f"/gobble/{room}/socket") as socket:
            socket.send_json({"type": "leave", "id": "a"})
            receive_until(socket, of_type("ack"))
    return str(room)


def test_a_rated_room_is_for_accounts(client: TestClient) -> None:
    refused = _post(client, "/api/gobble", name="Ann", settings=RATED)
    ann = sign_up(client, "Ann")
    room = f"/api/gobble/{_post(client, '/api/gobble', settings=RATED)['id']}"
    client.cookies.clear()
    guest = _post(client, f"{room}/seats", name="Bo")
    bea = _post(become(client, sign_up(client, "Bea")), f"{room}/seats")
    casual = _post(become(client, ann), f"{room}/settings", **{**RATED, "rated": False})
    client.cookies.clear()
    welcome = _post(client, f"{room}/seats", name="Bo")
    again = _post(become(client, ann), f"{room}/settings", **RATED)

    assert (refused["status"], refused["code"]) == (403, "account_needed")
    assert (guest["status"], guest["code"]) == (403, "account_needed")
    assert [seat["name"] for seat in bea["room"]["seats"]] == ["Ann", "Bea"]
    assert (casual["status"], welcome["status"]) == (200, 200)
    assert (again["status"], again["code"]) == (409, "guests_here")


@pytest.mark.parametrize("unfair", [{"handicaps": [1, -1]}, {"pace": 50}])
def test_a_rated_rush_is_dealt_equally_and_played_at_the_robots_pace(
    client: TestClient, unfair: Json
) -> None:
    sign_up(client, "Ann")

    answer = _post(client, "/api/gobble", settings={**RATED, **unfair})

    assert (answer["status"], answer["code"]) == (422, "invalid")


def test_a_rated_rush_changes_the_ratings_of_its_own_pool_once(
    client: TestClient, settings: Settings
) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    room = _played(client, ann, bea)
    catch_up(client)

    changes = client.get(f"/api/gobble/{room}/ratings").json()["seats"]
    assert [(each["seat"], each["before"], each["after"] > 1500) for each in changes] == [
        (0, 1500, False),
        (1, 1500, False),
        (2, 1500, True),
    ]
    assert catch_up(client) == 0
    results = "SELECT game_id, pool, n_seats, is_rated, termination FROM results"
    assert rows(settings, results) == [(room, "gobble", 3, 1, "played-out")]
    seats = rows(settings, "SELECT name, robot, rank, share, is_quitter FROM result_seats ORDER BY seat")
    assert seats == [("Ann", None, 2, 0.0, 1), ("Bea", None, 3, 0.0, 1), ("Calm", "calm", 1, 1.0, 0)]
    rated = rows(settings, "SELECT DISTINCT pool, n_games FROM ratings")
    assert rated == [("gobble", 1)]
    best = rows(settings, "SELECT player FROM ratings ORDER BY mean DESC LIMIT 1")
    assert best == [("robot:calm",)]
    assert rows(settings, "SELECT count(*) FROM rating_steps") == [(3,)]
    assert rows(settings, "SELECT count(*) FROM ladders") == [(0,)]


def test_a_casual_rush_leaves_a_result_and_no_rating(client: TestClient, settings: Settings) -> None:
    _played(client, sign_up(client, "Ann"), sign_up(client, "Bea"), rated=False)

    assert catch_up(client) == 0
    assert rows(settings, "SELECT pool, is_rated FROM results") == [("gobble", 0)]


def test_a_profile_shows_rushes_separately_from_games_of_tantrix(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    room = _played(client, ann, bea)
    catch_up(client)

    profile = become(client, bea).get("/api/players/Ann").json()
    shown = client.get("/players/Ann").text

    assert [(each["pool"], each["n_games"]) for each in profile["ratings"]] == [("gobble", 1)]
    assert [(each["url"], each["is_gobble"]) for each in profile["recent"]] == [(f"/gobble/{room}", True)]
    assert profile["recent"][0]["points"] < 0
    assert profile["total"]["n_games"] == 0
    assert f'href="/gobble/{room}"' in shown
    assert client.get("/api/players/Ann/against/Bea").json()["tally"]["n_games"] == 0
    assert client.get("/players/Ann/against/Bea").status_code == 200


def test_a_rematch_with_handicap_is_not_rated_and_one_without_is(client: TestClient) -> None:
    ann, bea = sign_up(client, "Ann"), sign_up(client, "Bea")
    rooms = [_played(client, ann, bea) for _ in range(2)]
    choices = zip(rooms, (True, False), strict=True)
    made = [_post(client, f"/api/gobble/{room}/rematch", handicap=choice)["id"] for room, choice in choices]

    rated = [client.get(f"/api/gobble/{room}").json()["room"]["settings"]["rated"] for room in made]
    assert rated == [False, True]


@limits(deadline=None)
@given(st.lists(st.integers(1, 8), min_size=2, max_size=8))
def test_shares_of_a_rush_add_up_to_half_of_its_pairs(ranks: list[int]) -> None:
    shares = shares_of(ranks, range(len(ranks)))

    assert sum(shares) == pytest.approx(len(ranks) / 2)
    for share, rank in zip(shares, ranks, strict=True):
        assert all(share > other for other, theirs in zip(shares, ranks, strict=True) if theirs > rank)


def _sits(user_id: str) -> Decide:
    return lambda room, _now_ms: room.sit(user_id, user_id)


async def _began(hub: GobbleHub) -> str:
    """Start a rated rush of two accounts."""
    new = NewRush(name="ann", robots=[], settings=RushSettings.model_validate(RATED))
    room = str(await hub.create(new, "ann"))
    assert await hub.set_up(room, _sits("bea")) is None
    assert await hub.set_up(room, lambda before, now_ms: before.start("ann", now_ms)) is None
    return room


async def _rated(folder: Path, hub_settings: Settings) -> tuple[int, int]:
    """Rate finished rushes; return how many were rated now, and how many changes of ratings there are."""
    database = Database(folder / "gobble.sqlite3")
    writer = Writer(lambda: hub_settings.connect_writer(database))
    n_entered = await RatingService(RatingStore(database.readers, ROBOT_ACCOUNTS), writer).catch_up()
    writer.close()
    with closing(sqlite3.connect(folder / "gobble.sqlite3")) as connection:
        (n_steps,) = connection.execute("SELECT count(*) FROM rating_steps").fetchone()
    database.close()
    return n_entered, n_steps


@pytest.mark.anyio
async def test_a_rush_that_continues_after_its_server_stopped_is_rated_once(tmp_path: Path) -> None:
    time = Time()
    settings = rush_settings(tmp_path, time)
    async with open_hub(tmp_path, time, name_of=lambda user_id: user_id) as hub:
        room = await _began(hub)
        time.now_ms += 4_000
        await hub.play(room, TurnTile(type="turn", id="a"), "ann")
    in_the_middle = await _rated(tmp_path, settings)
    async with open_hub(tmp_path, time, name_of=lambda user_id: user_id) as hub:
        await hub.play(room, LeaveRush(type="leave", id="b"), "bea")
    async with open_hub(tmp_path, time, name_of=lambda user_id: user_id) as hub:
        again = await hub.play(room, LeaveRush(type="leave", id="c"), "ann")

    assert in_the_middle == (0, 0)
    assert again == Refusal("gobble:GAME_OVER")
    assert await _rated(tmp_path, settings) == (1, 2)
    assert await _rated(tmp_path, settings) == (0, 2)
