"""How many games, tables, rooms and challenges a client may make, so that nobody takes over the lobby.

A client is a user, and also an address: guests are made at will. On a server without a public address, made
for people and programs on the same machine, requests from this machine have no limit per address. On a
public one they have: a proxy that does not pass on its clients' addresses must not free them all.
"""

from collections import defaultdict, deque
from ipaddress import ip_address

from tantrix.server.accounts.browser import network_of
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter

PER_USER, PER_ADDRESS = "30/minute", "60/minute"  # new games, tables and rooms
ROBOTS_PER_USER, ROBOTS_PER_ADDRESS = "6/minute", "12/minute"  # those in which only robots play
MAX_ROBOT_GAMES = 3  # of a user, in play at once
MAX_OPEN = 5  # tables of a user that wait for players; as many Gobble rooms, as many challenges
MAX_OPEN_AT_ADDRESS = 20  # of all users at an address, of each kind
_REMEMBERED = 200  # ids of an address and kind


class CreationLimits:
    """Counts what clients make, in memory. `is_public`: the server has an address for others."""

    def __init__(self, is_public: bool = False) -> None:
        self._is_public = is_public
        self._rates = RateLimiter()
        self._made: defaultdict[tuple[str, str], deque[str]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    def count(self, user_id: str, host: str) -> None:
        """Count a new game, table or room. Raises Refusal if there were too many in a minute."""
        self._count("game", PER_USER, PER_ADDRESS, user_id, host)

    def count_robot_game(self, user_id: str, host: str, n_in_play: int) -> None:
        """Count a new game in which only robots play. `n_in_play`: how many the user has running.

        Raises Refusal if these are too many, or there were too many in a minute.
        """
        if n_in_play >= MAX_ROBOT_GAMES:
            raise Refusal("too_many_robot_games")
        self._count("robots", ROBOTS_PER_USER, ROBOTS_PER_ADDRESS, user_id, host)

    def check_open(self, n_own: int, n_at_address: int) -> None:
        """Raise Refusal if a user, or all users at an address, have too many tables or rooms waiting."""
        if n_own >= MAX_OPEN:
            raise Refusal("too_many_tables")
        if n_at_address >= MAX_OPEN_AT_ADDRESS:
            raise Refusal("too_many_at_address")

    def note(self, kind: str, made_id: str, host: str) -> None:
        """Remember where a table, a room or a challenge comes from."""
        if not self._is_free(host):
            self._made[kind, network_of(host)].append(made_id)

    def made_at(self, kind: str, host: str) -> list[str]:
        """List the ids of what was lately made at an address, whether or not it is still there."""
        return [*self._made.get((kind, network_of(host)), ())]

    def _count(self, what: str, per_user: str, per_address: str, user_id: str, host: str) -> None:
        is_allowed = self._rates.take(f"{what} {user_id}", per_user)
        if not is_allowed or not (
            self._is_free(host) or self._rates.take(f"{what} at {network_of(host)}", per_address)
        ):
            raise Refusal("too_many_new_games")

    def _is_free(self, host: str) -> bool:
        return not self._is_public and _is_this_machine(host)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # not a network address at all, as in a test
        return True
