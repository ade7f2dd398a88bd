"""Notices by mail, through a real mail server: sent once, collected, and with a link that stops them."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from tantrix._tools.server_options import ServerOptions
from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.accounts.mail.sender import SmtpServer
from tantrix.server.app import create_app
from tantrix.server.notices.deliverer import LEASE_MS, RETRY_MS
from tantrix.server.notices.timing import MAIL_AFTER_MS
from tantrix.server.settings import Settings
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.mail_server import MailServer, mail_server
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import give_address, in_loop, services
from tests.server.support.tournament_players import EventPeople

DAYS = {"control": "3 days"}
SENDER = "Tantrix <games@tantrix.example>"


class Post:
    """Users of a server that sends mail, with a clock controlled by the test."""

    def __init__(self, client: TestClient, clock: ManualClock) -> None:
        self.room = WaitingRoom(client)
        self.clock = clock

    def subscribe(self, name: str, **settings: object) -> None:
        """Give a person a mail address, and turn on mail for invitations."""
        self.room.cookies(name)
        give_address(self.room.client, name, f"{name.lower()}@example.org")
        answer = self.room.ask(
            name, "PUT", "/api/account/notice-settings", {"mail": ["invitation", "turn"], **settings}
        )
        assert answer.status_code == 200, answer.text

    def work(self, wait_ms: int) -> None:
        """Let some time pass, and make the server do what is due."""
        self.clock.now_ms += wait_ms
        in_loop(self.room.client, services(self.room.client).deliverer.step)


@contextmanager
def post(settings: Settings, server: MailServer, clock: ManualClock) -> Iterator[Post]:
    mailing = replace(
        settings,
        now_ms=clock,
        smtp=server.address,
        mail_from=SENDER,
        address="https://tantrix.example",
    )
    with TestClient(create_app(mailing)) as client:
        yield Post(client, clock)


def body_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def test_a_mail_is_sent_once_even_if_the_server_stops_in_between(settings: Settings) -> None:
    clock = ManualClock()
    with mail_server() as server:
        with post(settings, server, clock) as first:
            first.subscribe("BEA")
            first.room.posted("ANN", game=DAYS, to="BEA")
            first.work(0)
        with post(settings, server, clock) as second:
            for _ in range(3):
                second.work(MAIL_AFTER_MS + LEASE_MS)

    (mail,) = server.mails
    assert server.recipients == ["bea@example.org"]
    assert mail["Subject"] == "ANN invites you to a game."
    assert mail["From"] == SENDER
    assert "https://tantrix.example/lobby" in body_of(mail)


def test_a_round_and_the_time_of_a_match_come_by_mail(settings: Settings) -> None:
    clock = ManualClock()
    with mail_server() as server, post(settings, server, clock) as people:
        people.subscribe("BEA", mail=["round", "reminder"])
        cookies = {name: dict(people.room.cookies(name)) for name in ("ANN", "BEA")}
        event = EventPeople(people.room.client, cookies)
        event.create("ANN", preset="all-play-all", days=7)
        for name in cookies:
            event.do(name, "enter")
        event.do("ANN", "start")
        view = event.wait(lambda view: bool(view["sections"]))
        people.work(0)
        people.work(MAIL_AFTER_MS)
        match = view["sections"][0]["rounds"][0]["matches"][0]
        at = datetime.fromtimestamp(clock.now_ms / 1000 + 2 * 86_400, UTC).strftime("%Y-%m-%dT%H:%M:00Z")
        event.do("ANN", "propose", match=match["id"], at=at)
        event.do("BEA", "accept", match=match["id"], at=at)
        people.work(DAY_MS + MINUTE_MS)
        people.work(MAIL_AFTER_MS)

    subjects = [mail["Subject"] for mail in server.mails]
    assert subjects[0] == "A new round is paired: Friday Fifteen."
    assert any(subject.startswith("Your match with ANN begins:") for subject in subjects), subjects


def test_a_mail_that_is_refused_for_now_comes_later(settings: Settings) -> None:
    clock = ManualClock()
    with mail_server(n_refused=1) as server, post(settings, server, clock) as people:
        people.subscribe("BEA")
        people.room.posted("ANN", game=DAYS, to="BEA")
        people.work(0)
        people.work(MAIL_AFTER_MS)
        refused = len(server.mails)
        people.work(RETRY_MS[0])

    assert refused == 0
    assert len(server.mails) == 1


def test_a_daily_digest_is_one_mail_at_the_chosen_time(settings: Settings) -> None:
    clock = ManualClock()  # 22:13 in UTC
    with mail_server() as server, post(settings, server, clock) as people:
        people.subscribe("BEA", is_digest=True, digest_minute=8 * 60)
        people.room.posted("ANN", game=DAYS, to="BEA")
        people.room.posted("CYD", game=DAYS, to="BEA")
        people.work(0)
        people.work(9 * 3_600_000)
        early = len(server.mails)
        people.work(3_600_000)

    (mail,) = server.mails
    assert early == 0
    assert mail["Subject"] == "Notices from Tantrix: 2"
    assert "ANN invites you" in body_of(mail)
    assert "CYD invites you" in body_of(mail)


def test_one_click_stops_all_mail_and_needs_no_session(settings: Settings) -> None:
    clock = ManualClock()
    with mail_server() as server, post(settings, server, clock) as people:
        people.subscribe("BEA")
        people.room.posted("ANN", game=DAYS, to="BEA")
        people.work(0)
        people.work(MAIL_AFTER_MS)
        (mail,) = server.mails
        link = urlsplit(mail["List-Unsubscribe"].strip("<>")).path
        client = people.room.client
        client.cookies.clear()
        asked = client.get(link)  # mail scanners follow links, which must change nothing
        people.room.posted("CYD", game=DAYS, to="BEA")
        people.work(0)
        clicked = client.post(link, data={"List-Unsubscribe": "One-Click"})
        people.work(MAIL_AFTER_MS)
        made_up = client.post(f"{link[:-4]}0000", data={"List-Unsubscribe": "One-Click"})
        settings_now = people.room.ask("BEA", "GET", "/api/account/notice-settings").json()

    assert f"\nList-Unsubscribe: <https://tantrix.example{link}>\r\n".encode() in server.raw[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (asked.status_code, clicked.status_code, made_up.status_code) == (200, 200, 404)
    assert len(server.mails) == 1
    assert settings_now["mail"] == []


def test_a_mail_is_in_the_language_of_its_reader(settings: Settings) -> None:
    clock = ManualClock()
    with mail_server() as server, post(settings, server, clock) as people:
        people.room.client.headers["Accept-Language"] = "pl"
        people.subscribe("BEA")
        people.room.client.headers["Accept-Language"] = "en"
        people.room.posted("ANN", game=DAYS, to="BEA")
        people.work(0)
        people.work(MAIL_AFTER_MS)

    (mail,) = server.mails
    assert "zaprasza" in mail["Subject"]


def test_a_password_is_not_sent_without_tls_to_another_machine() -> None:
    message = EmailMessage()
    message["To"] = "bea@example.org"
    with mail_server() as server:
        elsewhere = SmtpServer(f"smtp://ann:secret@0.0.0.0:{server.port}")
        with pytest.raises(smtplib.SMTPException, match="no TLS"):
            elsewhere.send(SENDER, message)

    assert server.mails == []


@pytest.mark.parametrize("address", ["mail.example", "http://mail.example", "smtp://", "smtp://a/path"])
def test_a_wrong_address_of_a_mail_server_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"smtp://mail\.example:587"):
        SmtpServer(address)


@pytest.mark.parametrize(
    "options",
    [
        ServerOptions(smtp="smtp://mail.example"),
        ServerOptions(
            smtp="smtp://mail.example", mail_from=SENDER, address="https://x.example", mail_command="cat"
        ),
    ],
)
def test_contradictory_options_of_mail_are_refused(options: ServerOptions) -> None:
    with pytest.raises(ValueError, match="--smtp"):
        options.check()
