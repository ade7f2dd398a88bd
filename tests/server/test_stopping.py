"""A server that receives a stop signal announces it and exits, even if a request never ends."""

import json
import os
import socket
import sys
import time
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tantrix.server.workers import VARIABLE
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


def test_a_worker_that_is_stopped_before_it_serves_ends_as_usual(tmp_path: Path) -> None:
    program = f"""
import atexit, os, signal
from pathlib import Path
from tantrix._tools.server_options import ServerOptions
from tantrix.server.serve import run

atexit.register(print, "tidied up")
run("", 0, ServerOptions(Path({str(tmp_path)!r}), workers=2), False,
    lambda settings: os.kill(os.getpid(), signal.SIGTERM))
"""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number = listener.fileno()
        with Popen(
            [sys.executable, "-c", program],
            stdin=PIPE,  # closed, it would stop the worker
            stdout=PIPE,
            env={**os.environ, VARIABLE: f"1 {number}"},
            pass_fds=[number],
        ) as process:
            assert process.stdout is not None
            printed = process.stdout.read()

    assert (process.returncode, printed) == (0, b"tidied up\n")


def test_a_process_whose_output_nobody_reads_ends_at_once_without_a_failure() -> None:
    program = "from tantrix.server.serve import _end_at_once; input(); print(1); _end_at_once()"
    buffered = [sys.executable, "-E", "-c", program]
    with Popen(buffered, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"\n")
        process.stdin.flush()
        printed = process.stderr.read()

    assert (process.returncode, printed) == (0, b"")


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
