"""Requests with methods that an address does not accept, and HEAD, which every page accepts."""

import pytest
from starlette.testclient import TestClient

from tests.server.support.table import Table


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/", "GET, HEAD"),
        ("PUT", "/games", "GET, HEAD, POST"),
        ("GET", "/api/games", "POST"),
        ("GET", "/sign-out", "POST"),
        ("POST", "/api/games/abcdefghijkm", "DELETE, GET, HEAD"),
        ("POST", "/static/built/page.css", "GET, HEAD"),
    ],
)
def test_an_unsupported_method_is_answered_with_the_supported_ones(
    client: TestClient, method: str, path: str, allowed: str
) -> None:
    answer = client.request(method, path)

    assert answer.status_code == 405
    assert answer.headers["allow"] == allowed
    assert answer.json()["code"] == "method_not_allowed"


@pytest.mark.parametrize(
    "path", ["/", "/help", "/api/robots", "/static/built/page.css", "/nothing", "/games/abcdefghijkm"]
)
def test_head_is_answered_like_get_without_the_body(client: TestClient, path: str) -> None:
    got = client.get(path)

    answer = client.head(path)

    assert (answer.status_code, answer.content) == (got.status_code, b"")
    assert dict(answer.headers) == dict(got.headers)


def test_head_requests_work_for_the_health_check(client: TestClient) -> None:
    answer = client.head("/healthz")

    assert (answer.status_code, answer.content) == (200, b"")


def test_head_shows_a_game(table: Table) -> None:
    for path in (f"/games/{table.id}", f"/games/{table.id}/picture.png", f"/games/{table.id}/record"):
        answer = table.client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")
        assert int(answer.headers["content-length"]) > 0


def test_head_is_refused_where_get_is_not_supported(client: TestClient) -> None:
    answer = client.head("/api/games")

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
