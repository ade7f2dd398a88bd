"""The page of components: complete in both themes, with the agreed sizes, and without faults for axe."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scripts.pictures.server import start
from tests.browser.support.accessibility import out_of_reach, serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.touch import too_small

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src/tantrix/server/static"
NOT_SHOWN = ROOT / "web/components/not-shown.txt"
APART = {"embed.css", "design.css"}  # of boards on other sites; of the page of components itself
SECTIONS = [
    "Colours",
    "Type",
    "Buttons",
    "Fields",
    "Tabs",
    "Card, door, moment",
    "Badges, notes, toast, bubble",
    "Clocks",
    "Faces",
    "Progress",
    "Table",
    "Friends",
    "Conversation",
    "Empty state",
]
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "phone": PHONE,
    "forced colours": {"forced_colors": "active"},
}
# Components and their agreed sizes, in CSS pixels at a text size of 16.
MEASURES = {
    "button.large": ("height", 56),
    "button.primary:not(.large)": ("height", 44),
    ".icon-button": ("width", 44),
    ".badge": ("height", 26),
    ".toast": ("height", 52),
    ".progress-line": ("height", 10),
    "tbody tr": ("height", 52),
}


@pytest.fixture(scope="module")
def design_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    running = start(tmp_path_factory.mktemp("design") / "data", module="scripts.live_reload")
    yield f"{running.url}/design"
    running.stop()


@pytest.mark.parametrize("look", list(LOOKS))
def test_every_component_is_shown_and_clean(new_page: NewPage, design_url: str, look: str) -> None:
    page = new_page(**LOOKS[look])

    page.goto(design_url)

    assert page.locator("main h2[id^=d-]").all_inner_texts() == SECTIONS
    assert page.locator("use").evaluate_all(
        "(uses) => uses.filter((use) => use.checkVisibility()).every((use) => use.getBBox().width > 0)"
    )
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert out_of_reach(page) == []
    page.evaluate("document.querySelectorAll('.specimen').forEach((one) => one.remove())")  # inert
    assert [one for one in too_small(page) if "checkbox" not in one] == []  # its label can be pressed, too
    if look != "forced colours":  # axe reads the colours of the page, not the forced ones
        assert serious(page) == []


def test_every_class_of_the_style_sheets_is_shown(page: Page, design_url: str) -> None:
    page.goto(design_url)
    shown = set(
        page.evaluate("[...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList])")
    )

    missing = {sheet: classes - shown for sheet, classes in classes_of_sheets().items()}

    allowed = set(NOT_SHOWN.read_text("utf-8").split("\n\n", 1)[1].split())
    found = {sheet: sorted(names - allowed) for sheet, names in missing.items() if names - allowed}
    assert found == {}, "take them with scripts/pictures/components.py"
    assert allowed & shown == set(), "shown by now: take them out of the list"


def classes_of_sheets() -> dict[str, set[str]]:
    """Find the classes in the selectors of the style sheets of pages, by sheet."""
    found = {}
    for path in sorted(STATIC.glob("*.css")):
        if path.name in APART:
            continue
        rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        selectors = re.sub(r"\{[^{}]*\}", "{}", rules)
        found[path.name] = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))
    return found


def test_the_components_have_the_agreed_sizes_and_typefaces(page: Page, design_url: str) -> None:
    page.goto(design_url)
    page.evaluate("document.fonts.ready")

    for selector, (name, pixels) in MEASURES.items():
        box = page.locator(f"main {selector}").first.bounding_box()
        assert box is not None
        assert round(dict(box)[name]) == pixels, selector
    for typeface in ("Unbounded", "Onest"):
        assert page.evaluate(f"document.fonts.check('600 22px {typeface}')")
        assert page.evaluate(
            f"[...document.fonts].some((one) => one.family.includes('{typeface}') && one.status === 'loaded')"
        )


def test_a_focused_button_has_a_ring_after_keys_and_none_after_the_mouse(page: Page, design_url: str) -> None:
    page.goto(design_url)
    button = page.get_by_role("button", name="Plain")

    button.click()
    assert button.evaluate("(one) => getComputedStyle(one).outlineStyle") == "none"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")

    expect(button).to_be_focused()
    assert button.evaluate("(one) => getComputedStyle(one).outlineWidth") == "3px"


def test_a_server_for_everybody_has_no_such_page(page: Page) -> None:
    answer = page.goto("/design")

    assert answer
    assert answer.status == 404
