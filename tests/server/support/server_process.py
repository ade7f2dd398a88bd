"""A server in its own process, started as on the command line, with a thread that reads its log."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]

SERVE = "from tantrix.cli import main; main()"
MANY_CLIENTS = ("--proxy", "127.0.0.1")  # a test has more connections than one client may have
START_S = 400  # a ceiling for a slow machine, whose first start compiles the rules


def wall_ms() -> int:
    """Return the wall-clock time in milliseconds, as servers use it."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class LiveServer:
    """A server and its log."""

    process: "subprocess.Popen[str]"
    address: str = ""
    is_ready: bool = False
    lines: list[Json] = field(default_factory=list)
    ended: SimpleQueue[None] = field(default_factory=SimpleQueue)

    @property
    def socket_address(self) -> str:
        return self.address.replace("http", "ws", 1)

    def socket(self, path: str, cookie: str = "") -> ClientConnection:
        return open_socket(self.socket_address + path, cookie)

    def get(self, path: str) -> Json:
        with urlopen(self.address + path) as answer:
            body: Json = json.load(answer)
        return body

    def post(self, path: str, body: Json, cookie: str | None = None) -> tuple[Json, str]:
        """Send JSON; return the answer and the cookie that came with it, or the one that was sent."""
        headers = {"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {})
        with urlopen(Request(self.address + path, json.dumps(body).encode(), headers)) as answer:
            given = answer.headers.get("Set-Cookie", cookie or "").partition(";")[0]
            return json.load(answer), given

    def figure(self, name: str) -> float:
        """Read a value from /metrics."""
        with urlopen(self.address + "/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])

    def kill(self) -> tuple[int, int]:
        """Kill the server with SIGKILL; return the two times between which it died."""
        before_ms = wall_ms()
        self.process.kill()
        self.process.wait()
        return before_ms, wall_ms()


def open_socket(address: str, cookie: str = "") -> ClientConnection:
    """Connect without time limits of the client's own, which would end the connection on a slow machine."""
    headers = {"Cookie": cookie} if cookie else {}
    return connect(
        address, additional_headers=headers, open_timeout=None, ping_interval=None, close_timeout=None
    )


@contextmanager
def serving(
    data_dir: Path, port: int = 0, program: str = SERVE, options: Sequence[str] = MANY_CLIENTS
) -> Iterator[LiveServer]:
    """Run a server and wait until games can be played; kill it at the end if it still runs."""
    server = start(data_dir, port, program, options)
    try:
        yield server
    finally:
        stop(server)


def start(
    data_dir: Path, port: int = 0, program: str = SERVE, options: Sequence[str] = MANY_CLIENTS
) -> LiveServer:
    serve = ["serve", "--no-open", "--no-series", "--no-exhibition", "--port", str(port), *options]
    command = [sys.executable, "-c", program, *serve]
    process = subprocess.Popen([*command, "--data", str(data_dir)], stderr=subprocess.PIPE, text=True)
    server, heard = LiveServer(process), SimpleQueue[Json | None]()
    threading.Thread(target=_read, args=(server, heard), daemon=True).start()
    try:
        while not server.is_ready:
            line = heard.get(timeout=START_S)
            assert line is not None, f"the server ended: {server.lines}"
            if line["event"] == "serving":
                server.address = line["address"].rstrip("/")
            elif line["event"] == "ready to play":
                server.is_ready = True
    except BaseException:
        stop(server)
        raise
    return server


def stop(server: LiveServer) -> None:
    server.process.kill()
    server.process.wait()
    server.ended.get()


def _read(server: LiveServer, heard: "SimpleQueue[Json | None]") -> None:
    """Collect the log; a line that is not JSON is plain text for people."""
    assert server.process.stderr is not None
    with server.process.stderr as log:
        for text in log:
            line = json.loads(text) if text.startswith("{") else {"event": text.strip()}
            server.lines.append(line)
            heard.put(line)
    heard.put(None)
    server.ended.put(None)
