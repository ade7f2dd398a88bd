"""A player on the page of a puzzle, and solutions in the page's coordinates."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tantrix.hexes import Cell, neighbours, rotate
from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.solver.pipeline import solve
from tests.browser.support.person import Fingers, middle
from tests.browser.support.touch import FINGER_PX, below

N_LOOKS = 60
NEAR_PX = 4
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True, slots=True)
class Puzzler:
    """A player on the page of a puzzle."""

    page: Page

    @classmethod
    def open(cls, page: Page, name: str, laid: str = "") -> "Puzzler":
        page.goto(f"/puzzles/{name}{'#' if laid else ''}{laid}")
        expect(page.locator(".place").first).to_be_visible()
        return cls(page)

    def tile(self, tile: int) -> Locator:
        return self.page.locator(f'.tray [data-tile="{tile}"]')

    def piece(self, tile: int) -> Locator:
        return self.page.locator(f'.surface .piece[data-tile="{tile}"]')

    def cell(self, cell: Cell) -> Locator:
        return self.page.locator(f'.surface [data-cell="{cell.q},{cell.r}"]')

    def drag(self, source: Locator, cell: Cell) -> None:
        source.hover()
        self.page.mouse.down()
        self.cell(cell).hover()
        self.page.mouse.up()

    def drag_and_turn(self, placement: Placement) -> None:
        """Drag with the mouse, and turn with the R key on the way."""
        self.tile(placement.tile).hover()
        self.page.mouse.down()
        self.cell(placement.cell).hover()
        preview = self.page.locator(".preview .tile")
        for n in range(placement.rotation):
            self.page.keyboard.press("r")
            expect(preview).to_have_class(f"tile turn-{n + 1}")
        self.page.mouse.up()
        self.lies(placement)

    def swipe_and_tap(self, placement: Placement) -> None:
        """Drag with a finger, and tap the tile until it has the right rotation."""
        fingers = Fingers.on(self.page)
        x, y = middle(self.tile(placement.tile))
        fingers.down((x, y))
        fingers.move((x, y - FINGER_PX))
        self.follow(fingers, placement.cell)
        fingers.up()
        for n in range(placement.rotation):
            self.lies(placement._replace(rotation=n))
            self.piece(placement.tile).tap()
        self.lies(placement)

    def follow(self, fingers: Fingers, cell: Cell) -> None:
        """Move to a cell until the tile shows there: the table may still shift when the drag begins."""
        shown = self.page.locator(".preview > g").first
        for _ in range(N_LOOKS):
            fingers.move(below(self.page, middle(self.cell(cell))))
            self.page.evaluate(TWO_FRAMES)
            if shown.count() and math.dist(middle(shown), middle(self.cell(cell))) < NEAR_PX:
                return
        raise AssertionError(f"expected the dragged tile to show on {cell}")

    def lies(self, placement: Placement) -> None:
        piece = self.piece(placement.tile)
        expect(piece).to_have_attribute("data-cell", f"{placement.cell.q},{placement.cell.r}")
        expect(piece.locator(".tile")).to_have_class(f"tile turn-{placement.rotation}")

    def text(self) -> str:
        """Return the tiles on the table, in the notation of a link to it."""
        kept: str = self.page.evaluate(
            "(name) => JSON.parse(localStorage.getItem('tantrix.puzzles') ?? '{}')[name]?.laid ?? ''",
            self.page.url.rpartition("/")[2],
        )
        return kept


def unfold_packs(page: Page) -> None:
    """Unfold all packs on the home of the puzzles."""
    for pack in page.locator(".pack > summary").all():
        pack.click()


def solution(name: str) -> list[Placement]:
    """Return a solution in the position of the page's frame, each tile after one that it touches."""
    found = solve(PUZZLES[name].goal).solution
    assert found
    return list(joined([Placement(tile, rotate(cell, 3), (n + 3) % 6) for tile, cell, n in found]))


def joined(placements: Sequence[Placement]) -> Iterator[Placement]:
    left = {placement.cell: placement for placement in placements}
    waiting = [min(left)]
    while waiting:
        cell = waiting.pop(0)
        if cell in left:
            yield left.pop(cell)
            waiting += [beside for beside in neighbours(cell) if beside in left]


def link(placements: Sequence[Placement]) -> str:
    return ";".join(map(str, placements))
