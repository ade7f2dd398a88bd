"""The browser that sends a request: what it is called, where it is, and whether an account knows it."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from tantrix.server.accounts.sessions import user_id_of

IPV6_NETWORK_BITS = 64  # what a provider gives to one household

# The first match counts: many browsers name others too.
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
    """A browser and its place.

    `agent`: common names of the browser and its system; `host`: the address; `language`: of its pages;
    `device`: a random token in a cookie that stays after signing out, by which an account knows the device.
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
        """The address for counting: that of a household."""
        return network_of(self.host)


def agent_in_words(user_agent: str) -> str:
    """Return the common names of a browser and its system; the text itself if neither is known."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return (", ".join(filter(None, (browser, system))) or user_agent)[:120]


def network_of(host: str) -> str:
    """Return an IPv4 address as it is, and the network of an IPv6 address, which has many at will."""
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
