"""The players API: leaderboards, profiles, ratings over time, and head-to-head games."""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import PlayerName, account_named, session_user_id
from tantrix.server.database.writer import NotSaved
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.players.medals import Medals
from tantrix.server.players.store import StatisticsStore
from tantrix.server.players.views import PlayerViews, ProfileReader
from tantrix.server.protocol.ratings import (
    GameRatings,
    HeadToHead,
    Leaderboard,
    ListName,
    PoolName,
    Profile,
    RatingTrack,
)
from tantrix.server.ratings.ledger import ROBOT
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings
from tantrix.server.wording.robots import is_robot_here

AnyName = Annotated[
    str, Path(min_length=1, max_length=48, description="A player's name, or `robot:` and a robot's name")
]
PageNumber = Annotated[int, Query(ge=1, le=10_000, description="The page of the list, from 1")]

router = APIRouter()


@router.get("/api/leaderboards/{list_name}", responses=problem_answers(422))
async def show_leaderboard(
    list_name: Annotated[ListName, Path(description="A pool, `all`, `masters`, or a month like 2026-11")],
    request: Request,
    response: Response,
    page: PageNumber = 1,
) -> Leaderboard:
    """Show a page (50 rows) of a rating list, of a ladder, or of the list of masters; best first."""
    response.headers["Cache-Control"] = "no-store"
    return await asyncio.to_thread(views_of(request).leaderboard, list_name, page)


@router.get("/api/players/{name}", responses=problem_answers(404, 422))
async def show_player(name: AnyName, request: Request, response: Response) -> Profile:
    """Show an account or a robot: its ratings, statistics of its games, and its newest games."""
    response.headers["Cache-Control"] = "no-store"
    return await asyncio.to_thread(views_of(request).profile, await player_named(request, name))


@router.get("/api/players/{name}/ratings/{pool}", responses=problem_answers(404, 422))
async def show_rating_track(
    name: AnyName,
    pool: Annotated[PoolName, Path(description="A pool of ratings")],
    request: Request,
    response: Response,
) -> RatingTrack:
    """Show a player's rating in a pool after each of the last 500 games there."""
    response.headers["Cache-Control"] = "no-store"
    return await asyncio.to_thread(views_of(request).track, await player_named(request, name), pool)


@router.get("/api/players/{name}/against/{opponent}", responses=problem_answers(404, 422))
async def show_head_to_head(
    name: PlayerName, opponent: AnyName, request: Request, response: Response
) -> HeadToHead:
    """Show the games of an account against another account or a robot."""
    response.headers["Cache-Control"] = "no-store"
    account, other = await account_named(request, name), await player_named(request, opponent)
    return await asyncio.to_thread(views_of(request).head_to_head, account, other)


@router.get("/api/games/{game_id}/ratings", responses=problem_answers(404, 422))
async def show_game_ratings(game_id: GameId, request: Request, response: Response) -> GameRatings:
    """Show how a rated game changed the ratings of its players, once it is over."""
    response.headers["Cache-Control"] = "no-store"
    room = await service(request, Hub).room(game_id)
    if room.game.is_over and room.setup.is_rated:
        # The end of the game may be announced a moment before it is entered in the ledger.
        with suppress(NotSaved):
            await service(request, RatingService).catch_up()
    return await asyncio.to_thread(views_of(request).game_ratings, game_id)


def views_of(request: Request) -> PlayerViews:
    """Return the player views for a request's user and language."""
    reader = ProfileReader(session_user_id(request), language_of(request))
    return PlayerViews(
        service(request, RatingStore),
        service(request, StatisticsStore),
        service(request, Accounts),
        service(request, Medals),
        reader,
        service(request, Settings).now_ms(),
    )


async def player_named(request: Request, name: str) -> str:
    """Return the key used in results: an account's user id, or `robot:` and a robot's name."""
    if name.startswith(ROBOT):
        if not is_robot_here(name.removeprefix(ROBOT)):
            raise Refusal("no_account")
        return name
    return (await account_named(request, name)).user_id
