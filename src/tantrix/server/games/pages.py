"""The pages: read, decide, render."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.authentication import people_of, session_user_id, who_of
from tantrix.server.accounts.guest_names import refusal_of
from tantrix.server.archive.wording import rules_in_words
from tantrix.server.games.api import GameId, create, hub_of, open_session
from tantrix.server.games.forms import FormError, read_form, read_wishes, write_form
from tantrix.server.games.room import Room
from tantrix.server.home.start_page import present
from tantrix.server.http.form_fields import own_path, read_fields
from tantrix.server.http.problems import RefusedError
from tantrix.server.http.refusals import Refusal
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.lobby import SitRequest
from tantrix.server.protocol.text import clean_name, print_time
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.catalogues import translate
from tantrix.server.wording.robots import robot_choices
from tantrix.server.wording.seats import seats_title
from tantrix.server.wording.time_controls import control_choices, control_label

N_UNFINISHED, N_LISTED = 5, 100
_YEAR_S = 365 * 24 * 3600

router = APIRouter(include_in_schema=False)


@router.get("/")
async def start_page(request: Request) -> Response:
    return await _start_page(request, {}, None)


@router.post("/games")
async def start_game(request: Request) -> Response:
    form = await read_fields(request)
    try:
        new = read_form(form, language_of(request), _account_name(request))
    except FormError as error:
        return await _start_page(request, form, str(error))
    response = RedirectResponse("/", 303)
    try:
        game_id = await create(request, new, open_session(request, response))
    except RefusedError as error:
        return await _start_page(request, form, translate(language_of(request), error.refusal.sentence))
    response.headers["location"] = f"/games/{game_id}"
    return response


@router.get("/games")
async def list_games(request: Request) -> Response:
    user_id = session_user_id(request)
    rooms = [] if user_id is None else await hub_of(request).rooms_of(user_id, N_LISTED)
    return page(request, "games/list.html", games=[game_row(room, user_id) for room in rooms])


@router.get("/games/{game_id}")
async def show_game(game_id: GameId, request: Request) -> Response:
    user_id = session_user_id(request)
    room = await hub_of(request).table(game_id)
    if room.setup.is_waiting:
        return await _waiting_page(request, room, user_id)
    welcome = await hub_of(request).welcome(game_id, user_id)
    return page(
        request,
        "games/game.html",
        welcome=welcome.model_dump(mode="json"),
        messages=i18n.client_catalogue(language_of(request)),
        title=seats_title(room.setup.seats, language_of(request)),
        rematch=write_form(room.setup),
    )


@router.post("/games/{game_id}/seats")
async def take_seat(game_id: GameId, request: Request) -> Response:
    form = await read_fields(request)
    response = RedirectResponse(f"/games/{game_id}", 303)
    seat = form.get("seat", "")
    name = _account_name(request) or clean_name(form.get("name", "")[:40])
    wish = SitRequest(
        seat=int(seat) if seat in ("0", "1", "2", "3") else 0, name=name, wishes=read_wishes(form)
    )
    user_id = open_session(request, response)
    refusal = refusal_of(people_of(request), name, user_id) or await hub_of(request).sit(
        game_id, wish, user_id
    )
    if refusal is None or refusal.code == "already_seated":
        return response
    room = await hub_of(request).table(game_id)
    if room.setup.is_waiting:
        return await _waiting_page(request, room, user_id, refusal)
    return response


@router.post("/games/{game_id}/close")
async def close_table(game_id: GameId, request: Request) -> Response:
    refusal = await hub_of(request).close_table(game_id, session_user_id(request))
    if refusal is not None:
        raise RefusedError(refusal)
    return RedirectResponse("/games", 303)


@router.get("/help")
async def show_help(request: Request) -> Response:
    return page(request, "home/help.html")


@router.get("/settings")
async def show_settings(request: Request) -> Response:
    return page(request, "home/settings.html", messages=i18n.client_catalogue(language_of(request)))


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    form = await read_fields(request)
    response = RedirectResponse(own_path(form.get("next", "/")), 303)
    if form.get("language") in i18n.LANGUAGES:
        response.set_cookie(i18n.COOKIE, form["language"], max_age=_YEAR_S, httponly=True, samesite="lax")
    return response


def _account_name(request: Request) -> str | None:
    account = who_of(request).account
    return None if account is None else account.name


async def _waiting_page(
    request: Request, room: Room, user_id: str | None, refusal: Refusal | None = None
) -> Response:
    view = await hub_of(request).waiting_view(room, user_id)
    return page(
        request,
        "games/waiting.html",
        status=200 if refusal is None else 503 if refusal.code == "not_saved" else 409,
        game=view.model_dump(mode="json"),
        address=f"{request.url.scheme}://{request.headers.get('host', '')}/games/{room.setup.id}",
        control=None
        if room.setup.control is None
        else control_label(room.setup.control, language_of(request)),
        rules=rules_in_words(view.rules, language_of(request)),
        is_mine=room.setup.plays(user_id),
        is_owner=user_id is not None and user_id == room.setup.owner,
        error=None if refusal is None else translate(language_of(request), refusal.sentence),
    )


async def _start_page(request: Request, form: Mapping[str, str], error: str | None) -> Response:
    user_id, hub = session_user_id(request), hub_of(request)
    # The rules may still be compiling; the page must not wait for them.
    is_known = user_id is not None and hub.ready.is_set()
    rooms = await hub.unfinished_of(user_id, N_UNFINISHED) if user_id is not None and is_known else []
    return page(
        request,
        "home/start.html",
        status=200 if error is None else 422,
        robots=robot_choices(language_of(request)),
        default_robot="greedy",
        controls=control_choices(language_of(request)),
        form=form,
        error=error,
        games=[game_row(room, user_id) for room in rooms],
        present=await present(request),
    )


def game_row(room: Room, user_id: str | None) -> dict[str, object]:
    """Return what a list of games shows of one to somebody."""
    setup, game = room.setup, room.game
    wished = dict(setup.wishes)
    return {
        "id": setup.id,
        "url": f"/games/{setup.id}",
        "seats": [
            {
                "name": seat.name,
                "robot": seat.robot,
                "colour": colour.letter,
                "has_colour": not setup.is_waiting or setup.rules.teams or number in wished,
                "kind": "robot"
                if seat.robot is not None
                else "open"
                if number in setup.free_seats
                else "person",
            }
            for number, (seat, colour) in enumerate(zip(setup.seats, setup.rules.colours, strict=True))
        ],
        "ply": game.ply,
        "n_tiles": setup.rules.tile_set,
        "is_over": game.is_over,
        "is_waiting": setup.is_waiting,
        "is_rated": setup.is_rated,
        "scores": list(game.scores),
        "is_closable": setup.is_waiting and user_id is not None and user_id == setup.owner,
        "my_turn": not game.is_over and not setup.is_waiting and setup.owns(user_id, game.to_play),
        "started_at": print_time(setup.created_ms),
    }
