"""The API of notices: the list, marking as read, and the settings."""

from fastapi import APIRouter, Request, Response

from tantrix.server.accounts.requests import identity_of, own_account
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.notices.push import PushService
from tantrix.server.notices.service import NoticeService
from tantrix.server.protocol.chat import Noted
from tantrix.server.protocol.notices import (
    NoticeList,
    NoticeSettings,
    PushEnd,
    PushSubscriptionRequest,
    ReadNotices,
)

router = APIRouter()


@router.get("/api/account/notices", responses=problem_answers(403))
async def list_notices(request: Request, response: Response) -> NoticeList:
    """List the newest notices of an account."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, NoticeService).list_of(own_account(request).user_id, language_of(request))


@router.post("/api/account/notices/read", responses=problem_answers(400, 403, 413, 422, 503))
async def read_notices(which: ReadNotices, request: Request) -> Noted:
    """Mark notices as read: they are no longer delivered, and the bell does not count them."""
    await service(request, NoticeService).read(own_account(request).user_id, which)
    return Noted()


@router.get("/api/account/notice-settings", responses=problem_answers(403))
async def show_notice_settings(request: Request, response: Response) -> NoticeSettings:
    """Show which notices an account gets by which channel."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, NoticeService).settings_of(own_account(request).user_id)


@router.put("/api/account/notice-settings", responses=problem_answers(400, 403, 413, 422, 503))
async def change_notice_settings(settings: NoticeSettings, request: Request) -> Noted:
    """Change which notices an account gets by which channel."""
    await service(request, NoticeService).change_settings(own_account(request).user_id, settings)
    return Noted()


@router.post("/api/account/push", include_in_schema=False)  # for browsers, not for programs
async def subscribe(browser: PushSubscriptionRequest, request: Request) -> Noted:
    """Send push messages to a browser while its session lasts."""
    await service(request, PushService).subscribe(identity_of(request), browser, language_of(request))
    return Noted()


@router.post("/api/account/push/end", include_in_schema=False)  # for browsers, not for programs
async def end_subscription(browser: PushEnd, request: Request) -> Noted:
    """Stop sending push messages to a browser."""
    await service(request, PushService).unsubscribe(own_account(request).user_id, browser.endpoint)
    return Noted()
