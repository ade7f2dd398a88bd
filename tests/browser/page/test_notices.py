"""The bell and the page of notices, as two people with accounts see them."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import LOOKS, out_of_reach, serious
from tests.browser.support.pages import NewPage, sign_up
from tests.browser.support.service_worker import ServiceWorker
from tests.server.support.push_endpoint import PushEndpoint


def invite(page: Page, name: str) -> None:
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    game = {"seats": seats, "control": "3 days"}
    answer = page.request.post("/api/challenges", data={"game": game, "to": name})
    assert answer.status == 201, answer.text()


def test_the_bell_rings_while_a_page_is_open_and_its_list_is_read(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Bell Ann"), sign_up(new_page(), "Bell Bea")
    bea.goto("/learn")
    bell = bea.locator("#bell")
    expect(bell).to_have_accessible_name("Notices")

    invite(ann, "Bell Bea")
    expect(bell).to_have_accessible_name("Notices, unread: 1")
    bell.click()
    panel = bea.get_by_role("region", name="Notices")
    invitation = panel.get_by_role("link", name="Bell Ann invites you to a game.")
    expect(invitation).to_be_visible()
    expect(invitation.locator(".face")).to_be_visible()
    panel.get_by_role("button", name="Mark all as read").click()

    expect(bell).to_have_accessible_name("Notices")
    expect(panel.get_by_role("button", name="Mark all as read")).to_have_count(0)


def test_a_notice_leads_to_its_page_and_counts_as_read(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Way Ann"), sign_up(new_page(), "Way Bea")
    invite(ann, "Way Bea")
    bea.goto("/notices")
    expect(bea.get_by_role("link", name="Notices, unread: 1")).to_be_visible()
    bea.reload()  # the list as it is once the bell counts the notice

    bea.get_by_role("main").get_by_role("link", name="Way Ann invites you to a game.").click()

    bea.wait_for_url("**/lobby")
    expect(bea.get_by_role("link", name="Notices", exact=True)).to_be_visible()


def test_settings_are_saved_and_shown_again(new_page: NewPage) -> None:
    page = sign_up(new_page(timezone_id="Europe/Warsaw"), "Set Ann")
    page.goto("/notices")
    page.get_by_label("Bell: Invitations to games and tournaments").uncheck()
    page.get_by_label("No push messages or mail during these hours; they arrive afterwards").check()
    page.get_by_label("Quiet from").fill("23:15")

    page.get_by_role("button", name="Save the settings").click()

    expect(page.get_by_role("status")).to_have_text("The settings are saved.")
    expect(page.get_by_label("Bell: Invitations to games and tournaments")).not_to_be_checked()
    expect(page.get_by_label("Quiet from")).to_have_value("23:15")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Warsaw")


def test_a_rematch_offer_reaches_a_player_who_is_elsewhere(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Again Ann"), sign_up(new_page(), "Again Bea")
    invite(ann, "Again Bea")
    (challenge,) = bea.request.get("/api/notices").json()["invitations"]
    url = bea.request.post(f"/api/challenges/{challenge['id']}/seats", data={}).json()["url"]
    answer = ann.request.post(f"/api{url}/commands", data={"type": "resign", "id": "resign", "seat": 0})
    assert answer.ok, answer.text()
    ann.goto("/learn")
    bea.goto(url)

    bea.get_by_role("button", name="Rematch").click()
    ann.get_by_role("link", name=re.compile("Notices, unread")).click()
    panel = ann.get_by_role("region", name="Notices")
    panel.get_by_role("link", name="Again Bea would like a rematch.").click()
    ann.wait_for_url(f"**{url}")
    ann.get_by_role("button", name="Accept").click()  # where the result offers a rematch

    for page in (ann, bea):
        page.wait_for_url(lambda address: "/games/" in address and not address.endswith(url))
    assert ann.url == bea.url


@pytest.mark.parametrize("look", list(LOOKS))
def test_notices_are_accessible_in_every_look(new_page: NewPage, look: str) -> None:
    options: dict[str, Any] = {**LOOKS[look]}
    name = f"Axe {list(LOOKS).index(look)}"
    ann, bea = sign_up(new_page(), f"{name} Ann"), sign_up(new_page(**options), f"{name} Bea")
    invite(ann, f"{name} Bea")
    bea.goto("/notices")
    bea.locator("#bell .bell-count").wait_for(state="visible")

    found = serious(bea) + out_of_reach(bea)
    bea.goto("/players")
    bea.locator("#bell .bell-count").wait_for(state="visible")
    bea.locator("#bell").click()
    bea.locator("#bell-panel li").first.wait_for()
    found += serious(bea) + out_of_reach(bea)

    assert found == []


def test_the_service_worker_shows_a_message_that_comes_twice_once(notified_page: Page) -> None:
    page = sign_up(notified_page, "Push Ann")
    page.goto("/notices")
    expect(page.get_by_role("button", name="Turn on push messages in this browser")).to_be_visible()
    worker = ServiceWorker.of(page)
    pushed = {"id": "turn-1", "text": "It is your turn in the game with Bea.", "url": "/games/abc"}

    messages = [{**pushed, "id": name, "n_waiting": 2} for name in ("turn-1", "turn-1", "turn-2")]

    assert worker.shown(messages, 2) == [("turn-1", pushed["text"]), ("turn-2", pushed["text"])]


SUBSCRIBED = """(keys) => {
  const subscription = { endpoint: keys.endpoint, toJSON: () => ({ endpoint: keys.endpoint, keys }) };
  const isThere = () => localStorage.getItem("test.push") !== null;
  PushManager.prototype.getSubscription = async () => (isThere() ? subscription : null);
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem("test.push", "yes");
    return subscription;
  };
}"""


def test_push_messages_go_on_after_their_account_has_signed_in_again(notified_page: Page) -> None:
    # No push service can be reached from here: only what the page does with a subscription is tested.
    page, keys = sign_up(notified_page, "Return Rita"), PushEndpoint()
    pushed = {"endpoint": "https://push.example/ann", "p256dh": keys.p256dh, "auth": keys.auth}
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(pushed)})")
    page.goto("/notices")
    page.get_by_role("button", name="Turn on push messages in this browser").click()
    expect(page.get_by_role("button", name="Turn off push messages in this browser")).to_be_visible()

    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    sign_up(page, "Other Ann")
    page.goto("/notices")
    expect(page.get_by_role("button", name="Turn on push messages in this browser")).to_be_visible()
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    with page.expect_response("**/api/account/push") as answered:
        page.goto("/sign-in")
        page.get_by_label("Name", exact=True).fill("Return Rita")
        page.get_by_label("Password", exact=True).fill("correct horse battery")
        page.get_by_role("button", name="Sign in", exact=True).click()

    assert answered.value.ok
    page.goto("/notices")
    expect(page.get_by_role("button", name="Turn off push messages in this browser")).to_be_visible()


CHANGED = """async (keys) => {
  const newSubscription = { toJSON: () => ({ endpoint: keys.endpoint, keys }) };
  const event = Object.assign(new ExtendableEvent("pushsubscriptionchange"), { newSubscription });
  let work;
  event.waitUntil = (promise) => (work = promise);
  self.dispatchEvent(event);
  await work;
}"""


def test_a_browser_that_renews_its_subscription_tells_the_server(notified_page: Page) -> None:
    page, keys = sign_up(notified_page, "Renewed Ann"), PushEndpoint()
    page.goto("/notices")
    ServiceWorker.of(page)
    (worker,) = page.context.service_workers

    pushed = {"endpoint": "https://renewed.example/ann", "p256dh": keys.p256dh, "auth": keys.auth}
    worker.evaluate(CHANGED, pushed)

    assert "renewed.example" in page.request.get("/account/export").text()
