"""The page of a series: its next event, and the winners of the previous ones."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.requests import own_account, session_user_id
from tantrix.server.http.previews import hide_from_search
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.series.api import SeriesId, find_series
from tantrix.server.series.service import SeriesService
from tantrix.server.series.wording import every_label

router = APIRouter(include_in_schema=False)


@router.get("/series/{series_id}")
async def series_page(series_id: SeriesId, request: Request) -> Response:
    view = await find_series(request, series_id)
    row = await service(request, SeriesService).find(series_id)
    if not row.is_listed:
        hide_from_search(request)
    return page(
        request,
        "series/page.html",
        series=view.series,
        every=every_label(view.series.every, language_of(request)),
        coming=[each for each in view.events if each.state in ("open", "running")],
        past=[each for each in view.events if each.state == "over"],
        is_mine=row.organiser == session_user_id(request),
    )


@router.post("/series/{series_id}/stop")
async def stop_from_page(series_id: SeriesId, request: Request) -> Response:
    await service(request, SeriesService).stop(series_id, own_account(request))
    return RedirectResponse(f"/series/{series_id}", 303)
