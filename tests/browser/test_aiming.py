"""What you aim at is what you get: a finger drags tiles, and the cell that is lit is where they land.

On every table and at every size of its cells; slowly and fast, from the rack and from the table, anywhere in
a cell. The counts of all drags are under `-m long`; a sample runs always.
"""

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tantrix.placement import Placement
from tests.browser.support.pages import NewPage
from tests.browser.support.person import Fingers, Person, middle
from tests.browser.support.puzzler import TWO_FRAMES, Puzzler
from tests.browser.support.touch import below

SCREENS = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "turned phone": (844, 390),
    "tablet": (768, 1024),
    "turned tablet": (1024, 768),
}
SAMPLE = 4
SLOW_STEPS = 40
START_PX = 30
SPREAD = 0.45  # how far from the middle of a cell to aim, in widths of a tile; its edge is at 0.5
PUZZLES = ("discovery-3", "discovery-8", "discovery-14")
PLIES = (2, 14, 36)
# The cell nearest to the middle of an element, which is in pixels of the window.
CELL_AT = """(name) => {
    const middle = (one) => { const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; };
    const found = document.querySelector(name);
    if (!found) return null;
    const [x, y] = middle(found);
    const away = (one) => { const [a, b] = middle(one); return Math.hypot(a - x, b - y); };
    const cells = [...document.querySelectorAll('.surface [data-cell]:not(.piece.lifted), .run-space')];
    const nearest = cells.reduce((one, other) => (away(other) < away(one) ? other : one));
    return nearest.dataset.cell ?? nearest.dataset.space;
}"""
LIT = ".preview-ring, .run-space.aimed .run-field"
TILE = ".ghost.lifted"
LANDED = ".preview.set .preview-ring"


def open_screen(new_page: NewPage, name: str) -> Page:
    width, height = SCREENS[name]
    return new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)


def cell_at(page: Page, name: str) -> str | None:
    [cell] = cells_at(page, name)
    return cell


def cells_at(page: Page, *names: str) -> list[str | None]:
    """Return the cells of elements at one moment."""
    page.evaluate(TWO_FRAMES)
    cells: list[str | None] = page.evaluate(f"(names) => names.map({CELL_AT})", names)
    return cells


def drag(
    page: Page, source: Locator, target: Locator, rng: random.Random, *, is_slow: bool
) -> tuple[Any, ...]:
    """Drag a tile somewhere into a cell; return the cell under its middle and the one that is lit."""
    fingers = Fingers.on(page)
    start, towards = middle(source), middle(target)
    share = START_PX / math.dist(start, towards)
    fingers.down(start)
    fingers.move((start[0] + (towards[0] - start[0]) * share, start[1] + (towards[1] - start[1]) * share))
    page.evaluate(TWO_FRAMES)
    tile = page.locator(TILE).bounding_box()
    assert tile
    (x, y), angle = middle(target), rng.random() * math.tau
    reach = rng.random() * SPREAD * tile["width"]
    end = below(page, (x + reach * math.cos(angle), y + reach * math.sin(angle)))
    for step in range(1, SLOW_STEPS) if is_slow else ():
        share = step / SLOW_STEPS
        fingers.move((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    fingers.move(end)
    seen = cells_at(page, TILE, LIT)
    fingers.up()
    return tuple(seen)


def aim_in_a_game(
    new_page: NewPage, screen: str, plies: int, count: int, *, is_slow: bool
) -> list[tuple[Any, ...]]:
    rng = random.Random(f"{screen} {plies} {is_slow}")
    me = Person.start(open_screen(new_page, screen), n_plies=plies, pick=rng.choice)
    position = me.settle()
    found = []
    for text in rng.sample(position["placements"], min(count, len(position["placements"]))):
        placement = Placement.parse(text)
        under, lit = drag(me.page, me.tile(placement.tile), me.cell(placement), rng, is_slow=is_slow)
        found.append((f"{placement.cell.q},{placement.cell.r}", under, lit, cell_at(me.page, LANDED)))
        me.page.keyboard.press("Escape")
        me.page.keyboard.press("Escape")
    return found


def aim_in_a_puzzle(
    new_page: NewPage, screen: str, name: str, count: int, *, is_slow: bool
) -> list[tuple[Any, ...]]:
    """Drag each tile from the tray to a free place, then to another."""
    rng = random.Random(f"{screen} {name} {is_slow}")
    me = Puzzler.open(open_screen(new_page, screen), name)
    if me.page.locator(".task-close").is_visible():
        me.page.locator(".task-close").tap()
    found = []
    for _ in range(count):
        slots = me.page.locator(".tray .slot").all()
        pieces = me.page.locator(".piece").all()
        source = rng.choice(pieces if pieces and (not slots or rng.random() < 0.5) else slots)
        tile = source.get_attribute("data-tile")
        wanted = rng.choice([one.get_attribute("data-cell") for one in me.page.locator(".place").all()])
        target = me.page.locator(f'.place[data-cell="{wanted}"]')
        source.scroll_into_view_if_needed()
        under, lit = drag(me.page, source, target, rng, is_slow=is_slow)
        me.page.evaluate(TWO_FRAMES)
        landed = me.page.locator(f'.piece[data-tile="{tile}"]').get_attribute("data-cell", timeout=5_000)
        found.append((wanted, under, lit, landed))
    return found


def aim_in_a_storm(new_page: NewPage, screen: str, count: int, *, is_slow: bool) -> list[tuple[Any, ...]]:
    """Drag a tile from the tray into a space of each loop, then go on to the next loop."""
    rng = random.Random(f"{screen} storm {is_slow}")
    page = open_screen(new_page, screen)
    page.goto("/puzzles/storm")
    page.get_by_role("button", name="Start").tap()
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/answers") else None)
    found = []
    for n in range(count):
        expect(page.locator(".run-line li")).to_have_count(n)
        page.locator(".run-space").first.wait_for()
        target = rng.choice(page.locator(".run-space").all())
        wanted = target.get_attribute("data-space")
        under, lit = drag(page, rng.choice(page.locator(".run-tile").all()), target, rng, is_slow=is_slow)
        page.evaluate(TWO_FRAMES)
        if len(sent) > n:  # the line has closed, right or not, so that the tile is on its way
            body: Any = sent[n].post_data_json
            cell = Placement.parse(body["placements"][0]).cell
            landed: str | None = f"{cell.q},{cell.r}"
        else:
            landed = cell_at(page, ".run-space > .tile")
            page.get_by_role("button", name="Skip").tap()
            expect(page.locator(".run-line li")).to_have_count(n + 1)
        found.append((wanted, under, lit, landed))
    return found


def astray(found: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the drags of which cell wanted, cell under the tile, lit cell and landed cell are not one."""
    return [one for one in found if len(set(one)) != 1]


@pytest.mark.parametrize("is_slow", [False, True], ids=["fast", "slow"])
@pytest.mark.parametrize(("screen", "plies"), [("phone", 14), ("turned phone", 2), ("small phone", 36)])
def test_a_tile_of_a_game_lands_where_it_is_shown(
    new_page: NewPage, screen: str, plies: int, is_slow: bool
) -> None:
    assert astray(aim_in_a_game(new_page, screen, plies, SAMPLE, is_slow=is_slow)) == []


@pytest.mark.parametrize("is_slow", [False, True], ids=["fast", "slow"])
@pytest.mark.parametrize(("screen", "name"), [("phone", "discovery-14"), ("turned phone", "discovery-8")])
def test_a_tile_of_a_puzzle_lands_where_it_is_shown(
    new_page: NewPage, screen: str, name: str, is_slow: bool
) -> None:
    assert astray(aim_in_a_puzzle(new_page, screen, name, SAMPLE, is_slow=is_slow)) == []


def test_a_tile_of_a_storm_lands_where_it_is_shown(new_page: NewPage) -> None:
    assert astray(aim_in_a_storm(new_page, "phone", SAMPLE, is_slow=False)) == []


Aim = Callable[..., list[tuple[Any, ...]]]


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("aim", "tables"), [(aim_in_a_game, PLIES), (aim_in_a_puzzle, PUZZLES)], ids=["game", "puzzle"]
)
def test_every_tile_lands_where_it_is_shown(
    new_page: NewPage, screen: str, aim: Aim, tables: tuple[int | str, ...]
) -> None:
    ways = [(table, is_slow) for table in tables for is_slow in (False, True)]

    found = [one for table, is_slow in ways for one in aim(new_page, screen, table, 20, is_slow=is_slow)]

    print(f"{screen}: {len(found) - len(astray(found))} of {len(found)} landed where aimed")
    assert astray(found) == []
