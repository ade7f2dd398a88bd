"""The page of an account's notices, with their settings."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.addresses.service import MailAddresses
from tantrix.server.accounts.mail.mailing import Mailing
from tantrix.server.accounts.requests import PlayerName, identity_of, own_account, sign_in_first
from tantrix.server.accounts.store import Account
from tantrix.server.database.keys import ServerKeys
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.notices.forms import print_minute, read_settings
from tantrix.server.notices.mailer import is_stop_code
from tantrix.server.notices.push import PushService
from tantrix.server.notices.sentences import KIND_LABELS
from tantrix.server.notices.service import NoticeService
from tantrix.server.protocol.notices import NoticeSettings, ReadNotices
from tantrix.server.wording.catalogues import translate

StopCode = Annotated[str, Path(max_length=64)]

router = APIRouter(include_in_schema=False)


@router.get("/notices")
async def notices_page(request: Request) -> Response:
    if identity_of(request).account is None:
        return sign_in_first(request)
    return await _page(request)


@router.post("/notices/settings")
async def save_settings(request: Request) -> Response:
    account, form = own_account(request), await read_fields(request)
    try:
        await service(request, NoticeService).change_settings(account.user_id, read_settings(form))
    except Refusal as refusal:
        return await _page(request, refusal)
    return RedirectResponse("/notices?done=settings#settings", 303)


@router.post("/notices/read")
async def mark_all_read(request: Request) -> Response:
    await service(request, NoticeService).read(own_account(request).user_id, ReadNotices())
    return RedirectResponse("/notices", 303)


@router.get("/unsubscribe/{name}/{code}")
async def ask_to_unsubscribe(name: PlayerName, code: StopCode, request: Request) -> Response:
    _subscriber(request, name, code)
    return page(request, "notices/unsubscribe.html", is_done=False)


@router.post("/unsubscribe/{name}/{code}")
async def unsubscribe(name: PlayerName, code: StopCode, request: Request) -> Response:
    """Stop all mail about notices, for anyone with the link: mail programs send this without a session."""
    account = _subscriber(request, name, code)
    await service(request, NoticeService).stop_mail(account.user_id)
    return page(request, "notices/unsubscribe.html", is_done=True)


def _subscriber(request: Request, name: str, code: str) -> Account:
    """Return the account that a link in a mail belongs to. Raises Refusal for a forged link."""
    account = service(request, Accounts).named(name)
    if account is None or not is_stop_code(service(request, ServerKeys), account, code):
        raise Refusal("not_found")
    return account


async def _page(request: Request, refusal: Refusal | None = None) -> Response:
    account, notices, language = own_account(request), service(request, NoticeService), language_of(request)
    settings = await notices.settings_of(account.user_id)
    return page(
        request,
        "notices/notices.html",
        status=200 if refusal is None else 422,
        notices=(await notices.list_of(account.user_id, language)).notices,
        kinds=[_kind_row(kind, label, settings, language) for kind, label in KIND_LABELS.items()],
        settings=settings,
        times={
            name: print_minute(getattr(settings, name))
            for name in ("quiet_from", "quiet_to", "digest_minute")
        },
        push_key=await service(request, PushService).application_key(),
        has_mail=service(request, Mailing).is_on,
        mail=account.mail,
        unconfirmed=await asyncio.to_thread(service(request, MailAddresses).unconfirmed, account),
        done=request.query_params.get("done"),
        error=refusal,
    )


def _kind_row(kind: str, label: str, settings: NoticeSettings, language: str) -> dict[str, object]:
    return {
        "name": kind,
        "label": translate(language, label),
        "bell": kind in settings.bell,
        "push": kind in settings.push,
        "mail": kind in settings.mail,
    }
