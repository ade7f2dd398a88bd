"""The manifest of the installed app meets the browsers' requirements."""

import struct
from io import BytesIO

import pytest
from PIL import Image
from starlette.testclient import TestClient

from tantrix.server.home.manifest import manifest_in


def size_of(data: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_every_icon_has_the_size_that_the_manifest_says(client: TestClient) -> None:
    for icon in manifest_in("en")["icons"]:
        answer = client.get(icon["src"])
        width, height = size_of(answer.content)
        assert answer.status_code == 200
        assert icon["sizes"] == f"{width}x{height}"


def test_every_screenshot_has_the_size_that_the_manifest_says(client: TestClient) -> None:
    screenshots = manifest_in("en")["screenshots"]

    assert {each["form_factor"] for each in screenshots} == {"wide", "narrow"}
    for each in screenshots:
        with Image.open(BytesIO(client.get(each["src"]).content)) as image:
            assert each["sizes"] == f"{image.width}x{image.height}"
            assert each["type"] == f"image/{(image.format or '').lower()}"


@pytest.mark.parametrize(("language", "learn"), [("en", "Learn to play"), ("pl", None), ("ru", None)])
def test_the_manifest_speaks_the_language_of_the_reader(
    client: TestClient, language: str, learn: str | None
) -> None:
    answer = client.get("/manifest.webmanifest", headers={"accept-language": language})
    names = [shortcut["name"] for shortcut in answer.json()["shortcuts"]]

    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.json()["lang"] == language
    assert ("Learn to play" in names) == (learn is not None)


def test_every_shortcut_leads_to_a_page(client: TestClient) -> None:
    shown = manifest_in("en")

    for url in [shown["start_url"], *(shortcut["url"] for shortcut in shown["shortcuts"])]:
        answer = client.get(url, headers={"accept": "text/html"}, follow_redirects=False)
        assert answer.status_code in (200, 303)  # 303: the puzzle of the day has the name of its day


def test_every_page_names_the_manifest(client: TestClient) -> None:
    for path in ("/", "/help", "/puzzles"):
        text = client.get(path, headers={"accept": "text/html"}).text
        assert '<link rel="manifest" href="/manifest.webmanifest"' in text
