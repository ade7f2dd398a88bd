"""The devices on which tests open pages, and the type of the fixture `new_page`."""

from collections.abc import Callable

from playwright.sync_api import Page

from scripts.pictures.chromium import DESK
from scripts.pictures.chromium import PHONE as PHONE

DESKTOP = {**DESK, "locale": "en-GB"}

NewPage = Callable[..., Page]
