"""Shared parts of scripts that take pictures: a server, Chromium, and requests that must succeed."""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, sync_playwright

from scripts.pictures.chromium import CHROMIUM_ARGUMENTS, find_chromium
from scripts.pictures.server import serving

PICTURES = Path(__file__).resolve().parents[2] / "docs/pictures"
LIGHT: Mapping[str, Any] = {"color_scheme": "light"}
DARK: Mapping[str, Any] = {"color_scheme": "dark"}


def write_nothing(data: Path) -> None:
    """Leave the folder of a server empty."""


@contextmanager
def picturing(write: Callable[[Path], None] = write_nothing) -> Iterator[tuple[Browser, str]]:
    """Run a server, whose folder `write` fills, and Chromium while the block runs.

    Yields the browser and the address of the server. Ends the script if there is no Chromium.
    """
    chromium = find_chromium()
    if chromium is None:
        sys.exit("expected Chromium on PATH or in TANTRIX_CHROMIUM, found none")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        write(data)
        with serving(data) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
            yield browser, server.url
            browser.close()


def answer_of(requests: APIRequestContext, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a request that must succeed."""
    response = requests.post(path, data=body)
    if not response.ok:
        sys.exit(f"{path} answered {response.status} to {body}: {response.text()}")
    answer: dict[str, Any] = response.json()
    return answer
