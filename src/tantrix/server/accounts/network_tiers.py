"""How wide the limits by address are: an address can be one person, a school or a mobile carrier."""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from tantrix.server.http.gate import proxies_of
from tantrix.server.http.networks import network_of, site_prefix
from tantrix.server.http.rate_limits import RateLimiter, widened

KNOWN_WIDTH = 50  # for a network that the operator has named
MAX_MEMBERS = 9  # who widen the limits of an address by one share each
MEMBER_S = 3600.0  # how long an address counts as a member's
MAX_NETWORKS = 10_000


class NetworkTiers:
    """The networks that the operator has named, and the members who were signed in at an address lately.

    A member's account is at least a day old, so that nobody widens a limit by signing up.
    """

    def __init__(self, known: Sequence[str] = (), now_s: Callable[[], float] = time.monotonic) -> None:
        self._is_known = proxies_of(known)
        self._now_s = now_s
        self._members: OrderedDict[str, dict[str, float]] = OrderedDict()

    def saw(self, user_id: str, client_address: str) -> None:
        """Record that a member is signed in at an address."""
        network = network_of(client_address)
        members = self._members.setdefault(network, {})
        self._members.move_to_end(network)
        if user_id in members or len(members) < MAX_MEMBERS or self._forget_old(members):
            members[user_id] = self._now_s()
        while len(self._members) > MAX_NETWORKS:
            self._members.popitem(last=False)

    def width(self, client_address: str) -> int:
        """Return how many times the limit for one address a client's network may use."""
        if self._is_known(client_address):
            return KNOWN_WIDTH
        members = self._members.get(network_of(client_address), {})
        self._forget_old(members)
        return 1 + len(members)

    def take(self, rates: RateLimiter, key: str, client_address: str, rate: str, all_rate: str) -> bool:
        """Count an action to a network, its site and, where it is nobody's that is known, in all.

        Return False, without counting it further, where there were too many.
        """
        width = self.width(client_address)
        sources = filter(None, (network_of(client_address), site_prefix(client_address)))
        is_allowed = all(rates.take(f"{key} {source}", widened(rate, width)) for source in sources)
        return is_allowed and (width > 1 or rates.take(key, all_rate))

    def _forget_old(self, members: dict[str, float]) -> bool:
        """Remove those who were not seen for long; return whether there were any."""
        since_s = self._now_s() - MEMBER_S
        old = [user_id for user_id, seen_s in members.items() if seen_s < since_s]
        for user_id in old:
            del members[user_id]
        return bool(old)
