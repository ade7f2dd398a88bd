"""Settings are stored in the browser and take effect; the language is stored on the server."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.pages import PHONE, NewPage, stored
from tests.browser.support.person import ME_AND_ROBOT, Person, choose

CHOICES = {
    "theme": "dark",
    "text": "large",
    "line": "thick",
    "tiles": "light",
    "marks": "on",
    "numbers": "on",
    "confirm": "on",
    "motion": "reduce",
    "letters": "off",
    "unseen": "off",
}
HELLO = {
    "ru": ("Правила и помощь", "ru-RU"),
    "pl": ("Zasady i pomoc", "pl-PL"),
    "en": ("Rules and help", "en-GB"),
}


def test_settings_are_kept_from_page_to_page(page: Page) -> None:
    me = Person.start(page)
    me.settle()
    dialog = open_settings(page)

    for name, value in CHOICES.items():
        set_choice(dialog, name, value)
    palette = dialog.locator("[name=palette]").last.get_attribute("value") or ""
    set_choice(dialog, "palette", palette)
    page.reload()
    me.settle()

    dialog = open_settings(page)
    for name, value in {**CHOICES, "palette": palette}.items():
        assert choice_of(dialog, name) == value
        expect(page.locator("html")).to_have_attribute(f"data-{name}", value)
    page.goto("/help")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert brightness(page.locator("html")) < 100


def test_the_line_is_as_thick_and_text_as_large_as_chosen_on_every_page(page: Page) -> None:
    page.goto("/settings")
    lines, text = "#settings [name=line][value={}]", "#settings [name=text][value={}]"
    sizes = []
    for line, size in (("thin", "normal"), ("normal", "large"), ("thick", "larger")):
        page.locator(lines.format(line)).check()
        page.locator(text.format(size)).check()
        sizes.append(_line_and_text(page))
    assert sizes == [("10px", "16px"), ("14px", "18px"), ("17px", "20px")]

    for path in ("/", "/learn", "/puzzles/daily", "/analysis"):
        page.goto(path)
        assert _line_and_text(page) == sizes[-1], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def _line_and_text(page: Page) -> tuple[str, str]:
    """Return the width of the line of a tile, and the size of text."""
    page.locator("symbol .link-R").first.wait_for(state="attached")
    line, text = page.evaluate(
        """[document.querySelector("symbol .link-R"), document.documentElement].map(
            (one, n) => getComputedStyle(one)[n ? "fontSize" : "strokeWidth"])"""
    )
    return line, text


def test_a_chosen_theme_overrides_the_devices(dark_page: Page) -> None:
    Person.start(dark_page).settle()
    assert brightness(dark_page.locator("html")) < 100

    set_choice(open_settings(dark_page), "theme", "light")

    assert brightness(dark_page.locator("html")) > 600


@pytest.mark.parametrize("name", ["marks", "numbers", "tiles"])
def test_settings_for_tiles_are_visible_on_the_board(page: Page, name: str) -> None:
    me = Person.start(page, n_plies=3)
    me.settle()
    tile = page.locator(".laid .tile").first
    before = tile.screenshot()

    dialog = open_settings(page)
    set_choice(dialog, name, CHOICES[name])
    dialog.get_by_role("button", name="Close").click()

    assert tile.screenshot() != before


def test_without_motion_nothing_flies(moving_page: Page) -> None:
    page = moving_page
    page.add_init_script(stored("setting/motion", "reduce"))
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
            for (const {addedNodes} of changes) for (const node of addedNodes)
                if (node.classList?.contains('flyer')) window.hasFlown = true;
        }).observe(document.body, {childList: true}))"""
    )
    me = Person.start(page, *ME_AND_ROBOT)

    for _ in range(3):
        me.click(choose(me.settle(), random.Random(1)))
    me.settle()

    assert page.evaluate("window.hasFlown ?? false") is False


def test_unreadable_settings_fall_back_to_the_defaults(page: Page) -> None:
    page.add_init_script("localStorage.setItem('tantrix.preferences', '{nonsense')")
    me = Person.start(page)

    me.settle()

    assert choice_of(open_settings(page), "theme") == "auto"


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_the_language_is_changed_on_any_page_and_kept(page: Page, language: str) -> None:
    page.goto("/help")

    page.locator("#page-language").select_option(language)
    page.locator(".language-form button").click()

    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(HELLO[language][0])
    assert page.url.endswith("/help")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", ["ru", "pl"])
def test_the_language_is_changed_in_a_game_without_losing_it(page: Page, language: str) -> None:
    me = Person.start(page, n_plies=4)
    me.settle()
    id = me.id

    dialog = open_settings(page)
    dialog.locator("#language").select_option(language)
    dialog.locator("form button").click()

    expect(page.locator("html")).to_have_attribute("lang", language)
    assert me.id == id
    me.settle()
    hint = page.locator(".hint").inner_text()
    assert "place any tile" not in hint
    assert hint.startswith(("Ann", "Bob"))


@pytest.mark.parametrize(("language", "word", "locale"), [(k, *v) for k, v in HELLO.items()])
def test_the_initial_language_is_the_browsers(new_page: Any, language: str, word: str, locale: str) -> None:
    page = new_page(locale=locale)

    page.goto("/help")

    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(word)


def test_settings_are_found_from_every_page_and_seen_at_once(page: Page) -> None:
    page.goto("/archive")
    page.get_by_role("link", name="Settings").click()
    tiles = page.locator(".settings-tiles")
    before = tiles.screenshot()

    page.get_by_role("switch", name="Numbers on the tiles").check()
    set_choice(page.locator("#settings"), "theme", "dark")

    assert tiles.screenshot() != before
    assert brightness(page.locator("html")) < 100
    me = Person.start(page)
    me.settle()
    assert choice_of(open_settings(page), "numbers") == "on"


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_the_tiles_stay_in_view_while_settings_change(new_page: NewPage, context: Any) -> None:
    page = new_page(**context)
    page.goto("/settings")
    switch = page.get_by_role("switch", name="Numbers on the tiles")

    page.evaluate("scrollTo(0, 600)")

    expect(page.locator(".settings-tiles")).to_be_in_viewport(ratio=1)
    # What has the focus isn't under the tiles.
    for one in (page.locator("[name=theme]").first, switch):
        one.focus()
        tiles, focused = page.locator(".settings-tiles").bounding_box(), one.bounding_box()
        assert tiles
        assert focused
        assert focused["y"] >= tiles["y"] + tiles["height"]


@pytest.mark.parametrize(
    "locale", ["en-GB", "de-DE", "es-ES", "fr-FR", "hu-HU", "nl-NL", "pl-PL", "ru-RU", "sv-SE"]
)
def test_every_choice_begins_with_a_capital_letter(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale)
    page.goto("/settings")

    names = page.locator("#settings .choice > span").evaluate_all(
        """(all) => all.map((one) => [...one.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join('').trim())"""
    )

    assert len(names) >= 16
    assert [name for name in names if not name[:1].isupper()] == []


def set_choice(form: Locator, name: str, value: str) -> None:
    """Choose one of several, or turn a switch on or off."""
    switch = form.locator(f"[name={name}][role=switch]")
    if switch.count():
        switch.set_checked(value == "on")
    else:
        form.locator(f"[name={name}][value={value}]").check()


def choice_of(form: Locator, name: str) -> str:
    """Return the chosen one of several, or whether a switch is on."""
    switch = form.locator(f"[name={name}][role=switch]")
    if switch.count():
        return "on" if switch.is_checked() else "off"
    return form.locator(f"[name={name}]:checked").input_value()


def open_settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")


def brightness(root: Locator) -> int:
    """Return the sum of red, green and blue of the background."""
    colour: str = root.evaluate("(root) => getComputedStyle(root).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(", "))


def test_a_face_is_composed_and_shown_beside_the_name(page: Page) -> None:
    page.request.post("/sign-up", form={"name": "Anna", "password": "correct horse battery"})
    page.goto("/settings")
    form = page.get_by_role("region", name="Your profile")

    form.get_by_role("radio", name="half smile").check()
    form.get_by_role("radio", name="glasses").check()
    form.get_by_role("group", name="Colour of the line").get_by_role("radio", name="green").check()
    form.get_by_role("group", name="Cap").get_by_role("radio", name="yellow").check()

    preview = form.locator(".face-preview")
    expect(preview.locator(".face-line.face-G")).to_have_count(1)
    expect(preview.locator(".face-cap.face-Y")).to_have_count(1)
    form.get_by_role("button", name="Save profile").click()
    expect(form.get_by_role("status")).to_have_text("Your profile is saved.")
    own = page.locator(".own-name .face")
    expect(own.locator(".face-line.face-G")).to_have_count(1)
    expect(own.locator(".face-cap.face-Y")).to_have_count(1)
