"""Static files: sent from memory, compressed, revalidated, and kept by browsers where they cannot change."""

import gzip
import os
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tantrix.server.http.static_files import (
    COMPRESS_FROM_BYTES,
    NAMED_BY_CONTENT,
    CachedStaticFiles,
)

TEXT = "body { color: red }\n" * COMPRESS_FROM_BYTES
NOISE = os.urandom(2 * COMPRESS_FROM_BYTES)
BUILT = Path(str(files("tantrix.server").joinpath("static", NAMED_BY_CONTENT)))


@pytest.fixture
def browser(tmp_path: Path) -> TestClient:
    """Return a client of a folder with a style sheet, a picture and a chunk."""
    folder = tmp_path / "static"
    (folder / NAMED_BY_CONTENT).mkdir(parents=True)
    (folder / "page.css").write_text(TEXT)
    (folder / "photo.png").write_bytes(NOISE)
    (folder / NAMED_BY_CONTENT / "lit-1a2b3c4d.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("words")
    app = Starlette()
    app.mount("/static", CachedStaticFiles(folder))
    return TestClient(app)


@pytest.mark.parametrize("n_requests", [1, 2])
def test_a_file_is_the_same_each_time_compressed_or_not(browser: TestClient, n_requests: int) -> None:
    for _ in range(n_requests):
        plain = browser.get("/static/page.css", headers={"accept-encoding": "identity"})
        with browser.stream("GET", "/static/page.css", headers={"accept-encoding": "gzip"}) as small:
            travelled = b"".join(small.iter_raw())

    assert plain.text == TEXT
    assert "content-encoding" not in plain.headers
    assert small.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(travelled).decode() == TEXT


def test_what_does_not_shrink_is_not_compressed(browser: TestClient) -> None:
    answer = browser.get("/static/photo.png", headers={"accept-encoding": "gzip"})

    assert answer.content == NOISE
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "image/png"


def test_a_browser_that_has_a_file_is_told_so(browser: TestClient) -> None:
    tag = browser.get("/static/page.css").headers["etag"]

    again = browser.get("/static/page.css", headers={"if-none-match": tag})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["page.css?v=12", f"{NAMED_BY_CONTENT}lit-1a2b3c4d.js"])
def test_a_file_with_a_version_or_named_by_its_content_is_kept(browser: TestClient, path: str) -> None:
    assert "immutable" in browser.get(f"/static/{path}").headers["cache-control"]


@pytest.mark.parametrize("path", ["nothing.css", "built", "%2e%2e/secret.txt", "x" * 300])
def test_there_is_nothing_else(browser: TestClient, path: str) -> None:
    browser.get("/static/page.css")

    for _ in range(2):
        assert browser.get(f"/static/{path}").status_code == 404
    assert browser.post("/static/page.css").status_code == 405


def test_everything_that_entries_share_is_named_by_its_content() -> None:
    shared = [path for path in BUILT.parent.rglob("*.js") if path.stem[-9:-8] == "-"]

    assert {path.parent for path in shared} == {BUILT}
