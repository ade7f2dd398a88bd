"""What a browser downloads before a game can be played."""

from playwright.sync_api import Browser

from scripts.pictures.server import PictureServer
from tests.browser.support.download import game_bytes


def test_script_and_style_of_a_game_are_at_most_80_kilobytes(browser: Browser, server: PictureServer) -> None:
    sizes = game_bytes(browser, server.url)

    assert sizes["script"] > 10_000
    assert sizes["stylesheet"] > 5_000
    assert sizes.total() <= 80_000
