"""The game id in a request, and creating a game from a request."""

from typing import Annotated

from fastapi import Path, Request

from tantrix.server.accounts.guest_names import check_seats
from tantrix.server.accounts.requests import identity_of
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.services import service
from tantrix.server.protocol.lobby import NewGame

GameId = Annotated[str, Path(min_length=12, max_length=12, pattern="^[a-z0-9]+$", description="A game's id")]


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
    try:
        return await service(request, Hub).create(new, user_id)
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


def _named(new: NewGame, name: str) -> NewGame:
    """Give the first person the account's name, if they have no name or the game is rated."""
    first = next((n for n, seat in enumerate(new.seats) if seat.kind == "person"), None)
    if first is None or (new.seats[first].name and not new.rated):
        return new
    seats = [*new.seats]
    seats[first] = seats[first].model_copy(update={"name": name})
    return new.model_copy(update={"seats": seats})
