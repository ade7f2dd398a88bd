"""A real `tantrix serve` as a child process, for the browser tests and the screenshots."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

START_SECONDS = 600.0  # a ceiling for a slow machine, which compiles first
STOP_SECONDS = 60.0


@dataclass(slots=True)
class PictureServer:
    """A running server; `data` holds its games and outlives it."""

    url: str
    data: Path
    process: subprocess.Popen[bytes]
    log: Path

    def kill(self) -> None:
        """Kill it with SIGKILL, like a power cut."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to stop, and kill it if it does not."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(data: Path, port: int | None = None, module: str | None = None) -> PictureServer:
    """Start a server on this machine, and return once it answers.

    `module`: what to run instead of `tantrix serve`, such as the server of `scripts/dev`. Raises RuntimeError
    with its output if it exits or does not answer.
    """
    port = port or free_port()
    log = data.with_name(f"{data.name}.log")
    command = [str(Path(sys.executable).with_name("tantrix")), "serve", "--host", "127.0.0.1", "--no-open"]
    if module is not None:
        command = [sys.executable, "-m", module]
    command += ["--port", str(port), "--data", str(data)]
    with log.open("ab") as lines:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=lines, stderr=subprocess.STDOUT, env=_environment()
        )
    server = PictureServer(f"http://127.0.0.1:{port}", data, process, log)
    _wait_until_it_answers(server)
    return server


@contextmanager
def serving(data: Path, module: str | None = None) -> Iterator[PictureServer]:
    """Run a server for as long as the block lasts."""
    server = start(data, module=module)
    try:
        yield server
    finally:
        server.stop()


def _wait_until_it_answers(server: PictureServer) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        if _answers(f"{server.url}/healthz"):
            return
        time.sleep(0.05)
    server.kill()
    log = server.log.read_text(errors="replace")[-2000:]
    raise RuntimeError(f"tantrix serve did not answer within {START_SECONDS:.0f} s; it said:\n{log}")


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=2.0) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
