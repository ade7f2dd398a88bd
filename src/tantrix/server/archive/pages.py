"""Archive pages and API: search, import, and download of records."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import client_address_of, identity_of, session_user_id
from tantrix.server.archive.archive import MAX_EXPORTED, Archive
from tantrix.server.archive.import_reading import MAX_IMPORTED
from tantrix.server.archive.wording import ArchiveWording
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.answers import FIELDS
from tantrix.server.http.networks import network_of
from tantrix.server.http.responses import file_answers, naming, problem_answers, sentence_of
from tantrix.server.http.security import MAX_BODIES
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.archive import (
    ArchiveFigures,
    ArchiveGame,
    ArchivePage,
    ArchiveQuery,
    ImportReport,
    ImportRequest,
)

IMPORT_RATE, EXPORT_RATE = "30/hour", "20/minute"
MAX_IMPORT_BYTES = MAX_BODIES["/archive/import"]

router = APIRouter()


@router.get("/archive", include_in_schema=False)
async def show_archive(request: Request) -> Response:
    form = dict(request.query_params)
    try:
        query = ArchiveQuery.model_validate(form)
    except ValidationError as error:
        first = error.errors()[0]
        wrong = naming(request, str(first["loc"][0]), first["input"])
        sentence = f"{sentence_of(request, Refusal('invalid'))} {wrong}"
        return await _archive_page(request, form, ArchivePage(games=[], next=None), sentence)
    return await _archive_page(
        request, form, await service(request, Archive).search(query, session_user_id(request))
    )


@router.get("/archive/import", include_in_schema=False)
async def show_import(request: Request) -> Response:
    return _import_page(request, {})


@router.post("/archive/import", include_in_schema=False)
async def import_form(request: Request) -> Response:
    try:
        user_id = _importer(request)
        text, listing = await _read_upload(request)
        report = await service(request, Archive).import_text(text, user_id, listing)
    except Refusal as error:
        return _import_page(request, {}, 422, error)
    return _import_page(request, {"report": report.model_dump(mode="json")})


@router.get("/api/archive", responses=problem_answers(422))
async def search_archive(
    query: Annotated[ArchiveQuery, Query()], request: Request, response: Response
) -> ArchivePage:
    """Find finished games: games of open tables, and games that the session played, opened or imported."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, Archive).search(query, session_user_id(request))


@router.get("/api/archive/figures")
async def show_archive_figures(request: Request) -> ArchiveFigures:
    """Return the number of public finished games and the day of the first one; counted every few minutes."""
    return await service(request, Archive).figures()


@router.post("/api/archive/import", responses=problem_answers(400, 403, 413, 422, 429, 503))
async def import_records(body: ImportRequest, request: Request) -> ImportReport:
    """Import records into the archive; requires an account."""
    return await service(request, Archive).import_text(body.text, _importer(request), body.listing)


@router.get(
    "/archive/records",
    response_class=Response,
    responses={200: file_answers("text/plain")[200], **problem_answers(422, 429)},
)
async def download_records(query: Annotated[ArchiveQuery, Query()], request: Request) -> Response:
    """Download the records of all games that a search finds, ten thousand at most, as one text."""
    if not service(request, Archive).import_rates.take(
        f"export {network_of(client_address_of(request))}", EXPORT_RATE
    ):
        raise Refusal("too_often")
    records = service(request, Archive).records(query, session_user_id(request))
    headers = {
        "Content-Disposition": 'attachment; filename="tantrix-archive.tantrix"',
        "Cache-Control": "no-store",
    }
    return StreamingResponse(_encoded(records), media_type="text/plain; charset=utf-8", headers=headers)


async def _encoded(texts: AsyncIterator[str]) -> AsyncIterator[bytes]:
    async for text in texts:
        yield text.encode()


def _importer(request: Request) -> str:
    """Return the user id of the importer: an account that may play and is within the rate limit."""
    identity = identity_of(request)
    if identity.account is None:
        raise Refusal("signed_out")
    if identity.user_id is None:
        raise Refusal("banned")
    if not service(request, Archive).import_rates.take(f"import {identity.user_id}", IMPORT_RATE):
        raise Refusal("too_often")
    return identity.user_id


async def _read_upload(request: Request) -> tuple[str, str]:
    """Read the uploaded file or else the text pasted into the form, and the chosen listing of the games."""
    async with request.form(max_files=1, max_fields=8, max_part_size=MAX_IMPORT_BYTES) as form:
        file, pasted = form.get("file"), form.get("text", "")
        data = await file.read() if isinstance(file, UploadFile) else b""
        listing = "open" if form.get("listing") == "open" else "private"
        request.scope[FIELDS] = {"text": str(pasted), "listing": listing}
    try:
        text = data.decode("utf-8-sig") or (pasted if isinstance(pasted, str) else "")
    except UnicodeDecodeError as error:
        raise Refusal("no_text") from error
    if not text.strip():
        raise Refusal("no_records")
    return text, listing


def _import_page(
    request: Request, values: Mapping[str, object], status: int = 200, error: Refusal | None = None
) -> Response:
    return page(
        request,
        "archive/import.html",
        status,
        is_signed_in=identity_of(request).account is not None,
        max_records=MAX_IMPORTED,
        max_kib=MAX_IMPORT_BYTES // 1024,
        error=error,
        report=values.get("report"),
    )


async def _archive_page(
    request: Request, form: Mapping[str, str], found: ArchivePage, error: str | None = None
) -> Response:
    wording = ArchiveWording(language_of(request))
    filters = {name: value for name, value in form.items() if value and name != "cursor"}
    figures = await service(request, Archive).figures()
    return page(
        request,
        "archive/page.html",
        200 if error is None else 422,
        form=form,
        choices=wording.choices(),
        games=listed_games(request, found.games),
        faces=composed_faces(request, found.games),
        figures=figures.model_dump(mode="json"),
        is_search=bool(filters.keys() - {"sort"}),
        has_more_filters=bool(filters.keys() - {"player", "against", "sort"}),
        next_url=None if found.next is None else f"/archive?{urlencode({**filters, 'cursor': found.next})}",
        first_url=f"/archive?{urlencode(filters)}" if "cursor" in form else None,
        records_url=f"/archive/records?{urlencode(filters)}",
        max_exported=MAX_EXPORTED,
        error=error,
    )


def listed_games(request: Request, found: Sequence[ArchiveGame]) -> list[dict[str, object]]:
    """Return games as `archive/row.html` shows them."""
    wording = ArchiveWording(language_of(request))
    return [{**game.model_dump(mode="json"), "marks": wording.marks(game)} for game in found]


def composed_faces(request: Request, found: Sequence[ArchiveGame]) -> dict[str, str]:
    """Return the composed faces of those who played the games, by their names."""
    accounts = service(request, Accounts)
    names = {seat.account for game in found for seat in game.seats if seat.account}
    known = {name: accounts.named(name) for name in names}
    return {name: account.face for name, account in known.items() if account and account.face}
