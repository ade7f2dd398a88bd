"""The best ten seconds of a rush, as a GIF to share.

The best ten seconds are those with the most Gobbles, then those with the most tiles, then the latest. The
picture is drawn in a worker process: it needs only the tiles.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tantrix.gobble.commands import TileLaid
from tantrix.gobble.deal import deal_rush
from tantrix.placement import Placement
from tantrix.server.gobble.room import RushRoom

SPAN_MS = 10_000
GOBBLE_VALUE = 100  # tiles; no player lays as many in ten seconds
MIN_FRAME_MS, MAX_FRAME_MS = 200, 1500
WIDTH = 480


class LaidAt(NamedTuple):
    """A laid tile, when it was laid, and whether it was a Gobble."""

    at_ms: int
    placement: Placement
    is_gobble: bool


class Highlight(NamedTuple):
    """The content of the GIF: all tiles, how many the first frame shows, and how long each frame stays."""

    laid: tuple[Placement, ...]
    first: int
    frame_ms: int


def highlight_of(room: RushRoom) -> Highlight:
    """Return the best ten seconds of a finished rush."""
    core = deal_rush(room.setup.rules, room.setup.secret).core
    laid = list(laid_in(room))
    begin, end = best_span(laid)
    shown = tuple(each.placement for each in laid[:end])
    frame_ms = SPAN_MS // max(1, end - begin)
    return Highlight((*core, *shown), len(core) + begin, min(max(frame_ms, MIN_FRAME_MS), MAX_FRAME_MS))


def best_span(laid: Sequence[LaidAt]) -> tuple[int, int]:
    """Return the index of the first tile of the best ten seconds, and one past the last; 0, 0 if none."""
    best, found = 0, (0, 0)
    begin = 0
    for end in range(1, len(laid) + 1):
        while laid[end - 1].at_ms - laid[begin].at_ms > SPAN_MS:
            begin += 1
        value = sum(GOBBLE_VALUE if each.is_gobble else 1 for each in laid[begin:end])
        if value >= best:
            best, found = value, (begin, end)
    return found


def laid_in(room: RushRoom) -> list[LaidAt]:
    """List the tiles that the players of a rush laid, in order."""
    return [
        LaidAt(moment.stamped.at_ms, event.placement, event.gifts > 0)
        for moment in room.moments
        if moment.stamped is not None
        for event in moment.events
        if isinstance(event, TileLaid)
    ]


def draw_highlight(laid: tuple[Placement, ...], first: int, frame_ms: int) -> bytes:
    """Draw the tiles one after the other; 0.2 s in a worker process."""
    from tantrix.pictures.gif import THEMES, gif  # imports Pillow, which only the worker process needs

    return gif(laid, first=first, width=WIDTH, frame_ms=frame_ms, theme=THEMES["dark"])
