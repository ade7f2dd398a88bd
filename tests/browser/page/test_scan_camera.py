"""The camera of the page that reads tiles: Chromium has one that plays a film of tiles drawn by ourselves."""

from playwright.sync_api import JSHandle, Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import Filmed
from tests.browser.support.photographs import LOOP, film, photograph
from tests.browser.support.service_worker import ARE_BASICS_SAVED
from tests.browser.support.touch import too_small

END_OF_TRACK = """track => addEventListener("pagehide", () =>
  sessionStorage.setItem("track", track.readyState))"""

NOTE_INTERRUPTION = (
    "document.querySelector('video').addEventListener('emptied', () => (document.title = 'interrupted'))"
)


def open_camera(page: Page) -> JSHandle:
    """Open the camera; return its track."""
    page.get_by_role("button", name="Take a picture").tap()
    expect(page.locator(".scan-camera")).to_be_visible()
    return page.evaluate_handle("document.querySelector('video').srcObject.getVideoTracks()[0]")


def shutter(page: Page) -> None:
    page.locator(".scan-camera").get_by_role("button", name="Take a picture").tap()


def test_a_camera_held_still_shows_its_tiles_and_takes_the_picture_offline(filmed: Filmed) -> None:
    page = filmed(film(photograph(LOOP)))
    page.wait_for_function(ARE_BASICS_SAVED)
    page.context.set_offline(True)
    page.reload()
    track = open_camera(page)
    page.evaluate(NOTE_INTERRUPTION)

    expect(page.locator(".scan-view polygon")).to_have_count(6)
    expect(page.locator(".scan-advice")).to_contain_text("6 tiles")
    expect(page.locator(".scan-advice")).to_contain_text("Good. Take the picture.")
    assert page.title() != "interrupted"
    assert serious(page) == []
    assert too_small(page) == []
    shutter(page)

    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")
    assert track.evaluate("track => track.readyState") == "ended"
    page.context.set_offline(False)


def test_a_camera_says_what_is_wrong_with_the_picture_and_is_closed(filmed: Filmed) -> None:
    page = filmed(film(photograph(LOOP, turned=0), cut=240))
    track = open_camera(page)

    expect(page.locator(".scan-view polygon.cut")).to_have_count(1)
    expect(page.locator(".scan-advice")).to_contain_text("A tile is cut off. Move back a little.")
    page.keyboard.press("Escape")

    expect(page.locator(".scan-camera")).to_have_count(0)
    assert track.evaluate("track => track.readyState") == "ended"
    expect(page.get_by_role("button", name="Take a picture")).to_be_visible()


def test_a_camera_stops_when_the_page_is_left(filmed: Filmed) -> None:
    page = filmed(film(photograph(LOOP)))
    open_camera(page).evaluate(END_OF_TRACK)

    page.goto("/learn")

    assert page.evaluate("sessionStorage.getItem('track')") == "ended"


def test_a_closed_camera_leaves_the_picture_that_was_read(filmed: Filmed) -> None:
    page = filmed(film(photograph(LOOP)))
    open_camera(page)
    shutter(page)
    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")

    open_camera(page)
    expect(page.locator(".scan-view polygon")).to_have_count(6)
    page.locator(".scan-camera").get_by_role("button", name="Close").tap()
    page.locator(".outline").first.tap()
    page.get_by_role("button", name="Not a tile").tap()

    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")
