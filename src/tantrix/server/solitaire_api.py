"""The solitaire of the day: the way to it, and the table of results."""

import asyncio
from datetime import date
from typing import cast

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from tantrix.placement import Placement
from tantrix.server.api import open_session, problems
from tantrix.server.i18n import translate
from tantrix.server.identity import session_owner, who_of
from tantrix.server.journal import Journal
from tantrix.server.problems import ProblemError
from tantrix.server.protocol.solitaire import SolitairePlayed, SolitaireRow, SolitaireTable
from tantrix.server.puzzle_daily import today
from tantrix.server.render import language_of
from tantrix.server.settings import Settings
from tantrix.server.solitaire_daily import length_played, stack_of
from tantrix.server.solitaire_results import SolitaireResult, SolitaireStore
from tantrix.server.store import Store

N_LISTED = 20

router = APIRouter()


class SolitaireDesk:
    """Keeps and lists the results."""

    def __init__(self, store: Store, journal: Journal) -> None:
        self._results = SolitaireStore(store.readers)
        self._journal = journal

    async def keep(self, result: SolitaireResult) -> None:
        """Save a result unless the player has one of this day; raises NotSaved."""
        await self._journal.append(result)

    async def table(self, day: date, owner: str | None) -> SolitaireTable:
        """List the best results of a day."""
        text = day.isoformat()
        best = await asyncio.to_thread(self._results.best, text, N_LISTED)
        mine = None if owner is None else await asyncio.to_thread(self._results.of, text, owner)
        rows = [SolitaireRow(name=one.name, length=one.length, is_mine=one.owner == owner) for one in best]
        return SolitaireTable(
            day=text, url=stack_of(day).url, rows=rows, mine=None if mine is None else mine.length
        )


@router.get("/solitaire/daily", include_in_schema=False)
async def go_to_the_day(request: Request) -> Response:
    return RedirectResponse(stack_of(_today(request)).url, 303, {"Cache-Control": "no-store"})


@router.get("/api/solitaire/daily")
async def show_table(request: Request, response: Response) -> SolitaireTable:
    """Show today's solitaire and its best results."""
    response.headers["Cache-Control"] = "no-store"
    return await _desk(request).table(_today(request), session_owner(request))


@router.post("/api/solitaire/daily", responses=problems(400, 403, 413, 422, 503))
async def keep_result(played: SolitairePlayed, request: Request, response: Response) -> SolitaireTable:
    """Enter today's solitaire, played to its end; a player's first result of a day stays."""
    day, owner = _today(request), open_session(request, response)
    try:
        length = length_played(stack_of(day), [Placement.parse(text) for text in played.placements])
    except ValueError as error:
        raise ProblemError("invalid", str(error)) from None
    account = who_of(request).account
    name = played.name if account is None else account.name
    name = name or translate(language_of(request), "Guest")
    settings: Settings = request.app.state.settings
    await _desk(request).keep(SolitaireResult(day.isoformat(), owner, name, length, settings.now_ms()))
    return await _desk(request).table(day, owner)


def _today(request: Request) -> date:
    settings: Settings = request.app.state.settings
    return today(settings.now_ms())


def _desk(request: Request) -> SolitaireDesk:
    return cast(SolitaireDesk, request.app.state.solitaire)
