"""How many games, tables, rooms and challenges a client may create, so that none can flood the lobby.

Limits apply per user and also per address, because anyone can become a new guest. A server without a public
address serves people and programs on the same machine, so requests from this machine have no limit per
address (`is_exempt`).
"""

from collections import defaultdict, deque

from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import is_exempt, network_of
from tantrix.server.http.rate_limits import RateLimiter

USER_RATE, ADDRESS_RATE = "30/minute", "60/minute"  # new games, tables and rooms
ROBOT_USER_RATE, ROBOT_ADDRESS_RATE = "6/minute", "12/minute"  # new games in which only robots play
MAX_ROBOT_GAMES = 3  # of one user, in play at the same time
MAX_OPEN = 5  # tables of one user that wait for players; likewise Gobble rooms and challenges
MAX_OPEN_AT_ADDRESS = 20  # of each kind, by all users at one address
_REMEMBERED = 200  # ids per address and kind


class CreationLimits:
    """Counts what clients create, in memory. `is_public`: the server has a public address."""

    def __init__(self, is_public: bool = False) -> None:
        self._is_public = is_public
        self._rates = RateLimiter()
        self._made: defaultdict[tuple[str, str], deque[str]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    def count(self, user_id: str, client_address: str) -> None:
        """Count a new game, table or room. Raises Refusal if there were too many in a minute."""
        self._count("game", USER_RATE, ADDRESS_RATE, user_id, client_address)

    def count_robot_game(self, user_id: str, client_address: str, n_in_play: int) -> None:
        """Count a new game in which only robots play. `n_in_play`: how many the user has running.

        Raises Refusal if that is too many, or if the user or address has started too many in a minute.
        """
        if n_in_play >= MAX_ROBOT_GAMES:
            raise Refusal("too_many_robot_games")
        self._count("robots", ROBOT_USER_RATE, ROBOT_ADDRESS_RATE, user_id, client_address)

    def check_open(self, n_own: int, n_at_address: int) -> None:
        """Raise Refusal if a user, or all users at an address, have too many open tables or rooms."""
        if n_own >= MAX_OPEN:
            raise Refusal("too_many_tables")
        if n_at_address >= MAX_OPEN_AT_ADDRESS:
            raise Refusal("too_many_at_address")

    def record(self, kind: str, made_id: str, client_address: str) -> None:
        """Record the address from which a table, a room or a challenge was created."""
        if not self._is_free(client_address):
            self._made[kind, network_of(client_address)].append(made_id)

    def made_at(self, kind: str, client_address: str) -> list[str]:
        """List the ids of what was recently created from an address, whether or not it still exists."""
        return [*self._made.get((kind, network_of(client_address)), ())]

    def _count(self, what: str, per_user: str, per_address: str, user_id: str, client_address: str) -> None:
        is_allowed = self._rates.take(f"{what} {user_id}", per_user)
        shared = f"{what} at {network_of(client_address)}"
        if not is_allowed or not (self._is_free(client_address) or self._rates.take(shared, per_address)):
            raise Refusal("too_many_new_games")

    def _is_free(self, client_address: str) -> bool:
        return is_exempt(client_address, self._is_public)
