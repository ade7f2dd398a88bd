"""The language of the pages: a cookie of the browser that follows the choice of the account."""

from fastapi import Request
from starlette.responses import Response

from tantrix.server.accounts.preferences.service import Preferences
from tantrix.server.http.service_lookup import service
from tantrix.server.wording import catalogues as i18n

_YEAR_S = 365 * 24 * 3600


def give_language(response: Response, language: str) -> None:
    """Set the cookie of the language."""
    response.set_cookie(i18n.COOKIE, language, max_age=_YEAR_S, httponly=True, samesite="lax")


async def follow_language(request: Request, response: Response, user_id: str) -> None:
    """Give a browser the language that its account has chosen."""
    chosen = await service(request, Preferences).language_of(user_id)
    if chosen in i18n.LANGUAGES and chosen != request.cookies.get(i18n.COOKIE):
        give_language(response, str(chosen))


async def keep_language(request: Request, user_id: str) -> None:
    """Save the language that was chosen in a browser, unless the account has chosen one. Raises NotSaved."""
    preferences, here = service(request, Preferences), request.cookies.get(i18n.COOKIE)
    if here in i18n.LANGUAGES and await preferences.language_of(user_id) is None:
        await preferences.choose_language(user_id, str(here))
