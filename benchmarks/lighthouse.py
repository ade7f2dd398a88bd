"""Lighthouse scores of the main pages, on a phone with a slow connection and on a desktop.

    npm install --prefix /tmp/lighthouse lighthouse@12.2.3
    python -m benchmarks.lighthouse --program /tmp/lighthouse/node_modules/.bin/lighthouse

Lighthouse loads each page in Chromium and computes how it would load on a phone whose processor is four times
slower, so a busy machine lowers the score for performance: the best of `--runs` counts. Without `--data` the
site is filled with players and games first. The command fails if a score is below 95; for each such score
it names the audits that cost most.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from scripts.pictures.chromium import CHROMIUM_ARGUMENTS, find_chromium
from scripts.pictures.server import serving
from scripts.seed import seed

GOAL = 95
CATEGORIES = ("performance", "accessibility", "best-practices")
PAGES = (
    "/",
    "/lobby",
    "/learn",
    "/puzzles",
    "/puzzles/daily",
    "/gobble",
    "/watch",
    "/archive",
    "/players",
    "/tournaments",
    "/custom",
    "/help",
)
DEVICES: dict[str, list[str]] = {"phone": [], "desktop": ["--preset=desktop"]}
N_AUDITS = 4


class PageScores(NamedTuple):
    """The scores of a page on a device, in percent, and what costs points."""

    page: str
    device: str
    scores: tuple[int, ...]
    costs: tuple[str, ...]


def main() -> None:
    """Print a line for each page and device."""
    options = read_options()
    with ExitStack() as stack:
        data = options.data
        if data is None:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
            seed(data)
        server = stack.enter_context(serving(data))
        found = []
        for page in options.pages or PAGES:
            for device in options.devices:
                runs = [measure(options.program, server.url + page, device) for _ in range(options.runs)]
                found.append(best(page, device, runs))
                print(line(found[-1]), flush=True)
    if any(min(each.scores) < GOAL for each in found):
        sys.exit(1)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", default="lighthouse", help="the command line of Lighthouse")
    parser.add_argument("--data", type=Path, help="the data folder of a site with players and games")
    parser.add_argument("--runs", type=int, default=1, help="how often each page is loaded")
    parser.add_argument("--devices", nargs="+", choices=DEVICES, default=list(DEVICES))
    parser.add_argument("pages", nargs="*", help="addresses such as /lobby; the main pages by default")
    return parser.parse_args()


def measure(program: str, url: str, device: str) -> dict[str, Any]:
    """Return Lighthouse's report of a page."""
    chromium = " ".join(["--headless=new", *CHROMIUM_ARGUMENTS])
    command = [program, url, "--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}"]
    command += [f"--chrome-flags={chromium}", *DEVICES[device]]
    environment = {**os.environ, "CHROME_PATH": find_chromium(is_headless=False) or ""}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if ended.returncode:
        sys.exit(f"lighthouse failed for {url}:\n{ended.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(ended.stdout)
    return report


def best(page: str, device: str, reports: Sequence[dict[str, Any]]) -> PageScores:
    """Return the best score of each category, and the most expensive audits of what is below the goal."""
    scores = tuple(max(score_of(report, name) for report in reports) for name in CATEGORIES)
    top = max(reports, key=lambda report: score_of(report, "performance"))
    costs = [
        cost
        for name, score in zip(CATEGORIES, scores, strict=True)
        if score < GOAL
        for cost in costs_of(top, name)
    ]
    return PageScores(page, device, scores, tuple(costs))


def score_of(report: dict[str, Any], category: str) -> int:
    """Return a score in percent."""
    return round(100 * (report["categories"][category]["score"] or 0))


def costs_of(report: dict[str, Any], category: str) -> Iterator[str]:
    """Yield the audits that cost the most points of a category."""
    weighted = [
        (each["weight"] * (1 - audit["score"]), audit)
        for each in report["categories"][category]["auditRefs"]
        if (audit := report["audits"][each["id"]])["score"] is not None
    ]
    weighted.sort(key=lambda pair: -pair[0])
    for cost, audit in weighted[:N_AUDITS]:
        if cost > 0:
            yield f"{audit['id']} {audit.get('displayValue', '')}".strip()


def line(found: PageScores) -> str:
    """Return the scores of a page as a line."""
    scores = " ".join(f"{score:4}" for score in found.scores)
    return f"{found.page:18} {found.device:8} {scores}  {'; '.join(found.costs)}".rstrip()


if __name__ == "__main__":
    main()
