"""The page of what there is to watch, and the part of it that changes while games go on."""

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from tantrix.server.archive.pages import composed_faces, listed_games
from tantrix.server.home.start_page import tables_in_play
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import page
from tantrix.server.watch.exhibition import Exhibition
from tantrix.server.watch.replays import WeeklyReplays

router = APIRouter(include_in_schema=False)


@router.get("/watch")
async def watch(request: Request) -> Response:
    replays = await service(request, WeeklyReplays).games()
    return page(
        request,
        "watch/page.html",
        tables=await _tables(request),
        games=listed_games(request, replays),
        faces=composed_faces(request, replays),
    )


@router.get("/watch/games")
async def games_in_play(request: Request) -> Response:
    """Return the games in play as they are now; the page asks again and again."""
    return page(request, "watch/games.html", tables=await _tables(request))


def best_first(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort the rows of games in play: those of people with a clock of minutes, then by ratings and tiles."""
    return sorted(rows, key=_rank)


async def _tables(request: Request) -> list[dict[str, Any]]:
    """Return the rows of all games in play, the best one first; whoever sees them watches the exhibition."""
    service(request, Exhibition).watch()
    return best_first(await tables_in_play(request))


def _rank(row: dict[str, Any]) -> tuple[bool, bool, int, int]:
    is_live = "days" not in (row["control"] or "") and any(seat["robot"] is None for seat in row["seats"])
    strength = sum((seat["badge"] or {}).get("points") or 0 for seat in row["seats"])
    return row["ply"] == 0, not is_live, -strength, -row["ply"]
