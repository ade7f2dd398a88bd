"""The list of tournament ratings, and a player's achievements in tournaments."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import Response as PageResponse

from tantrix.competition.events.terms import MAX_ENTRANTS
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import PlayerName, account_named
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import page
from tantrix.server.players.medals import WonMedal
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import TournamentRatingList, TournamentRatingView
from tantrix.server.tournaments.ratings import RatingKind, TournamentRatings
from tantrix.server.tournaments.store import TournamentStore

MAX_MEDALS = 100
MAX_LISTED = 500

KindQuery = Annotated[RatingKind, Query(description="Single players, or the members of pairs")]

router = APIRouter()


@router.get("/api/tournament-ratings", responses=problem_answers(422))
async def list_tournament_ratings(
    request: Request, response: Response, kind: KindQuery = "single"
) -> TournamentRatingList:
    """List the tournament ratings, best first; ratings from fewer than 36 games come last."""
    response.headers["Cache-Control"] = "no-store"
    return TournamentRatingList(ratings=await _rows(request, kind))


@router.get("/tournaments/ratings", include_in_schema=False)
async def ratings_page(request: Request, kind: KindQuery = "single") -> PageResponse:
    return page(request, "tournaments/ratings.html", rows=await _rows(request, kind), kind=kind)


@router.get("/players/{name}/tournaments", include_in_schema=False)
async def player_tournaments_page(name: PlayerName, request: Request) -> PageResponse:
    account, store = await account_named(request, name), service(request, TournamentStore)
    rows = await asyncio.to_thread(won_medals, store, account.user_id, MAX_ENTRANTS, MAX_MEDALS)
    ratings = service(request, TournamentRatings)
    listed = await asyncio.to_thread(ratings.listed, "single")
    rating = next((each for each in listed if each.user_id == account.user_id), None)
    return page(request, "tournaments/player.html", name=account.name, rows=rows, rating=rating)


def won_medals(store: TournamentStore, user_id: str, worst: int, limit: int) -> list[WonMedal]:
    """Return the final places of an account, down to `worst`, newest first. Reads the database."""
    return [
        WonMedal(
            f"/tournaments/{each.tournament_id}",
            each.name,
            each.place,
            each.n_entrants,
            print_time(each.ended_ms),
        )
        for each in store.medals(user_id, limit, worst)
    ]


async def _rows(request: Request, kind: RatingKind) -> list[TournamentRatingView]:
    listed = await asyncio.to_thread(service(request, TournamentRatings).listed, kind)
    accounts = service(request, Accounts)
    named = [(accounts.name_of(each.user_id), each) for each in listed[:MAX_LISTED]]
    here = [(name, each) for name, each in named if name is not None]
    return [
        TournamentRatingView(
            place=None if each.is_provisional else place,
            name=name,
            face=accounts.face_of(each.user_id),
            points=each.points,
            n_games=each.n_games,
        )
        for place, (name, each) in enumerate(here, 1)
    ]
