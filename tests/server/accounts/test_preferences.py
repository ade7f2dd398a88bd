"""Settings, steps of the lessons and read tips: merged from all browsers of an account, and gone with it."""

from itertools import permutations

import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.preferences.service import merge
from tantrix.server.protocol.preferences import MAX_PREFERENCES, Preference
from tantrix.server.settings import Settings
from tests.server.support.browsers import PASSWORD, Browsers
from tests.server.support.clients import rows
from tests.server.support.table import Json

ADDRESS = "/api/account/preferences"


@pytest.fixture
def browsers(client: TestClient) -> Browsers:
    return Browsers(client)


def preference(name: str, value: str, at_ms: int) -> Json:
    return {"name": name, "value": value, "at_ms": at_ms}


def report(client: TestClient, *preferences: Json) -> list[Json]:
    answer = client.post(ADDRESS, json={"preferences": [*preferences]})
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["preferences"]
    return found


def test_the_later_of_two_values_is_kept_in_any_order() -> None:
    values = [
        Preference(name="setting/theme", value=value, at_ms=at)
        for value, at in (("a", 2), ("b", 3), ("c", 3))
    ]

    found = [merge(order[:1], order[1:]) for order in permutations(values)]

    assert all(each == {"setting/theme": values[2]} for each in found)


def test_browsers_get_what_the_others_of_the_account_have_reported(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    report(ann, preference("setting/theme", "dark", 5), preference("lesson/loops/0", "done", 5))

    found = report(ann, preference("setting/theme", "light", 4), preference("tip/grey", "read", 6))

    kept = [("lesson/loops/0", "done"), ("setting/theme", "dark"), ("tip/grey", "read")]
    assert [(one["name"], one["value"]) for one in found] == kept
    assert ann.get(ADDRESS).json()["preferences"] == found
    assert report(browsers.become("BEA")) == []


def test_a_browser_with_a_fast_clock_does_not_win_for_ever(browsers: Browsers, settings: Settings) -> None:
    (found,) = report(browsers.become("ANN"), preference("setting/theme", "dark", 2**52))

    assert found["at_ms"] <= settings.now_ms()


def test_a_report_for_another_account_and_too_much_are_refused(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    full = [preference(f"tip/{n}", "read", 1) for n in range(MAX_PREFERENCES)]
    report(ann, *full)

    other = ann.post(ADDRESS, json={"account": "BEA", "preferences": []})
    more = ann.post(ADDRESS, json={"preferences": [preference("tip/more", "read", 1)]})

    assert (other.status_code, other.json()["code"]) == (403, "other_account")
    assert (more.status_code, more.json()["code"]) == (409, "too_many_preferences")


def test_preferences_are_exported_and_go_with_the_account(browsers: Browsers, settings: Settings) -> None:
    ann = browsers.become("ANN")
    report(ann, preference("setting/theme", "dark", 5))
    exported = ann.get("/account/export").json()["preferences"]

    ann.post("/account/close", data={"password": PASSWORD})

    assert exported == [preference("setting/theme", "dark", 5)]
    assert rows(settings, "SELECT name FROM preferences") == []


def test_the_language_follows_the_account(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    ann.post("/settings", data={"language": "pl"})
    ann.cookies.clear()

    ann.post("/sign-in", data={"name": "ANN", "password": PASSWORD})

    assert '<html lang="pl"' in ann.get("/help").text


def test_the_language_that_a_guest_has_chosen_becomes_that_of_the_account(browsers: Browsers) -> None:
    browsers.client.post("/settings", data={"language": "de"})
    browsers.client.post("/sign-up", data={"name": "DORA", "password": PASSWORD})

    found = report(browsers.client)

    assert [(one["name"], one["value"]) for one in found] == [("language", "de")]
