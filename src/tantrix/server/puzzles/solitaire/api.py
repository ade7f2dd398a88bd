"""The API of the solitaires of the day: their addresses, and their tables of results."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from tantrix.placement import Placement
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.guest_names import belongs_to_another
from tantrix.server.accounts.requests import client_address_of, identity_of, open_session, session_user_id
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.solitaire import (
    OpenSolitairePlayed,
    SolitairePlayed,
    SolitaireTable,
)
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, stack_of
from tantrix.server.puzzles.solitaire.judge import length_played, points_of
from tantrix.server.puzzles.solitaire.service import SolitaireService
from tantrix.server.puzzles.solitaire.store import SolitaireGame, SolitaireResult
from tantrix.server.settings import Settings
from tantrix.server.wording.seats import GUEST

Day = Annotated[
    str | None,
    Query(
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        max_length=10,
        description="A day that is not in the future; today if absent",
    ),
]

router = APIRouter()


@router.get("/solitaire/daily", include_in_schema=False)
async def redirect_to_today(request: Request) -> Response:
    return RedirectResponse(stack_of(today_of(request)).url, 303, {"Cache-Control": "no-store"})


@router.get("/api/solitaire/daily", responses=problem_answers(422))
async def show_solitaire(request: Request, response: Response, day: Day = None) -> SolitaireTable:
    """Show the solitaire of a day and its best results."""
    return await _table(request, response, SolitaireGame.STACK, day)


@router.post("/api/solitaire/daily", responses=problem_answers(400, 403, 413, 422, 429, 503))
async def keep_solitaire_result(
    played: SolitairePlayed, request: Request, response: Response
) -> SolitaireTable:
    """Lay the next tile of today's solitaire; the answer tells the one after it.

    No tile can be taken back. When the last one lies, or the next one fits nowhere, the result is entered.
    """
    day, laid, solitaire = today_of(request), _placements(played), service(request, SolitaireService)
    if len(laid) == 1 and identity_of(request).account is None:
        solitaire.count_guest(client_address_of(request))
    user_id, now_ms = open_session(request, response), service(request, Settings).now_ms()
    play = await solitaire.log.lay(day, stack_of(day), user_id, laid, now_ms)
    if play.is_over:
        return await _entered(
            request, user_id, SolitaireGame.STACK, played.name, length_played(play.puzzle, laid)
        )
    return await solitaire.table(SolitaireGame.STACK, day, user_id, day)


@router.get("/api/solitaire/open", responses=problem_answers(422))
async def show_open_solitaire(request: Request, response: Response, day: Day = None) -> SolitaireTable:
    """Show the best results of a day in open solitaire, where all 56 tiles are placed in any order."""
    return await _table(request, response, SolitaireGame.OPEN, day)


@router.post("/api/solitaire/open", responses=problem_answers(400, 403, 413, 422, 429, 503))
async def keep_open_solitaire_result(
    played: OpenSolitairePlayed, request: Request, response: Response
) -> SolitaireTable:
    """Submit a table of all 56 tiles. A player's best result of the day counts."""
    laid = _placements(played)
    try:
        points = points_of(laid)
    except ValueError as error:
        raise Refusal("invalid", str(error)) from None
    if identity_of(request).account is None:
        service(request, SolitaireService).count_guest(client_address_of(request))
    user_id = open_session(request, response)
    return await _entered(request, user_id, SolitaireGame.OPEN, played.name, points)


def read_day(text: str | None, now: date) -> date:
    """Parse a day that is not in the future; raises Refusal for any other."""
    if text is None:
        return now
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.max
    if not FIRST_DAY <= day <= now:
        raise Refusal("invalid", f"query.day: expected a day from {FIRST_DAY} to {now}, got {text}")
    return day


def today_of(request: Request) -> date:
    """Return the current day by the server's clock, in UTC."""
    settings = service(request, Settings)
    return day_of(settings.now_ms())


def is_still_to_come(name: str, now: date) -> bool:
    """Return whether a solitaire is that of one of the coming days, whose order nobody is told."""
    number = name.rpartition("-")[2]
    if not number.isdecimal() or not now.toordinal() < int(number) <= date.max.toordinal():
        return False
    return stack_of(date.fromordinal(int(number))).name == name


def _placements(played: SolitairePlayed | OpenSolitairePlayed) -> list[Placement]:
    try:
        return [Placement.parse(text) for text in played.placements]
    except ValueError as error:
        raise Refusal("invalid", str(error)) from None


async def _table(
    request: Request, response: Response, game: SolitaireGame, day: str | None
) -> SolitaireTable:
    response.headers["Cache-Control"] = "no-store"
    now = today_of(request)
    return await service(request, SolitaireService).table(
        game, read_day(day, now), session_user_id(request), now
    )


async def _entered(
    request: Request, user_id: str, game: SolitaireGame, guest_name: str, result: int
) -> SolitaireTable:
    account, day = identity_of(request).account, today_of(request)
    if belongs_to_another(service(request, Accounts), guest_name, user_id):
        guest_name = ""
    name = (account.name if account else guest_name) or GUEST
    settings = service(request, Settings)
    row = SolitaireResult(game, day.isoformat(), user_id, name, result, settings.now_ms())
    await service(request, SolitaireService).keep(row)
    return await service(request, SolitaireService).table(game, day, user_id, day)
