"""WebSocket frames that violate RFC 6455, sent to a server in its own process.

Each closes its own connection, with a documented code or none, and no other connection.
"""

import json
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random

from websockets.sync.client import ClientConnection

from tests.server.support.server_process import LiveServer, serving

BLOCKED = "the event loop was blocked"  # logged on a slow machine, whatever the frames are
N_LINES = 150
CODES = {1000, 1002, 1007, 1009}  # docs/server/sockets.md; None: closed without a close frame
SEATS = [{"kind": "person", "colour": colour} for colour in "RB"]
PING = b'{"type":"ping","sent_ms":1}'
CONTINUATION, TEXT, BINARY, CLOSE = 0, 1, 2, 8


def frame(
    rng: Random, body: bytes, opcode: int = TEXT, *, fin: int = 0x80, flags: int = 0, mask: bool = True
) -> bytes:
    """Build a frame, valid or not."""
    size, masked = len(body), 0x80 if mask else 0
    if size < 126:
        head = bytes([fin | flags | opcode, masked | size])
    elif size < 2**16:
        head = bytes([fin | flags | opcode, masked | 126]) + struct.pack("!H", size)
    else:
        head = bytes([fin | flags | opcode, masked | 127]) + struct.pack("!Q", size)
    key = rng.randbytes(4) if mask else b""
    return head + key + (bytes(byte ^ key[n % 4] for n, byte in enumerate(body)) if mask else body)


# Each violates the protocol in a different way.
WAYS: dict[str, Callable[[Random], bytes]] = {
    "not masked": lambda rng: frame(rng, PING, mask=False),
    "reserved bits": lambda rng: frame(rng, PING, flags=rng.choice((0x10, 0x20, 0x40, 0x70))),
    "reserved opcodes": lambda rng: frame(rng, PING, rng.choice((3, 4, 7, 11, 15))),
    "no UTF-8": lambda rng: frame(rng, b"\xff\xfe" + rng.randbytes(9)),
    "too large": lambda rng: frame(rng, b"x" * rng.randint(16 * 1024 + 1, 40_000)),
    "too large in pieces": lambda rng: (
        frame(rng, b"x" * 9_000, fin=0) + frame(rng, b"x" * 9_000, CONTINUATION)
    ),
    "a size beyond all bounds": lambda rng: bytes([0x81, 0xFF]) + b"\xff" * 8 + rng.randbytes(4),
    "a continuation of nothing": lambda rng: frame(rng, PING, CONTINUATION),
    "two beginnings": lambda rng: frame(rng, PING, fin=0) + frame(rng, PING),
    "a ping in pieces": lambda rng: frame(rng, b"x", 9, fin=0),
    "a ping that is too large": lambda rng: frame(rng, b"x" * 126, 9),
    "a close without a code": lambda rng: frame(rng, b"\x03", CLOSE),
    "a close with a reserved code": lambda rng: frame(
        rng, struct.pack("!H", rng.choice((0, 999, 1005, 5000))), CLOSE
    ),
    "a close with no UTF-8": lambda rng: frame(rng, struct.pack("!H", 1000) + b"\xff\xff", CLOSE),
    "another protocol": lambda rng: b"GET / HTTP/1.1\r\n\r\n" + rng.randbytes(30),
}


def test_broken_frames_close_only_their_own_connection(tmp_path: Path) -> None:
    rng, found = Random(16), dict[str, set[int | None]]()
    with serving(tmp_path) as server:
        created, cookie = server.post("/api/games", {"seats": SEATS})
        paths = (f"/games/{created['id']}/socket", "/analysis/socket", "/lobby/socket")
        with server.socket(paths[0], cookie) as bystander:
            for n in range(N_LINES):
                way = [*WAYS][n % len(WAYS)]
                code = _code_after(server, paths[n % 3], WAYS[way](rng))
                found.setdefault(way, set()).add(code)
                if n % 10 == 0:
                    _ping(bystander)
            _ping(bystander)
        warnings = [
            line
            for line in server.lines
            if line.get("level") in ("warning", "error") and line["event"] != BLOCKED
        ]

    assert {code for codes in found.values() for code in codes if code is not None} <= CODES, found
    assert warnings == []


def test_a_connection_that_ends_anywhere_affects_no_other(tmp_path: Path) -> None:
    rng = Random(17)
    with serving(tmp_path) as server:
        created, cookie = server.post("/api/games", {"seats": SEATS})
        path = f"/games/{created['id']}/socket"
        with server.socket(path, cookie) as bystander:
            for _ in range(40):
                whole = frame(rng, PING)
                line = _line(server, path)
                line.sendall(whole[: rng.randrange(len(whole))])
                line.close()
            _ping(bystander)
        assert [line for line in server.lines if line.get("level") == "error"] == []


def _line(server: LiveServer, path: str) -> socket.socket:
    host, port = server.address.split("/")[2].split(":")
    line = socket.create_connection((host, int(port)), timeout=600)
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    line.sendall(head.encode())
    return line


def _code_after(server: LiveServer, path: str, broken: bytes) -> int | None:
    """Send broken bytes and read until the connection closes; return the close code, if any."""
    with _line(server, path) as line:
        heard = bytearray()
        while b"\r\n\r\n" not in heard:
            heard += line.recv(4096)
        assert heard.startswith(b"HTTP/1.1 101")
        del heard[: heard.index(b"\r\n\r\n") + 4]
        line.sendall(broken)
        try:
            while piece := line.recv(65536):
                heard += piece
        except ConnectionResetError:
            return None
    return _close_code(bytes(heard))


def _close_code(heard: bytes) -> int | None:
    """Return the code of the close frame among a server's frames."""
    while len(heard) >= 2:
        opcode, size, start = heard[0] & 15, heard[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(heard[2:start])
        body, heard = heard[start : start + size], heard[start + size :]
        if opcode == CLOSE:
            return int.from_bytes(body[:2]) if len(body) >= 2 else None
    return None


def _ping(line: ClientConnection) -> None:
    line.send(PING.decode())
    while json.loads(line.recv(timeout=600)) != {"type": "pong", "sent_ms": 1}:
        pass
