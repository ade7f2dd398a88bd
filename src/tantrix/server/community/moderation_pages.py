"""The page of moderators: open reports, silenced users, and past decisions."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import identity_of, sign_in_first
from tantrix.server.accounts.store import Account
from tantrix.server.community.chat import Chat
from tantrix.server.community.chat_store import ChatStore, StoredMessage
from tantrix.server.community.chat_text import LABELS, OF_RECORD, PRESETS
from tantrix.server.community.moderation import MAX_DAYS, Moderation, silence_id
from tantrix.server.community.moderation_store import ModerationStore, Report, Silence
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.times import print_minute
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import translate

N_OPEN, N_CLOSED, N_AROUND = 50, 20, 8
MAX_ID_DIGITS = 18  # digits of a number in a form

ReportId = Annotated[int, Path(ge=1, le=2**31 - 1)]

router = APIRouter(include_in_schema=False)


@router.get("/moderation")
async def moderation_page(request: Request) -> Response:
    if identity_of(request).account is None:
        return sign_in_first(request)
    await _moderator(request)
    view = await asyncio.to_thread(_view, request)
    return page(
        request,
        "community/moderation.html",
        reports=view["reports"],
        silences=view["silences"],
        closed=view["closed"],
        is_saved="done" in request.query_params,
    )


@router.post("/moderation/reports/{report_id}")
async def decide_report(report_id: ReportId, request: Request) -> Response:
    moderator = await _moderator(request)
    form, moderation = await read_fields(request), service(request, Moderation)
    days = _number(form.get("days", "1"))
    if not 1 <= days <= MAX_DAYS:
        raise Refusal("invalid")
    actions: dict[str, Callable[[], Awaitable[None]]] = {
        "dismiss": lambda: moderation.dismiss(report_id, moderator),
        "silence": lambda: moderation.silence_reported(report_id, days, moderator),
        "ban": lambda: moderation.ban_reported(report_id, moderator),
    }
    if form.get("action") not in actions:
        raise Refusal("invalid")
    await actions[form["action"]]()
    return RedirectResponse("/moderation?done=yes", 303)


@router.post("/moderation/silences")
async def end_silence(request: Request) -> Response:
    moderator = await _moderator(request)
    number = _number((await read_fields(request)).get("silence", ""))
    await service(request, Moderation).unsilence_listed(number, moderator)
    return RedirectResponse("/moderation?done=yes", 303)


async def _moderator(request: Request) -> Account:
    identity = identity_of(request)
    if identity.account is None or not await service(request, Moderation).is_moderator(identity):
        raise Refusal("not_moderator")
    return identity.account


def _view(request: Request) -> dict[str, list[dict[str, object]]]:
    """Return the content of the page. Reads the database."""
    store = service(request, ModerationStore)
    now_ms = service(request, Settings).now_ms()
    return {
        "reports": [_report_row(request, report) for report in store.reports(N_OPEN, is_open=True)],
        "silences": [_silence_row(silence) for silence in store.silences(now_ms)],
        "closed": [_report_row(request, report) for report in store.reports(N_CLOSED, is_open=False)],
    }


def _report_row(request: Request, report: Report) -> dict[str, object]:
    account = service(request, Accounts).name_of(report.accused)
    language = language_of(request)
    return {
        "id": report.id,
        "at": print_minute(report.at_ms),
        "reporter": report.reporter_name,
        "name": account or report.accused_name,
        "is_account": account is not None,
        "is_me": report.accused == identity_of(request).user_id,
        "n_aborts": service(request, ModerationStore).n_aborts_of(
            report.accused, service(request, Settings).now_ms()
        ),
        "n_before": service(request, ModerationStore).n_reports_of(report.accused),
        "reason": translate(language, LABELS.get(report.reason, report.reason)),
        "is_of_record": report.reason == OF_RECORD,
        "note": report.note,
        "message_text": report.message_text,
        "game_id": report.game_id,
        "verdict": report.verdict,
        "lines": [] if report.verdict else _lines(request, report),
    }


def _lines(request: Request, report: Report) -> list[dict[str, object]]:
    """List the messages around a reported one, on all channels."""
    if report.game_id is None or report.number is None:
        return []
    store = service(request, ChatStore)
    return [
        {
            "name": service(request, Chat).view(message).name,
            "text": _text(request, message),
            "channel": message.channel,
            "is_shadow": message.is_shadow,
            "is_it": message.number == report.number,
        }
        for message in store.around(report.game_id, report.number, N_AROUND)
    ]


def _text(request: Request, message: StoredMessage) -> str:
    phrase = PRESETS.get(message.preset or "")
    return message.body if phrase is None else translate(language_of(request), phrase)


def _silence_row(silence: Silence) -> dict[str, object]:
    return {"id": silence_id(silence), "name": silence.name, "until": print_minute(silence.until_ms)}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_ID_DIGITS):
        raise Refusal("invalid")
    return int(text)
