"""Names that people choose for a table without an account: none that is somebody else's.

Others could take a guest for the account, the robot or the server that is called so. What one plays at one's
own browser alone is nobody else's business: there a child may be called like its mother's account.
"""

from starlette.requests import HTTPConnection

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.names import is_reserved, is_robot_name, skeleton
from tantrix.server.accounts.requests import accounts_of, session_user_id
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.lobby import NewGame, SeatChoice

_GUEST = "guest"  # is kept for guests, who may say that they are


def check_name(connection: HTTPConnection, name: str) -> None:
    """Raise Refusal if a name is not one's own, but an account's, a robot's or the server's."""
    if refusal := refusal_of(accounts_of(connection), name, session_user_id(connection)):
        raise refusal


def check_seats(connection: HTTPConnection, new: NewGame) -> None:
    """Raise Refusal if somebody at a new table is called like somebody else, and others may see it."""
    is_seen = new.listing == "open" or any(seat.kind == "open" for seat in new.seats)
    for seat in new.seats if is_seen else []:
        if not _is_robot_s_own(seat):
            check_name(connection, seat.name)


def refusal_of(people: Accounts, name: str, user_id: str | None) -> Refusal | None:
    """Return why somebody may not go by a name, None if he may."""
    return Refusal("name_of_another") if is_of_another(people, name, user_id) else None


def is_of_another(people: Accounts, name: str, user_id: str | None) -> bool:
    """Tell whether a name, or one that looks like it, is an account's, a robot's or kept for the server."""
    account = people.named(name)
    if account is not None and account.user_id == user_id:
        return False
    if account is not None or is_robot_name(name):
        return True
    return is_reserved(name) and not skeleton(name).startswith(skeleton(_GUEST))


def _is_robot_s_own(seat: SeatChoice) -> bool:
    return seat.kind == "robot" and is_robot_name(seat.name)
