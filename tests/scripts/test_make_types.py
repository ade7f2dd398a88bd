"""The types of the browser client match the protocol."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_browser_client_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/make_types.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr
