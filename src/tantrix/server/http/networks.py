"""The network of an address. Limits count networks, because one client can have many addresses."""

import socket
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

NETWORK_BITS = 64  # the IPv6 prefix that a provider assigns to one household
SITE_BITS = 48  # the prefix that a provider assigns to one company, with 65,536 networks


@lru_cache(4096)
def network_of(client_address: str) -> str:
    """Return an IPv4 address unchanged, and for IPv6 the network, in which a client can have any address."""
    address = _ipv6(client_address)
    if address is None:
        return client_address
    return _prefix(address, NETWORK_BITS) if address.ipv4_mapped is None else str(address.ipv4_mapped)


@lru_cache(4096)
def site_prefix(client_address: str) -> str | None:
    """Return the IPv6 prefix of all networks that may belong to one client, None for other addresses."""
    address = _ipv6(client_address)
    if address is None or address.ipv4_mapped is not None:
        return None
    return f"{_prefix(address, SITE_BITS)}/{SITE_BITS}"


def lan_address() -> str | None:
    """Return the address of this machine in its local network, None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address for documentation, which nobody has
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if ip_address(found).is_loopback else found


def is_loopback(host: str | None) -> bool:
    """Return whether only programs on the same machine can use a host name or address."""
    if host is None or host == "localhost" or host.endswith(".localhost"):
        return host is not None
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_exempt(client_address: str, is_public: bool) -> bool:
    """Return whether limits per address do not apply to a client.

    They do not on the server's own machine, unless the server has a public address: then a proxy that does
    not forward its clients' addresses would exempt them all.
    """
    return not is_public and _is_this_machine(client_address)


def _is_this_machine(client_address: str) -> bool:
    try:
        return ip_address(client_address).is_loopback
    except ValueError:  # not an IP address, as in a test
        return True


def _ipv6(client_address: str) -> IPv6Address | None:
    try:
        address = ip_address(client_address)
    except ValueError:
        return None
    return address if isinstance(address, IPv6Address) else None


def _prefix(address: IPv6Address, n_bits: int) -> str:
    shift = 128 - n_bits
    return str(IPv6Address(int(address) >> shift << shift))
