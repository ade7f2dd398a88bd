"""Texts as frames of a server (RFC 6455), each made once for all clients that get the same text.

Long texts are compressed for clients that offer permessage-deflate (RFC 7692), as all browsers do. Neither
side may refer to earlier messages, so that one frame serves everybody and a connection needs no zlib window,
which would take ten times the memory of everything else.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from struct import pack

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory

DEFLATE_FROM = 512  # bytes; shorter texts are sent as they are
LEVEL = 1  # a position takes 30 µs and shrinks to a quarter; level 6 takes 60 and shrinks it to a fifth
WINDOW_BITS, MEM_LEVEL = 12, 5  # 40 kB for a moment; zlib's 270 kB compress a position no better
_FIRST, _DEFLATED = 0x81, 0x40  # a whole text; the bit RSV1
_SYNC_END = b"\x00\x00\xff\xff"  # the end of a flushed block, which RFC 7692 leaves out

DEFLATE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    compress_settings={"level": LEVEL, "memLevel": MEM_LEVEL},
)


def takes_deflated(extensions: Sequence[Extension]) -> bool:
    """Return whether a client with these extensions can read `deflated_frame_of`."""
    return any(
        isinstance(each, PerMessageDeflate) and each.local_max_window_bits >= WINDOW_BITS
        for each in extensions
    )


@lru_cache(maxsize=64)
def frame_of(text: str) -> bytes:
    """Return a text as a frame: not fragmented, masked or compressed."""
    return _framed(_FIRST, text.encode(errors="replace"))


@lru_cache(maxsize=64)
def deflated_frame_of(text: str) -> bytes:
    """Return a text as a frame, compressed if it is long."""
    body = text.encode(errors="replace")
    if len(body) < DEFLATE_FROM:
        return _framed(_FIRST, body)
    deflate = zlib.compressobj(LEVEL, wbits=-WINDOW_BITS, memLevel=MEM_LEVEL)
    deflated = deflate.compress(body) + deflate.flush(zlib.Z_SYNC_FLUSH)
    return _framed(_FIRST | _DEFLATED, deflated.removesuffix(_SYNC_END))


def _framed(first: int, body: bytes) -> bytes:
    size = len(body)
    if size < 126:
        return bytes((first, size)) + body
    if size < 2**16:
        return pack("!BBH", first, 126, size) + body
    return pack("!BBQ", first, 127, size) + body
