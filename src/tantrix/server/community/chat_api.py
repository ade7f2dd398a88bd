"""Mutes and reports for pages and programs, in JSON."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import (
    PlayerName,
    account_named,
    client_address_of,
    identity_of,
    own_user_id,
)
from tantrix.server.community.chat import Chat
from tantrix.server.community.lobby_chat import LobbyChat
from tantrix.server.community.moderation import Moderation, Reporter
from tantrix.server.games.paths import GameId
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.chat import ChatHistory, ChatSent, Mute, Mutes, Noted, ReportRequest, SendChat

Number = Annotated[int, Path(ge=1, le=1_000_000, description="The number of a message at the table, from 1")]
MuteId = Annotated[int, Path(ge=1, le=2**31 - 1, description="A mute's id")]

router = APIRouter()


@router.get("/api/games/{game_id}/chat", responses=problem_answers(404, 422))
async def show_chat(game_id: GameId, request: Request, response: Response) -> ChatHistory:
    """Show the chat at a table that you may read."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, Chat).history(game_id, identity_of(request).user_id)


@router.post(
    "/api/games/{game_id}/chat/{number}/mute", responses=problem_answers(403, 404, 409, 413, 422, 429, 503)
)
async def mute_speaker(game_id: GameId, number: Number, request: Request) -> Mute:
    """Mute the author of a message: you no longer receive their messages and invitations."""
    by = own_user_id(request)
    message = await service(request, Chat).visible(game_id, number, by)
    name = message.name or ""
    row = await service(request, Chat).mute(
        by, message.user_id, service(request, Accounts).name_of(message.user_id) or name
    )
    return Mute(id=row.id, name=row.name)


@router.get("/api/lobby/chat")
async def show_lobby_chat(request: Request, response: Response) -> ChatHistory:
    """Show the chat in the lobby."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, LobbyChat).history(identity_of(request).user_id)


@router.post("/api/lobby/chat", responses=problem_answers(400, 403, 409, 413, 422, 429, 503))
async def write_in_lobby(message: SendChat, request: Request) -> ChatSent:
    """Write in the lobby, with an account."""
    return await service(request, LobbyChat).post(message, identity_of(request).user_id)


@router.post("/api/lobby/chat/{number}/mute", responses=problem_answers(403, 404, 409, 413, 422, 429, 503))
async def mute_in_lobby(number: Number, request: Request) -> Mute:
    """Mute the author of a message in the lobby."""
    by = own_user_id(request)
    message = await service(request, LobbyChat).visible(number, by)
    name = service(request, Accounts).name_of(message.user_id) or ""
    row = await service(request, Chat).mute(by, message.user_id, name)
    return Mute(id=row.id, name=row.name)


@router.post(
    "/api/lobby/chat/{number}/reports", responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503)
)
async def report_in_lobby(number: Number, report: ReportRequest, request: Request) -> Noted:
    """Report a message in the lobby to the moderators; its text is kept with the report."""
    message = await service(request, LobbyChat).visible(number, own_user_id(request))
    await service(request, Moderation).report_message(reporter_of(request), message, report)
    return Noted()


@router.post("/api/players/{name}/mute", responses=problem_answers(403, 404, 409, 413, 422, 429, 503))
async def mute_player(name: PlayerName, request: Request) -> Mute:
    """Mute an account."""
    by, account = own_user_id(request), await account_named(request, name)
    row = await service(request, Chat).mute(by, account.user_id, account.name)
    return Mute(id=row.id, name=row.name)


@router.get("/api/mutes", responses=problem_answers(403))
async def list_mutes(request: Request, response: Response) -> Mutes:
    """List the players that you have muted."""
    response.headers["Cache-Control"] = "no-store"
    rows = await service(request, Chat).mutes_of(own_user_id(request))
    return Mutes(muted=[Mute(id=row.id, name=row.name) for row in rows])


@router.delete("/api/mutes/{mute_id}", responses=problem_answers(403, 404, 422, 503))
async def delete_mute(mute_id: MuteId, request: Request) -> Noted:
    """Remove a mute."""
    await service(request, Chat).unmute(own_user_id(request), mute_id)
    return Noted()


@router.post(
    "/api/games/{game_id}/chat/{number}/reports",
    responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503),
)
async def report_message(game_id: GameId, number: Number, report: ReportRequest, request: Request) -> Noted:
    """Report a message to the moderators; its text is kept with the report."""
    message = await service(request, Chat).visible(game_id, number, own_user_id(request))
    await service(request, Moderation).report_message(reporter_of(request), message, report)
    return Noted()


@router.post("/api/players/{name}/reports", responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503))
async def report_player(name: PlayerName, report: ReportRequest, request: Request) -> Noted:
    """Report a player to the moderators."""
    own_user_id(request)
    await service(request, Moderation).report_player(reporter_of(request), name, report)
    return Noted()


def reporter_of(request: Request) -> Reporter:
    """Return the user and the address that report something."""
    return Reporter(identity_of(request), client_address_of(request))
