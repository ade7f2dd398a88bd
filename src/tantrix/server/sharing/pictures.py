"""Pictures of the table of a game at any ply as SVG or PNG, and of the whole game as an animated GIF.

A finished game is read from the archive, so a picture of it does not open its room.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tantrix import __version__
from tantrix.game import Game, Line
from tantrix.pictures.draw import Overlay, svg
from tantrix.placement import Placement
from tantrix.record import Record
from tantrix.server.accounts.requests import client_of
from tantrix.server.archive.archive import Archive
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.http.errors import Refusal
from tantrix.server.http.previews import PREVIEW_HEIGHT, PREVIEW_WIDTH
from tantrix.server.http.responses import FOREVER, file_answers, problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.sharing.worker_calls import (
    STILL_THEMES,
    LitLines,
    ThemeName,
    draw_gif_file,
    draw_png_file,
    draw_preview_file,
)
from tantrix.server.wording.seats import name_for_others

MAX_WIDTH, MAX_GIF_WIDTH = 1200, 640  # the sizes that pages with pictures of games use

PlyQuery = Annotated[int | None, Query(ge=0, le=64, description="The number of tiles laid; all if absent")]
Width = Annotated[int, Query(ge=64, le=MAX_WIDTH, description="Width in pixels")]
GifWidth = Annotated[int, Query(ge=64, le=MAX_GIF_WIDTH, description="Width in pixels")]
FrameMs = Annotated[int, Query(ge=50, le=10_000, description="How long each tile is the newest, in ms")]
Marks = Annotated[bool, Query(description="Show the letters of the colours")]
Numbers = Annotated[bool, Query(description="Show the numbers of the tiles")]
Lit = Annotated[bool, Query(description="Light the winners' lines and dim the rest, if the game is over")]

router = APIRouter()


@dataclass(frozen=True, slots=True)
class PictureSubject:
    """The tiles on a table, visible to everyone who may see the game."""

    laid: tuple[Placement, ...]
    title: str
    is_over: bool
    replayed: Callable[[], Game]

    def up_to(self, ply: int | None) -> tuple[Placement, ...]:
        """Return the first `ply` placements, or all if `ply` is None. Raises Refusal if there are fewer."""
        if ply is not None and ply > len(self.laid):
            raise Refusal("unknown_ply")
        return self.laid[:ply]

    def winning_lines(self) -> Sequence[Line]:
        """Return the best line of each winner's colour, none before the end; replays an archived game."""
        game = self.replayed()
        winners = game.outcome.winners if game.outcome else ()
        colours = {game.rules.colours[seat] for seat in winners}
        return [line for line in game.lines() if line.colour in colours]

    def revalidated(self, request: Request) -> dict[str, str]:
        """Return headers for a picture with names: clients may keep it, but ask each time whether it is so.

        A name goes at once when its account is closed.
        """
        if not self.is_over:
            return self.headers
        facts = repr((request.url.query, self.title, self.laid, __version__))
        tag = sha256(facts.encode()).hexdigest()[:32]
        return {**self.headers, "Cache-Control": "public, no-cache", "ETag": f'"{tag}"'}

    @property
    def headers(self) -> dict[str, str]:
        """Let clients cache pictures without names once the game is over; before, a tile may be taken back.

        Other sites may show all pictures.
        """
        caching = FOREVER if self.is_over else "no-store"
        return {"Cache-Control": caching, "Cross-Origin-Resource-Policy": "cross-origin"}


# The long addresses are files of a game; the short ones are for links in posts.
@router.get("/games/{game_id}.svg", response_class=Response, include_in_schema=False)
@router.get("/games/{game_id}/picture.svg", response_class=Response, responses=file_answers("image/svg+xml"))
async def draw_game_svg(
    game_id: GameId,
    request: Request,
    ply: PlyQuery = None,
    theme: ThemeName = "dark",
    marks: Marks = False,
    numbers: Numbers = False,
    lit: Lit = False,
) -> Response:
    """Draw the table as an SVG."""
    table = await table_of(request, game_id)
    laid = table.up_to(ply)

    def draw() -> str:
        overlay = Overlay(lit=lit_lines(table.winning_lines() if lit and ply is None else ()))
        shown = STILL_THEMES[theme]
        return svg(laid, theme=shown, marks=marks, numbers=numbers, overlay=overlay, title=table.title)

    headers = table.revalidated(request)
    tag = headers.get("ETag")
    if tag is not None and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    picture = await asyncio.to_thread(draw)
    return Response(picture, media_type="image/svg+xml", headers=headers)


@router.get("/games/{game_id}.png", response_class=Response, include_in_schema=False)
@router.get(
    "/games/{game_id}/picture.png",
    response_class=Response,
    responses={**file_answers("image/png"), **problem_answers(429, 503)},
)
async def draw_game_png(
    game_id: GameId,
    request: Request,
    ply: PlyQuery = None,
    width: Width = MAX_WIDTH,
    theme: ThemeName = "dark",
    marks: Marks = False,
    numbers: Numbers = False,
) -> Response:
    """Draw the table as a PNG."""
    table = await table_of(request, game_id)
    laid = table.up_to(ply)
    pool = service(request, WorkerPool)
    picture = await pool.compute_bytes(
        client_of(request), draw_png_file, laid, width, theme, marks, numbers, table.title
    )
    return Response(picture, media_type="image/png", headers=table.headers)


@router.get("/games/{game_id}/preview.png", response_class=Response, include_in_schema=False)
async def draw_preview(game_id: GameId, request: Request) -> Response:
    table = await table_of(request, game_id)
    lines = await asyncio.to_thread(table.winning_lines)
    score = lines[0].score or None if len(lines) == 1 else None
    picture = await service(request, WorkerPool).compute_bytes(
        client_of(request),
        draw_preview_file,
        table.laid,
        PREVIEW_WIDTH,
        PREVIEW_HEIGHT,
        lit_lines(lines),
        score,
    )
    return Response(picture, media_type="image/png", headers=table.headers)


@router.get("/games/{game_id}.gif", response_class=Response, include_in_schema=False)
@router.get(
    "/games/{game_id}/picture.gif",
    response_class=Response,
    responses={**file_answers("image/gif"), **problem_answers(429, 503)},
)
async def draw_game_gif(
    game_id: GameId,
    request: Request,
    first: Annotated[
        int, Query(alias="from", ge=0, le=64, description="The number of tiles in the first frame")
    ] = 0,
    last: Annotated[
        int | None,
        Query(alias="to", ge=0, le=64, description="The number of tiles in the last frame; all if absent"),
    ] = None,
    width: GifWidth = 480,
    ms: FrameMs = 600,
    theme: ThemeName = "light",
    marks: Marks = False,
) -> Response:
    """Draw the game as a GIF with one more tile in each frame. If `from` is above `to`, it has one frame."""
    table = await table_of(request, game_id)
    laid = table.up_to(last)
    pool = service(request, WorkerPool)
    data = await pool.compute_bytes(
        client_of(request), draw_gif_file, laid, min(first, len(laid)), width, ms, theme, marks
    )
    return Response(data, media_type="image/gif", headers=table.headers)


def lit_lines(lines: Sequence[Line]) -> LitLines:
    """Return lines as pictures light them."""
    return tuple((line.colour, line.cells) for line in lines)


async def table_of(request: Request, game_id: str) -> PictureSubject:
    """Return the table of a game. Raises UnknownGame or NotBegun."""
    archive = service(request, Archive)
    record = await archive.record(game_id)
    if record is not None:
        return _of_record(record)
    room = await service(request, Hub).room(game_id)
    title = ", ".join(name_for_others(seat.name) for seat in room.setup.seats)
    game = room.game
    return PictureSubject(tuple(laid.placement for laid in game.laid), title, game.is_over, lambda: game)


def _of_record(record: Record) -> PictureSubject:
    opening = () if record.opening is None else (record.opening,)
    laid = (*opening, *(entry.placement for entry in record.entries))
    title = ", ".join(seat.name for seat in record.seats)
    return PictureSubject(laid, title, record.end is not None, record.game)
