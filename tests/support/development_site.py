"""The site that `scripts/dev` serves, in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src/tantrix/server/home/__init__.py"  # a file to touch


@dataclass(frozen=True, slots=True)
class DevelopmentSite:
    """The process of `scripts/develop.py`, which starts the servers."""

    process: "subprocess.Popen[str]"

    def next_address(self) -> str:
        """Wait until a server is ready, and return its address."""
        address = ""
        while (event := self.wait_for("{"))["event"] != "ready to play":
            address = event.get("address", address)
        return address

    def wait_for_change(self) -> None:
        """Wait until a change of the sources is reported."""
        self.wait_for("tantrix: ")

    def wait_for(self, start: str) -> dict[str, str]:
        """Read up to the next line with this start; return it if it is an event."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith(start):
                event: dict[str, str] = json.loads(line) if start == "{" else {}
                return event
        raise AssertionError(f"expected a line that starts with {start!r}, but the site ended")


@contextmanager
def developing(data: Path, port: int = 0) -> Iterator[DevelopmentSite]:
    """Serve an empty site that follows the Python sources and the templates."""
    data.mkdir()
    command = [
        sys.executable,
        "-m",
        "scripts.develop",
        "--port",
        str(port),
        "--data",
        str(data),
        "--no-pages",
    ]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield DevelopmentSite(process)
        finally:
            process.terminate()
