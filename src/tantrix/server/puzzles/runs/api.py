"""The API of runs: begin one, and answer puzzle after puzzle."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tantrix.placement import Placement
from tantrix.server.accounts.requests import identity_of, open_session, own_name, own_user_id
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.base import CellView
from tantrix.server.protocol.puzzle_runs import GapView, RunAnswer, RunRequest, RunView
from tantrix.server.puzzles.runs.gaps import GapPuzzle
from tantrix.server.puzzles.runs.run import PuzzleRun, RunMode
from tantrix.server.puzzles.runs.service import RunService

RunId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[a-z0-9-]+$", description="A run's id")]

router = APIRouter()


@router.post("/api/puzzle-runs", status_code=201, responses=problem_answers(400, 403, 413, 422, 429, 503))
async def begin_puzzle_run(body: RunRequest, request: Request, response: Response) -> RunView:
    """Begin a run; the response starts a session if there was none.

    A rated puzzle that is not settled yet comes again, and its clock has gone on; once its time is over it is
    a miss.
    """
    user_id = open_session(request, response)
    run = await service(request, RunService).begin(user_id, RunMode(body.mode), own_name(request))
    return await run_view(request, run, user_id, was_right=False)


def _read(body: RunAnswer) -> list[Placement]:
    try:
        return [Placement.parse(text) for text in body.placements]
    except ValueError as error:
        raise Refusal("invalid", f"placements: {error}") from None


@router.post(
    "/api/puzzle-runs/{run_id}/answers", responses=problem_answers(400, 403, 404, 413, 422, 429, 503)
)
async def answer_puzzle_run(run_id: RunId, body: RunAnswer, request: Request) -> RunView:
    """Answer the current puzzle, or skip it; a wrong answer is a miss, which ends a streak or a rated run.

    Sending the same answer again changes nothing.
    """
    user_id = own_user_id(request)
    laid = _read(body)
    run, was_right = await service(request, RunService).answer(
        run_id, user_id, own_name(request), body.n_asked, laid
    )
    return await run_view(request, run, user_id, was_right)


async def run_view(request: Request, run: PuzzleRun, user_id: str, was_right: bool) -> RunView:
    """Return a run with its current puzzle."""
    runs = service(request, RunService)
    best = await asyncio.to_thread(runs.store.best_of, user_id)
    has_account = identity_of(request).account is not None
    gap = await runs.gap(run.level, run.number)
    has_price = has_account and run.mode is RunMode.RATED and not run.is_over
    is_shown = run.is_over and not run.is_timed_as_a_whole
    return RunView(
        id=run.id,
        mode=run.mode.value,  # type: ignore[arg-type]  # a stack has an API of its own
        left_ms=max(0, run.ends_ms - runs.now_ms(run)),
        limit_ms=run.limit_ms,
        n_asked=run.n_asked,
        n_solved=run.n_solved,
        n_missed=run.n_missed,
        row=run.row,
        is_over=run.is_over,
        was_right=was_right,
        best=best.get(run.mode, 0),
        points=await runs.points_of(user_id) if has_account else None,
        price=await runs.price_of(run) if has_price else None,
        gap=_gap_view(gap),
        solution=[str(placement) for placement in gap.solution] if is_shown else None,
        end=await runs.rated_end(run, has_account) if is_shown and run.mode is RunMode.RATED else None,
    )


def _gap_view(gap: GapPuzzle) -> GapView:
    return GapView(
        level=gap.level,
        colour=gap.colour.letter,  # type: ignore[arg-type]
        laid=[str(placement) for placement in gap.laid],
        spaces=[CellView(q=q, r=r) for q, r in gap.spaces],
        tiles=list(gap.tiles),
    )
