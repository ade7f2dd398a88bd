"""Accessibility of a page: the violations that axe finds, and controls that cannot be reached."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.support.pages import PHONE

LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark Russian": {"color_scheme": "dark", "locale": "ru-RU"},
    "Polish phone": {**PHONE, "locale": "pl-PL"},
    "dark phone": {**PHONE, "color_scheme": "dark"},
}

# Parts below the screen are drawn a moment later or when they are near, and then take their real size.
DRAW_ALL = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""
EVERYTHING = {"resultTypes": ["violations"]}
# Marks the first text of each look: the elements around it and all that decides its contrast are the same.
MARK_LOOKS = """() => {
    const looks = new Map([[null, 0]]);
    const numbers = new Map();
    for (const one of document.querySelectorAll("*")) {
        const style = getComputedStyle(one);
        const look = [looks.get(one.parentElement), one.localName, style.color, style.backgroundColor,
            style.backgroundImage, style.opacity, style.fontSize, style.fontWeight, style.position].join(" ");
        const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (hasText && !numbers.has(`text ${look}`)) one.dataset.look = "first";
        if (hasText) numbers.set(`text ${look}`, 1);
        if (!numbers.has(look)) numbers.set(look, numbers.size + 1);
        looks.set(one, numbers.get(look));
    }
}"""


def serious(page: Page) -> list[str]:
    """Name the violations that axe rates serious or critical."""
    return _violations(page, None, EVERYTHING)


def serious_among_many(page: Page) -> list[str]:
    """Do the same on a page of thousands of elements: contrast is checked once for each look of a text."""
    page.evaluate(MARK_LOOKS)
    return [
        *_violations(page, None, {**EVERYTHING, "rules": {"color-contrast": {"enabled": False}}}),
        *_violations(page, "[data-look]", {**EVERYTHING, "runOnly": ["color-contrast"]}),
    ]


def _violations(page: Page, selector: str | None, options: dict[str, Any]) -> list[str]:
    page.evaluate(DRAW_ALL)
    found = Axe().run(page, selector, options).response["violations"]
    return [
        f"{page.url}: {one['id']} at {node['target']}: {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def out_of_reach(page: Page) -> list[str]:
    """Name the controls that are left or right of the window, or that cut off their own text.

    Controls inside a box that scrolls sideways, such as a tray of many tiles, count as reachable.
    """
    found: list[str] = page.evaluate(
        """(targets) => [...document.querySelectorAll(targets)]
            .filter((one) => {
                for (let box = one.parentElement; box; box = box.parentElement) {
                    const scrolls = ['auto', 'scroll'].includes(getComputedStyle(box).overflowX);
                    if (scrolls && box.scrollWidth > box.clientWidth && box !== document.documentElement
                        && box.getBoundingClientRect().right <= innerWidth + 0.5) return false;
                }
                return true;
            })
            .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.type !== 'hidden')
            .filter((one) => !one.closest('.skip, .visually-hidden, dialog:not([open])'))
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => box.left < -0.5 || box.right > innerWidth + 0.5
                || getComputedStyle(one).overflowX !== 'visible' && one.localName !== 'input'
                && one.localName !== 'select' && one.scrollWidth > one.clientWidth + 1)
            .map(([one, box]) => `${one.outerHTML.slice(0, 100)} ${box.left} to ${box.right}`)""",
        "button, a, select, summary, input, .hint, .player-name, h1, h2",
    )
    return found
