"""The lobby on the web: one page, which goes on over the socket."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tantrix.clock import parse_control
from tantrix.server import i18n
from tantrix.server.identity import session_owner
from tantrix.server.lobby_api import desk_of
from tantrix.server.pairing import POOLS
from tantrix.server.render import language_of, page
from tantrix.server.robot_words import robot_choices
from tantrix.server.time_controls import control_choices, control_label

router = APIRouter(include_in_schema=False)


@router.get("/lobby")
async def show_lobby(
    request: Request, invite: Annotated[str | None, Query(max_length=40, description="Whom to invite")] = None
) -> Response:
    language = language_of(request)
    lobby = await desk_of(request).lobby(session_owner(request))
    robots = [{"name": robot["name"], "label": robot["label"]} for robot in robot_choices(language)]
    controls = {choice["value"]: choice["label"] for choice in control_choices(language)}
    pooled = {pool.control: control_label(parse_control(pool.control), language) for pool in POOLS.values()}
    return page(
        request,
        "lobby.html",
        lobby=lobby.model_dump(mode="json"),
        choices={"robots": robots, "controls": {**controls, **pooled}, "invite": invite},
        messages=i18n.client_catalogue(language),
    )
