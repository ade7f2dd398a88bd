"""Creating a game from a request."""

from functools import partial

from fastapi import Request

from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.accounts.guest_names import check_seats
from tantrix.server.accounts.requests import client_address_of, identity_of
from tantrix.server.cluster.online import OnlineUsers
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.lobby import NewGame

_TABLE = "table"  # a kind of object that `CreationLimits` counts


async def create(request: Request, new: NewGame, user_id: str) -> str:
    """Create a game for a user and return its id.

    Raises Refusal if the game is rated and the user has no account, a name is not allowed, or the options
    contradict each other.
    """
    account = identity_of(request).account
    if new.rated and account is None:
        raise Refusal("account_needed")
    if account is not None:
        new = _named(new, account.name)
    check_seats(request, new)
    await _check_limits(request, new, user_id)
    try:
        game_id = await service(request, Hub).create(new, user_id)
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error
    service(request, CreationLimits).record(_TABLE, game_id, user_id, client_address_of(request))
    return game_id


async def _check_limits(request: Request, new: NewGame, user_id: str) -> None:
    """Raise Refusal if a client creates too many games, or has too many open tables."""
    limits, hub, client_address = (
        service(request, CreationLimits),
        service(request, Hub),
        client_address_of(request),
    )
    if any(seat.kind == "open" for seat in new.seats):
        online = service(request, OnlineUsers).among
        await limits.check_open(_TABLE, client_address, partial(hub.n_waiting, user_id), online)
    if all(seat.kind == "robot" for seat in new.seats):
        limits.count_robot_game(user_id, client_address, hub.n_robot_games(user_id))
    limits.count(user_id, client_address)


def _named(new: NewGame, name: str) -> NewGame:
    """Give the first person the account's name, if they have no name or the game is rated."""
    first = next((n for n, seat in enumerate(new.seats) if seat.kind == "person"), None)
    if first is None or (new.seats[first].name and not new.rated):
        return new
    seats = [*new.seats]
    seats[first] = seats[first].model_copy(update={"name": name})
    return new.model_copy(update={"seats": seats})
