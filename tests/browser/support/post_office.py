"""A server that sends mail and push messages, whose clock a test advances, and which it may kill."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.support.pages import DESKTOP_WITH_WORKER, sign_up
from tests.server.support.external_servers import free_port
from tests.server.support.mail_server import MailServer, mail_server
from tests.server.support.push_endpoint import PushEndpoint, push_endpoint
from tests.server.support.server_process import LiveServer, start, stop

PASSWORD = "correct horse battery"
WAIT_MS = 600_000  # a ceiling for a slow machine, never a measure
# The clock of the server is the real one, and as many milliseconds more as a file says. It may push to this
# machine.
PROGRAM = """
import sys
import time
from dataclasses import replace
from pathlib import Path
hands, monotonic, wall = Path({hands!r}), time.monotonic_ns, time.time_ns
time.monotonic_ns = lambda: monotonic() + int(hands.read_text()) * 1_000_000
time.time_ns = lambda: wall() + int(hands.read_text()) * 1_000_000
from tantrix.server.app import create_app
from tantrix._tools.server_options import ServerOptions
from tantrix.server.serve import run
options = ServerOptions(
    Path({folder!r}), address={url!r}, smtp={smtp!r}, mail_from="Tantrix <t@t.example>",
    proxy=["127.0.0.1"], series=False, exhibition=False,
)
sys.exit(run("127.0.0.1", {port}, options, False,
    lambda settings: create_app(replace(settings, may_push_to=lambda _address: True))))
"""


@dataclass(slots=True)
class PostOffice:
    """A server, and all mails and push messages that it has sent."""

    folder: Path
    mails: MailServer
    push: PushEndpoint
    port: int = field(default_factory=free_port)
    later_ms: int = 0
    server: LiveServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        data = self.folder / "data"
        program = PROGRAM.format(
            hands=str(self._hands), folder=str(data), url=self.url, smtp=self.mails.address, port=self.port
        )
        self.server = start(data, self.port, program)

    def stop(self) -> None:
        if self.server is not None:
            stop(self.server)

    def kill(self) -> None:
        """Kill the server with SIGKILL, and start it again."""
        self.stop()
        self.start()

    def advance(self, ms: int) -> None:
        self.later_ms += ms
        written = self._hands.with_suffix(".new")
        written.write_text(str(self.later_ms))
        written.replace(self._hands)

    def texts(self, n: int) -> list[tuple[str, str]]:
        """Wait until so many mails have come; return the recipient and the first line of each."""
        while len(self.mails.mails) < n:
            self._look()
        mails = zip(self.mails.recipients, self.mails.mails, strict=True)
        return [(to.partition("@")[0], str(mail.get_content()).splitlines()[0]) for to, mail in mails]

    def confirmation(self, address: str) -> str:
        """Wait for the mail that asks to confirm an address, take it away, and return its link."""
        while address not in self.mails.recipients:
            self._look()
        at = self.mails.recipients.index(address)
        del self.mails.recipients[at]
        text = str(self.mails.mails.pop(at).get_content())
        return next(word for word in text.split() if "/confirm-mail/" in word)

    def pushed(self, n: int) -> dict[str, tuple[str, dict[str, Any]]]:
        """Wait for push messages about so many notices; return the browser and the payload of each by id.

        A message that is sent again, because the server was killed before it saved that it was sent, has the
        same id.
        """
        while True:
            found = [(self.push.paths[m], self.push.read(m)) for m in range(len(self.push.messages))]
            payloads = {payload["id"]: (path.rpartition("/")[2], payload) for path, payload in found}
            if len(payloads) >= n:
                return payloads
            self._look()

    def _look(self) -> None:
        assert self.server is not None
        self.server.get("/healthz")

    @property
    def _hands(self) -> Path:
        return self.folder / "hands"


@contextmanager
def open_post_office(folder: Path) -> Iterator[PostOffice]:
    with ExitStack() as stack:
        mails, push = stack.enter_context(mail_server()), stack.enter_context(push_endpoint(folder))
        office = PostOffice(folder, mails, push)
        office.advance(0)
        stack.callback(office.stop)
        office.start()
        yield office


@contextmanager
def people(browser: Browser, office: PostOffice, *names: str) -> Iterator[list[Page]]:
    """Open a page for each of some people with accounts."""
    contexts = [
        browser.new_context(**DESKTOP_WITH_WORKER, base_url=office.url, permissions=["notifications"])
        for _ in names
    ]
    for context in contexts:
        context.set_default_timeout(WAIT_MS)
    yield [sign_up(context.new_page(), name) for context, name in zip(contexts, names, strict=True)]
    for context in contexts:
        context.close()


def subscribe(page: Page, office: PostOffice, name: str) -> None:
    """Let a person get mail and push messages when it is their turn, and nothing else."""
    mail = {"mail": f"{name}@example.org", "password": PASSWORD}
    assert page.request.post("/account/mail", form=mail).ok
    assert page.request.post(office.confirmation(mail["mail"])).ok
    kinds = {"mail": ["turn"], "push": ["turn"]}
    assert page.request.put("/api/account/notice-settings", data=kinds).ok
    endpoint = office.push.address.rpartition("/")[0] + f"/{name}"
    keys = {"endpoint": endpoint, "p256dh": office.push.p256dh, "auth": office.push.auth}
    assert page.request.post("/api/account/push", data=keys).ok
