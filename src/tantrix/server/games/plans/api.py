"""Plans in JSON."""

from fastapi import APIRouter, Request, Response

from tantrix.server.accounts.requests import own_user_id
from tantrix.server.games.paths import GameId
from tantrix.server.games.plans.service import GamePlans
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.game import ForeseenView, PlanView

router = APIRouter()


@router.get("/api/games/{game_id}/plan", responses=problem_answers(403, 404, 409, 422))
async def show_plan(game_id: GameId, request: Request, response: Response) -> PlanView:
    """Show what you have planned in a correspondence game; nobody else can see it."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, GamePlans).view(own_user_id(request), game_id)


@router.put("/api/games/{game_id}/plan", responses=problem_answers(400, 403, 404, 409, 413, 422, 503))
async def save_plan(game_id: GameId, plan: PlanView, request: Request) -> PlanView:
    """Plan your next turns while another player is to play; this replaces everything planned before.

    As soon as a placement of the others is one that a line foresees, that line goes on, and the server lays
    your replies at once. Of two lines that reply differently to the same placements, the later one is kept.
    """
    return await service(request, GamePlans).save(own_user_id(request), game_id, plan)


@router.post("/api/games/{game_id}/plan/position", responses=problem_answers(400, 403, 404, 409, 413, 422))
async def foresee_plan(game_id: GameId, plan: PlanView, request: Request) -> ForeseenView:
    """Show the position after a line, which is not saved."""
    return await service(request, GamePlans).foresee(own_user_id(request), game_id, plan)
