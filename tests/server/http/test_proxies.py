"""A proxy's statements about its clients are trusted only if the operator has named the proxy."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.server_process import LiveServer, serving

FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


def cookie_of(server: LiveServer) -> str:
    """Open a game through something that claims to forward a client's request over TLS."""
    seats = b'{"seats": [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]}'
    headers = {"Content-Type": "application/json", **FORWARDED}
    with urlopen(Request(f"{server.address}/api/games", seats, headers)) as answer:
        return str(answer.headers["Set-Cookie"])


@pytest.mark.parametrize(
    ("options", "is_trusted"),
    [((), False), (("--proxy", "10.0.0.1"), False), (("--proxy", "127.0.0.1"), True)],
)
def test_a_proxy_is_believed_only_if_it_is_named(
    tmp_path: Path, options: tuple[str, ...], is_trusted: bool
) -> None:
    with serving(tmp_path, options=options) as server:
        assert ("secure" in cookie_of(server).lower()) is is_trusted

        with pytest.raises(HTTPError, match="404"):
            urlopen(Request(f"{server.address}/metrics", headers=FORWARDED))


def test_a_proxy_that_is_not_named_is_logged_once(settings: Settings) -> None:
    with TestClient(create_app(settings), client=("127.0.0.1", 5000)) as client, capture_logs() as logged:
        for _ in range(3):
            client.get("/healthz", headers=FORWARDED)

    found = [line["remedy"] for line in logged if line["event"] == "forwarded addresses ignored"]
    assert found == ["--proxy 127.0.0.1"]


def test_nothing_is_logged_about_a_proxy_that_is_named(settings: Settings) -> None:
    # Uvicorn has put the client in its place.
    with TestClient(create_app(settings), client=("10.0.0.9", 5000)) as client, capture_logs() as logged:
        client.get("/healthz", headers={"X-Forwarded-For": "10.0.0.9, 10.0.0.1"})

    assert "forwarded addresses ignored" not in {line["event"] for line in logged}
