"""The page of components: complete and as approved in both themes, and without faults for axe."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scripts.pictures.design import APPROVED, difference, path_of, sections_of
from scripts.pictures.server import start
from tests.browser.support.accessibility import out_of_reach, serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.touch import too_small

ROOT = Path(__file__).resolve().parents[2]
STYLES = ROOT / "web/styles"
TEMPLATES = ROOT / "src/tantrix/server/templates"
APART = {"embed.css", "design.css"}  # of boards on other sites; of the page of components itself
# Properties that give a component its place, size or movement, and no look of its own.
ARRANGING = re.compile(
    r"display|visibility|float|order|z-index|position|top|right|bottom|left|inset.*|grid.*|flex.*|gap|margin.*"
    r"|padding.*|(min-|max-)?(width|height)|overflow.*|(align|justify|place)-.*|contain.*|object-fit|list-style"
    r"|white-space|text-overflow|text-align|vertical-align|font-variant-numeric|user-select|touch-action"
    r"|pointer-events|scroll-.*|cursor|aspect-ratio|animation.*|transition.*|transform.*"
)
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
MOST_DIFFERENT = 0.005  # of the pixels of a section
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


@pytest.mark.parametrize("look", sorted(path.name for path in APPROVED.iterdir()))
def test_every_section_looks_as_in_its_approved_picture(
    new_page: NewPage, design_url: str, look: str
) -> None:
    page = new_page(**LOOKS[look])
    page.goto(design_url)

    differences = {
        name: difference(picture, Image.open(path_of(look, name)).convert("RGB"))
        for name, picture in sections_of(page)
    }

    assert sorted(differences) == sorted(path.stem for path in (APPROVED / look).iterdir())
    assert {name: share for name, share in differences.items() if share > MOST_DIFFERENT} == {}, (
        "look at the page; if it is right: python -m scripts.pictures.design"
    )


def test_every_class_of_the_style_sheets_is_shown(page: Page, design_url: str) -> None:
    page.goto(design_url)
    shown = set(
        page.evaluate("[...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList])")
    )

    missing = {sheet: sorted(classes - shown) for sheet, classes in classes_with_a_look().items()}

    found = {sheet: names for sheet, names in missing.items() if names}
    assert found == {}, (
        "take them with scripts/pictures/components.py, or write them into web/components/states"
    )


def classes_with_a_look() -> dict[str, set[str]]:
    """Find the classes of the style sheets of pages, by sheet.

    Left out are the classes of whole pages, and those that only arrange or move what they are on.
    """
    pages = {
        name
        for path in TEMPLATES.rglob("*.html")
        for names in re.findall(r"block body_class %\}([^{]*)\{", path.read_text("utf-8"))
        for name in names.split()
    }
    found: dict[str, set[str]] = {}
    for path in sorted(STYLES.rglob("*.css")):
        if path.name in APART:
            continue
        text = re.sub(r"/\*.*?\*/|:not\([^()]*\)", "", path.read_text("utf-8"), flags=re.DOTALL)
        for selectors, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            properties = [each.partition(":")[0].strip() for each in rule.split(";") if ":" in each]
            if not all(ARRANGING.fullmatch(name) for name in properties):
                found.setdefault(path.relative_to(STYLES).as_posix(), set()).update(
                    re.findall(r"\.([a-zA-Z][\w-]*)", selectors)
                )
    return {sheet: classes - pages for sheet, classes in found.items()}


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
