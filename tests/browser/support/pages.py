"""The devices on which tests open pages, and the type of the fixture `new_page`."""

import json
from collections.abc import Callable

from playwright.sync_api import Page

from scripts.pictures.chromium import DESKTOP
from scripts.pictures.chromium import PHONE as PHONE
from tantrix.server.wording.catalogues import COOKIE

# Animations take as much processor time as all else; tests about them open a `moving_page`.
# The languages that have every test of the pages; the others have the quick ones.
THOROUGH = ("en", "ru", "pl")
TURNED_PHONE = {**PHONE, "viewport": {"width": 844, "height": 390}}
# A service worker saves the site after a few seconds and sends requests that tests want to answer themselves:
# only the tests about it have one.
ENGLISH_DESKTOP = {**DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
DESKTOP_WITH_WORKER = {**ENGLISH_DESKTOP, "service_workers": "allow"}

NewPage = Callable[..., Page]
Filmed = Callable[[bytes], Page]


def sign_up(page: Page, name: str) -> Page:
    """Create an account for the player of a page; return the page."""
    answer = page.request.post("/sign-up", form={"name": name, "password": "correct horse battery"})
    assert answer.ok, answer.text()
    return page


def stored(name: str, value: str) -> str:
    """Return the script that stores a preference in a browser that has none, such as `setting/theme`."""
    text = json.dumps({"entries": {name: {"value": value, "at": 1}}})
    return f"localStorage.setItem('tantrix.preferences', {json.dumps(text)})"


def set_language(page: Page, language: str) -> None:
    """Show all pages in a language, as if its name was chosen at their foot."""
    page.context.add_cookies([{"name": COOKIE, "value": language, "domain": "127.0.0.1", "path": "/"}])
