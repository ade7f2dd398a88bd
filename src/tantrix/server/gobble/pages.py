"""The pages of Gobble: the page for opening and finding rooms, and the page of a room."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.accounts.requests import client_address_of, identity_of, session_user_id
from tantrix.server.gobble.api import RushId
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.http.networks import is_loopback, lan_address
from tantrix.server.http.previews import Preview
from tantrix.server.http.qr_code import qr_code
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.gobble import RushRoomView
from tantrix.server.settings import Settings
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.seats import shown_name

_GOBBLE = gettext_noop(
    "Everybody plays at once. Flip a tile, find its place, be first – and whoever fills a forced space calls"
    " Gobble! and gives a tile away."
)

router = APIRouter(include_in_schema=False)


@router.get("/gobble")
async def show_rooms(request: Request, code: Annotated[str, Query(max_length=40)] = "") -> Response:
    """Show the page for opening and finding rooms, or lead to the room of a typed `code`."""
    hub = service(request, GobbleHub)
    if code:
        service(request, CreationLimits).count_code(client_address_of(request))
        if (rush_id := await hub.with_code(code)) is not None:
            return RedirectResponse(f"/gobble/{rush_id}", status_code=303)
    lobby = await hub.lobby(session_user_id(request))
    account = identity_of(request).account
    return page(
        request,
        "gobble/rooms.html",
        lobby=lobby.model_dump(mode="json"),
        messages=i18n.client_catalogue(language_of(request)),
        name="" if account is None else account.name,
        code=code,
        preview=_rooms_preview(language_of(request)),
    )


@router.get("/gobble/{rush_id}")
async def show_room(rush_id: RushId, request: Request) -> Response:
    welcome = await service(request, GobbleHub).welcome(rush_id, session_user_id(request))
    account = identity_of(request).account
    own = str(request.base_url.replace(path=welcome.room.url))
    lan_url = service(request, Settings).lan_url
    is_here_only = is_loopback(request.base_url.hostname)
    address = f"{lan_url.rstrip('/')}{welcome.room.url}" if is_here_only and lan_url else own
    reach = "all" if not is_here_only else "network" if lan_url else "here"
    return page(
        request,
        "gobble/room.html",
        welcome=welcome.model_dump(mode="json"),
        address=address,
        reach=reach,
        lan=_lan_address(request) if reach == "here" else "",
        code="" if reach == "here" else qr_code(address),
        preview=_room_preview(welcome.room, language_of(request)),
        messages=i18n.client_catalogue(language_of(request)),
        name="" if account is None else account.name,
    )


def _lan_address(request: Request) -> str:
    """Return where phones would find this server if it served the local network; empty without a network."""
    lan = lan_address()
    return "" if lan is None else f"http://{lan}:{request.base_url.port or 80}/gobble"


def _rooms_preview(language: str) -> Preview:
    return Preview(translate(language, _GOBBLE))


def _room_preview(room: RushRoomView, language: str) -> Preview:
    """Say who invites to a room of the list that waits; of other rooms, only what Gobble is."""
    host = room.host.name
    if not room.is_listed or room.phase != "waiting" or not host:
        return _rooms_preview(language)
    title = translate(language, gettext_noop("{name} invites you to Gobble."))
    return Preview(translate(language, _GOBBLE), title.format(name=shown_name(host, language)))
