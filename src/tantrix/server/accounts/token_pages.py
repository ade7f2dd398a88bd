"""Account pages for programs and mail: tokens, marking a robot, the mail address, and lost passwords."""

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.addresses.service import MailAddresses
from tantrix.server.accounts.mail.mailing import Mailing
from tantrix.server.accounts.pages import account_again, after_change
from tantrix.server.accounts.requests import client_address_of, identity_of, own_account
from tantrix.server.accounts.scopes import TokenScope
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page

router = APIRouter(include_in_schema=False)


@router.post("/account/tokens")
async def create_token(request: Request) -> Response:
    """Create a token and show it; it is not shown again."""
    account, form = own_account(request), await read_fields(request)
    chosen = [scope for scope in TokenScope if form.get(f"scope-{scope}")]
    try:
        token = await service(request, Tokens).make(account, form.get("name", ""), chosen)
    except Refusal as refusal:
        return account_again(request, refusal)
    return account_again(request, token=token)


@router.post("/account/tokens/revoke")
async def revoke_token(request: Request) -> Response:
    account, form = own_account(request), await read_fields(request)
    await service(request, Tokens).revoke(account, form.get("token", ""))
    return RedirectResponse("/account#tokens", 303)


@router.post("/account/robot")
async def become_robot(request: Request) -> Response:
    account, form = own_account(request), await read_fields(request)
    if form.get("sure") != "yes":
        return account_again(request, Refusal("invalid"))
    return await after_change(request, service(request, Accounts).mark_robot(account, account.name))


@router.post("/account/mail")
async def change_mail(request: Request) -> Response:
    form = await read_fields(request)
    change = service(request, MailAddresses).change(
        identity_of(request),
        form.get("mail", ""),
        form.get("password", ""),
        client_address_of(request),
        language_of(request),
    )
    done = "#mail" if form.get("mail", "").strip() else "?done=mail#answer"
    return await after_change(request, change, f"/account{done}")


@router.post("/account/mail/again")
async def send_again(request: Request) -> Response:
    account, addresses = own_account(request), service(request, MailAddresses)
    sent = addresses.send_again(account, client_address_of(request), language_of(request))
    return await after_change(request, sent, "/account?done=mail/again#answer")


@router.get("/confirm-mail/{token}")
async def confirmation_page(token: str, request: Request) -> Response:
    """Ask for one click more: programs that read mail for somebody open links, too."""
    if not await asyncio.to_thread(service(request, MailAddresses).is_waiting, token):
        return _dead_link(request, Refusal("bad_reset"))
    return page(request, "accounts/confirm_mail.html", token=token, is_done=False)


@router.post("/confirm-mail/{token}")
async def confirm_mail(token: str, request: Request) -> Response:
    try:
        await service(request, MailAddresses).confirm(token)
    except Refusal as refusal:
        return _dead_link(request, refusal)
    return page(request, "accounts/confirm_mail.html", token=None, is_done=True)


def _dead_link(request: Request, refusal: Refusal) -> Response:
    return page(request, "accounts/confirm_mail.html", 422, token=None, is_done=False, error=refusal)


@router.get("/forgot")
async def forgot_page(request: Request) -> Response:
    return page(
        request, "accounts/forgot.html", is_on=service(request, Mailing).is_on, is_sent=False, error=None
    )


@router.post("/forgot")
async def forgot(request: Request) -> Response:
    """Send a password reset link; the response is the same whether or not the account exists."""
    form, mailing = await read_fields(request), service(request, Mailing)
    if mailing.is_on:
        try:
            mailing.ask(form.get("name", "")[:40], client_address_of(request), language_of(request))
        except Refusal as refusal:
            return page(request, "accounts/forgot.html", 429, is_on=True, is_sent=False, error=refusal)
    return page(request, "accounts/forgot.html", is_on=mailing.is_on, is_sent=mailing.is_on)
