"""Chromium for tests and screenshots: Debian's own, kept off the network; and two devices."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

from playwright._impl._driver import compute_driver_executable

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Mapping[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


def has_driver() -> bool:
    """Return whether Playwright's driver runs here; it needs libatomic, which a minimal Debian lacks."""
    node, _ = compute_driver_executable()
    return subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0


def find_chromium(is_headless: bool = True) -> str | None:
    """Return the path of Chromium: `TANTRIX_CHROMIUM`, else the first one on PATH, else None.

    The headless shell has the same engine and needs half the processor time; it cannot show notifications.
    """
    wanted = os.environ.get("TANTRIX_CHROMIUM")
    names = (
        [wanted] if wanted else [*["chromium-headless-shell"] * is_headless, "chromium", "chromium-browser"]
    )
    return next((path for path in map(shutil.which, names) if path), None)
