"""Frames that are made once for all clients, compressed for those that agreed to it."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tantrix import Rules
from tantrix.server.games.views.position import position_text
from tantrix.server.http.frames import (
    DEFLATE,
    DEFLATE_FROM,
    LEVEL,
    MEM_LEVEL,
    WINDOW_BITS,
    deflated_frame_of,
    frame_of,
    takes_deflated,
)
from tests.support.play import random_play

MAKERS = [frame_of, deflated_frame_of]


def read_by_client(frame: bytes) -> str:
    """Read a frame like a browser that has agreed to compression, and has read nothing before."""
    stream = StreamReader()
    stream.feed_data(frame)
    extension = PerMessageDeflate(True, True, WINDOW_BITS, 15)
    parsing = Frame.parse(stream.read_exact, mask=False, extensions=[extension])
    try:
        next(parsing)
    except StopIteration as parsed:
        return bytes(parsed.value.data).decode()
    raise AssertionError("the frame is not complete")


@pytest.mark.parametrize("text", ["", "x" * 125, "x" * 126, "я" * 100, "x" * 65_535, "x" * 65_536])
def test_frames_follow_the_protocol(text: str) -> None:
    assert frame_of(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@pytest.mark.parametrize("text", ["x" * DEFLATE_FROM, "я" * 1_000, "position " * 10_000])
def test_compressed_frames_are_those_of_the_library(text: str) -> None:
    settings = {"level": LEVEL, "memLevel": MEM_LEVEL}
    extension = PerMessageDeflate(True, True, 15, WINDOW_BITS, settings)

    expected = Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=[extension])

    assert deflated_frame_of(text) == expected


@given(st.text(), st.integers(1, 3_000))
def test_every_text_is_read_as_it_was_written(text: str, times: int) -> None:
    whole = (text * times).encode(errors="replace").decode()

    assert [read_by_client(make(whole)) for make in MAKERS] == [whole, whole]


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_text_is_framed_once_for_all(make: Callable[[str], bytes]) -> None:
    text = "position" * 100

    assert make(text) is make(text)


def test_short_texts_are_not_compressed() -> None:
    text = "x" * (DEFLATE_FROM - 1)

    assert deflated_frame_of(text) == frame_of(text)


def test_positions_shrink_to_less_than_a_third() -> None:
    texts = [position_text(game) for game in random_play(Rules(), Random(1))]

    assert sum(len(deflated_frame_of(text)) for text in texts) < sum(map(len, texts)) / 3


@pytest.mark.parametrize(
    ("offer", "is_taken"),
    [
        ([], True),
        ([("client_max_window_bits", None)], True),
        ([("server_no_context_takeover", None), ("client_no_context_takeover", None)], True),
        ([("server_max_window_bits", "12")], True),
        ([("server_max_window_bits", "11")], False),
    ],
)
def test_frames_for_all_need_a_client_with_a_window_that_is_large_enough(
    offer: list[tuple[str, str | None]], is_taken: bool
) -> None:
    agreed, extension = DEFLATE.process_request_params(offer, [])

    assert {"server_no_context_takeover", "client_no_context_takeover"} <= {name for name, _ in agreed}
    assert takes_deflated([extension]) is is_taken


def test_a_client_that_offers_nothing_gets_plain_frames() -> None:
    assert not takes_deflated([])
