"""What a page on a phone must allow: it fits the screen, all to tap is large enough; where a finger drags."""

from playwright.sync_api import Page

FINGER_PX = 44
# Where a dragged tile is above the finger, as in web/src/tiles/aim.ts: less at the foot of the window.
LIFT_PX = 80
LIFT_AT_FOOT_PX = 8
LIFT_SLOPE = 0.6
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


def below(page: Page, middle: tuple[float, float]) -> tuple[float, float]:
    """Return where the finger is that drags a tile whose middle is at a point."""
    size = page.viewport_size
    assert size
    x, y = middle
    if size["height"] - (y + LIFT_PX) >= (LIFT_PX - LIFT_AT_FOOT_PX) / LIFT_SLOPE:
        return x, y + LIFT_PX
    return x, (y + LIFT_AT_FOOT_PX + LIFT_SLOPE * size["height"]) / (1 + LIFT_SLOPE)
