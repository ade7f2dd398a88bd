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

from tantrix._tools.languages import gettext as _
from tantrix.server.http.networks import network_of, site_prefix

RESERVED_FILES = 128  # for the database, its log, the bus, templates and catalogues
MIN_CONNECTIONS = 48  # on a system that allows very few open files
ANY = "*"  # proxies at any address


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most connections at a time: for requests and for sockets, in total and per address.

    The addresses of an IPv6 network of 64 bits count as one; the networks of one site, with 48 bits in
    common, may have a quarter of the total.
    """

    requests: int
    sockets: int
    requests_per_address: int = 256
    sockets_per_address: int = 512


class IdleConnection(Protocol):
    """A connection that can be closed while it serves no request."""

    def give_way(self) -> None: ...


def bounds_of(n_files: int) -> Bounds:
    """Divide a number of open files, less a reserve: a third for requests, the rest for sockets."""
    free = max(MIN_CONNECTIONS, n_files - RESERVED_FILES)
    requests = free // 3
    return Bounds(requests, free - requests, min(256, max(64, requests // 2)))


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
        sentence = _("a proxy must be an address or a network, like 127.0.0.1 or 10.0.0.0/8, not {text}")
        raise ValueError(sentence.format(text=text))
    return text if network is None or "/" not in text else str(network)


class Gate:
    """The connections of a server, counted by network; proxies have no separate limit."""

    def __init__(self, bounds: Bounds, is_proxy: Callable[[str], bool] | None = None) -> None:
        is_proxy = is_proxy or proxies_of(())
        self._requests = _Share(bounds.requests, bounds.requests_per_address, is_proxy)
        self._sockets = _Share(bounds.sockets, bounds.sockets_per_address, is_proxy)
        self._waiting: dict[IdleConnection, str] = {}  # in the order in which they started to wait

    def enter(self, address: str) -> bool:
        """Admit a connection, closing a waiting one if necessary; return False if there is still no room."""
        if (full := self._requests.full_network(address)) is not None:
            self._close_oldest(full)
        elif self._requests.is_full:
            self._close_oldest(None)
        return self._requests.add(address)

    def leave(self, address: str, connection: IdleConnection) -> None:
        """Remove a connection that was admitted."""
        self._waiting.pop(connection, None)
        self._requests.remove(address)

    def wait(self, address: str, connection: IdleConnection) -> None:
        """Record that the server waits for a connection's next request, or for its client to read."""
        self._waiting[connection] = address

    def request_received(self, connection: IdleConnection) -> None:
        """Record that the server no longer waits for a connection."""
        self._waiting.pop(connection, None)

    def enter_socket(self, address: str) -> bool:
        """Admit a socket; return False if there is no room."""
        return self._sockets.add(address)

    def leave_socket(self, address: str) -> None:
        """Remove a socket that was admitted."""
        self._sockets.remove(address)

    def _close_oldest(self, network: str | None) -> None:
        waiting = self._waiting.items()
        oldest = next((one for one, its in waiting if network is None or network in _networks(its)), None)
        if oldest is not None:
            oldest.give_way()


class _Share:
    """The connections of one kind, counted by network and site."""

    def __init__(self, total: int, per_network: int, is_proxy: Callable[[str], bool]) -> None:
        self._total, self._is_proxy = total, is_proxy
        self._bounds = (per_network, max(per_network, total // 4))
        self._counts: Counter[str] = Counter()
        self.n = 0

    @property
    def is_full(self) -> bool:
        return self.n >= self._total

    def full_network(self, address: str) -> str | None:
        """Return the network or site of an address that has its share, None if neither has."""
        if self._is_proxy(address):
            return None
        each = zip(_networks(address), self._bounds, strict=False)
        return next((network for network, bound in each if self._counts[network] >= bound), None)

    def add(self, address: str) -> bool:
        if self.is_full or self.full_network(address) is not None:
            return False
        self._counts.update(_networks(address))
        self.n += 1
        return True

    def remove(self, address: str) -> None:
        self.n -= 1
        for network in _networks(address):
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]


def _networks(address: str) -> tuple[str, ...]:
    """Return the network of an address, and the site that it belongs to if there is one."""
    site = site_prefix(address)
    return (network_of(address),) if site is None else (network_of(address), site)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None
