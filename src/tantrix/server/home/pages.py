"""The start page and the form for a custom game."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import open_session, own_name, session_user_id
from tantrix.server.games.forms import chosen_player, read_form
from tantrix.server.games.hub import Hub
from tantrix.server.games.requests import create
from tantrix.server.games.views.listings import game_row
from tantrix.server.home.start_page import current_activity
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.wording.robots import opponents, start_page_robots
from tantrix.server.wording.time_controls import control_choices

N_UNFINISHED = 5

router = APIRouter(include_in_schema=False)


@router.get("/")
async def start_page(request: Request) -> Response:
    user_id, hub = session_user_id(request), service(request, Hub)
    # The rules may still be compiling; the page must not wait for them.
    is_known = user_id is not None and hub.ready.is_set()
    found = await hub.unfinished_of(user_id, N_UNFINISHED) if user_id is not None and is_known else []
    games = [game_row(game, user_id, service(request, Accounts)) for game in found]
    return page(
        request,
        "home/start.html",
        robots=start_page_robots(language_of(request)),
        games=games,
        present=await current_activity(request),
    )


@router.get("/custom")
async def custom_game(request: Request) -> Response:
    return _custom_page(request, {}, None)


@router.post("/games")
async def start_game(request: Request) -> Response:
    form = await read_fields(request)
    response = RedirectResponse("/", 303)
    user_id = open_session(request, response)
    try:
        game_id = await create(request, read_form(form, language_of(request), own_name(request)), user_id)
    except Refusal as refusal:
        return _custom_page(request, form, refusal)
    response.headers["location"] = f"/games/{game_id}"
    return response


def _custom_page(request: Request, form: Mapping[str, str], refusal: Refusal | None) -> Response:
    return page(
        request,
        "home/custom.html",
        status=200 if refusal is None else 422,
        robots=opponents(language_of(request)),
        seats=[chosen_player(form, seat, "beginner") for seat in range(4)],
        controls=control_choices(language_of(request)),
        form=form,
        error=refusal,
    )
