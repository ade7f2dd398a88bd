"""Names that guests choose at a table: names of accounts, robots and the server are refused.

Otherwise players could mistake a guest for someone else. Games played in one browser are not checked.
"""

from starlette.requests import HTTPConnection

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.names import is_reserved, skeleton
from tantrix.server.accounts.requests import session_user_id
from tantrix.server.accounts.robot_names import is_robot_name
from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.lobby import NewGame, SeatChoice

_GUEST = "guest"  # reserved, but allowed for guests


def check_name(connection: HTTPConnection, name: str) -> None:
    """Raise Refusal if a name belongs to another account, a robot or the server."""
    if refusal := name_refusal(service(connection, Accounts), name, session_user_id(connection)):
        raise refusal


def check_seats(connection: HTTPConnection, new: NewGame) -> None:
    """Raise Refusal if others can see a new table and a name at it belongs to another account or a robot."""
    is_seen = new.listing == "open" or any(seat.kind == "open" for seat in new.seats)
    for seat in new.seats if is_seen else []:
        if not _is_own_robot_name(seat):
            check_name(connection, seat.name)


def name_refusal(accounts: Accounts, name: str, user_id: str | None) -> Refusal | None:
    """Return the reason why a user may not use a name, or None if they may."""
    return Refusal("name_of_another") if belongs_to_another(accounts, name, user_id) else None


def belongs_to_another(accounts: Accounts, name: str, user_id: str | None) -> bool:
    """Return whether a name looks like the name of another account, a robot or the server."""
    account = accounts.named(name)
    if account is not None and account.user_id == user_id:
        return False
    if accounts.is_taken(name) or is_robot_name(name):
        return True
    return is_reserved(name) and not skeleton(name).startswith(skeleton(_GUEST))


def _is_own_robot_name(seat: SeatChoice) -> bool:
    return seat.kind == "robot" and is_robot_name(seat.name)
