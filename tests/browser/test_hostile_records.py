"""Hundreds of hostile strings in imported records, in search terms, and in input that pages repeat.

Records are imported as any user can import them; pages and pictures of such games are opened or read. Forms
and addresses that a page repeats are read by Chromium's own parsers, many at a time: the input must come out
as text, and no part of it as mark-up of the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from playwright.sync_api import APIRequestContext, Page, expect

from tantrix.record import Record, Seat, print_record
from tantrix.server.settings import Settings
from tests.browser.support.hostile_pages import NAME_LENGTH, arm, parts, what_ran
from tests.browser.support.person import person
from tests.server.support.finished_games import finished
from tests.support.hostile import hostile_strings

SEATS = [person(colour) for colour in "RBYG"]
CLOSING = ("</script", "<!--", "</title", "]]>")


def test_records_from_elsewhere_are_shown_as_text(page: Page, tmp_path: Path) -> None:
    strings = hostile_strings()
    sign_up(page.request)
    text = "\n".join(print_record(record) for record in hostile_records(tmp_path, strings))
    answer = page.request.post("/api/archive/import", data={"text": text, "listing": "private"})
    assert answer.ok, answer.text()
    report = answer.json()
    assert (len(report["imported"]), report["problems"]) == (-(-len(strings) // 4), [])
    ids = [game["id"] for game in report["imported"]]
    arm(page)

    hurts = []
    for path in archive_pages(page):
        page.goto(path)
        hurts += what_ran(page)
    closing = [n for n, text in enumerate(strings) if any(end in text for end in CLOSING)]
    for id in dict.fromkeys(ids[n // 4] for n in closing[:: len(closing) // 4]):
        for path in (f"/games/{id}", f"/games/{id}/share", f"/embed/{id}", f"/games/{id}/picture.svg"):
            page.goto(path)
            hurts += page.evaluate("window.hurts ?? []")

    assert hurts == []
    page.goto("/help")
    assert faults_in(page, (page.request.get(f"/games/{id}/picture.svg").text() for id in ids), "svg") == []


def test_input_that_pages_repeat_is_shown_as_text(page: Page) -> None:
    strings = [text for text in hostile_strings() if all(ord(letter) > 31 for letter in text)]
    request = page.request
    page.goto("/help")

    answers = [
        *(
            request.get(f"/archive?player={quote(one)}&against={quote(other)}&from={quote(one)}")
            for one, other in zip(strings[::2], strings[1::2], strict=False)
        ),
        *(request.get(f"/players/{quote(one[:NAME_LENGTH], safe='')}") for one in strings[::8]),
        *(request.get("/help", headers={"accept-language": one}) for one in strings if one.isascii()),
        *(request.get(f"/puzzles/loop-7?goal={quote(one)}") for one in strings[::8]),
        *(request.post("/games", form=start_form(part)) for part in parts(strings, 4)),
        # Few, because attempts are rate-limited.
        *(request.post("/sign-up", form={"name": one, "password": "short"}) for one in strings[:40:10]),
    ]

    assert [answer.url for answer in answers if answer.status >= 500] == []
    assert len(faults_in(page, ["<script>1</script>", "<a href=javascript:1>"], "html")) == 2
    assert faults_in(page, [answer.text() for answer in answers], "html") == []


def test_the_errors_of_a_text_are_shown_as_text(page: Page) -> None:
    sign_up(page.request)
    arm(page)

    for part in parts(hostile_strings(), 45):
        page.goto("/archive/import")
        page.locator("textarea[name=text]").fill("\n\n".join(f"[Tantrix {one!r}]" for one in part))
        page.get_by_role("button", name="Import").click()
        expect(page.locator(".import-problems, .error-note").first).to_be_visible()
        assert what_ran(page) == []


def sign_up(request: APIRequestContext) -> None:
    answer = request.post(
        "/sign-up", form={"name": f"Nora {uuid4().hex[:8]}", "password": "correct horse battery"}
    )
    assert answer.ok, answer.text()


def hostile_records(folder: Path, strings: Sequence[str]) -> Iterator[Record]:
    """Write the strings as names of seats, as comments and as facts, four to a record."""
    for number, part in enumerate(parts(strings, 4)):
        record = finished(Settings(folder), SEATS, seed=number, n_plies=3).record
        names = [*(name[:NAME_LENGTH] for name in part), "", "", ""][:4]
        commented = replace(record.entries[0], comments=tuple(part))
        yield replace(
            record,
            seats=tuple(map(Seat, names)),
            comments=tuple(part),
            entries=(commented, *record.entries[1:]),
            tags=(("Event", part[0]),),
        )


def archive_pages(page: Page) -> Iterator[str]:
    """Name the archive pages that list the user's imported games, one after the other."""
    path: str | None = "/archive?mine=yes&source=imported"
    while path is not None:
        yield path
        expect(page.locator(".archive-row").first).to_be_visible()
        further = page.locator("a[rel=next]")
        path = further.get_attribute("href") if further.count() else None


def start_form(names: Sequence[str]) -> dict[str, str | float | bool]:
    """Fill in the start page's form so that it is rejected: all seats want one colour."""
    fields = {f"name_{n}": name for n, name in enumerate(names)} | {f"colour_{n}": "R" for n in range(4)}
    return {"seats": "4", **fields}


def faults_in(page: Page, texts: Iterable[str], kind: str) -> list[str]:
    """Parse documents in Chromium; list everything in them that could run or that we did not write."""
    found: list[str] = page.evaluate(_FAULTS, [list(texts), kind])
    return found


_FAULTS = """([texts, kind]) => texts.flatMap((text) => {
    const type = kind === "svg" ? "image/svg+xml" : "text/html";
    const read = new DOMParser().parseFromString(text, type);
    const all = [...read.querySelectorAll("*")];
    const scripts = all.filter((one) => one.localName === "script" && one.type !== "application/json"
        && !(one.getAttribute("src") ?? "").startsWith("/static/built/"));
    const handlers = all.filter((one) => one.getAttributeNames().some((name) => name.startsWith("on")));
    const links = all.filter((one) => ["href", "src", "action", "formaction", "xlink:href"].some(
        (name) => /^\\s*(javascript|data|vbscript):/i.test(one.getAttribute(name) ?? "")));
    const foreign = all.filter((one) => ["iframe", "object", "embed", "base", "foreignObject", "parsererror",
        "marquee", "video", "audio", "style"].includes(one.localName));
    return [...scripts, ...handlers, ...links, ...foreign].map((one) => one.outerHTML.slice(0, 200));
})"""
