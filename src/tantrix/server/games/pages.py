"""The pages of games: the user's own games, a table that waits for players, and a game."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.guest_names import name_refusal
from tantrix.server.accounts.requests import identity_of, open_session, own_name, session_user_id
from tantrix.server.games.correspondence.rows import correspondence_row
from tantrix.server.games.forms import read_colour_preferences, write_form
from tantrix.server.games.hub import Hub
from tantrix.server.games.paths import GameId
from tantrix.server.games.players import MatchNames
from tantrix.server.games.room import Room
from tantrix.server.games.vacations.service import VacationService
from tantrix.server.games.views.goal import goal_of
from tantrix.server.games.views.listings import game_row
from tantrix.server.games.views.previews import game_preview, invitation_preview
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.previews import hide_from_search
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.lobby import SitRequest
from tantrix.server.protocol.text import clean_name
from tantrix.server.ratings.store import RatingStore
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.rules import rules_text
from tantrix.server.wording.seats import seats_title
from tantrix.server.wording.time_controls import control_label, terms_labels

N_LISTED = 50  # on a page
VACATION_DAYS = (1, 2, 3, 5, 7, 10, 14, 21, 28)  # offered on the page

AfterQuery = Annotated[
    str | None,
    Query(max_length=32, pattern=r"^[0-9]{1,15}\.[a-z0-9]{12}$", description="The last game shown"),
]

OffsetQuery = Annotated[int, Query(ge=0, le=100_000, description="Correspondence games that come before")]

router = APIRouter(include_in_schema=False)


@router.get("/games")
async def list_games(request: Request, after: AfterQuery = None, correspondence: OffsetQuery = 0) -> Response:
    if correspondence:
        return await _later_correspondence(request, correspondence)
    user_id, place = session_user_id(request), None
    if after is not None:
        ms, _, game_id = after.partition(".")
        place = int(ms), game_id
    games, following = (
        ([], None) if user_id is None else await service(request, Hub).page_of_games(user_id, N_LISTED, place)
    )
    is_first = after is None
    over = [game.setup.id for game in games if game.is_over]
    results = (
        await asyncio.to_thread(service(request, RatingStore).results_of, user_id, over)
        if user_id and over
        else {}
    )
    accounts = service(request, Accounts)
    return page(
        request,
        "games/list.html",
        post=await _correspondence(request, user_id if is_first else None, 0),
        vacation=await _vacation(request) if is_first else None,
        games=[game_row(game, user_id, accounts) | {"result": results.get(game.setup.id)} for game in games],
        next_url=following and f"/games?after={following[0]}.{following[1]}",
        is_first=is_first,
    )


async def _later_correspondence(request: Request, offset: int) -> Response:
    """Return the page of correspondence games after the most urgent ones."""
    found = await _correspondence(request, session_user_id(request), offset)
    return page(request, "games/correspondence.html", post=found)


async def _correspondence(request: Request, user_id: str | None, offset: int) -> dict[str, object]:
    """Return the template fields of the correspondence games of a user from a place in their list on."""
    if user_id is None:
        return {"games": [], "n_waiting": 0, "later_url": None}
    hub, accounts = service(request, Hub), service(request, Accounts)
    found = await hub.correspondence_of(user_id, N_LISTED + 1, offset)
    rows = [correspondence_row(game, user_id, accounts, language_of(request)) for game in found[:N_LISTED]]
    return {
        "games": rows,
        "n_waiting": await hub.n_correspondence_turns(user_id) if rows else 0,
        "later_url": f"/games?correspondence={offset + N_LISTED}" if len(found) > N_LISTED else None,
    }


async def _vacation(request: Request) -> dict[str, object] | None:
    """Return the template fields of the reader's vacation; None for guests."""
    account = identity_of(request).account
    if account is None:
        return None
    view = await service(request, VacationService).view(account.user_id)
    choices = [days for days in VACATION_DAYS if days <= view.n_days_left]
    return {**view.model_dump(), "choices": choices or list(range(1, view.n_days_left + 1))[:1]}


@router.get("/games/{game_id}")
async def show_game(game_id: GameId, request: Request) -> Response:
    user_id = session_user_id(request)
    room = await service(request, Hub).table(game_id)
    if room.setup.listing != "open":
        hide_from_search(request)
    if room.setup.is_waiting:
        return await _waiting_page(request, room, user_id)
    welcome = await service(request, Hub).welcome(game_id, user_id)
    match_id = room.setup.match_id if welcome.game.tournament else None
    name_match = service(request, MatchNames).name
    return page(
        request,
        "games/game.html",
        welcome=welcome.model_dump(mode="json"),
        messages=i18n.client_catalogue(language_of(request)),
        is_correspondence=room.is_correspondence and room.setup.plays(user_id),
        title=seats_title(room.setup.seats, language_of(request), room.setup.plays(user_id)),
        terms=" · ".join(terms_labels(room.setup.control, room.setup.is_rated, language_of(request))),
        event=await name_match(match_id, language_of(request)) if match_id else "",
        rematch=write_form(room.setup),
        goal=goal_of(welcome.game),
        preview=game_preview(room, language_of(request)),
    )


@router.post("/games/{game_id}/seats")
async def take_seat(game_id: GameId, request: Request) -> Response:
    form = await read_fields(request)
    response = RedirectResponse(f"/games/{game_id}", 303)
    seat = form.get("seat", "")
    name = own_name(request) or clean_name(form.get("name", "")[:40])
    wanted = SitRequest(
        seat=int(seat) if seat in ("0", "1", "2", "3") else 0,
        name=name,
        colour_preferences=read_colour_preferences(form),
    )
    user_id = open_session(request, response)
    refusal = name_refusal(service(request, Accounts), name, user_id) or await service(
        request, Hub
    ).take_seat(game_id, wanted, user_id)
    if refusal is None or refusal.code == "already_seated":
        return response
    room = await service(request, Hub).table(game_id)
    if room.setup.is_waiting:
        return await _waiting_page(request, room, user_id, refusal)
    return response


@router.post("/games/{game_id}/close")
async def close_table(game_id: GameId, request: Request) -> Response:
    refusal = await service(request, Hub).close_table(game_id, session_user_id(request))
    if refusal is not None:
        raise refusal
    return RedirectResponse("/games", 303)


async def _waiting_page(
    request: Request, room: Room, user_id: str | None, refusal: Refusal | None = None
) -> Response:
    view = await service(request, Hub).waiting_view(room, user_id)
    return page(
        request,
        "games/waiting.html",
        status=200 if refusal is None else 503 if refusal.code == "not_saved" else 409,
        preview=invitation_preview(room.setup, view, language_of(request)),
        game=view.model_dump(mode="json"),
        address=f"{request.url.scheme}://{request.headers.get('host', '')}/games/{room.setup.id}",
        control=None
        if room.setup.control is None
        else control_label(room.setup.control, language_of(request)),
        rules=rules_text(view.rules, language_of(request)),
        is_mine=room.setup.plays(user_id),
        is_owner=user_id is not None and user_id == room.setup.owner,
        is_live=not room.is_correspondence,
        error=refusal,
    )
