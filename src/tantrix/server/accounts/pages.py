"""Pages of accounts: signing up, in and out, and the settings of an account."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.mail import Mailing
from tantrix.server.accounts.requests import host_of, identity_of, own_account
from tantrix.server.accounts.scopes import SENTENCES
from tantrix.server.accounts.sessions import COOKIE, drop_cookie, give_session
from tantrix.server.accounts.store import SessionRow
from tantrix.server.accounts.token_store import Token
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.http.errors import Refusal
from tantrix.server.http.form_fields import own_path, read_fields
from tantrix.server.http.responses import sentence_of
from tantrix.server.http.services import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.text import print_time
from tantrix.server.wording.catalogues import translate

# The first match counts: many browsers name others too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)

Next = Annotated[str, Query(max_length=500)]

router = APIRouter(include_in_schema=False)


@router.get("/sign-in")
async def sign_in_page(request: Request, next: Next = "/") -> Response:
    return page(request, "accounts/sign_in.html", form={"next": own_path(next)}, error=None)


@router.post("/sign-in")
async def sign_in(request: Request) -> Response:
    form = await read_fields(request)
    try:
        token = await service(request, Accounts).sign_in(
            form.get("name", ""),
            form.get("password", ""),
            identity_of(request),
            _device(request),
            host_of(request),
        )
    except Refusal as refusal:
        return _again(request, "accounts/sign_in.html", form, refusal)
    return _signed_in(request, token, own_path(form.get("next", "/")))


@router.get("/sign-up")
async def sign_up_page(request: Request, next: Next = "/") -> Response:
    return page(request, "accounts/sign_up.html", form={"next": own_path(next)}, error=None)


@router.post("/sign-up")
async def sign_up(request: Request) -> Response:
    form = await read_fields(request)
    try:
        token = await service(request, Accounts).sign_up(
            form.get("name", ""),
            form.get("password", ""),
            identity_of(request),
            _device(request),
            host_of(request),
        )
    except Refusal as refusal:
        return _again(request, "accounts/sign_up.html", form, refusal)
    return _signed_in(request, token, own_path(form.get("next", "/")))


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    await service(request, Accounts).sign_out(identity_of(request))
    response = RedirectResponse("/", 303)
    drop_cookie(response, COOKIE, request.url.scheme == "https")
    return response


@router.get("/reset/{token}")
async def reset_page(token: str, request: Request) -> Response:
    return page(request, "accounts/reset.html", token=token, error=None)


@router.post("/reset/{token}")
async def reset(token: str, request: Request) -> Response:
    password = (await read_fields(request)).get("password", "")
    try:
        fresh = await service(request, Accounts).reset(token, password, _device(request), host_of(request))
    except Refusal as refusal:
        return page(request, "accounts/reset.html", 422, token=token, error=sentence_of(request, refusal))
    return _signed_in(request, fresh, "/account")


@router.get("/account")
async def account_page(request: Request) -> Response:
    if identity_of(request).account is None:
        return RedirectResponse("/sign-in?next=/account", 303)
    return account_again(request)


@router.post("/account/password")
async def change_password(request: Request) -> Response:
    form = await read_fields(request)
    try:
        await service(request, Accounts).change_password(
            identity_of(request), form.get("old", ""), form.get("new", "")
        )
    except Refusal as refusal:
        return account_again(request, refusal)
    return RedirectResponse("/account?done=password", 303)


@router.post("/account/sessions")
async def end_session(request: Request) -> Response:
    form = await read_fields(request)
    await service(request, Accounts).end_session(identity_of(request), form.get("session", ""))
    return RedirectResponse("/account", 303)


@router.post("/account/close")
async def close_account(request: Request) -> Response:
    form = await read_fields(request)
    try:
        await service(request, Accounts).close(identity_of(request), form.get("password", ""))
    except Refusal as refusal:
        return account_again(request, refusal)
    response = RedirectResponse("/", 303)
    drop_cookie(response, COOKIE, request.url.scheme == "https")
    return response


def account_again(request: Request, refusal: Refusal | None = None, token: str | None = None) -> Response:
    """Show the page of an account to its holder, with an error or with a new token."""
    identity, account, accounts = identity_of(request), own_account(request), service(request, Accounts)
    tokens = service(request, Tokens)
    return page(
        request,
        "accounts/account.html",
        status=200 if refusal is None else 422,
        name=account.name,
        since=print_time(account.created_ms)[:10],
        mail=account.mail,
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
        is_done=request.query_params.get("done") == "password",
        error=None if refusal is None else sentence_of(request, refusal),
    )


def token_row(token: Token) -> dict[str, object]:
    return {
        "id": token.token,
        "name": token.name,
        "scopes": ", ".join(token.scopes.split()),
        "since": print_time(token.made_ms)[:10],
        "used": print_time(token.used_ms)[:10] if token.used_ms else None,
    }


def session_row(session: SessionRow, identity: Identity) -> dict[str, object]:
    return {
        "id": session.token,
        "device": session.device,
        "since": print_time(session.made_ms),
        "is_this": session.token == identity.token,
    }


def _again(request: Request, template: str, form: dict[str, str], refusal: Refusal) -> Response:
    kept = {name: form.get(name, "") for name in ("name", "next")}
    status = 429 if refusal.code == "too_often" else 422
    return page(request, template, status, form=kept, error=sentence_of(request, refusal))


def _signed_in(request: Request, token: str, path: str) -> Response:
    response = RedirectResponse(path, 303)
    give_session(response, token, request.url.scheme == "https")
    return response


def _device(request: Request) -> str:
    """Return the common names of a browser and its system, by its user agent."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return ", ".join(filter(None, (browser, system))) or agent
