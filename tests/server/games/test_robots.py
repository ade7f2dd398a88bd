import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from threading import Event
from typing import cast

import pytest
from starlette.testclient import TestClient

from tantrix import Game, Placement, Rules
from tantrix.robots import Robot, find
from tantrix.server.app import create_app
from tantrix.server.games.robot_player import RobotPlayer
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.settings import Settings
from tests.server.support.services import services
from tests.server.support.table import Table, hear, of_type, person, place, receive_until, robot, stranger
from tests.support.computing import MAX_S
from tests.support.play import random_start


@dataclass
class Played:
    """A robot whose placements come from `answer`."""

    answer: Callable[[Game, Random], Placement]

    def choose(self, game: Game, rng: Random) -> Placement:
        return self.answer(game, rng)


def test_a_thinking_robot_does_not_delay_other_games(settings: Settings) -> None:
    may_answer = Event()

    def think(game: Game, rng: Random) -> Placement:
        may_answer.wait()
        return find("random").choose(game, rng)

    with _client(settings, Played(think)) as client:
        table = Table.open(client, robot("R"), robot("B"))
        with client.websocket_connect(table.socket) as socket:
            welcome, thinking = hear(socket), hear(socket)
            other = Table.open(client)
            other.play(3)
            may_answer.set()
            placed = receive_until(socket, of_type("placed"))[-1]

    assert welcome["version"] == 0
    assert thinking["type"] == "thinking"
    assert placed["version"] == 1


def test_a_robot_that_never_answers_does_not_keep_the_server_from_stopping(settings: Settings) -> None:
    with _client(settings, Played(lambda _game, _rng: _never())) as client:
        table = Table.open(client, robot("R"), robot("B"))
        assert table.look()["version"] == 0


def test_an_easy_robot_pauses_only_while_its_opponent_looks_on(settings: Settings) -> None:
    patient = replace(settings, computing=replace(settings.computing, pause_s=MAX_S))
    with TestClient(create_app(patient)) as client:
        seen, unseen = (Table.open(client, person("R"), robot("B", "random")) for _ in range(2))
        with client.websocket_connect(seen.socket):
            for table in (seen, unseen):
                if table.look()["position"]["to_play"] == 0:
                    table.play(1)
            with stranger(client), client.websocket_connect(unseen.socket) as socket:
                receive_until(socket, lambda m: m.get("position", {}).get("to_play") == 0)

            assert seen.look()["position"]["to_play"] == 1


def _fail(_game: Game, _rng: Random) -> Placement:
    raise RuntimeError("out of ideas")


def _break_a_rule(_game: Game, _rng: Random) -> Placement:
    return Placement.parse("1@9,9^0")


@pytest.mark.parametrize("answer", [_fail, _break_a_rule])
def test_the_random_robot_plays_for_one_that_fails(
    settings: Settings, answer: Callable[[Game, Random], Placement]
) -> None:
    with _client(settings, Played(answer)) as client:
        table = Table.open(client, person("R"), robot("B"), robot("G"))
        with client.websocket_connect(table.socket) as socket:
            position = hear(socket)["position"]
            while position["to_play"] != 0:
                position = receive_until(socket, of_type("placed"))[-1]["position"]

    assert position["to_play"] == 0


def test_the_games_of_a_retired_robot_are_played_on_by_its_stand_in() -> None:
    asked: list[str] = []

    def find_robot(name: str) -> Robot:
        asked.append(name)
        return find(name)

    game, _order = random_start(Rules(), Random(1))
    player = RobotPlayer(cast(WorkerPool, None), find_robot, lambda: Random(1))  # nothing takes long

    placement = asyncio.run(player.choose("minimax", game))

    assert asked == ["forecast"]
    assert placement == find("forecast").choose(game, Random(1))


def test_robots_play_a_game_among_themselves(client: TestClient) -> None:
    table = Table.open(client, robot("R"), robot("B", "random"), robot("Y"), robot("G", "random"))

    with client.websocket_connect(table.socket) as socket:
        over = receive_until(socket, lambda m: m["type"] == "over" or bool(m.get("secret")))[-1]

    assert over["position"]["outcome"]["termination"] in ("played-out", "deadlock")


def test_a_room_nobody_uses_is_closed_and_opened_again_as_it_was(client: TestClient) -> None:
    table = Table.open(client)
    table.play(3)
    before = table.look()
    hub = services(client).hub

    for _ in range(700):  # the tests' clock advances by one second at each reading
        hub.evict()

    assert hub.n_open == 0
    assert table.look() == before
    assert hub.n_open == 1


def test_a_room_in_use_stays_open(table: Table) -> None:
    hub = services(table.client).hub
    with table.client.websocket_connect(table.socket) as socket:
        hear(socket)
        for _ in range(700):
            hub.evict()

        assert hub.n_open == 1


def _client(settings: Settings, played: Robot) -> TestClient:
    return TestClient(create_app(replace(settings, find_robot=lambda _name: played)))


def _never() -> Placement:
    Event().wait()
    raise AssertionError


_WITH_A_BROKEN_ROBOT = """
import sys
from pathlib import Path
from starlette.testclient import TestClient
from tantrix.server.app import create_app
from tantrix.server.settings import Settings

with TestClient(create_app(Settings(Path(sys.argv[1])))) as client:
    robots = client.get("/api/robots").json()
    page = client.get("/").status_code
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "broken"}]
    refused = client.post("/api/games", json={"seats": seats}).status_code
    seats[1]["robot"] = "greedy"
    created = client.post("/api/games", json={"seats": seats}).status_code
assert "greedy" in robots and "broken" not in robots, robots
assert (page, refused, created) == (200, 422, 201), (page, refused, created)
"""


def test_a_third_party_robot_that_cannot_be_loaded_takes_no_seat_and_breaks_nothing(tmp_path: Path) -> None:
    package = tmp_path / "packages" / "theirs-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[tantrix.robots]\nbroken = nonexistent_module:Robot\n")

    command = [sys.executable, "-c", _WITH_A_BROKEN_ROBOT, str(tmp_path / "data")]
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert "theirs" in done.stderr


def test_a_game_continues_without_a_robot_that_was_uninstalled(settings: Settings) -> None:
    with _client(settings, find("random")) as client:
        table = Table.open(client, person("R"), robot("B"))
        cookies = dict(client.cookies)

    gone = replace(settings, find_robot=lambda _name: find("no-such-robot"))
    with (
        TestClient(create_app(gone), cookies=cookies) as client,
        client.websocket_connect(table.socket) as socket,
    ):
        position = hear(socket)["position"]
        while position["ply"] < 2:
            if position["to_play"] == 0:
                socket.send_json(place(position, f"ply-{position['ply']}"))
            position = receive_until(socket, of_type("placed"))[-1]["position"]

    assert position["ply"] == 2
