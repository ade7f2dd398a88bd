"""How much a browser downloads for a page."""

import gzip
from collections import Counter

from playwright.sync_api import Browser, Request

from tests.browser.support.person import ME_AND_ROBOT, begin

LEVEL = 9  # of gzip


def game_bytes(browser: Browser, url: str) -> Counter[str]:
    """Return the bytes of the files that the page of a game loads, by kind, each compressed by itself."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    finished: list[Request] = []

    def note(request: Request) -> None:
        finished.append(request)

    page.on("requestfinished", note)
    page.goto(f"/games/{begin(page.request, *ME_AND_ROBOT)}", wait_until="networkidle")
    sizes: Counter[str] = Counter()
    for request in finished:
        answer = request.response()
        if request.resource_type in ("script", "stylesheet") and answer:
            sizes[request.resource_type] += len(gzip.compress(answer.body(), LEVEL))
    context.close()
    return sizes
