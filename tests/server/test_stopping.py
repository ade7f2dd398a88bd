"""A server that receives a stop signal announces it and exits in time, even if a request never ends."""

import json
import time
from pathlib import Path
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.support.server_process import SERVE, LiveServer, serving

STOP_S = 10
RESTARTS = 1012  # the close code of a server that restarts

# A server with an extra handler that blocks the event loop forever.
STUCK = f"""
from functools import partial

from tantrix.server import serve

def create(settings):
    app = serve.create_app(settings)
    app.add_api_route("/stuck", stuck)
    return app

async def stuck():
    while True:
        pass

serve.run = partial(serve.run, make_app=create)
{SERVE}
"""
SEATS = [{"kind": "person", "colour": colour} for colour in "RB"]


def test_sigterm_closes_sockets_with_a_code_and_the_game_goes_on_afterwards(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        game_id, cookie = _game(server)
        with _line(server, game_id, cookie) as line:
            laid = _lay(line)
            server.process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(timeout=STOP_S)
        assert server.process.wait(3 * STOP_S) == 0  # the time limit itself is checked below

    assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTS
    assert "stopped" in [line["event"] for line in server.lines]
    with serving(tmp_path) as server:
        assert server.get(f"/api/games/{game_id}")["laid"] == [laid]


def test_sigterm_ends_a_server_in_time_whose_handler_never_ends(tmp_path: Path) -> None:
    with serving(tmp_path, program=STUCK) as server:
        game_id, cookie = _game(server)
        with _line(server, game_id, cookie) as line:
            laid = _lay(line)
        Thread(target=_ask, args=(server.address + "/stuck",), daemon=True).start()
        _wait_until_stuck(server.address)
        began = time.monotonic()
        server.process.terminate()
        status = server.process.wait(STOP_S)

    assert status == 0
    assert time.monotonic() - began < STOP_S
    assert "stopped by force" in [line["event"] for line in server.lines]
    with serving(tmp_path) as server:
        assert server.get(f"/api/games/{game_id}")["laid"] == [laid]


def _game(server: LiveServer) -> tuple[str, str]:
    created, cookie = server.post("/api/games", {"seats": SEATS})
    return created["id"], cookie


def _line(server: LiveServer, game_id: str, cookie: str) -> ClientConnection:
    address = f"{server.socket_address}/games/{game_id}/socket"
    return connect(address, additional_headers={"Cookie": cookie})


def _lay(line: ClientConnection) -> object:
    """Lay a tile, wait for its acknowledgement, and return the announced message."""
    told = json.loads(line.recv())
    placement = told["position"]["placements"][0]
    line.send(json.dumps({"type": "place", "id": "one", "ply": 0, "placement": placement}))
    laid = None
    while told["type"] != "ack":
        told = json.loads(line.recv())
        laid = told.get("laid", laid) if told["type"] == "placed" else laid
    return laid


def _ask(address: str) -> None:
    try:
        urlopen(address)
    except (OSError, URLError):
        return  # the server ended


def _wait_until_stuck(address: str) -> None:
    while True:
        try:
            urlopen(address + "/healthz", timeout=0.5)
        except (TimeoutError, URLError):
            return
