"""The page on which an imported record is removed, or its removal is asked for."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.requests import identity_of
from tantrix.server.community.chat_api import reporter_of
from tantrix.server.community.moderation import Moderation
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.chat import MAX_CHAT_TEXT
from tantrix.server.protocol.text import clean_line
from tantrix.server.sharing.removals import RecordRemovals
from tantrix.server.wording.seats import seats_title

router = APIRouter(include_in_schema=False)


@router.get("/games/{game_id}/removal")
async def removal_page(game_id: GameId, request: Request) -> Response:
    return await _page(request, game_id)


@router.post("/games/{game_id}/removal")
async def remove_record(game_id: GameId, request: Request) -> Response:
    form, removals = await read_fields(request), service(request, RecordRemovals)
    text = clean_line(form.get("text", "")[:MAX_CHAT_TEXT])
    try:
        if form.get("action") == "ask":
            importer = removals.importer_of(await removals.imported(game_id))
            await service(request, Moderation).ask_removal(reporter_of(request), game_id, importer, text)
            return await _page(request, game_id, is_asked=True)
        await removals.remove(game_id, identity_of(request), text)
    except Refusal as refusal:
        if refusal.code in ("unknown_game", "record_removed"):
            raise
        return await _page(request, game_id, refusal)
    return RedirectResponse("/archive", 303)


async def _page(
    request: Request, game_id: str, refusal: Refusal | None = None, is_asked: bool = False
) -> Response:
    removals, identity = service(request, RecordRemovals), identity_of(request)
    imported = await removals.imported(game_id)
    is_moderator = await service(request, Moderation).is_moderator(identity)
    room = await service(request, Hub).room(game_id)
    return page(
        request,
        "sharing/removal.html",
        status=200 if refusal is None else 422,
        id=game_id,
        title=seats_title(room.setup.seats, language_of(request)),
        is_own=identity.account is not None and imported.user_id == identity.account.user_id,
        is_moderator=is_moderator,
        requests=await removals.requests(game_id) if is_moderator else [],
        is_asked=is_asked,
        error=refusal,
    )
