"""What moves on a page without having been moved: layout shifts of Chromium, and rectangles of the board."""

from dataclasses import dataclass

from playwright.sync_api import Page

BOARD = "tantrix-board"
WATCH = """(board) => {
    const seen = { shift: 0, moved: {}, boxes: [] };
    window.steadiness = seen;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            seen.shift += value;
            for (const { node, previousRect: from, currentRect: to } of sources) {
                const one = node?.nodeType === 1 ? node : node?.parentElement;
                const by = [to.x - from.x, to.y - from.y, to.width - from.width, to.height - from.height];
                const name = one ? `${one.localName}.${one.className?.baseVal ?? one.className}` : "gone";
                seen.moved[`${name} ${by.map(Math.round)}`] ??= value;
            }
        }
    }).observe({ type: "layout-shift" });
    const look = () => {
        const found = document.querySelector(board)?.getBoundingClientRect();
        const box = found ? [found.x, found.y, found.width, found.height].map(Math.round).join() : "none";
        if (seen.boxes.at(-1) !== box) seen.boxes.push(box);
        requestAnimationFrame(look);
    };
    look();
}"""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How steady a page was: the sum of all shifts, each thing that moved, and the board's rectangles."""

    shift: float
    moved: tuple[str, ...]
    boxes: tuple[str, ...]

    def __str__(self) -> str:
        lines = (f"\n    {name}" for name in self.moved)
        return f"shift {self.shift:.4f}, board {' -> '.join(self.boxes)}{''.join(lines)}"


@dataclass(frozen=True, slots=True)
class Watch:
    """A page that is being watched."""

    page: Page

    def read(self) -> Steadiness:
        """Return what has been seen until now."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen = self.page.evaluate("window.steadiness")
        return Steadiness(seen["shift"], tuple(seen["moved"]), tuple(seen["boxes"]))


def watch(page: Page, board: str = BOARD) -> Watch:
    """Start to watch a page."""
    page.evaluate(WATCH, board)
    return Watch(page)
