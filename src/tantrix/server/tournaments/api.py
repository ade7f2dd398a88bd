"""The API of tournaments: lists, a tournament, its commands, and its changes as a stream."""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import identity_of, own_account, session_user_id
from tantrix.server.community.chat_api import Number, reporter_of
from tantrix.server.community.moderation import Moderation
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.head import is_head
from tantrix.server.http.line_streams import MEDIA_TYPE, LineConnection, LineStreams
from tantrix.server.http.responses import problem_answers, stream_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.protocol.chat import Noted, ReportRequest
from tantrix.server.protocol.puzzle_runs import RunView
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import (
    NextMatchAnswer,
    TournamentBoards,
    TournamentChatRequest,
    TournamentCommand,
    TournamentInvitation,
    TournamentList,
    TournamentOptions,
    TournamentView,
)
from tantrix.server.puzzles.runs.api import run_view
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.settings import Settings
from tantrix.server.tournaments.boards import boards_of
from tantrix.server.tournaments.chat import TournamentChat
from tantrix.server.tournaments.invitations import TournamentInvitations
from tantrix.server.tournaments.matches.next import next_match
from tantrix.server.tournaments.requests import (
    TournamentId,
    answer_of,
    create_from,
    page_stamp,
    tournament_of,
)
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.store import TournamentStore
from tantrix.server.tournaments.views import tournament_listing

GAMES = "/games/"
N_RUNNING, N_UPCOMING, N_PAST = 50, 50, 30

_STREAM = stream_answers(
    MEDIA_TYPE,
    "One TournamentChanged per line, the first at once, and an empty line after ten seconds without a "
    "change. The stream ends when the server stops or after an hour: reconnect then.",
)

router = APIRouter()


@router.get("/api/tournaments")
async def list_tournaments(request: Request, response: Response) -> TournamentList:
    """List the public tournaments: those in play, those with open entries, and the last finished ones."""
    response.headers["Cache-Control"] = "no-store"
    return await asyncio.to_thread(lists_of, service(request, TournamentStore), language_of(request))


@router.get("/api/account/match")
async def show_next_match(request: Request, response: Response) -> NextMatchAnswer:
    """Show the next tournament match of the account; null without one, and for guests."""
    response.headers["Cache-Control"] = "no-store"
    account, tournaments = identity_of(request).account, service(request, Tournaments)
    if account is None:
        return NextMatchAnswer(match=None)
    ids = await asyncio.to_thread(service(request, TournamentStore).in_play_of, account.user_id)
    found = [await tournaments.find(tournament_id) for tournament_id in ids]
    language, face_of = language_of(request), service(request, Accounts).face_of
    match = await asyncio.to_thread(next_match, found, account.user_id, language, face_of)
    if match is None or not match.url.startswith(GAMES):
        return NextMatchAnswer(match=match)
    terms = next(each.now.terms for each in found if f"/tournaments/{each.row.id}" == match.tournament_url)
    hub, now_ms = service(request, Hub), service(request, Settings).play_ms()
    with suppress(UnknownGame):
        room = await hub.known(match.url.removeprefix(GAMES))
        at_ms = hub.arrivals.missed_at_ms(room, account.user_id, terms.no_show_ms, now_ms)
        wait_ms = room.countdown_ms(now_ms)
        times = {"called_until": at_ms, "clock_at": now_ms + wait_ms if wait_ms else None}
        shown = {name: None if ms is None else print_time(ms) for name, ms in times.items()}
        match = match.model_copy(update=shown)
    return NextMatchAnswer(match=match)


@router.post(
    "/api/tournaments", status_code=201, responses=problem_answers(400, 403, 409, 413, 422, 429, 503)
)
async def create_tournament(options: TournamentOptions, request: Request) -> TournamentView:
    """Create a tournament with open entries; you are its organiser."""
    tournaments = service(request, Tournaments)
    try:
        tournament_id = await create_from(request, options, own_account(request))
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error
    return await answer_of(request, await tournaments.find(tournament_id))


@router.get("/api/tournaments/{tournament_id}", responses=problem_answers(404, 422))
async def show_tournament(
    tournament_id: TournamentId, request: Request, response: Response
) -> TournamentView:
    """Show the current state of a tournament."""
    response.headers["Cache-Control"] = "no-store"
    return await answer_of(request, await tournament_of(request, tournament_id))


@router.get("/api/tournaments/{tournament_id}/boards", responses=problem_answers(404, 422))
async def list_boards(tournament_id: TournamentId, request: Request, response: Response) -> TournamentBoards:
    """List the games in play, and where it is your turn: a list for hosts of simuls."""
    response.headers["Cache-Control"] = "no-store"
    found = await tournament_of(request, tournament_id)
    turns = await asyncio.to_thread(service(request, TournamentStore).turns, tournament_id)
    return TournamentBoards(boards=boards_of(found, turns, session_user_id(request)))


@router.post(
    "/api/tournaments/{tournament_id}/commands",
    responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503),
)
async def command_tournament(
    tournament_id: TournamentId, command: Annotated[TournamentCommand, Body()], request: Request
) -> TournamentView:
    """Enter, withdraw, arrange a match, or run a tournament of your own. Repeating a command is harmless."""
    try:
        found = await service(request, Tournaments).do(tournament_id, command, own_account(request))
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error
    return await answer_of(request, found)


@router.post("/api/tournaments/{tournament_id}/race", responses=problem_answers(403, 404, 409, 422, 429, 503))
async def begin_tournament_race(tournament_id: TournamentId, request: Request) -> RunView:
    """Take part in a puzzle race: your run, which begins with the first call. Answer as in other runs."""
    account = own_account(request)
    run = await service(request, Tournaments).race(tournament_id, account.user_id)
    return await run_view(request, run, account.user_id, was_right=False)


@router.post(
    "/api/tournaments/{tournament_id}/invitations",
    responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503),
)
async def invite_to_tournament(
    tournament_id: TournamentId, invitation: TournamentInvitation, request: Request
) -> Noted:
    """Invite a friend to a tournament that you run or have entered; each player gets one invitation to it."""
    found = await tournament_of(request, tournament_id)
    await service(request, TournamentInvitations).invite(found, own_account(request), invitation.name)
    return Noted()


@router.post(
    "/api/tournaments/{tournament_id}/chat", responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503)
)
async def write_in_tournament(
    tournament_id: TournamentId, message: TournamentChatRequest, request: Request
) -> Noted:
    """Write in the chat of a tournament; requires an account."""
    await tournament_of(request, tournament_id)
    await service(request, TournamentChat).post(tournament_id, own_account(request), message.text)
    service(request, Tournaments).announce(tournament_id)
    return Noted()


@router.post(
    "/api/tournaments/{tournament_id}/chat/{number}/reports",
    responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503),
)
async def report_in_tournament(
    tournament_id: TournamentId, number: Number, report: ReportRequest, request: Request
) -> Noted:
    """Report a message in the chat of a tournament to the moderators; its text is kept with the report."""
    message = await service(request, TournamentChat).reported(tournament_id, number)
    await service(request, Moderation).report_message(reporter_of(request), message, report)
    return Noted()


@router.get(
    "/api/tournaments/{tournament_id}/events",
    response_class=Response,
    responses={**_STREAM, **problem_answers(404, 422)},
)
async def follow_tournament(tournament_id: TournamentId, request: Request) -> Response:
    """Follow a tournament as a stream of lines: a TournamentChanged now and after each change."""
    found, tournaments = await tournament_of(request, tournament_id), service(request, Tournaments)
    stamp = await page_stamp(request, found)
    connection = LineConnection(session_user_id(request), identity_of(request).token)

    async def join() -> None:
        tournaments.watch(tournament_id, connection, stamp)

    return service(request, LineStreams).answer(
        connection, join, lambda: tournaments.leave(tournament_id, connection), is_head(request)
    )


def lists_of(store: TournamentStore, language: str) -> TournamentList:
    """Return the lists of public tournaments. Reads the database."""
    return TournamentList(
        running=[tournament_listing(row, language) for row in store.listed(["running"], N_RUNNING)],
        upcoming=[tournament_listing(row, language) for row in reversed(store.listed(["open"], N_UPCOMING))],
        past=[tournament_listing(row, language) for row in store.listed(["over"], N_PAST)],
    )
