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
    own_account,
    own_user_id,
    session_user_id,
)
from tantrix.server.accounts.store import Account
from tantrix.server.community.chat import Chat
from tantrix.server.community.chat_api import reporter_of
from tantrix.server.community.chat_store import StoredMessage
from tantrix.server.community.chat_text import REASONS
from tantrix.server.community.inbox.service import Inbox
from tantrix.server.community.moderation import Moderation
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.chat import MAX_CHAT_TEXT, ReportRequest
from tantrix.server.wording.catalogues import translate

MAX_NUMBER_DIGITS = 9

router = APIRouter(include_in_schema=False)


@router.get("/mutes")
async def mutes_page(request: Request) -> Response:
    user_id = session_user_id(request)
    rows = [] if user_id is None else await service(request, Chat).mutes_of(user_id)
    return page(request, "community/mutes.html", mutes=rows)


@router.post("/mutes")
async def change_mutes(request: Request) -> Response:
    """Mute the player who is named, or remove a mute."""
    user_id, form = own_user_id(request), await read_fields(request)
    if "player" in form:
        account = await account_named(request, form["player"])
        await service(request, Chat).mute(user_id, account.user_id, account.name)
        return RedirectResponse("/mutes", 303)
    mute_id = form.get("mute", "")
    if not mute_id.isdecimal() or len(mute_id) > MAX_NUMBER_DIGITS:
        raise Refusal("no_mute")
    await service(request, Chat).unmute(user_id, int(mute_id))
    return RedirectResponse("/mutes", 303)


@router.post("/players/{name}/mute")
async def mute_player(name: PlayerName, request: Request) -> Response:
    account = await account_named(request, name)
    await service(request, Chat).mute(own_user_id(request), account.user_id, account.name)
    return RedirectResponse("/mutes", 303)


@router.get("/report")
async def report_page(
    request: Request,
    player: Annotated[str, Query(max_length=40)] = "",
    message: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> Response:
    account = await account_named(request, player)
    return _report_page(request, account.name, await _message(request, account, message))


@router.post("/report")
async def report_player(request: Request) -> Response:
    form = await read_fields(request)
    account, number = await account_named(request, form.get("player", "")), form.get("message", "")
    if number and not (number.isascii() and number.isdecimal() and len(number) <= MAX_NUMBER_DIGITS):
        raise Refusal("no_chat_message")
    message = await _message(request, account, int(number) if number else None)
    try:
        report_request = ReportRequest.model_validate(
            {"reason": form.get("reason"), "note": form.get("note", "")[:MAX_CHAT_TEXT]}
        )
        own_user_id(request)
        await _report(request, account.name, message, report_request)
    except ValidationError:
        return _report_page(request, account.name, message, Refusal("invalid"))
    except Refusal as error:
        return _report_page(request, account.name, message, error)
    return page(
        request,
        "community/report.html",
        player=account.name,
        is_done=True,
        is_known=True,
        message=None,
        reasons=[],
    )


async def _message(request: Request, other: Account, number: int | None) -> StoredMessage | None:
    """Return the private message with a number that another player has written to the user of a request."""
    if number is None:
        return None
    return await service(request, Inbox).visible(own_account(request), other, number)


async def _report(request: Request, name: str, message: StoredMessage | None, why: ReportRequest) -> None:
    """Report a private message, or a player."""
    moderation, reporter = service(request, Moderation), reporter_of(request)
    if message is None:
        await moderation.report_player(reporter, name, why)
    else:
        await moderation.report_message(reporter, message, why)


def _report_page(
    request: Request, name: str, message: StoredMessage | None, error: Refusal | None = None
) -> Response:
    language = language_of(request)
    return page(
        request,
        "community/report.html",
        status=200 if error is None else 422,
        player=name,
        is_done=False,
        message=message,
        error=error,
        is_known=identity_of(request).user_id is not None,
        reasons=[(code, translate(language, sentence)) for code, sentence in REASONS.items()],
    )
