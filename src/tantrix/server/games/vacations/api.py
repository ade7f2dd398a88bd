"""Vacations in JSON, and the form on the page of the user's games."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tantrix.server.accounts.requests import own_account
from tantrix.server.games.vacations.service import VacationService
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.account import NewVacation, VacationView

router = APIRouter()


@router.get("/api/account/vacation", responses=problem_answers(403))
async def show_vacation(request: Request, response: Response) -> VacationView:
    """Show your vacation, and how many days you have left."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, VacationService).view(own_account(request).user_id)


@router.put("/api/account/vacation", responses=problem_answers(400, 403, 409, 413, 422, 503))
async def begin_vacation(vacation: NewVacation, request: Request) -> VacationView:
    """Begin a vacation: no time runs in your correspondence games, except those of tournaments."""
    user_id = own_account(request).user_id
    await service(request, VacationService).begin(user_id, vacation.days)
    return await service(request, VacationService).view(user_id)


@router.delete("/api/account/vacation", responses=problem_answers(403, 409, 503))
async def end_vacation(request: Request) -> VacationView:
    """End your vacation; the remaining days are yours again. Without one nothing happens."""
    user_id = own_account(request).user_id
    await service(request, VacationService).end(user_id)
    return await service(request, VacationService).view(user_id)


@router.post("/account/vacation", include_in_schema=False)
async def change_vacation(request: Request) -> Response:
    user_id, days = own_account(request).user_id, (await read_fields(request)).get("days", "")
    if not days:
        await service(request, VacationService).end(user_id)
    elif days.isascii() and days.isdigit() and len(days) < 4:
        await service(request, VacationService).begin(user_id, int(days))
    else:
        raise Refusal("invalid", f"expected a number of days, got {days!r}")
    return RedirectResponse("/games", 303)
