"""Hundreds of unmodified hostile strings in every field: they are shown as text, and nothing runs.

Messages and reports are written to the database without cleaning, so users are protected only by the way in
which pages show them. A script that runs, a dialog, or a violation of the security policy fails.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Page, expect

from scripts.pictures.server import PictureServer
from tantrix.server.accounts.names import is_reserved
from tantrix.server.admin.accounts import accounts, open_data
from tantrix.server.admin.moderation import reports as reports_of
from tantrix.server.admin.moderation import set_moderator
from tantrix.server.community.chat_store import NewMute, StoredMessage
from tantrix.server.community.moderation_store import NewReport, close_reports_of
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tests.browser.support.hostile_pages import NAME_LENGTH, arm, parts, what_ran
from tests.browser.support.pages import NewPage
from tests.browser.support.person import begin, person
from tests.support.hostile import hostile_strings

TABLES_EACH = 20  # by one user, below the limit of new games per minute
N_SHOWN = 200  # messages of a table that a page receives
PASSWORD = "correct horse battery"


def test_chat_messages_are_shown_as_text(page: Page, new_page: NewPage, server: PictureServer) -> None:
    strings = hostile_strings()
    for part in (strings[:N_SHOWN], strings[N_SHOWN:]):
        game = begin(page.request, person("R", "Ann"), {"colour": "B", "kind": "open"})
        new_page().request.post(f"/api/games/{game}/seats", data={"seat": 1, "name": "Bob"})
        _write(server.data, [_words(game, number, text) for number, text in enumerate(part, 1)])
        arm(page)

        page.goto(f"/games/{game}")

        expect(page.locator(".chat-line")).to_have_count(len(part))
        assert page.locator(".chat-line .others-words").evaluate_all(_TEXTS) == part
        assert page.locator(".chat-log").evaluate("(log) => log.scrollWidth - log.clientWidth") <= 0
        assert what_ran(page) == []


def test_names_are_shown_as_text(page: Page, new_page: NewPage) -> None:
    names = [_free(name)[:NAME_LENGTH] for name in hostile_strings()]
    games = [
        _open_table(owner, part)
        for some in parts([*parts(names, 4)], TABLES_EACH)
        for owner in (new_page(),)
        for part in some
    ]
    closing = [name for name in names if "</script" in name or "<!--" in name]
    tables = [_open_table(page, part) for part in parts(closing, 4)]
    spectator = new_page()
    for one in (page, spectator):
        arm(one)

    for one, path in (
        (page, "/games"),
        (spectator, "/lobby"),
        *((spectator, f"/games/{game}") for game in tables),
        (spectator, f"/games/{games[-1]}"),
    ):
        one.goto(path)
        expect(one.locator("main .swatch, .game-seat, .table-row").first).to_be_attached()
        assert what_ran(one) == []


def test_reports_and_mutes_are_shown_as_text(page: Page, server: PictureServer) -> None:
    strings = hostile_strings()
    name = f"Marta {uuid4().hex[:8]}"
    answer = page.request.post("/sign-up", form={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()
    _apart(lambda: set_moderator(server.data, name, True))
    user_id = next(account.user_id for account in accounts(server.data) if account.name == name)
    reports = [_report(number, part) for number, part in enumerate(parts(strings, 3))]
    _write(server.data, _all_closed(server.data))
    _write(server.data, reports)
    _write(server.data, [NewMute(user_id, f"muted {n}", name, n) for n, name in enumerate(strings)])
    arm(page)

    page.goto("/moderation")
    expect(page.locator("article.report")).to_have_count(50)
    hurts = what_ran(page)
    _write(server.data, _all_closed(server.data)[:50])
    page.goto("/moderation")
    expect(page.locator("article.report")).to_have_count(len(reports) - 50)
    hurts += what_ran(page)
    page.goto("/mutes")
    expect(page.locator("main li bdi")).to_have_count(len(strings))

    assert hurts + what_ran(page) == []


_TEXTS = "(all) => all.map((one) => one.textContent)"


def _free(name: str) -> str:
    """Return a name that strangers may see: a reserved name gets a letter in front."""
    return f"x{name}" if is_reserved(name) else name


def _open_table(page: Page, names: Sequence[str]) -> str:
    """Start a listed game with these names; return its id."""
    seats = [person(colour, name) for colour, name in zip("RBYG", [*names, "", "", ""], strict=False)]
    return begin(page.request, *seats[: max(2, len(names))], listing="open")


def _words(game: str, number: int, text: str) -> StoredMessage:
    return StoredMessage(
        game, number, "b" * 64, f"m{number}", "players", 1, text[:NAME_LENGTH], text, None, False, number
    )


def _report(number: int, strings: Sequence[str]) -> NewReport:
    words, note, name = (*strings, "", "")[:3]
    return NewReport(
        f"by {number}", name, f"accused {number}", name, "other", note, None, None, words, number
    )


def _all_closed(data: Path) -> list[close_reports_of]:
    """Decide about all open reports, oldest first; other tests also leave some on the server."""
    return [
        close_reports_of(one.accused, one.id, "<b>seen</b>") for one in reports_of(data, 1000, is_open=True)
    ]


def _write(data: Path, writes: Sequence[Write]) -> None:
    """Write to the database of a running server."""
    store = open_data(data)
    writer = Writer(store.connect_writer)
    try:
        _apart(lambda: asyncio.run(writer.append(*writes)))
    finally:
        writer.close()
        store.close()


def _apart(work: Callable[[], None]) -> None:
    """Run in a separate thread, because Playwright has an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(work).result()
