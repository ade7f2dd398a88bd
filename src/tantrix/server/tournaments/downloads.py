"""The files of a tournament: CSV, TRF, records and calendars."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse, Response

from tantrix.server.archive.archive import Archive
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings
from tantrix.server.tournaments.exports import (
    appointment_calendar,
    race_csv,
    results_csv,
    section_key,
    standings_csv,
    standings_trf,
    start_calendar,
    tables_csv,
)
from tantrix.server.tournaments.requests import TournamentId, answer_of, stored_view, tournament_of

router = APIRouter(include_in_schema=False)


@router.get("/tournaments/{tournament_id}/results.csv")
async def download_csv(tournament_id: TournamentId, request: Request) -> Response:
    view = await stored_view(request, await tournament_of(request, tournament_id))
    makers = {"gobble-cup": tables_csv, "puzzle-race": race_csv}
    text = makers.get(view.stages[0].form, results_csv)(view)
    return _file(text, "text/csv", f"{tournament_id}.csv")


@router.get("/tournaments/{tournament_id}/standings.csv")
async def download_standings(tournament_id: TournamentId, request: Request) -> Response:
    view = await stored_view(request, await tournament_of(request, tournament_id))
    return _file(standings_csv(view), "text/csv", f"{tournament_id}-standings.csv")


@router.get("/tournaments/{tournament_id}/standings.trf")
async def download_trf(
    tournament_id: TournamentId, request: Request, section: Annotated[str, Query(max_length=20)] = ""
) -> Response:
    """Send the standings of a section such as `1-group2`, or of the first one that has any."""
    view = await answer_of(request, await tournament_of(request, tournament_id))
    found = [each for each in view.sections if each.standings and section in ("", section_key(each))]
    if not found:
        raise Refusal("no_match")
    return _file(standings_trf(view, found[0]), "text/plain", f"{tournament_id}-{section_key(found[0])}.trf")


@router.get("/tournaments/{tournament_id}/matches/{match_id}.ics")
async def download_appointment(tournament_id: TournamentId, match_id: str, request: Request) -> Response:
    view = await answer_of(request, await tournament_of(request, tournament_id))
    matches = [m for section in view.sections for paired in section.rounds for m in paired.matches]
    match = next((each for each in matches if each.id == match_id), None)
    if match is None or match.times is None or match.times.appointment_at is None:
        raise Refusal("no_match")
    made_at = print_time(service(request, Settings).now_ms())
    address = str(request.url_for("match_page", tournament_id=tournament_id, match_id=match_id))
    return _file(appointment_calendar(view, match, made_at, address), "text/calendar", f"{match_id}.ics")


@router.get("/tournaments/{tournament_id}/calendar.ics")
async def download_start(tournament_id: TournamentId, request: Request) -> Response:
    view = await answer_of(request, await tournament_of(request, tournament_id))
    if view.starts_at is None:
        raise Refusal("no_match")
    made_at = print_time(service(request, Settings).now_ms())
    address = str(request.url_for("tournament_page", tournament_id=tournament_id))
    return _file(start_calendar(view, made_at, address), "text/calendar", f"{tournament_id}.ics")


@router.get("/tournaments/{tournament_id}/records")
async def download_records(tournament_id: TournamentId, request: Request) -> Response:
    """Send the records of all finished games, in the order in which they began."""
    found = await tournament_of(request, tournament_id)
    over = [game.game_id for game in found.games if game.finished_ms is not None]
    texts = await service(request, Archive).records_of(over)
    return _file("\n".join(texts), "text/plain", f"{tournament_id}.tantrix")


def _file(text: str, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers, media_type=f"{media_type}; charset=utf-8")
