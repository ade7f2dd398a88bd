"""The browser that sends a request: its name, its address, and the device token by which accounts know it."""

from dataclasses import dataclass

from tantrix.server.accounts.sessions import user_id_of
from tantrix.server.http.networks import network_of

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

    `agent`: the common names of the browser and its system; `client_address`: its IP address; `language`: of
    its pages; `device`: a random token in a cookie that outlives the session, by which an account recognises
    the device.
    """

    agent: str
    client_address: str
    language: str
    device: str

    @property
    def device_hash(self) -> str:
        """The hash of the device's token, which is what the database stores."""
        return user_id_of(self.device)

    @property
    def network(self) -> str:
        """The network to which requests from this address are counted."""
        return network_of(self.client_address)


def describe_agent(user_agent: str) -> str:
    """Return the common names of a browser and its system, or the user agent if neither is recognised."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return (", ".join(filter(None, (browser, system))) or user_agent)[:120]
