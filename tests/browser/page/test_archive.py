"""The archive on a phone, by its form alone; a game in a frame on another site; sharing."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import Browser, Page, expect

from scripts.pictures.server import PictureServer
from tests.browser.support.accessibility import serious
from tests.browser.support.person import begin, person, play_on

NAMES = (person("R", "Ottilie"), person("B", "Quentin"))


def _finished(page: Page, **options: str) -> str:
    game_id = begin(page.request, *NAMES, listing="open", **options)
    play_on(page.request, game_id, 64, lambda placements: placements[0])
    return game_id


def test_a_game_is_found_by_the_form_on_the_phone_without_scripts(
    browser: Browser, server: PictureServer
) -> None:
    phone = {"width": 390, "height": 844}
    context = browser.new_context(
        base_url=server.url, viewport=phone, is_mobile=True, has_touch=True, java_script_enabled=False
    )
    page = context.new_page()
    game_id = _finished(page)
    page.goto("/archive")

    page.get_by_label("Player", exact=True).fill("ottilie")
    page.get_by_text("More filters").click()
    page.get_by_label("Result").select_option("played-out")
    page.get_by_role("button", name="Search", exact=True).click()

    row = page.locator(".archive-row", has_text="Quentin").first
    expect(row).to_contain_text("Ottilie")
    expect(page.get_by_label("Player", exact=True)).to_have_value("ottilie")
    assert page.locator("html").evaluate("(root) => root.scrollWidth") <= phone["width"]
    page.get_by_label("Minimum score").fill("120")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_text("No games found.")).to_be_visible()
    assert page.request.get(f"/games/{game_id}.gif").ok
    context.close()


def test_a_frame_on_another_site_steps_through_the_game_without_cookies(
    browser: Browser, page: Page, server: PictureServer
) -> None:
    game_id = _finished(page)
    context = browser.new_context(viewport={"width": 600, "height": 700})
    blog = context.new_page()
    address = f"{server.url}/embed/{game_id}?ply=2&theme=dark"
    with _another_site(f'<iframe src="{address}" width="480" height="560" title="Tantrix"></iframe>') as url:
        blog.goto(url)
        _step_through(blog)
    assert context.cookies() == []
    context.close()


def _step_through(blog: Page) -> None:
    frame = blog.frame_locator("iframe")
    tiles = frame.locator(".embed-table > svg > g:visible")
    expect(tiles).to_have_count(2)
    frame.get_by_role("link", name="Forward one tile").click()
    expect(tiles).to_have_count(3)
    frame.get_by_role("link", name="Last position").click()
    expect(frame.locator(".embed-ply")).to_have_text("56/56")
    blog.keyboard.press("ArrowLeft")
    expect(tiles).to_have_count(55)
    frame.get_by_role("button", name="Autoplay").click()
    expect(tiles).to_have_count(56)


@contextmanager
def _another_site(body: str) -> Iterator[str]:
    """Serve one page under a host name other than our server's."""

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as blog:
        Thread(target=blog.serve_forever, daemon=True).start()
        yield f"http://localhost:{blog.server_address[1]}/"
        blog.shutdown()


def test_axe_finds_nothing_serious_in_the_archive_a_frame_and_the_sharing_page(page: Page) -> None:
    game_id = _finished(page)
    found = []

    for path in (
        "/archive",
        "/archive?player=x",
        "/archive/import",
        f"/games/{game_id}/share",
        f"/embed/{game_id}",
    ):
        page.goto(path)
        found += serious(page)

    assert found == []


def test_the_link_to_a_position_is_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game_id = _finished(page)
    page.goto(f"/games/{game_id}?ply=9")
    page.locator("details.menu > summary").click()
    page.get_by_role("link", name="Share").click()
    page.wait_for_url("**/share?ply=9")

    page.get_by_label("Link to this position").locator("xpath=..").get_by_role("button", name="Copy").click()

    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/games/{game_id}?ply=9")


def test_links_are_copied_over_plain_http_or_shown_selected(page: Page) -> None:
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined})")
    game_id = _finished(page)
    page.goto(f"/games/{game_id}/share?ply=9")
    field = page.get_by_label("Link to this position")

    field.locator("xpath=..").get_by_role("button", name="Copy").click()

    expect(page.get_by_text("Copied.")).to_be_visible()
    expect(field).to_be_focused()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    pasted = page.locator("body > textarea")
    pasted.press("ControlOrMeta+v")
    expect(pasted).to_have_value(re.compile(f"/games/{game_id}.ply=9$"))

    page.goto(f"/games/{game_id}?ply=9")
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy a link to this position").click()

    dialog = page.get_by_role("dialog", name="Copying is blocked here.")
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile(f"/games/{game_id}.ply=9$"))
    assert page.evaluate("getSelection().toString()").endswith("?ply=9")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
