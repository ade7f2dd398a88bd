"""A client that does not read is dropped, and no other client is affected.

`tests/server/games/test_socket.py` tests its queue.
"""

import json
import socket
import time
from pathlib import Path

from websockets.sync.client import ClientConnection

from tests.server.support.server_process import SERVE, LiveServer, serving

SEATS = [{"kind": "person", "colour": colour} for colour in "RB"]
INTERVAL_S = 0.5
# A server that drops a client which does not answer a ping within four seconds.
IMPATIENT = f"""
from tantrix.server import serve

serve.PING_S = 4
{SERVE}
"""


def test_a_spectator_that_does_not_read_is_dropped_and_others_play_on(tmp_path: Path) -> None:
    with serving(tmp_path, program=IMPATIENT) as server:
        created, cookie = server.post("/api/games", {"seats": SEATS})
        with server.socket(f"/games/{created['id']}/socket", cookie) as player:
            with _deaf(server, created["id"]):
                _wait_for_lines(server, 2)
                while server.figure("tantrix_game_lines") > 1:
                    _ping(player)
                    time.sleep(INTERVAL_S)
            _ping(player)


def _deaf(server: LiveServer, game_id: str) -> socket.socket:
    """Open a raw socket with a very small receive buffer, and read only the first bytes."""
    host, port = server.address.split("/")[2].split(":")
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect((host, int(port)))
    head = (
        f"GET /games/{game_id}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    deaf.sendall(head.encode())
    assert deaf.recv(12) == b"HTTP/1.1 101"
    return deaf


def _ping(player: ClientConnection) -> None:
    player.send(json.dumps({"type": "ping", "sent_ms": 7}))
    while json.loads(player.recv()) != {"type": "pong", "sent_ms": 7}:
        pass


def _wait_for_lines(server: LiveServer, n: int) -> None:
    while server.figure("tantrix_game_lines") != n:
        time.sleep(INTERVAL_S)
