"""The API of the lobby: challenges, pools, and the notices that every page shows."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tantrix.server.accounts.requests import client_address_of, open_session, own_user_id, session_user_id
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.terms import begun_sentence, terms_of
from tantrix.server.protocol.chat import Noted
from tantrix.server.protocol.lobby import (
    ChallengeView,
    Lobby,
    NewChallenge,
    Notices,
    SeatTaken,
    SeekRequest,
    TakeSeat,
)
from tantrix.server.rooms.live_rooms import UnknownGame

ChallengeId = Annotated[
    str, Path(min_length=12, max_length=12, pattern="^[a-z0-9]+$", description="A challenge's id")
]

router = APIRouter()


@router.get("/api/lobby")
async def show_lobby(request: Request, response: Response) -> Lobby:
    """Show the lobby: challenges, open tables that wait or are in play, pools, and the accounts present."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, LobbyService).lobby(session_user_id(request))


@router.post(
    "/api/challenges",
    status_code=201,
    responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503),
)
async def post_challenge(new: NewChallenge, request: Request, response: Response) -> ChallengeView:
    """Post a challenge, or invite an account to a game; the game begins when all its seats are taken.

    Unless the game is by correspondence, the challenge expires when its owner has been disconnected from the
    lobby's socket for a minute, or begins another live game.
    """
    user_id = open_session(request, response)
    try:
        return await service(request, LobbyService).challenges.post(new, user_id, client_address_of(request))
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


@router.post(
    "/api/challenges/{challenge_id}/seats", responses=problem_answers(400, 403, 404, 409, 413, 422, 429, 503)
)
async def take_challenge(
    challenge_id: ChallengeId, seat: TakeSeat, request: Request, response: Response
) -> SeatTaken:
    """Take a free seat of a challenge; when the last one is taken, the game begins."""
    user_id = open_session(request, response)
    return await service(request, LobbyService).challenges.take(
        challenge_id, seat, user_id, client_address_of(request)
    )


@router.delete("/api/challenges/{challenge_id}", responses=problem_answers(403, 404, 422, 503))
async def withdraw_challenge(challenge_id: ChallengeId, request: Request) -> Noted:
    """Withdraw your challenge, decline an invitation, or give up a seat."""
    await service(request, LobbyService).challenges.withdraw(challenge_id, own_user_id(request))
    return Noted()


@router.put("/api/pairing", responses=problem_answers(400, 403, 404, 413, 422, 429, 503))
async def start_seeking(pool: SeekRequest, request: Request, response: Response) -> SeatTaken:
    """Wait in a pool, and leave any other.

    A user stays in the pool while connected to the lobby's socket, and leaves it 15 seconds after the
    connection ends.
    """
    user_id = open_session(request, response)
    return await service(request, LobbyService).quick_pairing.seek(pool, user_id, client_address_of(request))


@router.delete("/api/pairing", responses=problem_answers(403, 503))
async def stop_seeking(request: Request) -> Noted:
    """Leave the pool."""
    await service(request, LobbyService).quick_pairing.stop_seeking(own_user_id(request))
    return Noted()


@router.get("/api/notices", responses=problem_answers(403))
async def show_invitations(request: Request, response: Response) -> Notices:
    """List the user's invitations, and the user's games that have begun in the last minute.

    Games of tournaments are not among them: `/api/account/match` tells of those.
    """
    response.headers["Cache-Control"] = "no-store"
    user_id, language = own_user_id(request), language_of(request)
    notices = await service(request, LobbyService).notices(user_id)
    terms = {each.id: terms_of(each, language) for each in notices.invitations}
    begun: list[str] = []
    for url in notices.begun:
        with suppress(UnknownGame):
            room = await service(request, Hub).table(url.rpartition("/")[2])
            if room.setup.match_id is None:
                begun.append(url)
                terms[url] = begun_sentence(room, user_id, language)
    return notices.model_copy(update={"begun": begun, "terms": terms})
