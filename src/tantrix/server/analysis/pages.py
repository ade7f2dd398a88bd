"""The analysis board: its page, and the API for positions set up and tried on it."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from tantrix.game import Game, IllegalPlacement
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import session_user_id
from tantrix.server.analysis.positions import (
    DealForm,
    board_view,
    fresh,
    is_in_play,
    read_position,
    read_record,
    study_of,
    study_of_record,
    tried,
)
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import record_of
from tantrix.server.games.views.listings import game_row
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.analysis import BoardView, RecordText, SetUp, StudyView, Trial
from tantrix.server.protocol.base import PositionText
from tantrix.server.settings import Settings
from tantrix.server.wording import catalogues as i18n

N_LISTED = 12

_T = TypeVar("_T")

GameQuery = Annotated[str | None, Query(min_length=12, max_length=12, pattern="^[a-z0-9]+$")]
PositionQuery = Annotated[PositionText | None, Query(description="A position on one line")]
PlyQuery = Annotated[int | None, Query(ge=0, le=64)]

router = APIRouter()


@router.get("/analysis", include_in_schema=False)
async def show_board(
    request: Request,
    deal: Annotated[DealForm, Depends()],
    game: GameQuery = None,
    ply: PlyQuery = None,
    position: PositionQuery = None,
) -> Response:
    language = language_of(request)
    if position is not None:
        study = await start_study(SetUp(position=position), request)
    else:
        study = await (_new_study(request, deal) if game is None else _study_of_game(request, game))
    first = _within(study, ply)
    text = study.texts[first - study.n_before]
    board = await asyncio.to_thread(lambda: board_view(read_position(text)))
    return page(
        request,
        "analysis/page.html",
        study=study.model_dump(mode="json"),
        ply=first,
        board=board.model_dump(mode="json"),
        messages=i18n.client_catalogue(language),
        game_url=None if game is None else f"/games/{game}",
        form=asdict(deal),
        games=await _own_games(request),
    )


@router.post("/api/analysis/study", responses=problem_answers(400, 403, 409, 413, 422))
async def start_study(set_up: SetUp, request: Request) -> StudyView:
    """Set up a position on the analysis board."""
    game = await _read(request, lambda: read_position(set_up.position))
    _refuse_in_play(request, game)
    return await asyncio.to_thread(study_of, game, (), language_of(request))


@router.post("/api/analysis/record", responses=problem_answers(400, 403, 409, 413, 422))
async def read_study(text: RecordText, request: Request) -> StudyView:
    """Load all positions of a record into the analysis board."""
    record = await _read(request, lambda: read_record(text.record))
    _refuse_in_play(request, await asyncio.to_thread(record.game))
    return await asyncio.to_thread(study_of_record, record, language_of(request))


@router.post("/api/analysis/position", responses=problem_answers(400, 403, 413, 422))
async def describe_position(set_up: SetUp, request: Request) -> BoardView:
    """Show a position: which placements are legal, and why the other ones are not."""
    return await _read(request, lambda: board_view(read_position(set_up.position)))


@router.post("/api/analysis/placement", responses=problem_answers(400, 403, 409, 413, 422))
async def try_placement(trial: Trial, request: Request) -> BoardView:
    """Lay a tile in a position, draw the named tile, and show the resulting position."""
    try:
        return await _read(request, lambda: board_view(tried(trial.position, trial.placement, trial.draw)))
    except IllegalPlacement as error:
        raise Refusal(error.verdict.name) from error


async def _read(request: Request, read: Callable[[], _T]) -> _T:
    """Parse a client's input on a thread. Raises Refusal if it is unreadable."""
    await service(request, Hub).ready.wait()
    return await asyncio.to_thread(read)


def _refuse_in_play(request: Request, game: Game) -> None:
    if is_in_play(game, service(request, Hub).games_in_play()):
        raise Refusal("game_in_play")


async def _own_games(request: Request) -> list[dict[str, object]]:
    """Return those of the user's newest games that are finished, as rows that link to their analysis."""
    user_id = session_user_id(request)
    games = [] if user_id is None else await service(request, Hub).games_of(user_id, N_LISTED)
    accounts = service(request, Accounts)
    return [
        {**game_row(game, user_id, accounts), "url": f"/analysis?game={game.setup.id}"}
        for game in games
        if game.is_over
    ]


async def _new_study(request: Request, deal: DealForm) -> StudyView:
    settings = service(request, Settings)
    await service(request, Hub).ready.wait()
    game = await asyncio.to_thread(fresh, deal.rules(), settings.make_secret())
    return await asyncio.to_thread(study_of, game, (), language_of(request))


async def _study_of_game(request: Request, game_id: str) -> StudyView:
    room = await service(request, Hub).room(game_id)
    if not room.game.is_over:
        raise Refusal("game_in_play")
    return await asyncio.to_thread(lambda: study_of_record(record_of(room), language_of(request)))


def _within(study: StudyView, ply: int | None) -> int:
    last = study.n_before + len(study.texts) - 1
    return study.n_before if ply is None else min(max(ply, study.n_before), last)
