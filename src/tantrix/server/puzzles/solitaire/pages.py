"""The page of the best results of solitaires, day by day."""

from datetime import timedelta

from fastapi import APIRouter, Request
from starlette.responses import Response

from tantrix.server.accounts.requests import session_user_id
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, stack_of
from tantrix.server.puzzles.solitaire.api import Day, read_day, today_of
from tantrix.server.puzzles.solitaire.service import SolitaireService
from tantrix.server.puzzles.solitaire.store import SolitaireGame
from tantrix.server.wording.dates import day_with_weekday

router = APIRouter(include_in_schema=False)


@router.get("/solitaire/days")
async def show_day(request: Request, day: Day = None) -> Response:
    """Show both tables of a day, with links to the previous and the next day."""
    now, user_id, language = today_of(request), session_user_id(request), language_of(request)
    shown = read_day(day, now)
    tables = [
        await service(request, SolitaireService).table(game, shown, user_id, now) for game in SolitaireGame
    ]
    return page(
        request,
        "puzzles/solitaire_days.html",
        day=day_with_weekday(shown, language),
        titles=[stack_of(shown).title(language), None],
        tables=[table.model_dump(mode="json") for table in tables],
        before=(shown - timedelta(days=1)).isoformat() if shown > FIRST_DAY else None,
        after=(shown + timedelta(days=1)).isoformat() if shown < now else None,
    )
