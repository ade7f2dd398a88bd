"""Fixtures of the browser tests: a real server, and Chromium as desktop, phone and in dark mode.

`page` and `context` are pytest-playwright's. Every context starts on the server's pages as a new player
without cookies. It fails its test if a script of the page threw an uncaught error, or the console reported
one, such as a violation of the security policy.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, ConsoleMessage, Page, WebError, expect

from scripts.pictures.chromium import CHROMIUM_ARGUMENTS, find_chromium, has_driver
from scripts.pictures.server import PictureServer, serving, start
from tantrix.server.settings import Settings
from tests.browser.support.pages import DESKTOP_WITH_WORKER, ENGLISH_DESKTOP, PHONE, Filmed, NewPage
from tests.browser.support.person import PEOPLE
from tests.server.support.finished_games import Finished, finished, save

HERE = Path(__file__).parent
WAIT_MS = 600_000  # until a page shows what it should: a ceiling for a slow machine, never a measure
FINISHED_SEED = 3
SERVER = "tests.browser.support.unhurried_server"
NO_CHROMIUM = "browser tests need chromium-headless-shell or chromium, or TANTRIX_CHROMIUM=/path/to/it"
NO_DRIVER = "browser tests need libatomic for Playwright's driver (apt-get install libatomic1)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Playwright keeps an event loop running in this thread, so no other test could start its own.
    items.sort(key=is_of_a_browser)
    chosen = [item for item in items if is_of_a_browser(item)]
    missing = _missing() if chosen else None
    if missing and os.environ.get("CI"):
        raise pytest.UsageError(missing)
    for item in chosen:
        item.add_marker(pytest.mark.browser)
        if missing:
            item.add_marker(pytest.mark.skip(reason=missing))


def _missing() -> str | None:
    if find_chromium() is None:
        return NO_CHROMIUM
    return None if has_driver() else NO_DRIVER


def is_of_a_browser(item: pytest.Item) -> bool:
    """Return whether a test is in this folder."""
    return HERE in item.path.parents


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the server of all tests."""
    return tmp_path_factory.mktemp("served") / "data"


@pytest.fixture(scope="session")
def finished_game(data: Path) -> Finished:
    """Play a game of two people to its end, the same one in each run; the server has it."""
    game = finished(Settings(data), PEOPLE, seed=FINISHED_SEED)
    save(Settings(data), (game,))
    return game


@pytest.fixture(scope="session")
def server(data: Path, finished_game: Finished) -> Iterator[PictureServer]:
    """One server for all tests; every context is a player of its own."""
    with serving(data, SERVER) as running:
        yield running


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., PictureServer]]:
    """Start servers that a test may kill, all on the same data: `start_server(port=...)`."""
    started: list[PictureServer] = []

    def begin(port: int | None = None) -> PictureServer:
        started.append(start(tmp_path / "data", port, SERVER))
        return started[-1]

    yield begin
    for running in started:
        if running.process.poll() is None:
            running.stop()


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], server: PictureServer) -> dict[str, Any]:
    return {**browser_context_args, **ENGLISH_DESKTOP, "base_url": server.url}


@pytest.fixture(scope="session", autouse=True)
def _wait_long_enough() -> None:
    expect.set_options(timeout=WAIT_MS)


@pytest.fixture
def context(context: BrowserContext) -> Iterator[BrowserContext]:
    context.set_default_timeout(WAIT_MS)
    errors = watch_errors(context)
    yield context
    assert errors == []


@pytest.fixture
def new_page(browser: Browser, server: PictureServer) -> Iterator[NewPage]:
    """Open pages for more players: `new_page()`, `new_page(**PHONE)`, `new_page(locale="pl-PL")`."""
    contexts: list[BrowserContext] = []
    errors: list[list[str]] = []

    def open_page(**options: Any) -> Page:
        contexts.append(browser.new_context(**{**ENGLISH_DESKTOP, "base_url": server.url, **options}))
        contexts[-1].set_default_timeout(WAIT_MS)
        errors.append(watch_errors(contexts[-1]))
        return contexts[-1].new_page()

    yield open_page
    for opened in contexts:
        opened.close()
    assert [error for found in errors for error in found] == []


@pytest.fixture
def filmed(browser_type: BrowserType, server: PictureServer, tmp_path: Path) -> Iterator[Filmed]:
    """Open the page that reads tiles, on a phone whose camera plays a film."""
    path = tmp_path / "film.mjpeg"
    arguments = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
    ]
    chromium = browser_type.launch(executable_path=find_chromium(), args=[*CHROMIUM_ARGUMENTS, *arguments])
    context = chromium.new_context(**{**DESKTOP_WITH_WORKER, **PHONE, "base_url": server.url})
    context.set_default_timeout(WAIT_MS)
    errors = watch_errors(context)

    def open_page(played: bytes) -> Page:
        path.write_bytes(played)
        page = context.new_page()
        page.goto("/scan")
        return page

    yield open_page
    chromium.close()
    assert errors == []


@pytest.fixture
def notified_browser(browser_type: BrowserType) -> Iterator[Browser]:
    """Start a browser that shows notifications, which the headless shell does not."""
    path = find_chromium(is_headless=False)
    if path is None:
        pytest.skip("needs Chromium itself, not only its headless shell")
    chromium = browser_type.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
    yield chromium
    chromium.close()


@pytest.fixture
def notified_page(notified_browser: Browser, server: PictureServer) -> Page:
    """Open a page in a browser that shows notifications."""
    context = notified_browser.new_context(
        **DESKTOP_WITH_WORKER, base_url=server.url, permissions=["notifications"]
    )
    context.set_default_timeout(WAIT_MS)
    return context.new_page()


@pytest.fixture
def page_without_cookies(browser_type: BrowserType, server: PictureServer, tmp_path: Path) -> Iterator[Page]:
    """Open a page in a browser whose settings block all cookies, which the headless shell does not have."""
    path = find_chromium(is_headless=False)
    if path is None:
        pytest.skip("needs Chromium itself, not only its headless shell")
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text('{"profile": {"default_content_setting_values": {"cookies": 2}}}')
    context = browser_type.launch_persistent_context(
        tmp_path, executable_path=path, args=CHROMIUM_ARGUMENTS, base_url=server.url, **ENGLISH_DESKTOP
    )
    context.set_default_timeout(WAIT_MS)
    errors = watch_errors(context)
    yield context.pages[0]
    context.close()
    assert errors == []


@pytest.fixture
def phone_page(new_page: NewPage) -> Page:
    """Open a page on a touch phone of 390 x 844 points."""
    return new_page(**PHONE)


@pytest.fixture
def dark_page(new_page: NewPage) -> Page:
    """Open a page on a machine that prefers dark colours."""
    return new_page(color_scheme="dark")


@pytest.fixture
def moving_page(new_page: NewPage) -> Page:
    """Open a page on a machine that does not prefer reduced motion."""
    return new_page(reduced_motion="no-preference")


def watch_errors(context: BrowserContext) -> list[str]:
    """Return a list that collects what the scripts of a context throw, and errors on its console."""
    errors: list[str] = []

    def note(error: WebError) -> None:
        errors.append(str(error.error))

    def read(message: ConsoleMessage) -> None:
        if message.type == "error" and not is_expected(message):
            errors.append(f"{message.text} ({message.location.get('url')})")

    context.on("weberror", note)
    context.on("console", read)
    return errors


def is_expected(message: ConsoleMessage) -> bool:
    """Return whether Chromium only reports an unavailable server, or a refused page or position."""
    if message.text.startswith("WebSocket connection to"):
        return True
    is_of_our_files = "/static/" in message.location.get("url", "")
    return message.text.startswith("Failed to load resource") and not is_of_our_files
