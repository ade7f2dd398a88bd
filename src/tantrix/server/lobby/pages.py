"""The page of the lobby, which its socket keeps up to date."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from tantrix.clock import parse_control
from tantrix.server.accounts.requests import client_address_of, open_session, session_user_id
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.pools import POOLS
from tantrix.server.protocol.lobby import SeekRequest
from tantrix.server.puzzles.day_card import daily_card
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.robots import opponents
from tantrix.server.wording.time_controls import control_choices, control_label

router = APIRouter(include_in_schema=False)


@router.post("/lobby")
async def seek_in_lobby(request: Request) -> Response:
    """Enter a pool chosen on the start page; redirect to the game if it begins at once."""
    form, response = await read_fields(request), RedirectResponse("/lobby", 303)
    user_id, pool = open_session(request, response), SeekRequest(pool=form.get("pool", "")[:20])
    met = await service(request, LobbyService).quick_pairing.seek(pool, user_id, client_address_of(request))
    response.headers["location"] = met.url or "/lobby"
    return response


@router.get("/lobby")
async def show_lobby(
    request: Request,
    invite: Annotated[str | None, Query(max_length=40, description="The player to invite")] = None,
) -> Response:
    language = language_of(request)
    lobby = await service(request, LobbyService).lobby(session_user_id(request))
    controls = {choice["value"]: choice["label"] for choice in control_choices(language)}
    pooled = {pool.control: control_label(parse_control(pool.control), language) for pool in POOLS.values()}
    return page(
        request,
        "lobby/page.html",
        lobby=lobby.model_dump(mode="json"),
        choices={
            "robots": opponents(language),
            "controls": {**controls, **pooled},
            "times": list(controls),
            "invite": invite,
        },
        puzzle=await daily_card(request, language),
        messages=i18n.client_catalogue(language),
    )
