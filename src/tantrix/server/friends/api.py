"""Following players, in JSON."""

from fastapi import APIRouter, Request, Response

from tantrix.server.accounts.requests import PlayerName, account_named, own_account
from tantrix.server.friends.service import Friends
from tantrix.server.http.responses import problem_answers
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.chat import Noted
from tantrix.server.protocol.friends import FollowState, FriendList

router = APIRouter()


@router.get("/api/account/friends", responses=problem_answers(403))
async def show_friends(request: Request, response: Response) -> FriendList:
    """Show the players you follow who are here, and what they play."""
    response.headers["Cache-Control"] = "no-store"
    return await service(request, Friends).friends_here(own_account(request).user_id)


@router.get("/api/players/{name}/follow", responses=problem_answers(403, 404, 422))
async def show_follow_state(name: PlayerName, request: Request, response: Response) -> FollowState:
    """Show whether you follow a player, and whether they are here."""
    response.headers["Cache-Control"] = "no-store"
    user_id, other = own_account(request).user_id, await account_named(request, name)
    return await service(request, Friends).follow_state(user_id, other)


@router.put("/api/players/{name}/follow", responses=problem_answers(403, 404, 409, 413, 422, 429, 503))
async def follow_player(name: PlayerName, request: Request) -> Noted:
    """Follow a player; two players who follow each other are friends."""
    user_id, other = own_account(request).user_id, await account_named(request, name)
    await service(request, Friends).follow(user_id, other)
    return Noted()


@router.delete("/api/players/{name}/follow", responses=problem_answers(403, 404, 422, 503))
async def unfollow_player(name: PlayerName, request: Request) -> Noted:
    """No longer follow a player."""
    user_id, other = own_account(request).user_id, await account_named(request, name)
    await service(request, Friends).unfollow(user_id, other)
    return Noted()
