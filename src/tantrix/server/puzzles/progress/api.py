"""The API of the progress of accounts in puzzles."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tantrix.server.accounts.requests import PlayerName, account_named, is_own_name, own_account
from tantrix.server.accounts.store import Account
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.progress import ProgressList, ProgressReport, PuzzlesSolved
from tantrix.server.puzzles.progress.pages import solved_by
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.progress.views import progress_views, read_report
from tantrix.server.settings import Settings

ROWS = 200  # puzzles on a page of the list

PageNumber = Annotated[
    int, Query(ge=1, le=100, description="The page of the list, from 1, with 200 puzzles each")
]
OwnName = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=40,
        description="The account that owns the list; refused for any other account",
    ),
]

router = APIRouter()


@router.get("/api/account/puzzles", responses=problem_answers(403, 422))
async def list_puzzle_progress(
    request: Request, response: Response, page: PageNumber = 1, account: OwnName = None
) -> ProgressList:
    """List your puzzles: which ones you have solved, how, and the tiles on their tables."""
    response.headers["Cache-Control"] = "no-store"
    user_id, store = _account(request, account).user_id, service(request, ProgressService).store
    stored = await asyncio.to_thread(store.page_of, user_id, (page - 1) * ROWS, ROWS)
    return ProgressList(
        puzzles=progress_views(stored), n_puzzles=await asyncio.to_thread(store.n_of, user_id)
    )


@router.post("/api/account/puzzles", responses=problem_answers(400, 403, 409, 413, 422, 429, 503))
async def keep_puzzle_progress(report: ProgressReport, request: Request, response: Response) -> ProgressList:
    """Report what you have solved and the tiles on your tables; the response is the merged progress.

    The report is merged with the stored progress: the best result is kept, and the table that was changed
    last. Sending the same report again changes nothing. Unknown puzzles are ignored. If a report names an
    account, it is refused unless that account sends it.
    """
    response.headers["Cache-Control"] = "no-store"
    settings = service(request, Settings)
    user_id, progress, now_ms = (
        _account(request, report.account).user_id,
        service(request, ProgressService),
        settings.now_ms(),
    )
    reported = await asyncio.to_thread(read_report, report.puzzles, now_ms)
    stored = await progress.keep(user_id, reported)
    return ProgressList(
        puzzles=progress_views(stored), n_puzzles=await asyncio.to_thread(progress.store.n_of, user_id)
    )


@router.get("/api/players/{name}/puzzles", responses=problem_answers(404, 422))
async def show_solved_puzzles(name: PlayerName, request: Request, response: Response) -> PuzzlesSolved:
    """Show how many puzzles an account has solved, as reported by its browsers; ratings do not change."""
    response.headers["Cache-Control"] = "no-store"
    return await solved_by(request, await account_named(request, name))


def _account(request: Request, named: str | None) -> Account:
    """Return the account that sends a request. Raises Refusal if the request names another one."""
    account = own_account(request)
    if not is_own_name(request, named):
        raise Refusal("other_account", f"account: expected {account.name!r} or nothing, got {named!r}")
    return account
