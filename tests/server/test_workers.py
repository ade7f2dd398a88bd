"""Several processes behind one port: what one of them does the others know, and one that dies is replaced."""

import http.client
import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from typer.testing import CliRunner
from websockets.sync.client import ClientConnection, connect

from tantrix.cli.app import app
from tantrix.server.workers import Supervisor
from tests.server.support.external_servers import new_database
from tests.server.support.server_process import SERVE, LiveServer, serving

Json = dict[str, Any]

PAUSE_S = 0.05
# A supervisor and workers that are never stopped by force, however slow the machine is.
PATIENT = f"""
from tantrix.server import serve, workers

serve.FORCE_S = workers.KILL_S = 400
{SERVE}
"""
SEATS = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": "greedy"}]


class WorkerLine:
    """A connection that one of the workers has accepted, and keeps."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self._line = http.client.HTTPConnection(urlsplit(server.address).netloc)

    def ask(self, method: str, path: str, body: Json | None = None, cookie: str = "") -> tuple[Json, str]:
        """Send a request; return the answer and the cookie that came with it, or the one that was sent."""
        headers = {"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {})
        self._line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._line.getresponse()
        given = answer.headers.get("Set-Cookie", cookie).partition(";")[0]
        return json.loads(answer.read()), given

    @property
    def worker(self) -> int:
        number: int = self.ask("GET", "/healthz")[0]["worker"]
        return number

    def close(self) -> None:
        self._line.close()

    def socket(self, path: str, cookie: str) -> ClientConnection:
        """Make the connection a socket."""
        return connect(
            self._server.socket_address + path,
            sock=self._line.sock,
            additional_headers={"Cookie": cookie},
            open_timeout=None,
            ping_interval=None,
            close_timeout=None,
        )


@contextmanager
def line_to(server: LiveServer, worker: int) -> Iterator[WorkerLine]:
    """Connect until the worker accepts."""
    while (line := WorkerLine(server)).worker != worker:
        line.close()
    with closing(line):
        yield line


def events(server: LiveServer, event: str) -> list[Json]:
    return [line for line in list(server.lines) if line["event"] == event]


def wait_for(server: LiveServer, event: str, n: int) -> list[Json]:
    while len(found := events(server, event)) < n:
        assert server.process.poll() is None, server.lines
        time.sleep(PAUSE_S)
    return found


@pytest.fixture
def server(tmp_path: Path, postgres: str) -> Iterator[LiveServer]:
    """Start two workers, and wait until both can play."""
    options = ("--database", new_database(postgres), "--workers", "2", "--proxy", "127.0.0.1")
    with serving(tmp_path, program=PATIENT, options=options) as started:
        wait_for(started, "ready to play", 2)
        yield started


def test_two_people_at_different_workers_see_each_other_and_play(server: LiveServer) -> None:
    with line_to(server, 1) as one, line_to(server, 2) as two:
        game, ann = one.ask("POST", "/api/games", {"seats": [SEATS[0], {"colour": "B", "kind": "open"}]})
        _, bea = two.ask("POST", f"/api/games/{game['id']}/seats", {"seat": 1})
        path = f"/games/{game['id']}/socket"

        with one.socket(path, ann) as anns, two.socket(path, bea) as beas:
            for socket in (anns, beas):
                while hear(socket, "presence")["is_here"] != [True, True]:
                    pass
            with line_to(server, 1) as line:
                shown = line.ask("GET", f"/api/games/{game['id']}", cookie=ann)[0]["position"]
            player = (anns, beas)[shown["to_play"]]
            placement = {"id": "one", "ply": 0, "placement": shown["placements"][0]}
            player.send(json.dumps({"type": "place", **placement}))

            assert hear(anns, "placed")["laid"] == hear(beas, "placed")["laid"]


def hear(socket: ClientConnection, kind: str) -> Json:
    """Return the next message of a kind."""
    while (message := json.loads(socket.recv()))["type"] != kind:
        pass
    return dict(message)


def test_a_game_of_a_killed_worker_goes_on_at_another_and_at_the_one_that_replaces_it(
    server: LiveServer,
) -> None:
    with line_to(server, 2) as two:
        game, cookie = two.ask("POST", "/api/games", {"seats": SEATS})
    pids = {line["worker"]: line["pid"] for line in events(server, "worker started")}

    os.kill(pids[2], signal.SIGKILL)

    with line_to(server, 1) as one:
        lay(one, game["id"], cookie)
    wait_for(server, "ready to play", 3)
    with line_to(server, 2) as two:
        lay(two, game["id"], cookie)
    (ended,) = events(server, "worker ended")
    assert (ended["worker"], ended["pid"], ended["status"]) == (2, pids[2], -signal.SIGKILL)


def lay(line: WorkerLine, game: str, cookie: str) -> None:
    """Lay a tile as soon as it is this player's turn, more if it has to, and wait until the robot answers."""
    path = f"/api/games/{game}"
    while (shown := line.ask("GET", path, cookie=cookie)[0])["position"]["to_play"] != 0:
        time.sleep(PAUSE_S)
    n_before = n_by_robot(shown)
    while n_by_robot(shown) == n_before:
        position = shown["position"]
        if position["to_play"] == 0:
            placement = {"ply": position["ply"], "placement": position["placements"][0]}
            line.ask("POST", f"{path}/placements", {"id": f"ply-{position['ply']}", **placement}, cookie)
        time.sleep(PAUSE_S)
        shown = line.ask("GET", path, cookie=cookie)[0]


def n_by_robot(shown: Json) -> int:
    return sum(laid["seat"] == 1 for laid in shown["laid"])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_all_workers(server: LiveServer, number: signal.Signals) -> None:
    server.process.send_signal(number)

    assert server.process.wait() == 0
    read_all(server)
    assert {line.get("worker") for line in events(server, "stopped")} == {1, 2, None}


def test_workers_stop_when_their_supervisor_is_killed(server: LiveServer) -> None:
    server.process.kill()

    read_all(server)
    assert {line.get("worker") for line in events(server, "stopped")} == {1, 2}


def read_all(server: LiveServer) -> None:
    """Wait until the log of all processes has ended."""
    server.ended.get()
    server.ended.put(None)  # for the end of the test


def test_a_worker_that_cannot_be_started_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def start(*_command: Any, **_options: Any) -> None:
        tried.append(True)
        if len(tried) == 2:
            raise KeyboardInterrupt  # as the handler of a signal does
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr("subprocess.Popen", start)
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(KeyboardInterrupt):
        Supervisor(2, listener).run()

    assert len(tried) == 2


def test_several_workers_are_refused_without_a_database_that_they_can_share() -> None:
    answer = CliRunner().invoke(app, ["serve", "--workers", "2"])

    assert answer.exit_code == 2
    assert "--workers needs --database" in answer.output
