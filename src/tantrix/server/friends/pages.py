"""The page of friends, and the forms that follow a player."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from tantrix.server.accounts.requests import (
    PlayerName,
    account_named,
    identity_of,
    own_account,
    sign_in_first,
)
from tantrix.server.friends.service import Friends
from tantrix.server.http.forms.fields import own_path, read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import page
from tantrix.server.protocol.friends import FollowListName

router = APIRouter(include_in_schema=False)


@router.get("/friends")
async def friends_page(
    request: Request,
    which: Annotated[FollowListName, Query(alias="list")] = "following",
    number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1,
) -> Response:
    account, friends = identity_of(request).account, service(request, Friends)
    if account is None:
        return sign_in_first(request)
    return page(
        request,
        "friends/friends.html",
        friends=await friends.friends_here(account.user_id),
        which=which,
        listed=await friends.listed(account.user_id, which, number),
    )


@router.get("/friends/here")
async def here_part(request: Request) -> Response:
    """Return the part of the page that changes while it is open."""
    friends = await service(request, Friends).friends_here(own_account(request).user_id)
    return page(request, "friends/here.html", friends=friends)


@router.post("/players/{name}/follow")
async def follow(name: PlayerName, request: Request) -> Response:
    account, other = own_account(request), await account_named(request, name)
    await service(request, Friends).follow(account.user_id, other)
    return await _back(request)


@router.post("/players/{name}/unfollow")
async def unfollow(name: PlayerName, request: Request) -> Response:
    account, other = own_account(request), await account_named(request, name)
    await service(request, Friends).unfollow(account.user_id, other)
    return await _back(request)


async def _back(request: Request) -> Response:
    return RedirectResponse(own_path((await read_fields(request)).get("next", "/friends")), 303)
