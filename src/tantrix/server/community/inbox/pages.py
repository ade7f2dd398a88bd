"""The pages of private messages: the list of conversations, and a conversation."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from pydantic import ValidationError
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import (
    PlayerName,
    account_named,
    identity_of,
    own_account,
    sign_in_first,
)
from tantrix.server.accounts.sessions import make_token
from tantrix.server.accounts.store import Account
from tantrix.server.community.inbox.service import Inbox, address_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.responses import sentence_of
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.chat import MAX_CHAT_TEXT, Noted
from tantrix.server.protocol.inbox import PrivateMessageSent, ReadConversation, SendPrivateMessage
from tantrix.server.wording.catalogues import client_catalogue

Bound = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
N_ID_LETTERS = 32

router = APIRouter(include_in_schema=False)


@router.get("/inbox")
async def inbox_page(
    request: Request, number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1
) -> Response:
    account = identity_of(request).account
    if account is None:
        return sign_in_first(request)
    overview = await service(request, Inbox).overview(account.user_id, number)
    return page(request, "community/inbox.html", overview=overview)


@router.get("/inbox/{name}")
async def conversation_page(name: PlayerName, request: Request, before: Bound = None) -> Response:
    if identity_of(request).account is None:
        return sign_in_first(request)
    return await _conversation_page(request, await _other(request, name), before)


@router.get("/inbox/{name}/lines")
async def lines_part(
    name: PlayerName, request: Request, after: Bound = None, before: Bound = None
) -> Response:
    """Return the lines of a conversation between two numbers, a part of its page."""
    account, other = own_account(request), await _other(request, name)
    messages = await service(request, Inbox).messages(account, other, after=after or 0, before=before)
    return page(request, "community/lines.html", messages=messages, other=other.name)


@router.post("/inbox/{name}")
async def write_by_form(name: PlayerName, request: Request) -> Response:
    account, other = own_account(request), await _other(request, name)
    form = await read_fields(request)
    try:
        message = SendPrivateMessage.model_validate({"id": form.get("id"), "text": form.get("text")})
        await service(request, Inbox).post(account, other, message)
    except ValidationError as error:
        refusal = Refusal("invalid", str(error))
        return await _conversation_page(request, other, None, refusal, form.get("text", ""))
    except Refusal as refusal:
        return await _conversation_page(request, other, None, refusal, form.get("text", ""))
    return RedirectResponse(f"{address_of(other.name)}#message-text", 303)


@router.post("/inbox/{name}/messages")
async def write(name: PlayerName, message: SendPrivateMessage, request: Request) -> PrivateMessageSent:
    """Write to a player."""
    account = own_account(request)
    return await service(request, Inbox).post(account, await _other(request, name), message)


@router.post("/inbox/{name}/read")
async def read(name: PlayerName, which: ReadConversation, request: Request) -> Noted:
    """Mark a conversation as read."""
    account = own_account(request)
    await service(request, Inbox).read(account, await _other(request, name), which.number)
    return Noted()


async def _other(request: Request, name: str) -> Account:
    """Return the account with a name, or a closed one by its pseudonym. Raises Refusal."""
    return service(request, Accounts).closed_as(name) or await account_named(request, name)


async def _conversation_page(
    request: Request, other: Account, before: int | None, failed: Refusal | None = None, text: str = ""
) -> Response:
    account, inbox = own_account(request), service(request, Inbox)
    refusal = await inbox.refusal(account, other)
    return page(
        request,
        "community/conversation.html",
        status=200 if failed is None else failed.status,
        other=other.name,
        other_face=other.face,
        is_open=other.closed_ms is None,
        messages=await inbox.messages(account, other, before=before),
        is_newest=before is None,
        catalogue=client_catalogue(language_of(request)),
        refusal=None if refusal is None else sentence_of(request, refusal),
        error=failed,
        text=text,
        message_id=make_token()[:N_ID_LETTERS],
        max_text=MAX_CHAT_TEXT,
    )
