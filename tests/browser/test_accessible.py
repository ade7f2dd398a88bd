"""axe finds nothing serious on any page in any theme, and text at twice the size loses no content."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from scripts.pictures.server import PictureServer
from tantrix._tools.languages import LANGUAGES
from tests.browser.support.accessibility import LOOKS, out_of_reach, serious
from tests.browser.support.pages import ENGLISH_DESKTOP, PHONE, THOROUGH, NewPage, set_language
from tests.browser.support.person import PEOPLE, Person, choose, person


@pytest.mark.parametrize("look", list(LOOKS))
def test_axe_finds_nothing_serious_on_the_pages_around_the_game(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    found = []

    for path in (
        "/",
        "/custom",
        "/watch",
        "/games",
        "/settings",
        "/players",
        "/countries",
        "/countries/PL",
        "/help",
        "/offline",
        "/offline/robot",
        "/scan",
        "/learn/story",
        "/learn",
        "/learn#gobble",
        "/games/nothing",
    ):
        page.goto(path)
        found += serious(page)
    Person.start(page).settle()
    for path in ("/", "/games", "/friends"):
        page.goto(path)
        found += serious(page)

    assert found == []


@pytest.mark.parametrize("look", list(LOOKS))
def test_axe_finds_nothing_serious_in_a_game(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    me = Person.start(page, *PEOPLE, n_plies=16, pick=random.Random(3).choice)
    found = []

    position = me.settle()
    found += serious(page)
    for score in page.locator(".score").all():
        score.click()
    placement = choose(position, random.Random(1))
    me.tile(placement.tile).click()
    me.cell(placement).hover()
    found += serious(page)
    me.play(60, random.Random(3).choice)
    page.reload()
    me.settle()
    found += serious(page)

    assert found == []


@pytest.mark.parametrize("look", list(LOOKS))
def test_axe_finds_nothing_serious_in_dialogs_and_in_the_text_board(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    me = Person.start(page, *PEOPLE, n_plies=6)
    me.settle()
    found = []

    for dialog in page.locator("dialog").all():
        dialog.evaluate("(dialog) => dialog.showModal()")
        found += serious(page)
        dialog.evaluate("(dialog) => dialog.close()")
    page.locator("details.menu > summary").click()
    found += serious(page)
    page.locator("details.menu > summary").click()
    page.locator("button.tool[aria-expanded]").nth(1).click()  # the text board, after the replay
    expect(page.locator("#text-command")).to_be_focused()
    found += serious(page)

    assert found == []


@pytest.mark.parametrize("path", ["/", "/games", "/help", "/learn", "/puzzles/solitaire-56", "game", "over"])
@pytest.mark.parametrize("width", [1280, 390])
def test_text_twice_as_large_is_not_cut_off(large_text: NewPage, path: str, width: int) -> None:
    page = large_text(viewport={"width": width, "height": 844})
    if path in ("game", "over"):
        me = Person.start(page, *PEOPLE, n_plies=64 if path == "over" else 12, pick=random.Random(4).choice)
        me.settle()
    else:
        page.goto(path)

    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert out_of_reach(page) == []


@pytest.mark.parametrize("path", ["/", "game"])
def test_a_page_zoomed_to_twice_its_size_is_not_cut_off(new_page: NewPage, path: str) -> None:
    page = new_page(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    if path == "game":
        me = Person.start(page)
        me.settle()
    else:
        page.goto(path)

    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert out_of_reach(page) == []


@pytest.mark.parametrize("locale", THOROUGH)
@pytest.mark.parametrize("path", ["/", "/games", "/help", "/learn", "game"])
def test_no_word_is_broken_on_a_phone(new_page: NewPage, path: str, locale: str) -> None:
    page = new_page(**PHONE, locale=locale)
    found = []

    if path == "game":
        Person.start(page).settle()
        for dialog in page.locator("dialog").all():
            dialog.evaluate("(dialog) => dialog.showModal()")
            found += broken_words(page)
            dialog.evaluate("(dialog) => dialog.close()")
    else:
        page.goto(path)
    found += broken_words(page)

    assert found == []


def test_no_word_is_broken_or_out_of_reach_on_a_phone_in_the_other_languages(phone_page: Page) -> None:
    found = {}

    for language in LANGUAGES.keys() - THOROUGH:
        set_language(phone_page, language)
        for path in ("/", "/lobby", "/help", "/settings"):
            phone_page.goto(path)
            assert phone_page.locator("html").get_attribute("lang") == language
            found[language, path] = [*broken_words(phone_page), *out_of_reach(phone_page)]

    assert {where: words for where, words in found.items() if words} == {}


@pytest.mark.parametrize("look", ["light", "dark phone"])
def test_long_names_do_not_widen_the_page(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    names = ("W" * 40, "Bobby Longname the Third of All the Land")
    Person.start(page, *(person(colour, name) for colour, name in zip("RB", names, strict=True))).settle()

    for path in (page.url, "/games", "/"):
        page.goto(path)
        expect(page.get_by_text(names[0]).first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_no_choice_is_squeezed_by_large_text_on_a_phone(large_text: NewPage) -> None:
    page = large_text(viewport={"width": 390, "height": 844})

    page.goto("/custom")

    widths = [(one.bounding_box() or {"width": 0})["width"] for one in page.locator(".seat-1 select").all()]
    assert min(widths) >= 100


@pytest.fixture(scope="module")
def large_text_browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Start Chromium with a default font size of 32 pixels instead of 16."""
    arguments = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield browser
    browser.close()


@pytest.fixture
def large_text(large_text_browser: Browser, server: PictureServer) -> Iterator[NewPage]:
    opened: list[Any] = []

    def open_page(**options: Any) -> Page:
        opened.append(
            large_text_browser.new_context(**{**ENGLISH_DESKTOP, "base_url": server.url, **options})
        )
        page: Page = opened[-1].new_page()
        return page

    yield open_page
    for context in opened:
        context.close()


def broken_words(page: Page) -> list[str]:
    """Return the words of headings, labels and controls that are split across two lines."""
    found: list[str] = page.evaluate(
        """(targets) => [...document.querySelectorAll(targets)]
            .filter((one) => one.checkVisibility({visibilityProperty: true}))
            .filter((one) => !one.closest('.visually-hidden, .skip'))
            .flatMap((one) => {
                const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
                const broken = [];
                while (walker.nextNode()) {
                    for (const word of walker.currentNode.data.matchAll(/\\p{L}+/gu)) {
                        const range = document.createRange();
                        range.setStart(walker.currentNode, word.index);
                        range.setEnd(walker.currentNode, word.index + word[0].length);
                        const tops = [...range.getClientRects()].map((box) => Math.round(box.top));
                        if (new Set(tops).size > 1) broken.push(word[0]);
                    }
                }
                return broken;
            })""",
        "h1, h2, legend, label, th, button, a, summary, .hint, .lead",
    )
    return found
