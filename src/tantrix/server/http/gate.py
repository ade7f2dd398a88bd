"""Limits on the connections of a server, which leave open files for players.

Requests and sockets have a share each, so neither can use up the open files of the other. When the share of
requests is full, the connection on which the server has waited longest for a request is closed.
"""

import resource
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Protocol

from tantrix.i18n import gettext as _

RESERVED_FILES = 128  # for the database, its log, the bus, templates and catalogues
MIN_CONNECTIONS = 48  # on a system that allows very few open files
ANY = "*"  # proxies at any address


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most connections at a time: for requests and for sockets, in total and per address."""

    requests: int
    sockets: int
    requests_per_address: int = 64
    sockets_per_address: int = 128


class IdleConnection(Protocol):
    """A connection that can be closed while it serves no request."""

    def give_way(self) -> None: ...


def bounds_of(n_files: int) -> Bounds:
    """Divide a number of open files, less a reserve: a third for requests, the rest for sockets."""
    free = max(MIN_CONNECTIONS, n_files - RESERVED_FILES)
    return Bounds(free // 3, free - free // 3)


def raise_file_limit() -> int:
    """Raise the limit of open files to the most that the system allows this process, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def proxies_of(proxies: Sequence[str]) -> Callable[[str], bool]:
    """Return a predicate for the addresses of proxies, each of which stands for many clients.

    `proxies` lists addresses and networks; `*` stands for all.
    """
    networks = [ip_network(each, strict=False) for each in proxies if each != ANY]

    @lru_cache(4096)
    def is_proxy(address: str) -> bool:
        own = _network(address)
        return ANY in proxies or (own is not None and any(own[0] in network for network in networks))

    return is_proxy


def check_proxy(text: str) -> str:
    """Return the address or network of a proxy in normal form. Raises ValueError for anything else."""
    network = _network(text)
    if text != ANY and network is None:
        sentence = _("expected the address or network of a proxy, like 127.0.0.1 or 10.0.0.0/8, got {text}")
        raise ValueError(sentence.format(text=text))
    return text if network is None or "/" not in text else str(network)


class Gate:
    """The connections of a server, counted by address; proxies have no limit per address."""

    def __init__(self, bounds: Bounds, is_proxy: Callable[[str], bool] | None = None) -> None:
        self._bounds = bounds
        self._is_proxy = is_proxy or proxies_of(())
        self._requests: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._waiting: dict[IdleConnection, str] = {}  # in the order in which they started to wait
        self.n_requests = 0
        self.n_sockets = 0

    def enter(self, address: str) -> bool:
        """Admit a connection, closing a waiting one if necessary; return False if there is still no room."""
        if self._has_its_share(address):
            self._close_oldest(address)
        elif self.n_requests >= self._bounds.requests:
            self._close_oldest(None)
        if self.n_requests >= self._bounds.requests or self._has_its_share(address):
            return False
        self._requests[address] += 1
        self.n_requests += 1
        return True

    def leave(self, address: str, connection: IdleConnection) -> None:
        """Remove a connection that was admitted."""
        self._waiting.pop(connection, None)
        self._requests[address] -= 1
        self.n_requests -= 1
        if not self._requests[address]:
            del self._requests[address]

    def wait(self, address: str, connection: IdleConnection) -> None:
        """Record that the server waits for a connection's next request."""
        self._waiting[connection] = address

    def request_received(self, connection: IdleConnection) -> None:
        """Record that a connection's request has arrived."""
        self._waiting.pop(connection, None)

    def enter_socket(self, address: str) -> bool:
        """Admit a socket; return False if there is no room."""
        has_its_share = self._sockets[address] >= self._bounds.sockets_per_address
        if self.n_sockets >= self._bounds.sockets or (has_its_share and not self._is_proxy(address)):
            return False
        self._sockets[address] += 1
        self.n_sockets += 1
        return True

    def leave_socket(self, address: str) -> None:
        """Remove a socket that was admitted."""
        self._sockets[address] -= 1
        self.n_sockets -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def _has_its_share(self, address: str) -> bool:
        is_full = self._requests[address] >= self._bounds.requests_per_address
        return is_full and not self._is_proxy(address)

    def _close_oldest(self, address: str | None) -> None:
        oldest = next((one for one, its in self._waiting.items() if address in (None, its)), None)
        if oldest is not None:
            oldest.give_way()


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None
