"""Pages for the security of an account: second factor, recovery codes and passkeys."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from tantrix.server.accounts.pages import after_change, second_factor_row
from tantrix.server.accounts.passkeys import Passkeys
from tantrix.server.accounts.requests import (
    identity_of,
    is_https,
    own_account,
    passkey_site,
    sign_in_first,
    site_and_step_of,
)
from tantrix.server.accounts.second_factor.one_time_codes import address_of, is_secret, make_secret
from tantrix.server.accounts.second_factor.service import SecondFactors
from tantrix.server.accounts.sessions import STEP_COOKIE, delete_cookie
from tantrix.server.accounts.sign_in_pages import PasskeyAnswer, with_step
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.qr_code import qr_code
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import page

router = APIRouter(include_in_schema=False)


class Password(BaseModel):
    """The password of an account, entered again as a confirmation."""

    model_config = ConfigDict(strict=True, extra="forbid")

    password: str = Field(max_length=200)


@router.get("/account/second-factor")
async def second_factor_page(request: Request) -> Response:
    if identity_of(request).account is None:
        return sign_in_first(request)
    return _second_factor(request)


@router.post("/account/second-factor")
async def turn_on(request: Request) -> Response:
    """Switch the second factor on, and show the recovery codes, which are not shown again."""
    form = await read_fields(request)
    secret = form.get("secret", "")
    try:
        codes = await service(request, SecondFactors).turn_on(
            identity_of(request), secret, form.get("code", ""), form.get("password", "")
        )
    except Refusal as refusal:
        return _second_factor(request, refusal, secret)
    return _codes(request, codes)


@router.post("/account/second-factor/codes")
async def renew_codes(request: Request) -> Response:
    form = await read_fields(request)
    try:
        codes = await service(request, SecondFactors).renew_codes(
            identity_of(request), form.get("password", ""), form.get("code", "")
        )
    except Refusal as refusal:
        return _second_factor(request, refusal)
    return _codes(request, codes)


@router.post("/account/second-factor/off")
async def turn_off(request: Request) -> Response:
    form = await read_fields(request)
    change = service(request, SecondFactors).turn_off(
        identity_of(request), form.get("password", ""), form.get("code", "")
    )
    return await after_change(request, change, "/account?done=factor-off", _second_factor)


@router.post("/account/passkeys/options")
async def new_passkey_options(password: Password, request: Request) -> Response:
    """Begin to add a passkey: return the options that the browser needs to create one."""
    own_account(request)
    site = passkey_site(request)
    if site is None:
        raise Refusal("bad_passkey")
    step, options = await service(request, Passkeys).begin_new(identity_of(request), password.password, site)
    return with_step(request, step, options)


@router.post("/account/passkeys")
async def add_passkey(answer: PasskeyAnswer, request: Request) -> Response:
    account = own_account(request)
    site, step = site_and_step_of(request)
    await service(request, Passkeys).add(account, step, answer.text(), answer.name, site)
    response = Response(status_code=204)
    delete_cookie(response, STEP_COOKIE, is_https(request))
    return response


@router.post("/account/passkeys/remove")
async def remove_passkey(request: Request) -> Response:
    form = await read_fields(request)
    change = service(request, Passkeys).remove(
        identity_of(request), form.get("passkey", ""), form.get("password", "")
    )
    return await after_change(request, change, "/account?done=passkeys/remove#answer")


def _second_factor(request: Request, refusal: Refusal | None = None, secret: str = "") -> Response:
    account = own_account(request)
    row = second_factor_row(request, account)
    shown = secret if is_secret(secret) else make_secret()
    return page(
        request,
        "accounts/second_factor.html",
        200 if refusal is None else 422,
        factor=row,
        secret=shown,
        groups=[shown[at : at + 4] for at in range(0, len(shown), 4)],
        picture=None if row else qr_code(address_of(shown, account.name)),
        error=refusal,
    )


def _codes(request: Request, codes: list[str]) -> Response:
    return page(request, "accounts/recovery_codes.html", codes=codes)
