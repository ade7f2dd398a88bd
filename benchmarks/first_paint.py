"""When the start page is first painted on a slow connection, and how large the game's script and style are.

    python -m benchmarks.first_paint --tries 6

Chromium adds the delay and limits the rate of Lighthouse's "slow 4G": a round trip of 150 ms, 1.6 Mbit/s.
Each try has an empty cache. The same is measured for a page without any file, which takes the connection and
one round trip. The machine's own speed counts, so figures of a busy machine are too high.
"""

import argparse
from statistics import median

from playwright.sync_api import Browser

from scripts.pictures.chromium import PHONE
from scripts.pictures.studio import picturing
from tests.browser.support.download import game_bytes

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_638_400 / 8,
    "uploadThroughput": 750_000 / 8,
}
PAINTED = """() => new Promise((painted) => new PerformanceObserver((found) => {
    const first = found.getEntries().find(({ name }) => name === "first-paint");
    if (first) painted(first.startTime);
}).observe({ type: "paint", buffered: true }))"""
EMPTY = "/healthz"


def main() -> None:
    """Print the median and all tries of both pages, then the sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tries", type=int, default=6)
    arguments = parser.parse_args()
    with picturing() as (browser, url):
        for path in ("/", EMPTY):
            tries = sorted(first_paint_ms(browser, url + path) for _ in range(arguments.tries))
            print(f"{path}: median {median(tries):.0f} ms of", *(f"{ms:.0f}" for ms in tries))
        sizes = game_bytes(browser, url)
        print("a game:", *(f"{size / 1000:.1f} kB of {kind}" for kind, size in sorted(sizes.items())))


def first_paint_ms(browser: Browser, address: str) -> float:
    """Open a page on a phone with an empty cache; return when it was first painted."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    page.goto(address)
    ms: float = page.evaluate(PAINTED)
    context.close()
    return ms


if __name__ == "__main__":
    main()
