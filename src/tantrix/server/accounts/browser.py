"""The browser that sends a request: its name, its address, and the device token by which accounts know it."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from tantrix.server.accounts.sessions import user_id_of

IPV6_NETWORK_BITS = 64  # the prefix that a provider assigns to one household

# The first match counts: many browsers also name other browsers.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser and its address.

    `agent`: the common names of the browser and its system; `host`: its IP address; `language`: of its pages;
    `device`: a random token in a cookie that outlives the session, by which an account recognises the device.
    """

    agent: str
    host: str
    language: str
    device: str

    @property
    def device_hash(self) -> str:
        """The hash of the device's token, which is what the database stores."""
        return user_id_of(self.device)

    @property
    def network(self) -> str:
        """The network to which requests from this address are counted."""
        return network_of(self.host)


def describe_agent(user_agent: str) -> str:
    """Return the common names of a browser and its system, or the user agent if neither is recognised."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return (", ".join(filter(None, (browser, system))) or user_agent)[:120]


def network_of(host: str) -> str:
    """Return an IPv4 address unchanged, and for IPv6 the network, in which a client can have any address."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    shift = 128 - IPV6_NETWORK_BITS
    return str(IPv6Address(int(address) >> shift << shift))
