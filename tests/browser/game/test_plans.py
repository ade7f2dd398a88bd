"""Plans of a correspondence game, made on its board: what is laid, and who is told of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tantrix.placement import Placement
from tantrix.server.notices.timing import MAIL_AFTER_MS
from tests.browser.support.accessibility import serious
from tests.browser.support.correspondence import begin, lay, look
from tests.browser.support.pages import ENGLISH_DESKTOP, PHONE, NewPage, sign_up
from tests.browser.support.person import Person
from tests.server.support.external_servers import free_port
from tests.server.support.mail_server import MailServer, mail_server
from tests.server.support.server_process import LiveServer, start, stop
from tests.server.support.table import Json

PASSWORD = "correct horse battery"
# The clock of a server: the real one, and as many milliseconds more as a file says.
CLOCK = """
import time
from pathlib import Path
hands, monotonic, wall = Path({path!r}), time.monotonic_ns, time.time_ns
time.monotonic_ns = lambda: monotonic() + int(hands.read_text()) * 1_000_000
time.time_ns = lambda: wall() + int(hands.read_text()) * 1_000_000
from tantrix.cli import main
main()
"""


@dataclass(slots=True)
class PostOffice:
    """A server that sends mail, whose clock a test advances, and which it may kill."""

    folder: Path
    mails: MailServer
    port: int = field(default_factory=free_port)
    later_ms: int = 0
    server: LiveServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        options = (
            "--address",
            self.url,
            "--smtp",
            self.mails.address,
            "--mail-from",
            "Tantrix <t@t.example>",
        )
        program = CLOCK.format(path=str(self._hands))
        self.server = start(self.folder / "data", self.port, program, (*options, "--proxy", "127.0.0.1"))

    def kill(self) -> None:
        """Kill the server with SIGKILL, and start it again."""
        assert self.server is not None
        stop(self.server)
        self.start()

    def advance(self, ms: int) -> None:
        self.later_ms += ms
        written = self._hands.with_suffix(".new")
        written.write_text(str(self.later_ms))
        written.replace(self._hands)

    def texts(self, n: int) -> list[tuple[str, str]]:
        """Wait until so many mails have come; return the recipient and the first line of each."""
        assert self.server is not None
        while len(self.mails.mails) < n:
            self.server.get("/healthz")
        mails = zip(self.mails.recipients, self.mails.mails, strict=True)
        return [(to.partition("@")[0], str(mail.get_content()).splitlines()[0]) for to, mail in mails]

    @property
    def _hands(self) -> Path:
        return self.folder / "hands"


@pytest.fixture
def post_office(tmp_path: Path) -> Iterator[PostOffice]:
    with mail_server() as mails:
        office = PostOffice(tmp_path, mails)
        office.advance(0)
        office.start()
        yield office
        assert office.server is not None
        stop(office.server)


@contextmanager
def people(browser: Browser, office: PostOffice, *names: str) -> Iterator[list[Page]]:
    """Open a page each for people who get mail when it is their turn, and no other notices."""
    contexts = [browser.new_context(**ENGLISH_DESKTOP, base_url=office.url) for _ in names]
    pages = [sign_up(context.new_page(), name) for context, name in zip(contexts, names, strict=True)]
    for page, name in zip(pages, names, strict=True):
        mail = {"mail": f"{name.split()[-1].lower()}@example.org", "password": PASSWORD}
        assert page.request.post("/account/mail", form=mail).ok
        assert page.request.put("/api/account/notice-settings", data={"mail": ["turn"]}).ok
    yield pages
    for context in contexts:
        context.close()


def foreseen(page: Page, url: str, *placements: str) -> Json:
    """Return the position that a line of a plan leads to, whatever is drawn."""
    line = [{"placement": placement, "draw": None} for placement in placements]
    body = {"ply": look(page, url)["ply"], "lines": [line] if line else []}
    position: Json = page.request.post(f"/api{url}/plan/position", data=body).json()["position"]
    return position


def open_planner(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("details.menu > summary").click()
    page.get_by_role("button", name="Plan ahead").click()
    expect(page.get_by_role("heading", name="Plan ahead")).to_be_focused()


def plan_reply(page: Page, url: str) -> tuple[str, str]:
    """Plan a reply to the first possible tile, at the open planner; return both."""
    planner = Person(page)
    expected = foreseen(page, url)["placements"][0]
    planner.click(Placement.parse(expected))
    expect(page.get_by_role("list", name="Line", exact=True).get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("button", name="Add to the plan")).to_be_disabled()
    reply = foreseen(page, url, expected)["placements"][0]
    planner.click(Placement.parse(reply))
    page.get_by_role("button", name="Add to the plan").click()
    expect(page.get_by_role("group", name="Line 1")).to_be_visible()
    return expected, reply


def test_a_planned_reply_is_laid_and_told_once_though_the_server_is_killed(
    browser: Browser, post_office: PostOffice
) -> None:
    with people(browser, post_office, "Plan Ann", "Plan Bea") as (ann, bea):
        url = begin(ann, bea, "Plan Bea", "3 days")
        open_planner(bea, url)
        ply = look(bea, url)["ply"]
        expected, reply = plan_reply(bea, url)
        for page in (ann, bea):
            page.goto("about:blank")  # who is at the table gets no mail
        post_office.kill()
        assert look(ann, url)["placements"][0] == expected
        lay(ann, url)
        post_office.kill()

        # Ann has got no mail about her first turn, and gets one about the second; Bea gets none.
        post_office.advance(MAIL_AFTER_MS + 1_000)
        assert post_office.texts(1) == [("ann", "It is your turn in the game with Plan Bea.")]
        ann.goto(url)
        Person(ann).sees(ply + 2)
        laid = ann.request.get(f"/api{url}").json()["laid"][-1]
        assert f"{laid['tile']}@{laid['q']},{laid['r']}^{laid['rotation']}" == reply

        # Without a plan the turn passes, and Bea gets one mail.
        ann.goto("about:blank")
        lay(ann, url)
        post_office.kill()
        post_office.advance(MAIL_AFTER_MS + 1_000)
        assert post_office.texts(2)[-1] == ("bea", "It is your turn in the game with Plan Ann.")
        post_office.kill()
        lay(bea, url)
        post_office.advance(MAIL_AFTER_MS + 1_000)
        assert [name for name, _text in post_office.texts(3)] == ["ann", "bea", "ann"]


def test_a_plan_is_made_with_the_keyboard_alone(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Keys Ann"), sign_up(new_page(), "Keys Bea")
    url = begin(ann, bea, "Keys Bea", "3 days")
    open_planner(bea, url)
    planner = Person(bea)

    expected = foreseen(bea, url)["placements"][0]
    planner.type(Placement.parse(expected))
    expect(bea.get_by_role("list", name="Line", exact=True).get_by_role("listitem")).to_have_count(1)
    planner.type(Placement.parse(foreseen(bea, url, expected)["placements"][0]))
    button = bea.get_by_role("button", name="Add to the plan")
    expect(button).to_be_enabled()
    button.press("Enter")

    expect(bea.get_by_role("status").filter(has_text="Added to your plan.")).to_be_attached()
    expect(bea.get_by_role("group", name="Line 1")).to_be_visible()
    assert serious(bea) == []


def test_lines_are_shown_again_changed_and_removed(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Show Ann"), sign_up(new_page(), "Show Bea")
    url = begin(ann, bea, "Show Bea", "3 days")
    open_planner(bea, url)
    plan_reply(bea, url)

    bea.get_by_role("button", name="Show", exact=True).click()
    draw = bea.get_by_label("Draw")
    drawn = draw.locator("option").nth(1).get_attribute("value") or ""
    draw.select_option(drawn)
    expect(bea.get_by_role("img", name="if this is drawn").first).to_be_visible()
    bea.get_by_role("button", name="Add to the plan").click()
    expect(bea.get_by_role("group", name="Line 2")).to_be_visible()
    for _ in range(2):
        bea.get_by_role("button", name="Remove").first.click()
        expect(bea.get_by_role("status").filter(has_text="Removed from your plan.")).to_be_attached()
    expect(bea.get_by_role("group", name="Line 1")).to_have_count(0)
    bea.get_by_role("button", name="To the game").click()

    expect(bea.get_by_role("heading", name="Plan ahead")).to_have_count(0)
    assert bea.request.get(f"/api{url}/plan").json()["lines"] == []


def test_the_planner_goes_back_to_the_game_when_it_is_my_turn(new_page: NewPage) -> None:
    ann, bea = sign_up(new_page(), "Turn Ann"), sign_up(new_page(**PHONE), "Turn Bea")
    url = begin(ann, bea, "Turn Bea", "3 days")
    open_planner(bea, url)
    expect(bea.get_by_role("button", name="To the game")).to_be_visible()

    while look(ann, url)["to_play"] == 0:
        lay(ann, url)

    expect(bea.get_by_role("heading", name="Plan ahead")).to_have_count(0)
    expect(bea).to_have_title("Your turn · " + bea.title().partition(" · ")[2])
