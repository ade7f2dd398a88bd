"""Tournaments in Chromium: a club evening, entered by hand from the first name to the final order."""

import hashlib
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tantrix.competition.events.presets import PRESETS
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.photographs import LOOP, photograph

PASSWORD = "correct horse battery"
ADVANCED = {  # a field of each kind that its form has behind "Advanced", and a value for it
    "open": ("countdown_seconds", "90"),
    "championship": ("group_size", "4"),
    "all-play-all": ("round_minutes", "50"),
    "knock-out": ("n_extra_games", "1"),
    "teams": ("no_show_minutes", "10"),
    "doubles": ("round_minutes", "60"),
    "correspondence": ("round_minutes", "90"),
    "arena": ("no_show_minutes", "2"),
    "simul": ("no_show_minutes", "3"),
    "gobble-cup": ("countdown_seconds", "45"),
    "puzzle-race": ("", ""),
    "club-evening": ("round_minutes", "30"),
    "booklet": ("no_show_minutes", "6"),
}


def test_a_club_evening_is_entered_by_hand(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    assert page.request.post("/sign-up", form={"name": "Tove", "password": PASSWORD, "next": "/"}).ok
    page.goto("/tournaments/new")
    page.locator("[name=name]").fill("Club evening")
    page.locator("[name=preset]").select_option("club-evening")
    page.get_by_role("button", name="Create", exact=True).click()
    for name in ("Una", "Vic", "Wim"):
        page.locator("[name=name]").fill(name)
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(".entrants")).to_contain_text(name)
    page.get_by_role("button", name="Start now").click()

    expect(page.locator("form.scores")).to_have_count(1)
    expect(page.get_by_role("heading", name="3 entrants")).to_be_visible()

    for _ in range(3):
        _enter_result(page)

    expect(page.get_by_role("heading", name="Final order")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize(
    ("kind", "fields", "shown"),
    [
        ("doubles", {"members": "Joe, Kim"}, "Joe & Kim"),
        ("teams", {"name": "Owls", "members": "Joe, Kim, Lee, Max, Nan"}, "Owls"),
    ],
)
def test_pairs_and_teams_are_entered_by_hand(
    new_page: NewPage, kind: str, fields: dict[str, str], shown: str
) -> None:
    page = new_page(**PHONE)
    form = {"name": f"Host of {kind}", "password": PASSWORD, "next": "/"}
    assert page.request.post("/sign-up", form=form).ok
    options = {"preset": kind, "name": "Club evening", "is_listed": False, "is_by_hand": True}
    answer = page.request.post("/api/tournaments", data=options)
    assert answer.ok, answer.text()
    page.goto(f"/tournaments/{answer.json()['id']}")

    entry = page.locator("form:has([value=enter])")
    for name, value in fields.items():
        entry.locator(f"[name={name}]").fill(value)
    entry.get_by_role("button", name="Enter", exact=True).click()

    expect(page.locator(".entrants")).to_contain_text(shown)
    assert serious(page) == []


def _enter_result(page: Page) -> None:
    """Enter the scores of the only game once the page shows it without a reload."""
    form = page.locator("form.scores")
    expect(form).to_have_count(1)
    n_before = page.locator(".rulings li").count()
    form.locator("[name=first]").fill("20")
    form.locator("[name=second]").fill("11")
    form.get_by_role("button").click()
    expect(page.locator(".rulings li")).to_have_count(n_before + 1)


def test_a_result_is_counted_from_a_picture_and_confirmed_by_both(new_page: NewPage) -> None:
    page, _ = _club_evening_of(new_page, "Zora", "Una", "Vic", **PHONE)
    page.get_by_role("button", name="Start now").tap()
    page.get_by_role("link", name="Count from a picture").tap()
    page.locator("input[type=file]").last.set_input_files(
        {"name": "table", "mimeType": "image/png", "buffer": photograph(LOOP)}
    )
    entering = page.get_by_role("form", name="Enter the result")
    first = entering.get_by_role("group").first  # whose side is the first is drawn by lot
    expect(first.get_by_role("radio", name="blue")).to_be_checked()
    with page.expect_download() as saving:
        entering.get_by_role("link", name="Save the picture").tap()
    digest = hashlib.sha256(saving.value.path().read_bytes()).hexdigest()
    assert serious(page) == []

    entering.get_by_role("button", name="Enter the result").tap()
    form = page.locator("form.scores")
    expect(form.locator("[name=first]")).to_have_value("12")
    assert serious(page) == []
    form.get_by_role("button", name="Save the result").tap()
    expect(form).to_have_count(1)  # nobody has agreed yet
    form.get_by_label("Both players agree").tap()
    form.get_by_role("button", name="Save the result").tap()

    page.locator("#decisions + details > summary").tap()
    page.locator(".rulings summary", has_text="Counted from a picture").tap()
    expect(page.locator(".rulings li details").first).to_contain_text(digest)


def test_the_page_asks_again_after_an_answer_was_lost(new_page: NewPage) -> None:
    page, url = _club_evening_of(new_page, "Xeno", "Una", "Vic")
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if route.request.resource_type == "fetch" and not lost:
            lost.append(route.request.url)
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    page.route(url, lose_the_first)
    _start(page, url)

    expect(page.locator("form.scores")).to_have_count(1)
    assert lost == [url]


def test_the_page_shows_the_news_once_a_form_is_no_longer_in_use(new_page: NewPage) -> None:
    page, url = _club_evening_of(new_page, "Yara", "Una", "Vic")
    field = page.locator("form:has([value=enter]) [name=name]")
    field.fill("Wim")
    _start(page, url)
    expect(field).to_have_value("Wim")

    field.evaluate("field => field.blur()")

    expect(page.locator("form.scores")).to_have_count(1)


def _club_evening_of(new_page: NewPage, organiser: str, *names: str, **device: Any) -> tuple[Page, str]:
    """Return the organiser's page of an evening with some entrants, and its address."""
    page = new_page(**device)
    assert page.request.post("/sign-up", form={"name": organiser, "password": PASSWORD, "next": "/"}).ok
    options = {"preset": "club-evening", "name": "Club evening", "is_listed": False}
    answer = page.request.post("/api/tournaments", data=options)
    assert answer.status == 201, answer.text()
    path = f"/tournaments/{answer.json()['id']}"
    for name in names:
        entered = page.request.post(f"/api{path}/commands", data={"type": "enter", "name": name})
        assert entered.ok, entered.text()
    page.goto(path)
    return page, page.url


def _start(page: Page, url: str) -> None:
    """Start a tournament as if from another browser, so that the page has to be notified."""
    api = url.replace("/tournaments/", "/api/tournaments/")
    assert page.request.post(f"{api}/commands", data={"type": "start"}).ok


def test_every_kind_has_a_case() -> None:
    assert ADVANCED.keys() == PRESETS.keys()


@pytest.mark.parametrize("kind", ADVANCED)
def test_a_tournament_of_each_kind_is_created_by_the_form(new_page: NewPage, kind: str) -> None:
    page = new_page()
    form = {"name": f"Org {kind}", "password": PASSWORD, "next": "/"}
    assert page.request.post("/sign-up", form=form).ok
    page.goto("/tournaments/new")
    page.locator("[name=name]").fill(f"A {kind}")
    page.locator("[name=preset]").select_option(kind)
    field, value = ADVANCED[kind]
    expect(page.locator("[name=host_minutes]")).to_be_attached()
    expect(page.locator("[name=host_minutes]")).to_be_enabled(enabled=kind == "simul")
    if field:
        page.get_by_text("Advanced", exact=True).click()
        page.locator(f"[name={field}]").fill(value)
    page.get_by_role("button", name="Create", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text(f"A {kind}")
    page.goto(f"{page.url}/edit")
    if field:
        expect(page.locator(f"[name={field}]")).to_have_value(value)
