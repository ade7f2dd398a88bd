"""The devices on which tests open pages, and the type of the fixture `new_page`."""

from collections.abc import Callable

from browsing import DESK
from browsing import PHONE as PHONE
from playwright.sync_api import Page

DESKTOP = {**DESK, "locale": "en-GB"}

NewPage = Callable[..., Page]
