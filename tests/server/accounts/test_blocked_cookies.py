"""Browsers that keep no cookies are told so before a form begins anything; programs need none to begin."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.http.cookies import ROUND_TRIP_MS
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import person

PAGE = {"Origin": "http://testserver", "Accept": "text/html"}  # over plain HTTP, Chromium sends no more
ACCOUNT = {"name": "Anna", "password": PASSWORD}
GAME = {"seats": "2", "kind_0": "me", "kind_1": "robot:greedy"}
BEGINNINGS = {"/games": GAME, "/lobby": {"pool": "2-3-2"}}
FORMS = {  # what gives a cookie
    "/sign-up": ACCOUNT,
    "/sign-in": {**ACCOUNT, "name": "Berta", "next": "/games?x=1"},
    "/settings": {"language": "pl"},
}
TOLD = "Your browser blocks cookies"


@pytest.fixture
def browser(settings: Settings, clock: ManualClock) -> Iterator[TestClient]:
    with TestClient(create_app(replace(settings, now_ms=clock)), follow_redirects=False) as client:
        client.post("/sign-up", data={**ACCOUNT, "name": "Berta"})
        client.cookies.clear()
        client.headers.update(PAGE)
        yield client


def _without_cookies(browser: TestClient, address: str) -> Any:
    """Follow redirects like a browser that blocks cookies."""
    for _ in range(5):
        browser.cookies.clear()
        answer = browser.get(address)
        if answer.status_code != 303:
            return answer
        address = answer.headers["location"]
    raise AssertionError("redirected for ever")


@pytest.mark.parametrize(("path", "form"), FORMS.items())
def test_the_page_after_a_form_says_that_cookies_are_blocked(
    browser: TestClient, path: str, form: dict[str, str]
) -> None:
    sent = browser.post(path, data=form)
    shown = _without_cookies(browser, sent.headers["location"])

    assert sent.status_code == 303
    assert shown.status_code == 403 and TOLD in shown.text
    assert "set-cookie" not in shown.headers


@pytest.mark.parametrize(("path", "form"), FORMS.items())
def test_with_the_cookie_the_page_comes_under_its_own_address(
    browser: TestClient, path: str, form: dict[str, str]
) -> None:
    sent = browser.post(path, data=form)
    clean = browser.get(sent.headers["location"])
    address = clean.headers["location"]

    assert (sent.status_code, clean.status_code) == (303, 303)
    assert sent.headers["location"].startswith(address) and "cookies" not in address
    assert browser.get(address).status_code == 200


@pytest.mark.parametrize(("path", "form"), BEGINNINGS.items())
def test_a_form_that_begins_something_is_sent_again_and_refused_without_a_cookie(
    browser: TestClient, path: str, form: dict[str, str]
) -> None:
    first = browser.post(path, data=form)
    browser.cookies.clear()
    again = browser.post(first.headers["location"], data=form)

    assert first.status_code == 307 and first.headers["location"].startswith(f"{path}?")
    assert again.status_code == 403 and TOLD in again.text
    assert "set-cookie" not in again.headers


def test_a_seat_stays_free_for_others_if_the_browser_keeps_no_cookie(browser: TestClient) -> None:
    seats = [person("R", "Anna"), {"colour": "B", "kind": "open"}]
    game = browser.post("/api/games", json={"seats": seats}).json()["id"]
    browser.cookies.clear()
    form = {"seat": "1", "name": "Zoe"}

    asked = browser.post(f"/games/{game}/seats", data=form).headers["location"]
    browser.cookies.clear()
    refused = browser.post(asked, data=form)
    still_open = browser.get(f"/api/games/{game}").json()["type"]
    taken = browser.post(f"/games/{game}/seats", data=form, follow_redirects=True)

    assert (refused.status_code, still_open) == (403, "waiting")
    assert [step.status_code for step in taken.history] == [307, 303]
    assert browser.get(f"/api/games/{game}").json()["type"] != "waiting"


def test_a_game_begun_with_the_first_cookie_is_the_visitors_own(browser: TestClient) -> None:
    begun = browser.post("/games", data=GAME, follow_redirects=True)

    assert [step.status_code for step in begun.history] == [307, 303]
    assert begun.url.path.startswith("/games/") and not begun.url.query


def test_who_allows_cookies_and_sends_a_form_again_gets_what_it_begins(
    browser: TestClient, clock: ManualClock
) -> None:
    address = browser.post("/games", data=GAME).headers["location"]
    browser.cookies.clear()
    assert browser.post(address, data=GAME).status_code == 403
    clock.now_ms += ROUND_TRIP_MS

    again = browser.post(address, data=GAME, follow_redirects=True)

    assert again.url.path.startswith("/games/")


SETTINGS = {"language": "pl"}


def test_who_has_allowed_cookies_and_loads_the_page_again_begins_anew(
    browser: TestClient, clock: ManualClock
) -> None:
    address = browser.post("/settings", data=SETTINGS).headers["location"]
    assert TOLD in _without_cookies(browser, address).text
    clock.now_ms += ROUND_TRIP_MS

    again = browser.get(address, follow_redirects=True)

    assert (again.status_code, again.url.path, again.url.query) == (200, "/", b"")


def test_the_page_is_told_again_when_it_is_loaded_again_without_cookies(
    browser: TestClient, clock: ManualClock
) -> None:
    address = browser.post("/settings", data=SETTINGS).headers["location"]
    clock.now_ms += ROUND_TRIP_MS

    assert TOLD in _without_cookies(browser, address).text


def test_an_address_with_the_parameter_leads_to_no_other_site(browser: TestClient) -> None:
    browser.cookies["a"] = "b"

    away = browser.get("http://testserver//elsewhere.example/?cookies_asked_at=1")

    assert away.headers["location"] == "/"


@pytest.mark.parametrize("headers", [{"Origin": "http://testserver", "Cookie": "a=b"}, {}])
def test_a_browser_with_a_cookie_and_a_program_get_the_address_as_it_is(
    browser: TestClient, headers: dict[str, str]
) -> None:
    del browser.headers["Origin"]

    begun = browser.post("/games", data=GAME, headers=headers)

    assert "?" not in begun.headers["location"]


NEW_GAME = {"seats": [person("R", "Anna"), {"colour": "B", "kind": "robot", "robot": "greedy"}]}
SCRIPTS: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/games": ("POST", NEW_GAME),
    "/api/gobble": ("POST", {"name": "Anna"}),
    "/api/pairing": ("PUT", {"pool": "2-3-2"}),
    "/api/puzzle-runs": ("POST", {"mode": "storm"}),
    "/sign-in/passkey/options": ("POST", {}),
}


@pytest.mark.parametrize("path", SCRIPTS)
def test_a_script_whose_browser_blocks_cookies_is_refused_before_anything_begins(
    browser: TestClient, path: str
) -> None:
    method, body = SCRIPTS[path]
    headers = {"Accept": "*/*", "Tantrix-Cookies": "blocked"}

    refused = browser.request(method, path, json=body, headers=headers)

    assert (refused.status_code, refused.json()["code"]) == (403, "no_cookies")
    assert TOLD in refused.json()["detail"] and "set-cookie" not in refused.headers


def test_what_needs_no_session_works_without_cookies(browser: TestClient) -> None:
    headers = {"Accept": "*/*", "Tantrix-Cookies": "blocked"}

    answer = browser.post("/api/analysis/study", json={"n_seats": 2}, headers=headers)

    assert answer.status_code != 403
