"""A connection without a queue: frames go straight to the transport, and wait only while it is full."""

import pytest

from tantrix.server.http.connection import DROPPED, QUEUED, QUEUED_BYTES, DirectConnection, Listener
from tantrix.server.http.frames import deflated_frame_of, frame_of


class FakeLine:
    """A transport that a test fills and empties."""

    def __init__(self, takes_deflated: bool = False) -> None:
        self.is_full = False
        self.takes_deflated = takes_deflated
        self.sent: list[bytes] = []
        self.ends: list[int] = []

    def write(self, frame: bytes) -> None:
        self.sent.append(frame)

    def report_to(self, listener: Listener) -> None: ...

    def listen(self, is_ready: bool) -> None: ...

    def end(self, code: int, _reason: str) -> None:
        self.ends.append(code)

    def set_full(self, is_full: bool) -> None:
        self.is_full = is_full


@pytest.fixture
def line() -> FakeLine:
    return FakeLine()


@pytest.fixture
def connection(line: FakeLine) -> DirectConnection:
    return DirectConnection(line, None)


def test_only_a_client_that_agreed_to_it_gets_compressed_frames() -> None:
    plain, deflating, text = FakeLine(), FakeLine(takes_deflated=True), "position" * 100
    for line in (plain, deflating):
        DirectConnection(line, None).post(text)

    assert (plain.sent, deflating.sent) == ([frame_of(text)], [deflated_frame_of(text)])


def test_waiting_messages_are_sent_first(line: FakeLine, connection: DirectConnection) -> None:
    connection.post("one")
    line.set_full(True)
    connection.post("two")
    line.set_full(False)

    connection.post("three")
    assert line.sent == [frame_of("one")]

    connection.flush()
    assert line.sent == [frame_of(text) for text in ("one", "two", "three")]
    assert connection.n_bytes == 0


def test_a_client_that_does_not_read_is_dropped_once(line: FakeLine, connection: DirectConnection) -> None:
    line.set_full(True)
    for n in range(QUEUED):
        connection.post(str(n))
    assert line.ends == []

    connection.post("one more")
    connection.post("another")

    assert line.ends == [DROPPED] and connection.is_dropped


def test_a_client_for_which_too_much_waits_is_dropped(line: FakeLine, connection: DirectConnection) -> None:
    line.set_full(True)
    connection.post("x" * (QUEUED_BYTES + 1))  # one message always fits
    assert line.ends == []

    connection.post("more")

    assert line.ends == [DROPPED]
