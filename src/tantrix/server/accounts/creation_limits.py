"""How many games, tables, rooms and challenges a client may create, so that none can flood the lobby.

Limits apply per user and also per address, because anyone can become a new guest, and for IPv6 also per site
of 48 bits and in all. A server without a public address serves people and programs on the same machine, so
requests from this machine have no limit per address (`is_exempt`).
"""

import time
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import NamedTuple, TypeVar

from tantrix.server.accounts.network_tiers import NetworkTiers
from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import is_exempt, network_of, site_prefix
from tantrix.server.http.rate_limits import RateLimiter, widened

USER_RATE, ADDRESS_RATE = "30/minute", "60/minute"  # new games, tables and rooms
ROBOT_USER_RATE, ROBOT_ADDRESS_RATE = "6/minute", "12/minute"  # new games in which only robots play
CODE_RATE = "60/minute"  # codes of rooms that somebody types at an address
MAX_ROBOT_GAMES = 3  # of one user, in play at the same time
MAX_OPEN = 5  # tables of one user that wait for players; likewise Gobble rooms and challenges
MAX_OPEN_AT_ADDRESS = 20  # of each kind, by all users at one address
SITE_WIDTH, ALL_WIDTH = 2, 15  # shares of an address that a site, and all addresses without members, may use
HELD_S = 120.0  # a new table counts for so long although its owner has left
_REMEMBERED = 500  # per address and kind
_ORIGINS = 5000
_ALL = "all"
_T = TypeVar("_T")


class Opened(NamedTuple):
    """A table or room in a list: its id, who opened it, and whether only guests are in it."""

    id: str
    owner: str
    is_of_guests: bool


class _Made(NamedTuple):
    id: str
    user_id: str
    at_s: float


class CreationLimits:
    """Counts what clients create, in memory. `is_public`: the server has a public address."""

    def __init__(
        self,
        is_public: bool = False,
        tiers: NetworkTiers | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._is_public = is_public
        self._tiers = tiers or NetworkTiers()
        self._now_s = now_s
        self._rates = RateLimiter(now_s)
        self._made: defaultdict[tuple[str, str], deque[_Made]] = defaultdict(
            lambda: deque(maxlen=_REMEMBERED)
        )
        self._origins: dict[str, str] = {}

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

    def count_code(self, client_address: str) -> None:
        """Count a typed code of a room, so that nobody guesses them all. Raises Refusal."""
        for source, width in self._sources(client_address).items():
            if not self._rates.take(f"code at {source}", widened(CODE_RATE, width)):
                raise Refusal("too_many_codes")

    def record(self, kind: str, made_id: str, user_id: str, client_address: str) -> None:
        """Record from which address a user created a table, a room or a challenge."""
        for source in self._sources(client_address):
            self._made[kind, source].append(_Made(made_id, user_id, self._now_s()))
        self._origins[made_id] = site_prefix(client_address) or network_of(client_address)
        if len(self._origins) > _ORIGINS:
            del self._origins[next(iter(self._origins))]

    def origin_of(self, made_id: str) -> str | None:
        """Return the site or address from which something was recently created."""
        return self._origins.get(made_id)

    def in_turns(self, rows: Sequence[_T], opened: Callable[[_T], Opened], limit: int) -> list[_T]:
        """Return which rows to list, in their order: first those with accounts, then those of guests.

        Both take turns among sites, or among owners where the site is not known.
        """
        n_before: Counter[str] = Counter()
        ranks = []
        for number, row in enumerate(rows):
            row_id, owner, is_of_guests = opened(row)
            origin = self.origin_of(row_id) or owner
            ranks.append((is_of_guests, n_before[origin], number))
            n_before[origin] += 1
        return [rows[number] for number in sorted(rank[2] for rank in sorted(ranks)[:limit])]

    async def check_open(
        self,
        kind: str,
        client_address: str,
        n_waiting: Callable[[Collection[str]], Awaitable[tuple[int, int]]],
        online: Callable[[Collection[str]], Awaitable[Collection[str]]],
    ) -> None:
        """Raise Refusal if a user, or all users at an address, hold too many open tables or rooms.

        `n_waiting`: counts those of the user, and those among some ids; `online`: who of some users is here.
        A table that its owner has left is not held.
        """
        for source, width in (self._sources(client_address) or {"": 1}).items():
            made = self._made.get((kind, source), ())
            here = await online({each.user_id for each in made})
            since_s = self._now_s() - HELD_S
            held = [each.id for each in made if each.at_s >= since_s or each.user_id in here]
            n_own, n_there = await n_waiting(held)
            if n_own >= MAX_OPEN:
                raise Refusal("too_many_tables")
            if n_there >= MAX_OPEN_AT_ADDRESS * width:
                raise Refusal("too_many_at_address")

    def width(self, client_address: str) -> int:
        """Return how many times the limit for one address a client's network may use."""
        return self._tiers.width(client_address)

    def _count(self, what: str, per_user: str, per_address: str, user_id: str, client_address: str) -> None:
        is_allowed = self._rates.take(f"{what} {user_id}", per_user) and all(
            self._rates.take(f"{what} at {source}", widened(per_address, width))
            for source, width in self._sources(client_address).items()
        )
        if not is_allowed:
            raise Refusal("too_many_new_games")

    def _sources(self, client_address: str) -> dict[str, int]:
        """Return to what a creation counts, each with the number of shares that it may use."""
        if is_exempt(client_address, self._is_public):
            return {}
        width, site = self.width(client_address), site_prefix(client_address)
        found = {network_of(client_address): width}
        if site is not None:
            found[site] = max(SITE_WIDTH, width)
        return found if width > 1 else found | {_ALL: ALL_WIDTH}
