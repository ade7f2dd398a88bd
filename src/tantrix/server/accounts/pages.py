"""Pages of accounts: signing up, in and out, one's own account, and what others see of a player."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.record import print_record
from tantrix.server.accounts.accounts import Identity
from tantrix.server.accounts.requests import accounts_of, host_of, identity_of, own_account
from tantrix.server.accounts.scopes import SENTENCES
from tantrix.server.accounts.sessions import COOKIE, give_session
from tantrix.server.accounts.store import SessionRow
from tantrix.server.accounts.token_store import Token
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.community.chat_export import talk_of
from tantrix.server.games.requests import hub_of
from tantrix.server.games.room import record_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.form_fields import own_path, read_fields
from tantrix.server.http.responses import sentence_of
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.text import print_time
from tantrix.server.puzzles.progress.pages import export_progress
from tantrix.server.wording.catalogues import translate

N_EXPORTED = 10_000

# The first sign that is found counts: many a browser says that it is others too.
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
        token = await accounts_of(request).sign_in(
            form.get("name", ""),
            form.get("password", ""),
            identity_of(request),
            _device(request),
            host_of(request),
        )
    except Refusal as error:
        return _again(request, "accounts/sign_in.html", form, error)
    return _signed_in(request, token, own_path(form.get("next", "/")))


@router.get("/sign-up")
async def sign_up_page(request: Request, next: Next = "/") -> Response:
    return page(request, "accounts/sign_up.html", form={"next": own_path(next)}, error=None)


@router.post("/sign-up")
async def sign_up(request: Request) -> Response:
    form = await read_fields(request)
    try:
        token = await accounts_of(request).sign_up(
            form.get("name", ""),
            form.get("password", ""),
            identity_of(request),
            _device(request),
            host_of(request),
        )
    except Refusal as error:
        return _again(request, "accounts/sign_up.html", form, error)
    return _signed_in(request, token, own_path(form.get("next", "/")))


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    await accounts_of(request).sign_out(identity_of(request))
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE)
    return response


@router.get("/reset/{token}")
async def reset_page(token: str, request: Request) -> Response:
    return page(request, "accounts/reset.html", token=token, error=None)


@router.post("/reset/{token}")
async def reset(token: str, request: Request) -> Response:
    password = (await read_fields(request)).get("password", "")
    try:
        fresh = await accounts_of(request).reset(token, password, _device(request), host_of(request))
    except Refusal as error:
        return page(request, "accounts/reset.html", 422, token=token, error=sentence_of(request, error))
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
        await accounts_of(request).change_password(
            identity_of(request), form.get("old", ""), form.get("new", "")
        )
    except Refusal as error:
        return account_again(request, error)
    return RedirectResponse("/account?done=password", 303)


@router.post("/account/sessions")
async def end_session(request: Request) -> Response:
    form = await read_fields(request)
    await accounts_of(request).end_session(identity_of(request), form.get("session", ""))
    return RedirectResponse("/account", 303)


@router.post("/account/close")
async def close_account(request: Request) -> Response:
    form = await read_fields(request)
    try:
        await accounts_of(request).close(identity_of(request), form.get("password", ""))
    except Refusal as error:
        return account_again(request, error)
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE)
    return response


@router.get("/account/export")
async def export_account(request: Request) -> Response:
    """Download everything that is kept of an account, as JSON; games as records."""
    who = identity_of(request)
    if who.account is None:
        raise Refusal("signed_out")
    rooms = await hub_of(request).rooms_of(who.account.user_id, N_EXPORTED)
    told = {
        "name": who.account.name,
        "created": print_time(who.account.created_ms),
        "sessions": [_session_row(session, who) for session in accounts_of(request).sessions_of(who)],
        "mail": who.account.mail,
        "is_robot": who.account.is_robot,
        "tokens": [_token_row(each) for each in request.app.state.tokens.tokens_of(who.account)],
        "games": [print_record(record_of(room)) for room in rooms if not room.setup.is_waiting],
        "puzzles": await export_progress(request, who.account.user_id),
        **await talk_of(request, who.account.user_id),
    }
    headers = {"Content-Disposition": 'attachment; filename="tantrix-account.json"'}
    text = json.dumps(told, ensure_ascii=False)
    return Response(text, media_type="application/json", headers={**headers, "Cache-Control": "no-store"})


def account_again(request: Request, error: Refusal | None = None, token: str | None = None) -> Response:
    """Show the page of one's own account: with what is wrong, or with a token just made."""
    who, account, people = identity_of(request), own_account(request), accounts_of(request)
    tokens: Tokens = request.app.state.tokens
    return page(
        request,
        "accounts/account.html",
        status=200 if error is None else 422,
        name=account.name,
        since=print_time(account.created_ms)[:10],
        mail=account.mail,
        has_mail=request.app.state.mailing.is_on,
        token=token,
        tokens=[_token_row(each) for each in tokens.tokens_of(account)],
        scopes=[
            {"name": scope.value, "sentence": translate(language_of(request), sentence)}
            for scope, sentence in SENTENCES.items()
        ],
        is_robot=account.is_robot,
        may_be_robot=not account.is_robot and not people.has_played(account),
        sessions=[_session_row(session, who) for session in accounts_of(request).sessions_of(who)],
        is_moderator=request.app.state.moderation_store.is_moderator(account.user_id),
        is_done=request.query_params.get("done") == "password",
        error=None if error is None else sentence_of(request, error),
    )


def _token_row(token: Token) -> dict[str, object]:
    return {
        "id": token.token,
        "name": token.name,
        "scopes": ", ".join(token.scopes.split()),
        "since": print_time(token.made_ms)[:10],
        "used": print_time(token.used_ms)[:10] if token.used_ms else None,
    }


def _session_row(session: SessionRow, who: Identity) -> dict[str, object]:
    return {
        "id": session.token,
        "device": session.device,
        "since": print_time(session.made_ms),
        "is_this": session.token == who.token,
    }


def _again(request: Request, template: str, form: dict[str, str], error: Refusal) -> Response:
    kept = {name: form.get(name, "") for name in ("name", "next")}
    status = 429 if error.code == "too_often" else 422
    return page(request, template, status, form=kept, error=sentence_of(request, error))


def _signed_in(request: Request, token: str, path: str) -> Response:
    response = RedirectResponse(path, 303)
    give_session(response, token, request.url.scheme == "https")
    return response


def _device(request: Request) -> str:
    """Name a browser and its system as people do, by what it says of itself."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return ", ".join(filter(None, (browser, system))) or agent
