"""The page of muted players, and the page for reporting a player."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from pydantic import ValidationError
from starlette.responses import Response

from tantrix.server.accounts.requests import (
    PlayerName,
    account_named,
    identity_of,
    own_user_id,
    session_user_id,
)
from tantrix.server.community.chat import Chat
from tantrix.server.community.chat_api import reporter_of
from tantrix.server.community.chat_text import REASONS
from tantrix.server.community.moderation import Moderation
from tantrix.server.http.errors import Refusal
from tantrix.server.http.form_fields import read_fields
from tantrix.server.http.responses import sentence_of
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.chat import MAX_CHAT_TEXT, ReportRequest
from tantrix.server.wording.catalogues import translate

router = APIRouter(include_in_schema=False)


@router.get("/mutes")
async def mutes_page(request: Request) -> Response:
    user_id = session_user_id(request)
    rows = [] if user_id is None else await service(request, Chat).mutes_of(user_id)
    return page(request, "community/mutes.html", mutes=rows)


@router.post("/mutes")
async def unmute(request: Request) -> Response:
    mute_id = (await read_fields(request)).get("mute", "")
    if not mute_id.isdecimal() or len(mute_id) > 9:
        raise Refusal("no_mute")
    await service(request, Chat).unmute(own_user_id(request), int(mute_id))
    return RedirectResponse("/mutes", 303)


@router.post("/players/{name}/mute")
async def mute_player(name: PlayerName, request: Request) -> Response:
    account = await account_named(request, name)
    await service(request, Chat).mute(own_user_id(request), account.user_id, account.name)
    return RedirectResponse("/mutes", 303)


@router.get("/report")
async def report_page(request: Request, player: Annotated[str, Query(max_length=40)] = "") -> Response:
    return _report_page(request, (await account_named(request, player)).name)


@router.post("/report")
async def report_player(request: Request) -> Response:
    form = await read_fields(request)
    account = await account_named(request, form.get("player", ""))
    try:
        report_request = ReportRequest.model_validate(
            {"reason": form.get("reason"), "note": form.get("note", "")[:MAX_CHAT_TEXT]}
        )
        own_user_id(request)
        await service(request, Moderation).report_player(reporter_of(request), account.name, report_request)
    except ValidationError as error:
        raise Refusal("invalid") from error
    except Refusal as error:
        return _report_page(request, account.name, error)
    return page(
        request,
        "community/report.html",
        player=account.name,
        is_done=True,
        is_known=True,
        error=None,
        reasons=[],
    )


def _report_page(request: Request, name: str, error: Refusal | None = None) -> Response:
    language = language_of(request)
    return page(
        request,
        "community/report.html",
        status=200 if error is None else 422,
        player=name,
        is_done=False,
        error=None if error is None else sentence_of(request, error),
        is_known=identity_of(request).user_id is not None,
        reasons=[(code, translate(language, sentence)) for code, sentence in REASONS.items()],
    )
