"""The cost of pages for visitors without a cookie, made each time and sent again.

Run `python -m benchmarks.pages.visitors` from the repository. It fabricates finished games in a temporary
folder and opens a server on it in this process, without sockets, and a second one with the same services
that sends visitors' pages again (`Settings.visitor_page_ms`). Both are asked for each page in turn. Measures
the processor time of the whole process for each request, compression included.
"""

import argparse
import asyncio
import gc
import json
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.asgi import get, processor_ms
from benchmarks.crowded_folder import Extent, fill
from tantrix.server.app import create_app
from tantrix.server.garbage import set_survivors_aside
from tantrix.server.http.visitor_pages import PATHS
from tantrix.server.settings import Settings

VISITOR = ((b"accept-encoding", b"gzip, br"), (b"accept-language", b"de-AT,de;q=0.9,en;q=0.5"))
N_WARM = 3  # requests that compile templates and fill caches
LONG_MS = 3_600_000  # no page ends while it is measured; `docs/server/scale.md` reckons with the real time
SETTLE_S = 10  # templates are compiled after the rules


async def measure(folder: Path, n_requests: int) -> dict[str, Any]:
    """Return the median cost of each page made anew and sent again, in ms, and what all pages cost."""
    gc.freeze()  # as the command does
    made = create_app(Settings(folder))
    kept = create_app(replace(Settings(folder), visitor_page_ms=LONG_MS))
    found: dict[str, Any] = {}
    async with made.router.lifespan_context(made):
        kept.state.services = made.state.services
        await made.state.services.hub.ready.wait()
        await asyncio.sleep(SETTLE_S)
        with set_survivors_aside():  # as a server with its own process does
            for path in sorted(PATHS):
                costs = [
                    [await processor_ms(partial(get, app, path, VISITOR)) for app in (made, kept)]
                    for _ in range(n_requests + N_WARM)
                ]
                anew, again = (median(column) for column in zip(*costs[N_WARM:], strict=True))
                found[path] = {"anew_ms": round(anew, 2), "again_ms": round(again, 3)}
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=30, help="of each page and server")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        fill(Path(temporary), Extent(options.finished, 1_000), time.time_ns() // 1_000_000)
        found = asyncio.run(measure(Path(temporary), options.requests))
    for path, figures in found.items():
        print(f"{path:16}", json.dumps(figures))
    anew, again = (sum(each[name] for each in found.values()) for name in ("anew_ms", "again_ms"))
    n_anew, n_again = (1000 * len(found) / total for total in (anew, again))
    print(f"requests per second of processor time: {n_anew:.0f} and {n_again:.0f}")


if __name__ == "__main__":
    main()
