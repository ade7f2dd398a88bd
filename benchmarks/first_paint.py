"""When the start page is first painted on a slow connection, and how large the game's script and style are.

    python -m benchmarks.first_paint --tries 6

Chromium adds the delay and limits the rate of Lighthouse's "slow 4G": a round trip of 150 ms, 1.6 Mbit/s.
Each try has an empty cache. The same is measured for a page without any file, which takes the connection and
one round trip. The machine's own speed counts, so figures of a busy machine are too high.
"""

import argparse
import gzip
from statistics import median

from playwright.sync_api import Browser, Request

from scripts.pictures.chromium import PHONE
from scripts.pictures.studio import picturing
from tests.browser.support.person import ME_AND_ROBOT, begin

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
LEVEL = 9  # of gzip


def main() -> None:
    """Print the median and all tries of both pages, then the sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tries", type=int, default=6)
    arguments = parser.parse_args()
    with picturing() as (browser, url):
        for path in ("/", EMPTY):
            tries = sorted(first_paint_ms(browser, url + path) for _ in range(arguments.tries))
            print(f"{path}: median {median(tries):.0f} ms of", *(f"{ms:.0f}" for ms in tries))
        script, style = game_bytes(browser, url)
        print(
            f"a game: {script / 1000:.1f} kB of script, {style / 1000:.1f} kB of style, each file by itself"
        )


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


def game_bytes(browser: Browser, url: str) -> tuple[int, int]:
    """Return the bytes, after gzip, of the scripts and style sheets that the page of a game loads."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    sizes = {"script": 0, "stylesheet": 0}
    finished: list[Request] = []

    def note(request: Request) -> None:
        finished.append(request)

    page.on("requestfinished", note)
    page.goto(f"/games/{begin(page.request, *ME_AND_ROBOT)}", wait_until="networkidle")
    for request in finished:
        answer = request.response()
        if request.resource_type in sizes and answer:
            sizes[request.resource_type] += len(gzip.compress(answer.body(), LEVEL))
    context.close()
    return sizes["script"], sizes["stylesheet"]


if __name__ == "__main__":
    main()
