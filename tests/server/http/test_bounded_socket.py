"""A socket parses what a read brings in slices, as long as its client keeps to the rates."""

import asyncio
import gc
import zlib
from typing import Any
from weakref import ref

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from tantrix.server.http.bounded_protocol import protocols
from tantrix.server.http.bounded_socket import (
    FRAME_BURST,
    FRAME_RATE,
    MAX_FRAGMENTS,
    MAX_WAITS,
    SLICE,
    BoundedSocket,
    FrameBudget,
)
from tantrix.server.http.connection import TOO_MUCH
from tantrix.server.http.gate import Bounds, Gate

MASK = b"\0\0\0\0"
PONG, PING, TEXT, BEGINNING, CONTINUATION = (
    bytes((first, 0x80 | len(body))) + MASK + body
    for first, body in ((0x8A, b""), (0x89, b""), (0x81, b"{}"), (0x01, b""), (0x00, b""))
)
READ = 256 * 1024  # what the event loop reads at most
HEAD = (
    b"GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
OFFER = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
MAX_SIZE = 16_384
RSV1 = 0x40


def deflated(text: bytes) -> bytes:
    """Return a text as a compressed frame of a client."""
    deflate = zlib.compressobj(9, wbits=-15)
    body = (deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\0\0\xff\xff")
    return marked_as_deflated(body)


def marked_as_deflated(body: bytes) -> bytes:
    frame = Frame(Opcode.TEXT, body).serialize(mask=True)
    return bytes([frame[0] | RSV1]) + frame[1:]


BOMB = deflated(b"x" * MAX_SIZE)


class FakeTransport:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""
        self.protocol: Any = None
        self.is_reading = True
        self.is_closed = False

    def get_extra_info(self, _name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return self.is_closed

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def get_write_buffer_size(self) -> int:
        return 0


class FakeTimer:
    """A call that waits for a time, or does not any more."""

    def __init__(self, at_s: float, function: Any, arguments: tuple[Any, ...]) -> None:
        self.at_s, self.function, self.arguments = at_s, function, arguments
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class FakeLoop:
    """An event loop whose time stands still until a test moves it."""

    def __init__(self) -> None:
        self.now_s = 1_000.0
        self.timers: list[FakeTimer] = []

    def time(self) -> float:
        return self.now_s

    def create_task(self, work: Any) -> "asyncio.Task[Any]":
        return asyncio.get_running_loop().create_task(work)

    def call_later(self, delay_s: float, function: Any, *arguments: Any) -> FakeTimer:
        self.timers.append(FakeTimer(self.now_s + delay_s, function, arguments))
        return self.timers[-1]

    def call_soon(self, function: Any, *arguments: Any) -> FakeTimer:
        return self.call_later(0, function, *arguments)

    def move(self, seconds: float) -> None:
        self.now_s += seconds
        due = [timer for timer in self.timers if timer.at_s <= self.now_s]
        self.timers = [timer for timer in self.timers if timer.at_s > self.now_s]
        for timer in due:
            if not timer.is_cancelled:
                timer.function(*timer.arguments)


class CountingSocket(BoundedSocket):
    """A socket that counts its frames."""

    def __init__(self, gate: Gate, **settings: Any) -> None:
        super().__init__(gate, **settings)
        self.n_frames = 0

    def handle_events(self) -> None:
        self.n_frames += len(self.conn.events)
        super().handle_events()


class Ear:
    """A listener that counts, and stops the line as long as it is told to."""

    def __init__(self) -> None:
        self.n_messages = 0
        self.last: str | None = None

    def message_received(self, text: str | None) -> None:
        self.n_messages += 1
        self.last = text

    def drained(self) -> None: ...

    def ended(self) -> None: ...


async def opened(loop: FakeLoop, transport: FakeTransport, offer: bytes = b"") -> tuple[CountingSocket, Ear]:
    """Open a socket that reports to a listener; `offer`: a header with extensions."""
    ear, is_listening = Ear(), asyncio.Event()

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        line.report_to(ear)
        is_listening.set()

    config = uvicorn.Config(app, log_config=None, ws_max_size=MAX_SIZE, ws_ping_interval=None)
    config.load()
    line = CountingSocket(
        Gate(Bounds(4, 4)), config=config, server_state=ServerState(), app_state={}, _loop=loop
    )
    line.connection_made(transport)  # type: ignore[arg-type]
    line.data_received(HEAD + offer + b"\r\n")
    await is_listening.wait()
    loop.move(10)
    transport.write(b"\n\n")
    line.n_frames = 0
    return line, ear


@pytest.mark.anyio
@pytest.mark.parametrize("frame", [PONG, PING, TEXT, BOMB], ids=["pong", "ping", "text", "compressed"])
async def test_one_read_of_small_frames_is_not_parsed_at_once(frame: bytes) -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, _ear = await opened(loop, transport, OFFER)

    line.data_received(frame * (READ // len(frame)))

    assert FRAME_BURST <= line.n_frames <= FRAME_BURST + SLICE // len(frame) + 1
    assert not transport.is_reading


@pytest.mark.anyio
@pytest.mark.parametrize("frame", [PONG, PING, TEXT, BOMB], ids=["pong", "ping", "text", "compressed"])
async def test_a_client_that_never_stops_is_closed(frame: bytes) -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, _ear = await opened(loop, transport, OFFER)

    for _ in range(MAX_WAITS + 1):
        if transport.is_reading:
            line.data_received(frame * (READ // len(frame)))
        loop.move(4)

    assert Close(TOO_MUCH, "too many frames").serialize() in transport.written
    assert line.n_frames <= FRAME_BURST + FRAME_RATE * 4 * (MAX_WAITS + 1) + SLICE // len(frame) + 1


@pytest.mark.anyio
async def test_a_client_that_pauses_is_heard_to_the_end() -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, ear = await opened(loop, transport)

    for _ in range(20):
        line.data_received(TEXT * FRAME_BURST)
        loop.move(10)

    assert ear.n_messages == 20 * FRAME_BURST
    assert transport.is_reading and not transport.is_closed


@pytest.mark.anyio
async def test_a_line_that_is_not_listened_to_parses_no_more_than_a_slice() -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, ear = await opened(loop, transport)
    n_messages = SLICE // len(TEXT) + 20

    line.listen(False)
    line.data_received(TEXT * n_messages)
    heard_before = ear.n_messages
    line.listen(True)
    loop.move(0)

    assert (heard_before, ear.n_messages) == (0, n_messages)
    assert transport.is_reading


@pytest.mark.anyio
async def test_a_message_may_have_only_so_many_fragments() -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, ear = await opened(loop, transport)
    end = bytes((0x80, 0x80)) + MASK

    line.data_received(BEGINNING + CONTINUATION * (MAX_FRAGMENTS - 2) + end)
    assert (ear.n_messages, transport.is_closed) == (1, False)
    line.data_received(BEGINNING + CONTINUATION * MAX_FRAGMENTS)

    assert Close(TOO_MUCH, "too many fragments").serialize() in transport.written


@pytest.mark.anyio
async def test_a_large_frame_is_put_together_from_its_slices() -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, ear = await opened(loop, transport)
    size = 16_000

    line.data_received(bytes((0x81, 0xFE)) + size.to_bytes(2, "big") + MASK + b"x" * size + PING)

    assert (line.n_frames, ear.n_messages) == (2, 1)


@pytest.mark.anyio
@pytest.mark.parametrize("end", [b"", Close(1000, "").serialize()], ids=["cut", "closed"])
async def test_a_lost_socket_needs_no_collection_of_garbage(end: bytes) -> None:
    line, _ear = await opened(FakeLoop(), FakeTransport())
    if end:
        line.data_received(bytes((0x88, 0x80 | len(end))) + MASK + end)
    connection = ref(line.conn)
    gc.collect()
    gc.disable()
    try:
        line.connection_lost(None)
        del line.conn
        assert connection() is None
    finally:
        gc.enable()


@pytest.mark.anyio
async def test_what_was_there_before_an_upgrade_needs_no_collection_of_garbage_either() -> None:
    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    config = uvicorn.Config(app, log_config=None, ws_ping_interval=None, **protocols(Gate(Bounds(4, 4))))
    config.load()
    loop, transport = FakeLoop(), FakeTransport()
    made: Any = config.http_protocol_class
    before = made(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    transport.set_protocol(before)
    before.connection_made(transport)
    known = ref(before)
    gc.collect()
    gc.disable()
    try:
        before.data_received(HEAD + b"\r\n")
        del before
        loop.move(100)  # the timers are over
        assert known() is None
    finally:
        gc.enable()
        transport.get_protocol().connection_lost(None)


@pytest.mark.anyio
async def test_a_compressed_message_is_read_if_compression_was_agreed_on() -> None:
    loop, transport = FakeLoop(), FakeTransport()
    line, ear = await opened(loop, transport, OFFER)

    for text in (b'{"type":"ping"}', b"second" * 100):
        line.data_received(deflated(text))

    assert (ear.n_messages, ear.last, line.takes_deflated) == (2, "second" * 100, True)
    assert b"server_no_context_takeover; client_no_context_takeover" in transport.written


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("offer", "frame", "code"),
    [
        (OFFER, deflated(b"x" * (MAX_SIZE + 1)), 1009),
        (OFFER, deflated(b"x" * 10_000_000), 1009),
        (OFFER, marked_as_deflated(b"not deflated"), 1002),
        (b"", deflated(b"x"), 1002),
    ],
    ids=["too long", "a bomb", "broken", "not agreed"],
)
async def test_a_compressed_message_that_cannot_be_read_closes_the_socket(
    offer: bytes, frame: bytes, code: int
) -> None:
    transport = FakeTransport()
    line, ear = await opened(FakeLoop(), transport, offer)

    line.data_received(frame)

    assert ear.n_messages == 0
    assert code.to_bytes(2) in transport.written[-125:]


def test_a_budget_fills_again_with_time() -> None:
    budget = FrameBudget(0)
    budget.spend(FRAME_BURST + 50, 0)

    assert budget.wait_s(0) == 1
    assert budget.wait_s(1) == 0
    assert budget.n_waits == 1
    assert budget.wait_s(60) == 0
    assert budget.n_waits == 0
