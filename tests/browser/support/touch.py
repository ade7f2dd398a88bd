"""What a page on a phone must allow: it fits the screen, and everything to tap is large enough."""

from playwright.sync_api import Page

FINGER_PX = 44
TAPPED = "button, a, select, summary, input"


def widths(page: Page) -> tuple[int, int]:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    shown: int = page.evaluate("document.documentElement.clientWidth")
    return width, shown


def too_small(page: Page) -> list[str]:
    """Name the tap targets on the screen that are less than 44 points wide or high.

    Links in running text are exempt, as in WCAG 2.5.8.
    """
    found: list[str] = page.evaluate(
        """([targets, least]) => [...document.querySelectorAll(targets)]
            .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.type !== 'hidden')
            .filter((one) => !one.closest('.skip, p, dialog:not([open])'))
            .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < least - 0.5)
            .map(([one, box]) => `${one} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`)""",
        [TAPPED, FINGER_PX],
    )
    return found
