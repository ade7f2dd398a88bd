"""Browsers that keep no cookies are refused before anything begins for them; programs need none."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import person

PAGE = {"Origin": "http://testserver", "Accept": "text/html"}  # over plain HTTP, Chromium sends no more
ACCOUNT = {"name": "Anna", "password": PASSWORD}
FORMS = {  # what needs a session, or gives one
    "/games": {"seats": "2", "kind_0": "me", "kind_1": "robot:greedy"},
    "/lobby": {"pool": "rapid"},
    "/games/abcdefghijkm/seats": {"seat": "0", "name": "Anna"},
    "/sign-up": ACCOUNT,
    "/sign-in": ACCOUNT,
    "/sign-in/code": {"code": "123456"},
    "/reset/unknown": {"password": PASSWORD},
    "/settings": {"language": "pl"},
}


@pytest.fixture
def browser(settings: Settings, clock: ManualClock) -> Iterator[TestClient]:
    with TestClient(create_app(replace(settings, now_ms=clock)), follow_redirects=False) as client:
        client.headers.update(PAGE)
        yield client


@pytest.mark.parametrize(("path", "form"), FORMS.items())
def test_a_form_from_a_browser_without_cookies_comes_back_and_is_refused(
    browser: TestClient, path: str, form: dict[str, str]
) -> None:
    asked = browser.post(path, data=form)
    browser.cookies.clear()
    refused = browser.post(asked.headers["location"], data=form)

    assert asked.status_code == 307
    assert refused.status_code == 403
    assert "Your browser blocks cookies" in refused.text
    assert "set-cookie" not in refused.headers


def test_a_first_visit_that_keeps_cookies_begins_a_game(browser: TestClient) -> None:
    begun = browser.post("/games", data=FORMS["/games"], follow_redirects=True)

    assert [step.status_code for step in begun.history] == [307, 303]
    assert begun.url.path.startswith("/games/")


def test_a_reload_after_cookies_were_allowed_is_not_refused(browser: TestClient, clock: ManualClock) -> None:
    address = browser.post("/sign-up", data=ACCOUNT).headers["location"]
    browser.cookies.clear()
    clock.now_ms += 30_000

    assert browser.post(address, data=ACCOUNT, follow_redirects=True).url.path == "/"


def test_scripts_are_told_by_a_code(browser: TestClient) -> None:
    new = {"seats": [person("R", "Anna"), {"colour": "B", "kind": "robot", "robot": "greedy"}]}
    address = browser.post("/api/games", json=new).headers["location"]
    browser.cookies.clear()

    assert browser.post(address, json=new).json()["code"] == "no_cookies"
