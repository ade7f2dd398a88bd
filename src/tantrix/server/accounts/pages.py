"""Pages of accounts: signing up and out, and the settings of an account."""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.addresses.service import MailAddresses
from tantrix.server.accounts.device_store import FailedSignIn
from tantrix.server.accounts.factor_store import Passkey
from tantrix.server.accounts.mail.mailing import Mailing
from tantrix.server.accounts.passkeys import Passkeys
from tantrix.server.accounts.requests import (
    NextPage,
    browser_of,
    give_cookies,
    identity_of,
    is_https,
    own_account,
    passkey_site,
    sign_in_first,
)
from tantrix.server.accounts.scopes import SENTENCES
from tantrix.server.accounts.second_factor.service import SecondFactors
from tantrix.server.accounts.sessions import COOKIE, delete_cookie
from tantrix.server.accounts.sign_in import SignIns
from tantrix.server.accounts.store import Account, SessionRow
from tantrix.server.accounts.token_store import Token
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.answers import AnsweredForm
from tantrix.server.http.forms.fields import own_path, read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.times import print_day, print_time
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import translate

router = APIRouter(include_in_schema=False)


@router.get("/sign-up")
async def sign_up_page(request: Request, next: NextPage = "/") -> Response:
    return page(request, "accounts/sign_up.html", form={"next": own_path(next)})


@router.post("/sign-up")
async def sign_up(request: Request) -> Response:
    form, browser = await read_fields(request), browser_of(request)
    try:
        token = await service(request, Accounts).sign_up(
            form.get("name", ""), form.get("password", ""), identity_of(request), browser
        )
    except Refusal as refusal:
        return form_again(request, "accounts/sign_up.html", form, refusal)
    response = RedirectResponse(own_path(form.get("next", "/")), 303)
    give_cookies(request, response, token, browser)
    return response


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    await service(request, Accounts).sign_out(identity_of(request))
    response = RedirectResponse("/", 303)
    delete_cookie(response, COOKIE, is_https(request))
    return response


@router.get("/account")
async def account_page(request: Request) -> Response:
    if identity_of(request).account is None:
        return sign_in_first(request)
    return account_again(request)


@router.post("/account/password")
async def change_password(request: Request) -> Response:
    form = await read_fields(request)
    change = service(request, Accounts).change_password(
        identity_of(request), form.get("old", ""), form.get("new", ""), browser_of(request)
    )
    return await after_change(request, change, "/account?done=password#answer")


@router.post("/account/name")
async def change_name(request: Request) -> Response:
    form = await read_fields(request)
    change = service(request, Accounts).rename(
        identity_of(request), form.get("name", ""), form.get("password", "")
    )
    return await after_change(request, change, "/account?done=name#answer")


@router.post("/account/sessions")
async def end_session(request: Request) -> Response:
    form = await read_fields(request)
    await service(request, Accounts).end_session(identity_of(request), form.get("session", ""))
    return RedirectResponse("/account#sessions", 303)


@router.post("/account/sessions/others")
async def end_other_sessions(request: Request) -> Response:
    own_account(request)
    await service(request, Accounts).end_other_sessions(identity_of(request), browser_of(request))
    return RedirectResponse("/account?done=sessions/others#answer", 303)


@router.post("/account/close")
async def close_account(request: Request) -> Response:
    form = await read_fields(request)
    try:
        await service(request, Accounts).close(identity_of(request), form.get("password", ""))
    except Refusal as refusal:
        return account_again(request, refusal)
    response = RedirectResponse("/", 303)
    delete_cookie(response, COOKIE, is_https(request))
    return response


async def after_change(
    request: Request,
    change: Awaitable[None],
    path: str = "/account",
    again: Callable[[Request, Refusal], Response] | None = None,
) -> Response:
    """Change an account and redirect to `path`; if the change is refused, show the form with `again`."""
    try:
        await change
    except Refusal as refusal:
        return (again or account_again)(request, refusal)
    return RedirectResponse(path, 303)


def account_again(request: Request, refusal: Refusal | None = None, token: str | None = None) -> Response:
    """Show the page of the user's account, with an error or with a new token."""
    identity, account, accounts = identity_of(request), own_account(request), service(request, Accounts)
    tokens, settings = service(request, Tokens), service(request, Settings)
    from_ms = accounts.renamable_ms(account.user_id)
    return page(
        request,
        "accounts/account.html",
        status=200 if refusal is None else 422,
        name=account.name,
        rename_from=print_time(from_ms) if from_ms > settings.now_ms() else None,
        rename_days=settings.rename_days,
        since=print_day(account.created_ms),
        mail=account.mail,
        unconfirmed=service(request, MailAddresses).unconfirmed(account),
        has_mail=service(request, Mailing).is_on,
        token=token,
        tokens=[token_row(each) for each in tokens.tokens_of(account)],
        scopes=[
            {"name": scope.value, "sentence": translate(language_of(request), sentence)}
            for scope, sentence in SENTENCES.items()
        ],
        is_robot=account.is_robot,
        may_be_robot=not account.is_robot and not accounts.has_played(account),
        sessions=[session_row(session, identity) for session in accounts.sessions_of(identity)],
        is_moderator=service(request, Accounts).is_moderator(account.user_id),
        done=request.query_params.get("done"),
        carried_out=AnsweredForm(f"/account/{request.query_params.get('done', '')}", {}, is_refused=False),
        second_factor=second_factor_row(request, account),
        passkeys=[passkey_row(each) for each in service(request, Passkeys).passkeys_of(account)],
        has_passkeys=passkey_site(request) is not None,
        failed=[failed_row(each) for each in service(request, SignIns).failed(account)],
        error=refusal,
    )


def token_row(token: Token) -> dict[str, object]:
    return {
        "id": token.token,
        "name": token.name,
        "scopes": ", ".join(token.scopes.split()),
        "since": print_day(token.made_ms),
        "used": print_day(token.used_ms) if token.used_ms else None,
    }


def session_row(session: SessionRow, identity: Identity) -> dict[str, object]:
    return {
        "id": session.token,
        "device": session.device,
        "host": session.host,
        "since": print_time(session.made_ms),
        "seen": print_time(session.seen_ms),
        "is_this": session.token == identity.token,
    }


def second_factor_row(request: Request, account: Account) -> dict[str, object] | None:
    """Return the details of an account's second factor without its secret; None if it is switched off."""
    factors = service(request, SecondFactors)
    factor = factors.factor_of(account)
    if factor is None:
        return None
    return {"since": print_time(factor.made_ms), "n_codes": factors.n_recovery_codes(account)}


def passkey_row(passkey: Passkey) -> dict[str, object]:
    return {
        "id": passkey.id,
        "name": passkey.name,
        "since": print_time(passkey.made_ms),
        "used": print_time(passkey.used_ms) if passkey.used_ms else None,
    }


def failed_row(failed: FailedSignIn) -> dict[str, object]:
    return {"at": print_time(failed.at_ms), "host": failed.host, "device": failed.agent}


def form_again(request: Request, template: str, form: dict[str, str], refusal: Refusal) -> Response:
    """Show a form again as it was filled in, without the password and with an error message."""
    fields = {name: form.get(name, "") for name in ("name", "next")}
    status = 429 if refusal.status == 429 else 422
    return page(
        request,
        template,
        status,
        form=fields,
        error=refusal,
        has_passkeys=passkey_site(request) is not None,
    )
