"""Pages of signing in: by password, with a code, by a passkey, and with a link for a new password."""

import asyncio
import json
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.browser import Browser
from tantrix.server.accounts.pages import failed_row, form_again
from tantrix.server.accounts.passkeys import Passkeys
from tantrix.server.accounts.preferences.language import follow_language
from tantrix.server.accounts.requests import (
    NextPage,
    browser_of,
    check_cookies,
    give_cookies,
    identity_of,
    is_https,
    passkey_site,
    site_and_step_of,
)
from tantrix.server.accounts.sessions import STEP_COOKIE, delete_cookie, give_cookie, token_in, user_id_of
from tantrix.server.accounts.sign_in import STEP_MS, SignInOutcome, SignIns
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import own_path, read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import page

router = APIRouter(include_in_schema=False)


class PasskeyAnswer(BaseModel):
    """The browser's response to passkey options, and the fields that the page adds."""

    model_config = ConfigDict(strict=True, extra="forbid")

    credential: dict[str, Any]
    name: str = Field("", max_length=100)
    next: str = Field("/", max_length=500)

    def text(self) -> str:
        """Return the credential as JSON."""
        return json.dumps(self.credential)


@router.get("/sign-in")
async def sign_in_page(request: Request, next: NextPage = "/") -> Response:
    has_passkeys = passkey_site(request) is not None
    return page(
        request,
        "accounts/sign_in.html",
        form={"next": own_path(next)},
        has_passkeys=has_passkeys,
    )


@router.post("/sign-in")
async def sign_in(request: Request) -> Response:
    form, browser = await read_fields(request), browser_of(request)
    try:
        entry = await service(request, SignIns).sign_in(
            form.get("name", ""), form.get("password", ""), identity_of(request), browser
        )
    except Refusal as refusal:
        return form_again(request, "accounts/sign_in.html", form, refusal)
    return await _redirect_after(request, entry, form.get("next", "/"), browser)


@router.get("/sign-in/code")
async def code_page(request: Request, next: NextPage = "/") -> Response:
    if token_in(request.cookies, STEP_COOKIE, is_https(request)) is None:
        return RedirectResponse("/sign-in", 303)
    return page(request, "accounts/sign_in_code.html", form={"next": own_path(next)})


@router.post("/sign-in/code")
async def give_code(request: Request) -> Response:
    form, browser = await read_fields(request), browser_of(request)
    step = token_in(request.cookies, STEP_COOKIE, is_https(request))
    try:
        if step is None:
            raise Refusal("step_over")
        entry = await service(request, SignIns).finish(
            step, form.get("code", ""), identity_of(request), browser
        )
    except Refusal as refusal:
        template = "sign_in" if refusal.code == "step_over" else "sign_in_code"
        return form_again(request, f"accounts/{template}.html", form, refusal)
    return await _redirect_after(request, entry, form.get("next", "/"), browser)


@router.get("/sign-in/notice")
async def notice_page(request: Request, next: NextPage = "/") -> Response:
    """Warn a user who has just signed in about wrong passwords since their last sign-in."""
    failed = service(request, SignIns).failed_since_last(identity_of(request))
    if not failed:
        return RedirectResponse(own_path(next), 303)
    rows = [failed_row(each) for each in failed]
    return page(request, "accounts/sign_in_notice.html", failed=rows, next=own_path(next))


@router.post("/sign-in/passkey/options")
async def passkey_options(request: Request) -> Response:
    """Begin to sign in with a passkey: return the options that the browser needs to ask for one."""
    site = passkey_site(request)
    if site is None:
        raise Refusal("bad_passkey")
    step, options = await service(request, Passkeys).begin(browser_of(request), site)
    return with_step(request, step, options)


@router.post("/sign-in/passkey")
async def passkey_sign_in(answer: PasskeyAnswer, request: Request) -> Response:
    """Sign in with the response of a passkey; return the path of the next page."""
    browser = browser_of(request)
    site, step = site_and_step_of(request)
    entry = await service(request, Passkeys).sign_in(step, answer.text(), identity_of(request), browser, site)
    response = JSONResponse({"path": _path_after(entry, answer.next)}, headers={"Cache-Control": "no-store"})
    await _give_cookies(request, response, entry.session or "", browser)
    delete_cookie(response, STEP_COOKIE, is_https(request))
    return response


@router.get("/reset/{token}")
async def reset_page(token: str, request: Request) -> Response:
    found = await asyncio.to_thread(service(request, Accounts).account_to_reset, token)
    return _reset_form(request, token, None if found else Refusal("bad_reset"))


@router.post("/reset/{token}")
async def reset(token: str, request: Request) -> Response:
    password, browser = (await read_fields(request)).get("password", ""), browser_of(request)
    try:
        entry = await service(request, SignIns).reset(token, password, identity_of(request), browser)
    except Refusal as refusal:
        return _reset_form(request, token, refusal)
    return await _redirect_after(request, entry, "/account", browser)


def _reset_form(request: Request, token: str, refusal: Refusal | None) -> Response:
    """Ask for a new password; a link that is used or expired says so, and what to do instead."""
    is_over, status = refusal is not None and refusal.code == "bad_reset", 200 if refusal is None else 422
    return page(request, "accounts/reset.html", status, token=None if is_over else token, error=refusal)


def with_step(request: Request, step: str, options: str) -> Response:
    """Respond with the options for a passkey, and set the cookie of the step that they begin."""
    check_cookies(request)
    response = Response(options, media_type="application/json", headers={"Cache-Control": "no-store"})
    give_cookie(response, STEP_COOKIE, step, STEP_MS // 1000, is_https(request))
    return response


async def _redirect_after(
    request: Request, entry: SignInOutcome, next_path: str, browser: Browser
) -> Response:
    """Redirect to the page after a sign-in: the requested one, the page for the code, or the warning."""
    if entry.session is None:
        response = RedirectResponse(f"/sign-in/code?{urlencode({'next': own_path(next_path)})}", 303)
        give_cookie(response, STEP_COOKIE, entry.step or "", STEP_MS // 1000, is_https(request))
        return response
    response = RedirectResponse(_path_after(entry, next_path), 303)
    await _give_cookies(request, response, entry.session, browser)
    delete_cookie(response, STEP_COOKIE, is_https(request))
    return response


async def _give_cookies(request: Request, response: Response, token: str, browser: Browser) -> None:
    """Set the cookies of a new session, and the language of its account."""
    give_cookies(request, response, token, browser)
    identity = await asyncio.to_thread(service(request, Accounts).identity, user_id_of(token))
    if identity.account is not None:
        await follow_language(request, response, identity.account.user_id)


def _path_after(entry: SignInOutcome, next_path: str) -> str:
    path = own_path(next_path)
    return f"/sign-in/notice?{urlencode({'next': path})}" if entry.is_warned else path
