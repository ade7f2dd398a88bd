"""The log that a server writes to a file, as a log collector reads it."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

_SPEAK = """
import logging, threading, warnings
import structlog
from tantrix.server.logs import set_up_logs
set_up_logs()
logging.getLogger("another.package").warning("careful, %s", "Zoë")
logging.getLogger("another.package").info("small talk")
warnings.warn("old ways", stacklevel=1)
structlog.get_logger().info("game created", game="abcdefghijkm")
try:
    raise ValueError("no good")
except ValueError:
    logging.getLogger("asyncio").exception("failed")
    structlog.get_logger().exception("request failed")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
"""


def test_every_logged_line_is_json() -> None:
    done = subprocess.run([sys.executable, "-c", _SPEAK], capture_output=True, text=True, check=True)

    lines = [json.loads(line) for line in done.stderr.splitlines()]

    assert [
        (line["level"], line["event"].partition("\n")[0]) for line in lines if "old ways" not in str(line)
    ] == [
        ("warning", "careful, Zoë"),
        ("info", "game created"),
        ("error", "failed"),
        ("error", "request failed"),
        ("error", "thread died"),
    ]
    assert sum("old ways" in line["event"] for line in lines) == 1
    assert [line["exception"].splitlines()[-1] for line in lines if "exception" in line] == [
        "ValueError: no good",
        "ValueError: no good",
        "ZeroDivisionError: division by zero",
    ]
    assert all("timestamp" in line for line in lines)


def test_a_server_logs_its_address_and_its_stop_in_json(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tantrix", "serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = [json.loads(process.stderr.readline())]
        assert _post_nonsense(lines[0]["address"]) == 400
        process.send_signal(signal.SIGTERM)
        lines += [json.loads(line) for line in process.stderr]

    events = [line["event"] for line in lines]
    assert process.returncode == 0
    assert (lines[0]["event"], lines[0]["folder"]) == ("serving", str(tmp_path))
    assert any("Expected boundary" in event for event in events)
    assert events[-1] == "stopped"


def _post_nonsense(address: str) -> int:
    """Post an invalid multipart form, about which a third-party package writes to the log."""
    headers = {"content-type": "multipart/form-data; boundary=x"}
    request = Request(f"{address}games", b"nonsense", headers, method="POST")
    try:
        with urlopen(request) as answer:
            return int(answer.status)
    except HTTPError as error:
        with error:
            return error.code


_REPEAT = """
import logging
from tantrix.server.logs import MAX_WARNINGS, RepeatFilter, set_up_logs
set_up_logs()
handler = logging.getLogger().handlers[0]
windows = []
handler.filters = [RepeatFilter(windows.append)]
for n in range(MAX_WARNINGS + 7):
    logging.getLogger("uvicorn.error").warning("Invalid %s", n)
for n in range(MAX_WARNINGS + 5):
    logging.getLogger("python_multipart").warning(f"Expected a boundary, got {n}")
logging.getLogger("uvicorn.error").warning("Another")
windows.pop()()
logging.getLogger("uvicorn.error").warning("Invalid %s", "afterwards")
"""


def test_an_event_that_can_be_provoked_too_often_is_summarised() -> None:
    done = subprocess.run([sys.executable, "-c", _REPEAT], capture_output=True, text=True, check=True)

    lines = [json.loads(line) for line in done.stderr.splitlines()]

    assert [line["event"] for line in lines] == [
        *(f"Invalid {n}" for n in range(20)),
        *(f"Expected a boundary, got {n}" for n in range(20)),
        "Another",
        "repeated",
        "repeated",
        "Invalid afterwards",
    ]
    assert [(line["of"], line["n_dropped"]) for line in lines[-3:-1]] == [
        ("Invalid %s", 7),
        ("Expected a boundary, got 0", 5),
    ]
