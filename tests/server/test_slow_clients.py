"""A client that does not read is dropped, and nobody else notices."""

import json
import socket
import time
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

from tests.server.live_server import LiveServer, serving

LONGEST_S = 30  # until a client that does not read is gone
SEATS = [{"kind": "person", "colour": colour} for colour in "RB"]
EVERY_S = 0.06  # as quick as the server allows for long


def test_a_spectator_that_does_not_read_is_dropped_and_others_play_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        created, cookie = server.post("/api/games", {"seats": SEATS})
        address = f"{server.socket_address}/games/{created['id']}/socket"
        with connect(address, additional_headers={"Cookie": cookie}) as player:
            player.recv()
            with _deaf(address) as deaf:
                _wait_for_lines(server, 2)
                took_s, slowest_s = _play_until_dropped(server, player, deaf)

    assert took_s < LONGEST_S
    assert slowest_s < 5  # the machine may be busy; with the deaf one in the way it would be LONGEST_S
    assert "slow client dropped" in [line["event"] for line in server.lines]


def _deaf(address: str) -> ClientConnection:
    """Connect with hardly any room for what comes in, and let nobody read it."""
    host, port = address.split("/")[2].split(":")
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect((host, int(port)))
    return connect(address, sock=plain, ping_interval=None, max_queue=1)


def _play_until_dropped(
    server: LiveServer, player: ClientConnection, deaf: ClientConnection
) -> tuple[float, float]:
    """Ask for all again and again in both names; how long it took, and the longest that a ping took."""
    began, slowest_s, asked = time.monotonic(), 0.0, 0
    while server.figure("tantrix_game_lines") > 1 and time.monotonic() - began < LONGEST_S:
        asked += 1
        deaf.send('{"type": "sync", "version": 999}')
        sent = time.monotonic()
        player.send(json.dumps({"type": "ping", "sent_ms": asked}))
        while json.loads(player.recv()) != {"type": "pong", "sent_ms": asked}:
            pass
        slowest_s = max(slowest_s, time.monotonic() - sent)
        time.sleep(EVERY_S)
    return time.monotonic() - began, slowest_s


def _wait_for_lines(server: LiveServer, n: int) -> None:
    while server.figure("tantrix_game_lines") != n:
        time.sleep(EVERY_S)
