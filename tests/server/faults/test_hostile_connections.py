"""Clients that send too much, too slowly or nothing: each is limited, and players are not affected."""

import asyncio
import logging
import socket
import struct
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tantrix.server.http.bounded_protocol import MAX_HEAD, MAX_HEADER_LINES, protocols
from tantrix.server.http.gate import Bounds, Gate, IdleConnection

FLOOD = 16 * 1024 * 1024
PATIENCE_S = 400  # a ceiling for a slow machine
SHORT_S = 2  # a limit that the test waits for
N_TRIES = 20  # on a machine so slow that a connection is closed before the first byte is sent
GET = b"GET / HTTP/1.1\r\nHost: here\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
# What a client sends over and over, and what it sends once before.
FRAMES = {
    "pongs": (b"", b"\x8a\x80\0\0\0\0"),
    "pings": (b"", b"\x89\x80\0\0\0\0"),
    "continuations": (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"),
    "texts": (b"", b"\x81\x82\0\0\0\0{}"),
}


async def echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


async def large(_request: Request) -> StreamingResponse:
    async def pieces() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 65_536
            await asyncio.sleep(0)

    return StreamingResponse(pieces())


async def listen(websocket: WebSocket) -> None:
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(text)


@contextmanager
def serving(gate: Gate, limit_s: float = PATIENCE_S, write_s: float = PATIENCE_S) -> Iterator[int]:
    routes = [
        Route("/", echo, methods=["GET", "POST"]),
        Route("/large", large),
        WebSocketRoute("/socket", listen),
    ]
    bounds = protocols(gate, head_s=limit_s, body_s=limit_s, write_s=write_s)
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_config=None, **bounds))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(PATIENCE_S)


class CountingGate(Gate):
    """A gate that counts the connections it has admitted."""

    n_inside = 0

    def enter(self, address: str) -> bool:
        is_admitted = super().enter(address)
        self.n_inside += is_admitted
        return is_admitted

    def leave(self, address: str, connection: IdleConnection) -> None:
        super().leave(address, connection)
        self.n_inside -= 1


@pytest.fixture
def gate() -> CountingGate:
    return CountingGate(Bounds(requests=20, sockets=4, requests_per_address=8, sockets_per_address=2))


@pytest.fixture
def port(gate: Gate) -> Iterator[int]:
    with serving(gate) as port:
        yield port


@pytest.fixture
def hasty_port(gate: Gate) -> Iterator[int]:
    """Run a server that gives a client two seconds for the head of a request, and two for its body."""
    with serving(gate, SHORT_S) as port:
        yield port


def client(port: int, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE_S, source_address=(address, 0))


def answer(line: socket.socket) -> bytes:
    """Return the first line of what the server sends before it closes the connection."""
    found = b""
    try:
        while piece := line.recv(65_536):
            found += piece
    except ConnectionError:
        pass
    return found.partition(b"\r\n")[0]


def answer_to_part(port: int, part: bytes) -> bytes:
    """Send a part of a request, again if the connection was closed before the server had read it."""
    found = b""
    for _ in range(N_TRIES):
        with client(port) as line, suppress(ConnectionError):
            line.sendall(part)
            if found := answer(line):
                break
    return found


def flood(line: socket.socket, piece: bytes) -> int:
    """Send a piece repeatedly until the server closes the connection; return how many bytes were sent."""
    sent = 0
    try:
        while sent < FLOOD:
            line.sendall(piece)
            sent += len(piece)
    except ConnectionError:
        pass
    return sent


def is_well(port: int) -> bool:
    with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as found:
        return found.read() == b"0"


@pytest.mark.parametrize("line", [b"X: " + b"x" * 1_000 + b"\r\n", b"X: y\r\n", b"X" * 1_000])
def test_headers_without_an_end_are_cut(port: int, line: bytes) -> None:
    with client(port) as attacker:
        attacker.sendall(GET)

        assert flood(attacker, line * 64) < FLOOD
        assert is_well(port)


def test_an_address_without_an_end_is_cut(port: int) -> None:
    with client(port) as attacker:
        attacker.sendall(b"GET /")

        assert flood(attacker, b"a" * 65_536) < FLOOD
        assert is_well(port)


def test_a_head_at_the_size_limit_is_refused_with_its_status_and_a_smaller_one_is_served(port: int) -> None:
    for size, status in ((MAX_HEAD, b"431"), (MAX_HEAD - 200, b"200")):
        with client(port) as line:
            line.sendall(GET + b"Connection: close\r\nX: " + b"x" * size + b"\r\n\r\n")

            assert answer(line).split()[1] == status


def test_too_many_header_lines_are_refused(port: int) -> None:
    with client(port) as line:
        line.sendall(GET + b"X: y\r\n" * (MAX_HEADER_LINES + 1) + b"\r\n")

        assert answer(line).split()[1] == b"431"


def test_a_head_that_does_not_end_in_time_is_refused(hasty_port: int) -> None:
    assert answer_to_part(hasty_port, GET).split()[1] == b"408"


def test_a_silent_connection_is_closed(hasty_port: int) -> None:
    with client(hasty_port) as line:
        assert answer(line) == b""


def test_a_body_that_does_not_end_in_time_is_refused(hasty_port: int) -> None:
    part = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf"

    assert answer_to_part(hasty_port, part).split()[1] == b"408"


def test_a_body_in_many_pieces_is_served(port: int) -> None:
    with client(port) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n")
        for _ in range(60):
            line.sendall(b"x" * 1_000)

        assert answer(line).split()[1] == b"200"


CHUNKED = b"POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_chunked_body_is_served(port: int) -> None:
    with client(port) as line:
        line.sendall(CHUNKED + b"3e8;a=b\r\n" + b"x" * 1_000 + b"\r\n" + b"1\r\ny\r\n" * 5_000 + b"0\r\n\r\n")

        assert answer(line).split()[1] == b"200"


@pytest.mark.parametrize("trailer", [b"X-A: y\r\n", b"Cookie: a=b\r\n" * 3])
def test_trailers_of_a_body_are_refused(port: int, trailer: bytes) -> None:
    with client(port) as line:
        line.sendall(CHUNKED + b"2\r\n{}\r\n0\r\n" + trailer + b"\r\n")

        assert answer(line).split()[1] == b"400"


@pytest.mark.parametrize(
    ("beginning", "piece"),
    [
        (b"2\r\n{}\r\n0\r\nX-A: ", b"a" * 65_536),
        (b"2;x=", b"a" * 65_536),
        (b"", b"1\r\ny\r\n" * 4_096),
        (b"", b"2;a=" + b"a" * 1_000 + b"\r\n{}\r\n"),
        (b"", b"10000\r\n" + b"y" * 65_536 + b"\r\n"),
    ],
    ids=["a trailer", "an extension", "small chunks", "small chunks with extensions", "large chunks"],
)
def test_a_chunked_body_without_an_end_is_cut(port: int, beginning: bytes, piece: bytes) -> None:
    with client(port) as attacker:
        attacker.sendall(CHUNKED + beginning)

        assert flood(attacker, piece) < FLOOD
        assert is_well(port)


def test_requests_without_an_end_on_one_connection_are_cut(gate: Gate) -> None:
    with serving(gate, write_s=1) as port, client(port) as attacker:
        attacker.sendall(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")

        assert flood(attacker, (GET + b"\r\n") * 2_000) < FLOOD
        assert is_well(port)


def test_a_client_that_never_reads_is_cut(gate: CountingGate) -> None:
    with serving(gate, write_s=1) as port, client(port) as line:
        line.sendall(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
        wait_until(lambda: gate.n_inside == 1)

        wait_until(lambda: gate.n_inside == 0)


def test_clients_that_do_not_read_give_way_to_others(port: int, gate: CountingGate) -> None:
    def is_served() -> bool:
        try:
            return is_well(port)
        except HTTPError as error:  # the server has not yet filled the buffers of any of them
            assert error.code == 503
            return False

    with ExitStack() as stack:
        for n in range(20):
            line = stack.enter_context(client(port, f"127.0.0.{30 + n}"))
            line.sendall(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
        wait_until(lambda: gate.n_inside == 20)

        wait_until(is_served)


def test_a_client_that_leaves_is_no_error(
    port: int, gate: CountingGate, caplog: pytest.LogCaptureFixture
) -> None:
    with client(port) as line:
        line.sendall(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n" * 8)
        assert line.recv(12) == b"HTTP/1.1 200"
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until(lambda: gate.n_inside == 0)

    assert is_well(port)
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


def test_several_requests_on_one_connection_are_served(port: int, gate: Gate) -> None:
    with client(port) as line:
        line.sendall((GET + b"\r\n") * 5 + GET + b"Connection: close\r\n\r\n")
        found = b""
        while piece := line.recv(65_536):
            found += piece

    assert found.count(b"HTTP/1.1 200 OK") == 6


def test_silent_connections_do_not_keep_others_out(port: int) -> None:
    with ExitStack() as stack:
        for n in range(60):
            stack.enter_context(client(port, f"127.0.0.{2 + n % 10}"))

        assert is_well(port)


def test_floods_of_small_frames_are_cut(port: int) -> None:
    found = dict[str, int]()

    def send_all(name: str, address: str) -> None:
        beginning, frame = FRAMES[name]
        with client(port, address) as line:
            line.sendall(UPGRADE)
            assert line.recv(12) == b"HTTP/1.1 101"
            line.sendall(beginning)
            found[name] = flood(line, frame * 4_096)

    threads = [
        threading.Thread(target=send_all, args=(name, f"127.0.0.{20 + n}")) for n, name in enumerate(FRAMES)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE_S)

    assert found.keys() == FRAMES.keys()
    assert max(found.values()) < FLOOD, found
    assert is_well(port)


def test_sockets_per_address_are_limited_until_they_close(port: int) -> None:
    address, place = f"ws://127.0.0.1:{port}/socket", ("127.0.0.7", 0)
    enter = partial(connect, address, source_address=place, open_timeout=PATIENCE_S, ping_interval=None)
    with enter() as first, enter() as second:
        with pytest.raises(InvalidStatus) as refused:
            enter()

        assert refused.value.response.status_code == 503
        for line in (first, second):
            line.send("still here")
            assert line.recv(PATIENCE_S) == "still here"

    def is_free() -> bool:
        try:
            with enter(), enter():
                return True
        except InvalidStatus:
            return False

    wait_until(is_free)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
