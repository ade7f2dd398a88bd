"""Requests to push services, whose addresses come from browsers and are not trusted.

A request goes only over TLS, only to public addresses on the internet, and to exactly the address that was
checked, so that a host name whose address changes in between cannot reach the internal network. Redirects are
not followed, responses are not read, and a request ends after `SEND_S` whatever the other side does.
"""

import socket
import ssl
from collections.abc import Callable, Mapping
from functools import cache
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from tantrix.server.background import start_timer

SEND_S = 20
_STEP_S = 10
MAX_ENDPOINT = 1000

_Address = IPv4Address | IPv6Address
_TUNNELS = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"), ip_network("2002::/16"))


class PushTransport:
    """Sends to push services.

    `is_allowed`: whether an address may be reached; `make_context`: makes the settings of TLS for the first
    request, which takes 30 ms because it reads all certificates of the machine.
    """

    def __init__(
        self,
        is_allowed: Callable[[_Address], bool] | None = None,
        make_context: Callable[[], ssl.SSLContext] = ssl.create_default_context,
    ) -> None:
        self._is_allowed = is_allowed or is_public
        self._context = cache(make_context)

    def post(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send a message and return the status of the response. Blocks.

        Raises OSError if the service cannot be reached, and ValueError for an address that is not allowed.
        """
        parts = checked_endpoint(endpoint)
        host, port = parts.hostname or "", parts.port or 443
        address = self._address_of(host, port)
        plain = socket.create_connection((address, port), timeout=_STEP_S)
        deadline = start_timer(SEND_S, lambda: _cut(plain))
        try:
            with self._context().wrap_socket(plain, server_hostname=host) as encrypted:
                connection = HTTPConnection(host, port)
                connection.sock = encrypted
                path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
                connection.request("POST", path, body, dict(headers))
                return connection.getresponse().status
        except HTTPException as error:
            raise OSError(f"no HTTP response: {type(error).__name__}") from error
        finally:
            deadline.cancel()
            plain.close()

    def _address_of(self, host: str, port: int) -> str:
        """Return the address of a host. Raises ValueError unless all of its addresses may be reached."""
        found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        if not found or not all(self._is_allowed(ip_address(each.partition("%")[0])) for each in found):
            raise ValueError("expected a push service at a public address")
        return found[0]


def checked_endpoint(endpoint: str) -> SplitResult:
    """Return the parts of the address of a push service. Raises ValueError if it cannot be used."""
    parts = urlsplit(endpoint)
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    has_user = parts.username is not None or parts.password is not None
    if parts.scheme != "https" or not parts.hostname or has_user or not is_plain:
        raise ValueError("expected the address of a push service that begins with https://")
    if len(endpoint) > MAX_ENDPOINT or parts.port == 0:
        raise ValueError(f"expected an address of at most {MAX_ENDPOINT} characters, got {len(endpoint)}")
    return parts


def is_public(address: _Address) -> bool:
    """Return whether an address is on the public internet, not on this machine or a private network."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in _TUNNELS):
            return False
    return address.is_global and not address.is_multicast


def _cut(plain: socket.socket) -> None:
    """End a connection while a thread waits for it."""
    try:
        plain.shutdown(socket.SHUT_RDWR)
    except OSError:  # it has already ended
        return
