"""The pages of Gobble: the page for opening and finding rooms, and the page of a room."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from tantrix.server.accounts.requests import identity_of, session_user_id
from tantrix.server.gobble.api import RushId
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.http.networks import is_loopback
from tantrix.server.http.qr_code import qr_code
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.settings import Settings
from tantrix.server.wording import catalogues as i18n

router = APIRouter(include_in_schema=False)


@router.get("/gobble")
async def show_rooms(request: Request) -> Response:
    lobby = await service(request, GobbleHub).lobby(session_user_id(request))
    account = identity_of(request).account
    return page(
        request,
        "gobble/rooms.html",
        lobby=lobby.model_dump(mode="json"),
        messages=i18n.client_catalogue(language_of(request)),
        name="" if account is None else account.name,
    )


@router.get("/gobble/{rush_id}")
async def show_room(rush_id: RushId, request: Request) -> Response:
    welcome = await service(request, GobbleHub).welcome(rush_id, session_user_id(request))
    account = identity_of(request).account
    own = str(request.base_url.replace(path=welcome.room.url))
    lan_url = service(request, Settings).lan_url
    is_here_only = is_loopback(request.base_url.hostname)
    address = f"{lan_url.rstrip('/')}{welcome.room.url}" if is_here_only and lan_url else own
    return page(
        request,
        "gobble/room.html",
        welcome=welcome.model_dump(mode="json"),
        address=address,
        reach="all" if not is_here_only else "network" if lan_url else "here",
        code=qr_code(address),
        messages=i18n.client_catalogue(language_of(request)),
        name="" if account is None else account.name,
    )
