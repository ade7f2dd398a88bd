"""Plans of a correspondence game, made on its board: what is laid, and who is told of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tantrix.placement import Placement
from tantrix.server.notices.timing import MAIL_AFTER_MS, PUSH_AFTER_MS
from tests.browser.support.accessibility import serious
from tests.browser.support.correspondence import begin, lay, look
from tests.browser.support.pages import PHONE, NewPage, sign_up
from tests.browser.support.person import Person
from tests.browser.support.post_office import PostOffice, open_post_office, people, subscribe
from tests.browser.support.service_worker import ServiceWorker
from tests.server.support.table import Json


@pytest.fixture
def post_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "localhost.pem"))  # of the push service
    with open_post_office(tmp_path) as office:
        yield office


def foreseen(page: Page, url: str, *placements: str) -> Json:
    """Return the position that a line of a plan leads to, whatever is drawn."""
    line = [{"placement": placement, "draw": None} for placement in placements]
    body = {"ply": look(page, url)["ply"], "lines": [line] if line else []}
    position: Json = page.request.post(f"/api{url}/plan/position", data=body).json()["position"]
    return position


def open_planner(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name="Plan ahead").click()
    expect(page.get_by_role("heading", name="Plan ahead")).to_be_focused()


def plan_reply(page: Page, url: str) -> tuple[str, str]:
    """Plan a reply to the first possible tile, at the open planner; return both."""
    planner = Person(page)
    expected = foreseen(page, url)["placements"][0]
    planner.click(Placement.parse(expected))
    expect(page.get_by_role("list", name="Line", exact=True).get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("button", name="Add to the plan")).to_be_disabled()
    reply = foreseen(page, url, expected)["placements"][0]
    planner.click(Placement.parse(reply))
    page.get_by_role("button", name="Add to the plan").click()
    expect(page.get_by_role("group", name="Line 1")).to_be_visible()
    return expected, reply


def test_a_planned_reply_is_laid_and_told_once_though_the_server_is_killed(
    notified_browser: Browser, post_office: PostOffice
) -> None:
    with people(notified_browser, post_office, "Plan Ann", "Plan Bea") as (ann, bea):
        url = begin(ann, bea, "Plan Bea", "3 days")
        open_planner(bea, url)
        ply = look(bea, url)["ply"]
        expected, reply = plan_reply(bea, url)
        for page in (ann, bea):
            page.goto("about:blank")  # who is at the table gets neither mail nor push messages
        post_office.kill()
        subscribe(ann, post_office, "ann")
        subscribe(bea, post_office, "bea")
        assert look(ann, url)["placements"][0] == expected
        lay(ann, url)
        post_office.kill()

        # Bea's plan is carried out: Ann is told once by each channel that it is her turn again, Bea is not.
        sentence = "It is your turn in the game with Plan Bea."
        post_office.advance(PUSH_AFTER_MS + 1_000)
        (pushed,) = post_office.pushed(1).values()
        assert pushed == ("ann", {"id": pushed[1]["id"], "text": sentence, "url": url, "n_waiting": 1})
        post_office.kill()
        post_office.advance(MAIL_AFTER_MS)
        assert post_office.texts(1) == [("ann", sentence)]
        ann.goto(url)
        Person(ann).sees(ply + 2)
        laid = ann.request.get(f"/api{url}").json()["laid"][-1]
        assert f"{laid['tile']}@{laid['q']},{laid['r']}^{laid['rotation']}" == reply

        # Without a plan the turn passes, and Bea is told once by each channel.
        ann.goto("about:blank")
        lay(ann, url)
        post_office.kill()
        post_office.advance(PUSH_AFTER_MS + 1_000)
        assert [name for name, _payload in post_office.pushed(2).values()] == ["ann", "bea"]
        post_office.advance(MAIL_AFTER_MS)
        assert post_office.texts(2)[-1] == ("bea", "It is your turn in the game with Plan Ann.")
        lay(bea, url)
        post_office.advance(PUSH_AFTER_MS + 1_000)
        payloads = post_office.pushed(3).values()
        post_office.advance(MAIL_AFTER_MS)
        assert [name for name, _text in post_office.texts(3)] == ["ann", "bea", "ann"]
        assert [name for name, _payload in payloads] == ["ann", "bea", "ann"]

        # Ann's browser shows each of her two messages once, even if the push service repeats them.
        ann.goto("/notices")
        worker = ServiceWorker.of(ann)
        mine = [payload for name, payload in payloads if name == "ann"]
        assert worker.shown([*mine, *mine], 2) == sorted((payload["id"], sentence) for payload in mine)


def test_a_plan_is_made_with_the_keyboard_alone(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Keys Ann"), sign_up(new_page(), "Keys Bea")
    url = begin(ann, bea, "Keys Bea", "3 days")
    open_planner(bea, url)
    planner = Person(bea)

    expected = foreseen(bea, url)["placements"][0]
    planner.type(Placement.parse(expected))
    expect(bea.get_by_role("list", name="Line", exact=True).get_by_role("listitem")).to_have_count(1)
    planner.type(Placement.parse(foreseen(bea, url, expected)["placements"][0]))
    button = bea.get_by_role("button", name="Add to the plan")
    expect(button).to_be_enabled()
    button.press("Enter")

    expect(bea.get_by_role("status").filter(has_text="Added to your plan.")).to_be_attached()
    expect(bea.get_by_role("group", name="Line 1")).to_be_visible()
    assert serious(bea) == []


def test_lines_are_shown_again_changed_and_removed(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Show Ann"), sign_up(new_page(), "Show Bea")
    url = begin(ann, bea, "Show Bea", "3 days")
    open_planner(bea, url)
    plan_reply(bea, url)

    bea.get_by_role("button", name="Show", exact=True).click()
    draw = bea.get_by_label("Draw")
    drawn = draw.locator("option").nth(1).get_attribute("value") or ""
    draw.select_option(drawn)
    expect(bea.get_by_role("img", name="if this is drawn").first).to_be_visible()
    bea.get_by_role("button", name="Add to the plan").click()
    expect(bea.get_by_role("group", name="Line 2")).to_be_visible()
    for _ in range(2):
        bea.get_by_role("button", name="Remove").first.click()
        expect(bea.get_by_role("status").filter(has_text="Removed from your plan.")).to_be_attached()
    expect(bea.get_by_role("group", name="Line 1")).to_have_count(0)
    bea.get_by_role("button", name="To the game").click()

    expect(bea.get_by_role("heading", name="Plan ahead")).to_have_count(0)
    assert bea.request.get(f"/api{url}/plan").json()["lines"] == []


def test_the_planner_goes_back_to_the_game_when_it_is_my_turn(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Turn Ann"), sign_up(new_page(**PHONE), "Turn Bea")
    url = begin(ann, bea, "Turn Bea", "3 days")
    open_planner(bea, url)
    expect(bea.get_by_role("button", name="To the game")).to_be_visible()

    while look(ann, url)["to_play"] == 0:
        lay(ann, url)

    expect(bea.get_by_role("heading", name="Plan ahead")).to_have_count(0)
    expect(bea).to_have_title("Your turn · " + bea.title().partition(" · ")[2])
