"""Private notes about games, in JSON."""

from fastapi import APIRouter, Request, Response

from tantrix.server.accounts.requests import own_account
from tantrix.server.community.notes.service import GameNotes
from tantrix.server.games.paths import GameId
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.chat import GameNote, Noted

router = APIRouter()


@router.get("/api/games/{game_id}/note", responses=problem_answers(403, 404, 422))
async def show_note(game_id: GameId, request: Request, response: Response) -> GameNote:
    """Show what you have noted about a game; nobody else can read it."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, GameNotes).note(own_account(request).user_id, game_id)


@router.put("/api/games/{game_id}/note", responses=problem_answers(400, 403, 404, 413, 422, 503))
async def write_note(game_id: GameId, note: GameNote, request: Request) -> Noted:
    """Write a note about a game that you play or have played; an empty one is deleted."""
    await service(request, GameNotes).save(own_account(request).user_id, game_id, note.text)
    return Noted()
