"""A server that receives a stop signal announces it and exits, even if a request never ends."""

import json
import time
from pathlib import Path
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.support.server_process import SERVE, LiveServer, serving

WAIT_S = 400  # a ceiling for a slow machine
RESTARTS = 1012  # the close code of a server that restarts

# A server that never stops by force, however slow the machine is.
PATIENT = f"""
from tantrix.server import serve

serve.FORCE_S = {WAIT_S}
{SERVE}
"""
# A server that stops by force after a second, with a handler that makes a file and then blocks the loop.
STUCK = f"""
from functools import partial

from tantrix.server import serve

serve.FORCE_S = 1

def create(settings):
    app = serve.create_app(settings)

    async def stuck():
        (settings.data_dir / "stuck").touch()
        while True:
            pass

    app.add_api_route("/stuck", stuck)
    return app

serve.run = partial(serve.run, make_app=create)
{SERVE}
"""
SEATS = [{"kind": "person", "colour": colour} for colour in "RB"]


def test_sigterm_closes_sockets_with_a_code_and_the_game_goes_on_afterwards(tmp_path: Path) -> None:
    with serving(tmp_path, program=PATIENT) as server:
        game_id, cookie = _game(server)
        with _line(server, game_id, cookie) as line:
            laid = _lay(line)
            server.process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(timeout=WAIT_S)
        assert server.process.wait(WAIT_S) == 0

    assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTARTS
    assert "stopped" in [line["event"] for line in server.lines]
    with serving(tmp_path) as server:
        assert server.get(f"/api/games/{game_id}")["laid"] == [laid]


def test_sigterm_ends_a_server_whose_handler_never_ends(tmp_path: Path) -> None:
    with serving(tmp_path, program=STUCK) as server:
        game_id, cookie = _game(server)
        with _line(server, game_id, cookie) as line:
            laid = _lay(line)
        Thread(target=_ask, args=(server.address + "/stuck",), daemon=True).start()
        while not (tmp_path / "stuck").exists():
            time.sleep(0.05)
        server.process.terminate()

        assert server.process.wait(WAIT_S) == 0

    assert "stopped by force" in [line["event"] for line in server.lines]
    with serving(tmp_path) as server:
        assert server.get(f"/api/games/{game_id}")["laid"] == [laid]


def _game(server: LiveServer) -> tuple[str, str]:
    created, cookie = server.post("/api/games", {"seats": SEATS})
    return created["id"], cookie


def _line(server: LiveServer, game_id: str, cookie: str) -> ClientConnection:
    return server.socket(f"/games/{game_id}/socket", cookie)


def _lay(line: ClientConnection) -> object:
    """Lay a tile, wait for its acknowledgement, and return the announced message."""
    message = json.loads(line.recv())
    placement = message["position"]["placements"][0]
    line.send(json.dumps({"type": "place", "id": "one", "ply": 0, "placement": placement}))
    laid = None
    while message["type"] != "ack":
        message = json.loads(line.recv())
        laid = message.get("laid", laid) if message["type"] == "placed" else laid
    return laid


def _ask(address: str) -> None:
    try:
        urlopen(address)
    except (OSError, URLError):
        return  # the server ended
