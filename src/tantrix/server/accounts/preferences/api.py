"""What an account has chosen and read, in JSON."""

from fastapi import APIRouter, Request, Response

from tantrix.server.accounts.preferences.language import follow_language, keep_language
from tantrix.server.accounts.preferences.service import Preferences
from tantrix.server.accounts.requests import is_own_name, own_account
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.preferences import PreferenceList, PreferenceReport

router = APIRouter()


@router.get("/api/account/preferences", responses=problem_answers(403))
async def list_preferences(request: Request, response: Response) -> PreferenceList:
    """List what you have chosen and read: settings, steps of the lessons, tips."""
    response.headers["Cache-Control"] = "no-store"
    user_id = own_account(request).user_id
    return PreferenceList(preferences=await service(request, Preferences).all_of(user_id))


@router.post("/api/account/preferences", responses=problem_answers(400, 403, 409, 413, 422, 429, 503))
async def keep_preferences(report: PreferenceReport, request: Request, response: Response) -> PreferenceList:
    """Report what you have chosen and read; the response is everything that the account knows.

    Of two values of a name the later one is kept, so sending the same report again changes nothing. If a
    report names an account, it is refused unless that account sends it.
    """
    response.headers["Cache-Control"] = "no-store"
    account = own_account(request)
    if not is_own_name(request, report.account):
        raise Refusal(
            "other_account", f"account: expected {account.name!r} or nothing, got {report.account!r}"
        )
    await keep_language(request, account.user_id)
    kept = await service(request, Preferences).keep(account.user_id, report.preferences)
    await follow_language(request, response, account.user_id)
    return PreferenceList(preferences=kept)
