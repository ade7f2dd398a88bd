"""Every route of the server is on a page for those who use it without a browser."""

import re

from tantrix.server.app import ROUTES
from tests.support.documentation import ROOT

PAGES = (*(ROOT / "docs/server").glob("*.md"), ROOT / "docs/play/gobble.md")
ADDRESS = re.compile(r"(?<=[\s`,(])/[\w{}./-]*")


def test_every_route_is_documented() -> None:
    routes = {_shape(getattr(route, "path", "/")) for route in ROUTES}
    documented = {
        _shape(address.rstrip(".,")) for page in PAGES for address in ADDRESS.findall(page.read_text("utf-8"))
    }

    assert len(routes) > 150
    assert sorted(routes - documented) == []


def _shape(path: str) -> str:
    """Return a path without the names of its parameters."""
    return re.sub(r"\{[^}]*\}", "{}", path)
