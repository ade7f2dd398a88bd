"""The pages: read, decide, render."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server import i18n
from tantrix.server.api import GameId, create, hub_of, open_session
from tantrix.server.forms import FormError, read_form, robot_choices, write_form
from tantrix.server.render import language_of, page
from tantrix.server.room import Room
from tantrix.server.sessions import session_owner
from tantrix.server.telling import print_time

N_UNFINISHED, N_LISTED = 5, 100
_YEAR_S = 365 * 24 * 3600

router = APIRouter(include_in_schema=False)


@router.get("/")
async def start_page(request: Request) -> Response:
    return await _start_page(request, {}, None)


@router.post("/games")
async def start_game(request: Request) -> Response:
    form = await _read_fields(request)
    try:
        new = read_form(form, language_of(request))
    except FormError as error:
        return await _start_page(request, form, str(error))
    response = RedirectResponse("/", 303)
    game_id = await create(request, new, open_session(request, response))
    response.headers["location"] = f"/games/{game_id}"
    return response


@router.get("/games")
async def list_games(request: Request) -> Response:
    owner = session_owner(request.cookies)
    rooms = [] if owner is None else await hub_of(request).rooms_of(owner, N_LISTED)
    return page(request, "games.html", games=[_row(room) for room in rooms])


@router.get("/games/{game_id}")
async def show_game(game_id: GameId, request: Request) -> Response:
    owner = session_owner(request.cookies)
    welcome = await hub_of(request).welcome(game_id, owner)
    room = await hub_of(request).room(game_id)
    return page(
        request,
        "game.html",
        welcome=welcome.model_dump(mode="json"),
        messages=i18n.client_catalogue(language_of(request)),
        title=", ".join(seat.name for seat in room.setup.seats),
        rematch=write_form(room.setup),
    )


@router.get("/help")
async def show_help(request: Request) -> Response:
    return page(request, "help.html")


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    form = await _read_fields(request)
    response = RedirectResponse(_own_path(form.get("next", "/")), 303)
    if form.get("language") in i18n.LANGUAGES:
        response.set_cookie(i18n.COOKIE, form["language"], max_age=_YEAR_S, httponly=True, samesite="lax")
    return response


async def _start_page(request: Request, form: Mapping[str, str], error: str | None) -> Response:
    owner, hub = session_owner(request.cookies), hub_of(request)
    # The rules may still be compiling; the page must not wait for them.
    is_known = owner is not None and hub.ready.is_set()
    rooms = await hub.unfinished_of(owner, N_UNFINISHED) if owner is not None and is_known else []
    return page(
        request,
        "start.html",
        status=200 if error is None else 422,
        robots=robot_choices(language_of(request)),
        default_robot="greedy",
        form=form,
        error=error,
        games=[_row(room) for room in rooms],
    )


async def _read_fields(request: Request) -> dict[str, str]:
    async with request.form(max_files=0, max_fields=64) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def _own_path(path: str) -> str:
    """Return a path of this site, the start page for anything else."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if is_own else "/"


def _row(room: Room) -> dict[str, object]:
    setup, game = room.setup, room.game
    return {
        "id": setup.id,
        "url": f"/games/{setup.id}",
        "seats": [
            {
                "name": seat.name,
                "colour": colour.letter,
                "kind": "person" if seat.robot is None else "robot",
            }
            for seat, colour in zip(setup.seats, setup.rules.colours, strict=True)
        ],
        "ply": game.ply,
        "n_tiles": setup.rules.tile_set,
        "is_over": game.is_over,
        "scores": list(game.scores),
        "my_turn": not game.is_over and setup.owns(setup.owner, game.to_play),
        "started_at": print_time(setup.created_ms),
    }
