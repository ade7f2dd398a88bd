"""Series in JSON."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import own_account
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.protocol.series import SeriesList, SeriesView
from tantrix.server.series.service import SeriesService
from tantrix.server.series.views import series_listing, series_view

SeriesId = Annotated[str, Path(max_length=20, pattern="^[a-z0-9-]+$", description="A series's id")]

router = APIRouter()


@router.get("/api/series")
async def list_series(request: Request, response: Response) -> SeriesList:
    """List the active public series of events."""
    response.headers["Cache-Control"] = "no-store"
    name_of = service(request, Accounts).name_of
    rows = await service(request, SeriesService).listed()
    language = language_of(request)
    return SeriesList(series=[series_listing(row, name_of, language) for row in rows])


@router.get("/api/series/{series_id}", responses=problem_answers(404, 422))
async def show_series(series_id: SeriesId, request: Request, response: Response) -> SeriesView:
    """Show a series with its newest 50 events and their winners."""
    response.headers["Cache-Control"] = "no-store"
    return await find_series(request, series_id)


@router.post("/api/series/{series_id}/stop", responses=problem_answers(400, 403, 404, 413, 422, 429, 503))
async def stop_series(series_id: SeriesId, request: Request) -> SeriesView:
    """Stop a series of your own: it creates no more events, and existing ones continue."""
    await service(request, SeriesService).stop(series_id, own_account(request))
    return await find_series(request, series_id)


async def find_series(request: Request, series_id: str) -> SeriesView:
    """Return a series with its newest events. Raises Refusal if there is none."""
    series = service(request, SeriesService)
    row = await series.find(series_id)
    name_of = service(request, Accounts).name_of
    return series_view(row, await series.held(series_id), name_of, language_of(request))
