"""Two real servers behind a real nginx with the configuration in deploy/: one is killed during a game."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from tests.deploy.support.proxies import nginx
from tests.server.support.external_servers import free_port, postgres_server, redis_server
from tests.server.support.server_process import open_socket

WAIT_S = 400  # a ceiling for a slow machine

Json = dict[str, Any]


@contextmanager
def child(command: list[str], **variables: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(command, env=os.environ | variables, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(address: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        try:
            with urlopen(address + "/readyz") as answer:
                if json.load(answer)["ready"]:
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"no server at {address}")


def open_game(address: str) -> tuple[str, str]:
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "greedy"}]
    request = Request(
        address + "/api/games", json.dumps({"seats": seats}).encode(), {"Content-Type": "application/json"}
    )
    with urlopen(request) as answer:
        return json.load(answer)["id"], answer.headers["Set-Cookie"].partition(";")[0]


def enter(address: str, game: str, cookie: str) -> ClientConnection:
    """Take a seat at the table, retrying while a server is down."""
    deadline = time.monotonic() + WAIT_S
    while True:
        try:
            where = address.replace("http", "ws") + f"/games/{game}/socket"
            return open_socket(where, cookie)
        except (InvalidStatus, OSError, EOFError):
            assert time.monotonic() < deadline, "the game did not come back"
            time.sleep(0.2)


def play_on(table: ClientConnection, until_ply: int) -> list[Json]:
    """Play until `until_ply` tiles are laid; return the messages received."""
    with table as socket:
        return _play(socket, until_ply)


def _play(socket: ClientConnection, until_ply: int) -> list[Json]:
    heard: list[Json] = []
    sent = -1
    while True:
        message = json.loads(socket.recv(timeout=WAIT_S))
        heard.append(message)
        position = message.get("position")
        if position is None:
            continue
        if position["ply"] >= until_ply or position["outcome"]:
            return heard
        if position["to_play"] == 0 and position["ply"] != sent:
            sent = position["ply"]
            placement = {"id": f"ply-{sent}", "ply": sent, "placement": position["placements"][0]}
            socket.send(json.dumps({"type": "place", **placement}))


@pytest.mark.long
def test_a_game_goes_on_when_its_server_dies(tmp_path: Path) -> None:
    ports = (free_port(), free_port())
    with ExitStack() as running:
        shared = {
            "TANTRIX_DATABASE": running.enter_context(postgres_server()),
            "TANTRIX_BUS": running.enter_context(redis_server(tmp_path)),
        }
        servers = [running.enter_context(_server(of_server, shared)) for of_server in ports]
        for of_server in ports:
            wait_for(f"http://127.0.0.1:{of_server}")
        address = running.enter_context(nginx(ports, tmp_path))
        wait_for(address)
        games = [open_game(address) for _ in range(8)]
        laid = {game: _laid(play_on(enter(address, game, cookie), 6)) for game, cookie in games}

        servers[0].kill()
        servers[0].wait()

        for game, cookie in games:
            heard = play_on(enter(address, game, cookie), 12)
            assert [laid["tile"] for laid in heard[0]["laid"]][: len(laid[game])] == laid[game]
            assert heard[-1]["position"]["ply"] == 12


def _laid(heard: list[Json]) -> list[int]:
    return [message["laid"]["tile"] for message in heard if message["type"] == "placed"]


def _server(port: int, shared: dict[str, str]) -> "Any":
    program = "from tantrix.cli import main; main()"
    return child(
        [sys.executable, "-c", program, "serve", "--no-open", "--port", str(port), "--proxy", "127.0.0.1"],
        **shared,
    )
