"""Chat at a table: beside the board, in a drawer, by keyboard, in the users' languages."""

from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tantrix.server.community.chat_text import PRESETS
from tantrix.server.wording.catalogues import translate
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import begin, person

OPEN = {"colour": "B", "kind": "open"}


def _sit_down_together(ann: Page, bob: Page) -> str:
    """Begin a game of two guests; return its path."""
    path = f"/games/{begin(ann.request, person('R', 'Ann'), OPEN)}"
    assert bob.request.post(f"/api{path}/seats", data={"seat": 1, "name": "Bob"}).ok
    for page in (ann, bob):
        page.goto(path)
    return path


def test_phrases_are_read_in_the_language_of_each_reader(page: Page, new_page: NewPage) -> None:
    ann, bob = page, new_page(**{**PHONE, "locale": "pl-PL"})
    _sit_down_together(ann, bob)
    button = bob.locator("tantrix-chat-button button")
    expect(button).to_have_attribute("aria-expanded", "false")

    ann.keyboard.press("c")
    expect(ann.locator("input[name=words]")).to_be_focused()
    ann.keyboard.type("Hello <b>Bob</b> https://example.org")
    ann.keyboard.press("Enter")
    chevron = "(summary) => getComputedStyle(summary, '::before').content"
    assert ann.get_by_label("Phrases").evaluate(chevron) == "none"  # its face is the sign
    ann.get_by_label("Phrases").click()
    ann.get_by_role("button", name="Good luck!").click()
    expect(button.locator(".unread")).to_have_text("2")
    button.tap()

    lines = bob.locator(".chat-line .others-words")
    expect(lines).to_have_text(
        ["Hello <b>Bob</b> https://example.org", translate("pl", PRESETS["good_luck"])]
    )
    expect(bob.locator(".chat-log a")).to_have_count(0)
    expect(button.locator(".unread")).to_have_count(0)
    bob.reload()
    ann.locator("input[name=words]").fill("Are you there?")
    ann.keyboard.press("Enter")
    expect(button.locator(".unread")).to_have_text("1")
    button.tap()
    bob.locator("input[name=words]").fill("Thanks, you too")
    bob.locator(".chat-form button[type=submit]").tap()
    expect(ann.locator(".chat-line .others-words").last).to_have_text("Thanks, you too")
    expect(ann.get_by_role("log")).to_have_attribute("aria-live", "polite")
    ann.keyboard.press("Escape")
    expect(ann.locator("tantrix-board .cell:focus")).to_have_count(1)


def test_a_muted_person_disappears_from_the_page_and_returns_through_the_list(
    page: Page, new_page: NewPage
) -> None:
    ann, bob = page, new_page()
    path = _sit_down_together(ann, bob)
    bob.locator("input[name=words]").fill("something rude")
    bob.keyboard.press("Enter")
    more = ann.get_by_role("button", name="Mute or report Bob")

    more.click()
    ann.get_by_role("button", name="Report", exact=True).click()
    expect(ann.locator(".chat-dialog [role=status]")).to_have_text("Thank you. A moderator will take a look.")
    ann.get_by_role("button", name="Mute", exact=True).click()
    expect(more).to_have_count(0)
    bob.locator("input[name=words]").fill("and again")
    bob.keyboard.press("Enter")
    expect(bob.locator(".chat-line")).to_have_count(2)
    expect(ann.locator(".chat-line")).to_have_count(0)

    ann.goto("/mutes")
    ann.get_by_role("button", name="Unmute").click()
    ann.goto(path)
    expect(ann.locator(".chat-line .others-words")).to_have_text(["something rude", "and again"])


def test_the_chat_can_be_hidden_and_robots_do_not_chat(page: Page, new_page: NewPage) -> None:
    ann, bob = page, new_page()
    _sit_down_together(ann, bob)
    expect(ann.locator(".chat")).to_be_visible()
    ann.get_by_role("button", name="Settings").click()
    ann.locator("[name=chat][value=off]").check()
    expect(ann.locator(".chat")).to_have_count(0)
    ann.keyboard.press("Escape")
    expect(ann.locator("tantrix-chat-button button")).to_be_hidden()

    bob.goto(f"/games/{begin(bob.request)}")
    expect(bob.locator("tantrix-board")).to_be_visible()
    expect(bob.locator(".chat, tantrix-chat-button button")).to_have_count(0)


def test_axe_finds_nothing_serious_in_the_chat(new_page: NewPage) -> None:
    ann = new_page(color_scheme="dark")
    bob = new_page(**PHONE)
    path = _sit_down_together(ann, bob)
    ann.locator("input[name=words]").fill("hello")
    ann.keyboard.press("Enter")
    bob.locator("tantrix-chat-button button").tap()
    expect(bob.locator(".chat-line")).to_have_count(1)
    found = serious(ann) + serious(bob)

    bob.get_by_role("button", name="Mute or report Ann").tap()
    found += serious(bob)
    bob.get_by_role("button", name="Mute", exact=True).tap()
    bob.goto("/mutes")
    found += serious(bob)
    spectator = new_page()
    spectator.goto(path)
    expect(spectator.get_by_role("link", name="Sign in to write here.")).to_be_visible()

    assert found + serious(spectator) == []


def test_the_drawer_closes_and_leaves_the_board_free(phone_page: Page, new_page: NewPage) -> None:
    ann, bob = new_page(), phone_page
    _sit_down_together(ann, bob)
    button = bob.locator("tantrix-chat-button button")

    button.tap()
    expect(bob.locator(".chat")).to_be_visible()
    targets = bob.locator(".chat :is(button, input, summary):visible").all()
    boxes = [target.bounding_box() or {"width": 0, "height": 0} for target in targets]
    bob.get_by_role("button", name="Close chat").tap()

    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    expect(bob.locator(".chat")).to_have_count(0)
    expect(button).to_be_focused()
    assert bob.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_chat_and_a_tip_beside_it_do_not_cover_each_other(page: Page, new_page: NewPage) -> None:
    ann, bob = page, new_page()
    path = _sit_down_together(ann, bob)
    to_play = ann.request.get(f"/api{path}").json()["position"]["to_play"]
    turn = (ann, bob)[to_play]

    expect(turn.locator(".chat")).to_be_visible()
    tip = _box(turn.locator(".tip-bubble"))

    assert _box(turn.locator(".chat")).below <= tip.above < tip.below <= _box(turn.locator(".tools")).above
    turn.get_by_role("button", name="Got it").click()
    expect(turn.locator(".tip-bubble")).to_have_count(0)


def test_on_a_phone_the_open_chat_leaves_clock_and_hand_in_sight(page: Page, phone_page: Page) -> None:
    _sit_down_together(page, phone_page)

    phone_page.locator("tantrix-chat-button button").tap()
    expect(phone_page.locator(".chat")).to_be_visible()

    chat = _box(phone_page.locator(".chat"))
    assert _box(phone_page.locator(".opponents")).below <= chat.above
    assert chat.below <= _box(phone_page.locator(".dock")).above
    expect(phone_page.locator("input[name=words]")).to_be_in_viewport(ratio=1)


def test_an_offered_rematch_is_named_above_its_answers_and_leaves_the_chat_whole(
    page: Page, phone_page: Page
) -> None:
    ann, bob = page, phone_page
    _sit_down_together(ann, bob)
    ann.set_viewport_size({"width": 1440, "height": 640})
    bob.get_by_label("More", exact=True).tap()
    bob.get_by_role("button", name="Resign").tap()
    bob.locator("#dialog-resign").get_by_role("button", name="Resign").tap()

    ann.get_by_role("button", name="Rematch").click()

    answer = bob.get_by_role("button", name="Accept")
    expect(answer).to_be_visible()
    assert _box(bob.locator(".rematch-note")).below <= _box(answer).above
    expect(ann.get_by_role("button", name="Withdraw")).to_be_visible()
    assert _box(ann.locator("input[name=words]")).below <= _box(ann.locator(".tools")).above


def test_after_the_end_a_long_conversation_leaves_the_result_and_its_field_in_reach(
    page: Page, phone_page: Page
) -> None:
    ann, bob = page, phone_page
    _sit_down_together(ann, bob)
    ann.locator("input[name=words]").fill("hello")
    ann.keyboard.press("Enter")
    bob.get_by_label("More", exact=True).tap()
    bob.get_by_role("button", name="Resign").tap()
    bob.locator("#dialog-resign").get_by_role("button", name="Resign").tap()
    expect(bob.get_by_role("button", name="Rematch")).to_be_visible()
    bob.locator("tantrix-chat-button button").tap()

    for reader in (ann, bob):
        expect(reader.locator(".chat-line")).to_have_count(1)
        reader.locator(".chat-log").evaluate(_LENGTHEN)
        expect(reader.locator("input[name=words]")).to_be_in_viewport(ratio=1)
        log = reader.locator(".chat-log").evaluate("(log) => log.scrollHeight - log.clientHeight")
        assert log > 500
    ann.get_by_role("button", name="Rematch").click()  # beside a column as high as the window

    expect(ann.get_by_role("button", name="Withdraw")).to_be_visible()


_LENGTHEN = """(log) => {
    for (let n = 0; n < 40; n++) log.append(log.firstElementChild.cloneNode(true));
}"""


class _Box(NamedTuple):
    """Where an element begins and ends on the screen, from above."""

    above: float
    below: float


def _box(element: Locator) -> _Box:
    found = element.bounding_box()
    assert found
    return _Box(found["y"], found["y"] + found["height"])
