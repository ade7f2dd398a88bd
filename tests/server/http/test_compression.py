"""Large responses are compressed for clients that accept it, and nothing else is."""

import pytest
from starlette.testclient import TestClient

from tests.server.support.table import Table


@pytest.mark.parametrize("path", ["/", "/static/built/page.css", "/openapi.json"])
def test_a_large_text_is_compressed(client: TestClient, path: str) -> None:
    with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        travelled = b"".join(answer.iter_raw())
    plain = client.get(path, headers={"accept-encoding": "identity"})

    assert answer.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["vary"]
    assert "content-encoding" not in plain.headers
    assert client.get(path).content == plain.content
    assert len(travelled) * 2 < len(plain.content)


def test_pages_shrink_to_less_than_a_ninth(client: TestClient) -> None:
    with client.stream("GET", "/", headers={"accept-encoding": "gzip"}) as answer:
        travelled = b"".join(answer.iter_raw())

    assert len(travelled) * 9 < len(client.get("/").content)


def test_small_responses_and_pictures_are_not_compressed(client: TestClient) -> None:
    table = Table.open(client)
    table.play(5)

    for path in ("/healthz", f"/games/{table.id}/picture.png"):
        assert "content-encoding" not in client.get(path, headers={"accept-encoding": "gzip"}).headers
