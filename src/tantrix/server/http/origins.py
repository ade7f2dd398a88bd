"""The site that a request is for (`Host`), and the site whose page sent it (`Origin`)."""

import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from tantrix.server.http.errors import Refusal

_PAGE_SCHEMES = {"ws": "http", "wss": "https"}  # for a page that opens a socket
_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.ASCII)
_PATTERN = re.compile(r"(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)", re.ASCII)
ANY_NUMBER = "any IP address"  # among names to answer for: no foreign site can have a number as its name

_Origin = tuple[str, str, int | None]  # scheme, host name and port


def check_host(headers: Headers, allowed: Sequence[str]) -> Refusal | None:
    """Return why a request for this host is refused, or None; an empty list allows every host.

    `allowed`: names as in `check_pattern`, and `ANY_NUMBER`. The port of a request does not matter.
    """
    if not allowed:
        return None
    given = headers.getlist("host")
    match = _HOST.fullmatch(given[0].lower()) if len(given) == 1 else None
    if match is None:
        return Refusal("bad_host")
    name = match["name"].rstrip(".")
    is_allowed = any(
        name.endswith(pattern[1:]) if pattern.startswith("*.") else name == pattern for pattern in allowed
    )
    if is_allowed or (ANY_NUMBER in allowed and _is_number(name)):
        return None
    return Refusal("unknown_host")


def own_hosts(address: str | None) -> tuple[str, ...]:
    """Return the names of this machine, all IP addresses and the name in the public address of a server.

    A page of a foreign site whose name leads here for a moment (DNS rebinding) has none of them.
    """
    machine = socket.gethostname().lower()
    names = ["localhost", machine, f"{machine}.local"]
    public = urlsplit(address).hostname if address else None
    return (*dict.fromkeys([*names, *([public] if public else [])]), ANY_NUMBER)


def _is_number(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name.strip("[]")))
    return False


def check_pattern(text: str) -> str:
    """Return a host name in lower case; a prefix `*.` stands for all names below it.

    Raises ValueError for anything else, such as a name with a port.
    """
    name = text.strip().lower().rstrip(".")
    if not _PATTERN.fullmatch(name):
        raise ValueError(f"expected a host name like tantrix.example or *.tantrix.example, got {text!r}")
    return name


def is_same_origin(scheme: str, headers: Headers, address: str | None = None) -> bool:
    """Return whether a request comes from a page of this site, or from a program, which sends no origin.

    `scheme`: of the request, as in an ASGI scope. `address`: the public address of the server, which also
    counts as this site, even if a proxy does not forward the scheme of its own connection.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    own = f"{_PAGE_SCHEMES.get(scheme, scheme)}://{headers.get('host', '')}"
    given = _origin_of(origin)
    return given is not None and given in (_origin_of(own), _origin_of(address or ""))


def _origin_of(url: str) -> _Origin | None:
    """Return the origin of an address; None if it is not one."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
