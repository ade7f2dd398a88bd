"""Games on other sites: a small board in a frame, and the page with all ways to share a game."""

import asyncio
from collections.abc import Iterator
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tantrix.game import Game
from tantrix.pictures.draw import PAGE, svg
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.games.room import Room
from tantrix.server.games.views.previews import game_preview
from tantrix.server.http.errors import Refusal
from tantrix.server.http.security import FRAMED
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.sharing.pictures import PlyQuery
from tantrix.server.wording.endings import ending_text
from tantrix.server.wording.seats import name_for_others, seats_title, shown_name

CACHE_CONTROL = "public, max-age=60"  # for the frame of a game that is over; a name in it may go

FrameTheme = Annotated[
    Literal["auto", "light", "dark"], Query(description="Colours; auto follows the reader's system")
]

router = APIRouter(include_in_schema=False)


@router.get("/embed/{game_id}")
async def show_frame(
    game_id: GameId, request: Request, ply: PlyQuery = None, theme: FrameTheme = "auto"
) -> Response:
    room = await service(request, Hub).room(game_id)
    shown = _shown(room, ply)
    language = language_of(request)
    title, seats = seats_title(room.setup.seats, language), _seats(room, language)
    scores = await asyncio.to_thread(lambda: list(_scores(room)))
    symbols = await asyncio.to_thread(_table, room, title)
    response = page(
        request,
        "sharing/embed.html",
        id=game_id,
        title=title,
        table=symbols,
        ply=shown,
        n_plies=room.game.ply,
        steps=_steps(shown, room.game.ply, theme),
        scores=scores,
        seats=seats,
        ending=ending_text(room.game.outcome, [seat["name"] for seat in seats], language),
        theme=theme,
    )
    response.headers["Content-Security-Policy"] = FRAMED["Content-Security-Policy"]
    if room.game.is_over:
        response.headers["Cache-Control"], response.headers["Vary"] = CACHE_CONTROL, "Accept-Language, Cookie"
    return response


@router.get("/games/{game_id}/share")
async def show_share(game_id: GameId, request: Request, ply: PlyQuery = None) -> Response:
    room = await service(request, Hub).room(game_id)
    shown = _shown(room, ply)
    return page(
        request,
        "sharing/share.html",
        id=game_id,
        title=seats_title(room.setup.seats, language_of(request)),
        address=f"{request.url.scheme}://{request.headers.get('host', '')}",
        ply=shown,
        n_plies=room.game.ply,
        is_imported=room.setup.record is not None,
        preview=game_preview(room, language_of(request)),
    )


def _shown(room: Room, ply: int | None) -> int:
    if ply is not None and ply > room.game.ply:
        raise Refusal("unknown_ply")
    return room.game.ply if ply is None else ply


def _table(room: Room, title: str) -> str:
    """Draw all tiles in the order of their placement; the style sheet hides the tiles after a ply."""
    return svg([laid.placement for laid in room.game.laid], theme=PAGE, title=title)


def _seats(room: Room, language: str) -> list[dict[str, str]]:
    colours = (colour.letter for colour in room.setup.rules.colours)
    return [
        {"name": shown_name(name_for_others(seat.name), language, seat.robot), "colour": colour}
        for seat, colour in zip(room.setup.seats, colours, strict=True)
    ]


def _steps(ply: int, n_plies: int, theme: str) -> dict[str, str]:
    """Return the addresses of other plies of the frame, for browsers without scripts."""
    plies = {"first": 0, "previous": max(0, ply - 1), "next": min(n_plies, ply + 1), "last": n_plies}
    return {name: f"?{urlencode({'ply': to, 'theme': theme})}" for name, to in plies.items()}


def _scores(room: Room) -> Iterator[list[int]]:
    """Yield the scores at each ply, from 0 on."""
    deal, laid = room.setup.deal, room.game.laid
    game = Game.start(room.setup.rules, deal.hands, deal.to_play, deal.opening)
    yield from ([0] * len(deal.hands) for _ in range(game.ply))
    yield list(game.scores)
    for each in laid[game.ply :]:
        game = game.play(each.placement, each.draw)
        yield list(game.scores)
