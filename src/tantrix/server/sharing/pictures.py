"""Pictures of a game's table, as it was at any ply: SVG, PNG, and the game as a GIF that moves.

Of a game that is over the archive has the record, so that no room is opened for a picture.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tantrix.draw import DARK, LIGHT, Theme, png, svg
from tantrix.gif import THEMES, gif
from tantrix.placement import Placement
from tantrix.record import Record
from tantrix.server.archive.archive import Archive
from tantrix.server.games.requests import GameId, hub_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import FOREVER, file_answers, problems

N_MOVING, N_WAITING = 2, 8  # GIFs that are made at once, and that may wait
# Dark tiles are shown on dark pages too, where only their rims tell where one ends.
_STILL = {"dark": replace(DARK, rim="#a9a9b5"), "light": LIGHT}

PlyQuery = Annotated[int | None, Query(ge=0, le=64, description="How many tiles lie; all if absent")]
Width = Annotated[int, Query(ge=64, le=4096, description="Width in pixels")]
GifWidth = Annotated[int, Query(ge=64, le=1200, description="Width in pixels")]
FrameMs = Annotated[int, Query(ge=50, le=10_000, description="How long a tile stays the newest")]
ThemeName = Literal["dark", "light"]
Marks = Annotated[bool, Query(description="With the letters of the colours")]
Numbers = Annotated[bool, Query(description="With the numbers of the tiles")]

router = APIRouter()


@dataclass(frozen=True, slots=True)
class PictureSubject:
    """What lies on a table: nothing that a person at it could not see."""

    laid: tuple[Placement, ...]
    title: str
    is_over: bool

    def up_to(self, ply: int | None) -> tuple[Placement, ...]:
        """Return the first tiles, all for None. Raises Refusal if there are fewer."""
        if ply is not None and ply > len(self.laid):
            raise Refusal("unknown_ply")
        return self.laid[:ply]

    @property
    def headers(self) -> dict[str, str]:
        """Let who asks keep the pictures of a game that is over: before that a tile may be taken back.

        Pages of other sites may show them all.
        """
        kept = FOREVER if self.is_over else "no-store"
        return {"Cache-Control": kept, "Cross-Origin-Resource-Policy": "cross-origin"}


class PictureRenderer:
    """Makes GIFs, few at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(N_MOVING)
        self._n_waiting = 0

    async def develop(
        self, laid: Sequence[Placement], first: int, width: int, frame_ms: int, theme: Theme, marks: bool
    ) -> bytes:
        """Make a GIF on a thread. Raises Refusal if too many wait."""
        if self._n_waiting >= N_WAITING:
            raise Refusal("busy")
        self._n_waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(
                    gif, laid, first=first, width=width, frame_ms=frame_ms, theme=theme, marks=marks
                )
        finally:
            self._n_waiting -= 1


# The long addresses are those of the files of a game, the short ones those that one writes into a post.
@router.get("/games/{game_id}.svg", response_class=Response, include_in_schema=False)
@router.get("/games/{game_id}/picture.svg", response_class=Response, responses=file_answers("image/svg+xml"))
async def draw_svg(
    game_id: GameId,
    request: Request,
    ply: PlyQuery = None,
    theme: ThemeName = "dark",
    marks: Marks = False,
    numbers: Numbers = False,
) -> Response:
    """Draw the table as an SVG."""
    table = await table_of(request, game_id)
    laid = table.up_to(ply)
    picture = await asyncio.to_thread(
        svg, laid, theme=_STILL[theme], marks=marks, numbers=numbers, title=table.title
    )
    return Response(picture, media_type="image/svg+xml", headers=table.headers)


@router.get("/games/{game_id}.png", response_class=Response, include_in_schema=False)
@router.get("/games/{game_id}/picture.png", response_class=Response, responses=file_answers("image/png"))
async def draw_png(
    game_id: GameId,
    request: Request,
    ply: PlyQuery = None,
    width: Width = 1200,
    theme: ThemeName = "dark",
    marks: Marks = False,
    numbers: Numbers = False,
) -> Response:
    """Draw the table as a PNG."""
    table = await table_of(request, game_id)
    laid = table.up_to(ply)
    picture = await asyncio.to_thread(
        lambda: png(svg(laid, theme=_STILL[theme], marks=marks, numbers=numbers, title=table.title), width)
    )
    return Response(picture, media_type="image/png", headers=table.headers)


@router.get("/games/{game_id}.gif", response_class=Response, include_in_schema=False)
@router.get(
    "/games/{game_id}/picture.gif",
    response_class=Response,
    responses={**file_answers("image/gif"), **problems(503)},
)
async def draw_gif(
    game_id: GameId,
    request: Request,
    first: Annotated[int, Query(alias="from", ge=0, le=64, description="With how many tiles it begins")] = 0,
    last: Annotated[
        int | None, Query(alias="to", ge=0, le=64, description="With how many it ends; all if absent")
    ] = None,
    width: GifWidth = 480,
    ms: FrameMs = 600,
    theme: ThemeName = "light",
    marks: Marks = False,
) -> Response:
    """Draw the game as a GIF, a tile more a frame; it begins where it ends if told to begin later."""
    table = await table_of(request, game_id)
    laid = table.up_to(last)
    darkroom: PictureRenderer = request.app.state.darkroom
    data = await darkroom.develop(laid, min(first, len(laid)), width, ms, THEMES[theme], marks)
    return Response(data, media_type="image/gif", headers=table.headers)


async def table_of(request: Request, game_id: str) -> PictureSubject:
    """Return what lies on the table of a game. Raises UnknownGame or NotBegun."""
    archive: Archive = request.app.state.archive
    record = await archive.record(game_id)
    if record is not None:
        return _of_record(record)
    room = await hub_of(request).room(game_id)
    title = ", ".join(seat.name for seat in room.setup.seats)
    return PictureSubject(tuple(laid.placement for laid in room.game.laid), title, room.game.is_over)


def _of_record(record: Record) -> PictureSubject:
    opening = () if record.opening is None else (record.opening,)
    laid = (*opening, *(entry.placement for entry in record.entries))
    return PictureSubject(laid, ", ".join(seat.name for seat in record.seats), record.end is not None)
