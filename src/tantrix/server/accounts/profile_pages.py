"""The settings page, with the profile of an account."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.preferences.language import give_language
from tantrix.server.accounts.preferences.service import Preferences
from tantrix.server.accounts.profiles import (
    MAX_ABOUT,
    VIEWERS,
    country_names,
    face_choices,
    read_profile,
)
from tantrix.server.accounts.requests import identity_of, own_account
from tantrix.server.http.errors import Refusal
from tantrix.server.http.faces import face_of_name
from tantrix.server.http.forms.fields import own_path, read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.catalogues import translate

router = APIRouter(include_in_schema=False)


@router.get("/settings")
async def show_settings(request: Request) -> Response:
    return _settings_page(request)


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    form = await read_fields(request)
    response = RedirectResponse(own_path(form.get("next", "/")), 303)
    if form.get("language") in i18n.LANGUAGES:
        give_language(response, form["language"])
        account = identity_of(request).account
        if account is not None:
            await service(request, Preferences).choose_language(account.user_id, form["language"])
    return response


@router.post("/settings/profile")
async def change_profile(request: Request) -> Response:
    account, form = own_account(request), await read_fields(request)
    try:
        await service(request, Accounts).change_profile(account, read_profile(form))
    except Refusal as refusal:
        return _settings_page(request, refusal)
    return RedirectResponse("/settings?done=profile#profile", 303)


def _settings_page(request: Request, refusal: Refusal | None = None) -> Response:
    account, language = identity_of(request).account, language_of(request)
    chosen = account and (account.face or face_of_name(account.name))
    return page(
        request,
        "home/settings.html",
        status=200 if refusal is None else 422,
        messages=i18n.client_catalogue(language),
        profile=account,
        chosen=chosen,
        parts=face_choices(chosen) if chosen else {},
        countries=country_names(language) if account else {},
        max_about=MAX_ABOUT,
        viewers=[(value, translate(language, label)) for value, label in VIEWERS.items()],
        done=request.query_params.get("done"),
        error=refusal,
    )
