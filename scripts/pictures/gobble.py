"""Take the pictures of Gobble in docs/pictures: three people in three browsers play a rush with a robot.

One has a desktop in light mode, one a phone in dark mode, one a desktop in dark mode. The script reads from
the API where a tile fits, as any program may, but plays through the page.
"""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from scripts.pictures.chromium import DESKTOP, PHONE
from scripts.pictures.studio import DARK, LIGHT, PICTURES, picturing
from tantrix.gobble.table import FORCED_SIDES, MIN_SIDES, RushTable
from tantrix.hexes import Cell
from tantrix.placement import Placement

SETTINGS = {"share": 12, "choose_s": 60, "limit_s": 0}
WAIT_MS = 60_000
ROUNDS = 60
ENOUGH = 26  # tiles on the table when the pictures of the middle are taken


def main() -> None:
    """Play a rush and take the pictures along the way."""
    with picturing() as (browser, url):
        looks = ({**DESKTOP, **LIGHT}, {**PHONE, **DARK}, {**DESKTOP, **DARK})
        ann, bea, cleo = (open_page(browser, url, look) for look in looks)
        gather(ann, bea, cleo)
        shoot(ann, "gobble-room")
        rush(ann, bea, cleo)
        bea.locator(".rank-gobbles").first.wait_for()
        shoot(bea, "gobble-ranks-phone")
        ann.get_by_role("button", name="Watch the rush again").click()
        ann.get_by_role("slider", name="Time").fill("7000")
        shoot(ann, "gobble-replay")


def open_page(browser: Browser, url: str, look: Mapping[str, Any]) -> Page:
    """Open the page of another player."""
    page = browser.new_context(base_url=url, reduced_motion="reduce", locale="en-GB", **look).new_page()
    page.set_default_timeout(WAIT_MS)
    return page


def gather(ann: Page, bea: Page, cleo: Page) -> None:
    """Open a room and let the others and a robot sit down."""
    answer = ann.request.post("/api/gobble", data={"name": "Ann", "settings": SETTINGS})
    url = answer.json()["url"]
    ann.goto(url)
    for page, name in ((bea, "Bea"), (cleo, "Cleo")):
        page.goto(url)
        page.get_by_placeholder("Your name").fill(name)
        page.get_by_role("button", name="Sit down").click()
        page.get_by_role("button", name="Leave seat").wait_for()
    ann.get_by_role("button", name="hasty").click()
    ann.locator(".room-seat").nth(3).wait_for()


def rush(*pages: Page) -> None:
    """Play to the end; pictures of the middle are taken when there is a gift to choose."""
    pages[0].get_by_role("button", name="Start with").click()
    for page in pages:
        page.locator(".stock.ready").wait_for()
    is_shot = False
    for _round in range(ROUNDS):
        for page in pages:
            if page.locator(".ranks-card").count():
                return
            lay_one(page)
            if page.locator(".recipient").count():
                if not is_shot and page is pages[0] and page.locator(".laid").count() >= ENOUGH:
                    is_shot = True
                    page.locator(".banner").wait_for(state="detached")
                    shoot(pages[0], "gobble")
                    shoot(pages[1], "gobble-phone")
                page.locator(".recipient").first.click()
                page.locator(".gift").wait_for(state="detached")


def lay_one(page: Page) -> None:
    """Turn a tile and lay it where it fits, or put it aside; without a stock, lay one from the pile."""
    if not page.locator(".hand").count():
        return
    if page.locator(".stock.ready").count():
        page.locator(".stock").click()
        page.locator(".turned-slot[data-tile]").wait_for()
    for slot in page.locator(".turned-slot[data-tile], .penalty-pile [data-tile]").all():
        if lay(page, slot):
            return
    if page.locator(".turned-slot[data-tile]").count():
        page.locator(".aside-button").click()


def lay(page: Page, slot: Locator) -> bool:
    """Lay one of these tiles if it fits somewhere, preferably in a forced space; return whether it did."""
    tile = int(slot.get_attribute("data-tile") or "0")
    is_turned = "turned-slot" in (slot.get_attribute("class") or "")
    ways = list(table_of(page).placements(tile, MIN_SIDES if is_turned else FORCED_SIDES))
    if not ways:
        return False
    best = max(ways, key=lambda way: (table_of(page).sides(way.cell) >= FORCED_SIDES, way))
    if not is_turned:
        slot.click()
    space = page.locator(f'.surface .space[data-cell="{best.cell.q},{best.cell.r}"]')
    if not space.count():  # somebody was faster
        return False
    space.click()
    page.locator(f'.laid:not(.trusted)[data-tile="{tile}"]').wait_for(state="attached")
    return True


def table_of(page: Page) -> RushTable:
    """Return the table as the server reports it."""
    table = RushTable()
    for laid in page.request.get(f"/api/gobble/{page.url.rsplit('/', 1)[1]}").json()["laid"]:
        table = table.lay(Placement(laid["tile"], Cell(laid["q"], laid["r"]), laid["rotation"]))
    return table


def shoot(page: Page, name: str) -> None:
    """Take a picture of the visible page."""
    page.screenshot(path=PICTURES / f"{name}.png", scale="css")


if __name__ == "__main__":
    main()
