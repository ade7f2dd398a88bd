"""Mail of accounts: links for a new password or to confirm an address, and what nobody learns of them."""

import email
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from email import policy
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix._tools.server_options import ServerOptions
from tantrix.clock import DAY_MS
from tantrix.server.admin.accounts import make_reset
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, become, sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import give_address, in_loop, services

MAIL = "anna@example.org"
KEEP = "import sys, pathlib; pathlib.Path(sys.argv[1]).open('ab').write(sys.stdin.buffer.read())"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    command = f'{sys.executable} -c "{KEEP}" {settings.data_dir}/mails'
    return replace(settings, mail_command=command, address="https://tantrix.example/")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings)) as client:
        sign_up(client, "Anna")
        yield client


def test_a_command_without_an_address_for_its_links_is_refused() -> None:
    with pytest.raises(ValueError, match="--address"):
        ServerOptions(mail_command="sendmail -t").check()
    with pytest.raises(ValueError, match="https://"):
        ServerOptions(mail_command="sendmail -t", address="tantrix.example").check()


def _give_mail(client: TestClient, mail: str = MAIL, password: str = PASSWORD) -> Any:
    return client.post("/account/mail", data={"mail": mail, "password": password})


def _sent(client: TestClient) -> list[tuple[str, str, str]]:
    """Wait until all mails are sent; return the address, the subject and the text of each."""
    in_loop(client, services(client).mailing.close)
    return _messages(services(client).settings)


def _links(client: TestClient) -> list[str]:
    """Return the links that confirm an address, in the order in which they were sent."""
    return re.findall(r"/confirm-mail/\S+", "".join(text for *_, text in _sent(client)))


def _keep_mail(client: TestClient, mail: str = MAIL) -> None:
    """Give an address and confirm it."""
    assert _give_mail(client, mail).status_code == 200
    if mail:
        answer = client.post(_links(client)[-1])
        assert answer.status_code == 200, answer.text


def _ask(client: TestClient, name: str) -> Any:
    client.cookies.clear()
    return client.post("/forgot", data={"name": name}, headers={"Host": "evil.example"})


def _mails(settings: Settings) -> str:
    """Stop the server so that all pending mails are sent; return all of them."""
    kept = Path(settings.data_dir) / "mails"
    return kept.read_text() if kept.exists() else ""


def test_a_link_is_mailed_and_gives_a_new_password(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        sign_up(client, "Anna")
        _keep_mail(client)
        _ask(client, "anna")
    mail = _mails(settings)
    link = next(line for line in mail.splitlines() if line.startswith("https://tantrix.example/reset/"))

    with TestClient(create_app(settings), follow_redirects=False) as client:
        changed = client.post(
            link.removeprefix("https://tantrix.example"), data={"password": "another good one"}
        )

    assert changed.status_code == 303
    assert f"To: {MAIL}" in mail
    assert "evil.example" not in mail  # the link never uses the host name from a request


@pytest.mark.parametrize("name", ["Nobody", "", "x" * 500, "Anna"])
def test_the_answer_reveals_nothing_about_the_account(
    client: TestClient, settings: Settings, name: str
) -> None:
    known = _ask(client, "Anna")  # an account without an address

    asked = _ask(client, name)

    assert (asked.status_code, asked.text) == (known.status_code, known.text)
    assert _mails(settings) == ""


def test_too_many_requests_must_wait_and_an_account_gets_three_mails(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, now_ms=lambda: 1_700_000_000_000))) as client:
        sign_up(client, "Anna")
        _keep_mail(client)
        statuses = [_ask(client, "Anna").status_code for _ in range(11)]

    assert statuses == [200] * 10 + [429]
    assert _mails(settings).count("/reset/") == 3


@pytest.mark.parametrize(
    "mail",
    ["anna", "@x.org", "a@b", "a@b.org\nBcc: c@d.org", "a b@c.org", "a@b.org,c@d.org", "x" * 300 + "@b.org"],
)
def test_an_invalid_address_is_refused(client: TestClient, mail: str) -> None:
    answer = _give_mail(client, mail)

    assert answer.status_code == 422
    assert "not an email address" in answer.text


def test_the_address_is_changed_with_the_password_alone_and_goes_with_the_account(client: TestClient) -> None:
    refused = _give_mail(client, password="wrong wrong wrong")
    _keep_mail(client)
    kept = client.get("/account/export").json()["mail"]
    _keep_mail(client, "")
    dropped = client.get("/account/export").json()["mail"]

    assert refused.status_code == 422
    assert (kept, dropped) == (MAIL, None)


def test_a_server_without_mail_says_so(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, mail_command=None))) as client:
        sign_up(client, "Anna")
        page = client.post("/forgot", data={"name": "Anna"})

        assert "sends no mail" in page.text
        assert "/account/mail" not in client.get("/account").text


@pytest.mark.parametrize("command", ["/no/such/program", "false", '"'])
def test_a_failing_mail_command_affects_only_its_own_mail(settings: Settings, command: str) -> None:
    with TestClient(create_app(replace(settings, mail_command=command))) as client:
        sign_up(client, "Anna")
        give_address(client, "Anna", MAIL)

        assert _ask(client, "Anna").status_code == 200
        assert client.get("/healthz").status_code == 200


def test_the_user_is_mailed_about_wrong_passwords_in_their_language(settings: Settings) -> None:
    with TestClient(create_app(settings), headers={"Accept-Language": "pl"}) as client:
        sign_up(client, "Anna")
        give_address(client, "Anna", MAIL)
        client.cookies.clear()
        for _ in range(7):
            guess = {"name": "Anna", "password": "guessed again"}
            client.post("/sign-in", data=guess, headers={"Accept-Language": "ru"})

    mail = _mails(settings)

    assert mail.count(f"To: {MAIL}") == 1
    subject = email.message_from_string(mail)["Subject"]
    assert str(make_header(decode_header(subject))) == "Błędne hasła do twojego konta Tantrix"


def _messages(settings: Settings) -> list[tuple[str, str, str]]:
    """Return the address, the subject and the text of each mail that was sent."""
    sent = re.split(r"(?m)^(?=To: )", _mails(settings))[1:]
    messages = [email.message_from_string(each, policy=policy.default) for each in sent]
    return [(each["To"], each["Subject"], each.get_content()) for each in messages]


def _mailed_link(settings: Settings) -> str:
    return re.findall(r"/reset/\S+", "".join(text for *_, text in _messages(settings)))[-1]


def _use(client: TestClient, link: str) -> int:
    client.cookies.clear()
    return client.post(link, data={"password": "a stolen one"}, follow_redirects=False).status_code


def _new_password(client: TestClient) -> None:
    form = {"old": PASSWORD, "new": "another good one"}
    assert client.post("/account/password", data=form, follow_redirects=False).status_code == 303


CHANGES: dict[str, Callable[[TestClient], Any]] = {
    "another address": lambda client: _keep_mail(client, "new@example.org"),
    "no address": lambda client: _keep_mail(client, ""),
    "another password": _new_password,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("is_operators", [False, True])
def test_a_link_dies_with_any_change_of_address_or_password(
    settings: Settings, change: Callable[[TestClient], Any], is_operators: bool
) -> None:
    with TestClient(create_app(settings)) as client:
        own = sign_up(client, "Anna")
        _keep_mail(client)
        _ask(client, "Anna")
    link = f"/reset/{make_reset(settings.data_dir, 'Anna')}" if is_operators else _mailed_link(settings)

    with TestClient(create_app(settings)) as client:
        change(become(client, own))

        assert _use(client, link) == 422


def test_both_addresses_are_told_of_a_change_in_the_language_of_the_owner(settings: Settings) -> None:
    with TestClient(create_app(settings), headers={"Accept-Language": "de"}) as client:
        sign_up(client, "Anna")
        give_address(client, "Anna", "old@example.org")
        give_address(client, "Anna", "new@example.org")
        _give_mail(client, "new@example.org")
        _give_mail(client, "")

    told = _messages(settings)

    assert sorted(to for to, *_ in told) == ["new@example.org", "new@example.org", "old@example.org"]
    assert {subject for _, subject, _ in told} == {
        "Die E-Mail-Adresse deines Tantrix-Kontos hat sich geändert"
    }
    assert not any("@example.org" in text for *_, text in told)  # neither address learns the other


def test_the_owner_is_told_of_a_new_password(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        sign_up(client, "Anna")
        _keep_mail(client)
        _new_password(client)
    link = make_reset(settings.data_dir, "Anna")
    with TestClient(create_app(settings)) as client:
        assert _use(client, f"/reset/{link}") == 303

    subjects = [subject for to, subject, _ in _messages(settings) if to == MAIL]

    assert subjects.count("The password of your Tantrix account has changed") == 2


def test_nothing_but_one_mail_goes_to_an_address_until_its_link_is_followed(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        own = sign_up(client, "Anna")
        _give_mail(client)
        asked = _ask(client, "Anna")
        for _ in range(6):
            client.post("/sign-in", data={"name": "Anna", "password": "guessed again"})
        become(client, own)
        _new_password(client)
        nobody = _ask(client, "Nobody")
        (sent,) = _sent(client)

    assert sent[:2] == (MAIL, "Confirm your email address for Tantrix")
    assert (asked.status_code, asked.text) == (nobody.status_code, nobody.text)


def test_the_old_address_stays_in_use_until_the_new_one_is_confirmed(client: TestClient) -> None:
    own = dict(client.cookies)
    give_address(client, "Anna", "old@example.org")
    _give_mail(client)
    page = client.get("/account").text
    _ask(client, "Anna")
    resets = [to for to, _, text in _sent(client) if "/reset/" in text]
    become(client, own)
    before = client.get("/account/export").json()
    opened = client.get(_links(client)[0])  # a program that reads mails opens their links
    unchanged = client.get("/account/export").json()
    client.post(_links(client)[0])
    after = client.get("/account/export").json()

    assert resets == ["old@example.org"]
    assert f"{MAIL} is not confirmed yet" in page and "old@example.org stays in use" in page
    assert (before["mail"], before["unconfirmed_mail"]) == ("old@example.org", MAIL)
    assert opened.status_code == 200 and unchanged["unconfirmed_mail"] == MAIL
    assert (after["mail"], after["unconfirmed_mail"]) == (MAIL, None)


CONFIRMATIONS_DIE: dict[str, Callable[[TestClient], Any]] = {
    "its use": lambda client: client.post(_links(client)[0]),
    "another address": lambda client: _give_mail(client, "new@example.org"),
    "a newer link": lambda client: client.post("/account/mail/again"),
    "no address": lambda client: _give_mail(client, ""),
    "another password": _new_password,
    "the end of the account": lambda client: client.post("/account/close", data={"password": PASSWORD}),
}


@pytest.mark.parametrize("change", CONFIRMATIONS_DIE.values(), ids=CONFIRMATIONS_DIE)
def test_a_link_that_confirms_dies_with(client: TestClient, change: Callable[[TestClient], Any]) -> None:
    _give_mail(client)
    link = _links(client)[0]  # before another one is sent: mails are sent side by side
    change(client)

    answer = client.post(link)

    assert answer.status_code == 422
    assert "has been used or has expired" in answer.text


def test_a_link_that_confirms_expires_and_can_be_sent_again(settings: Settings) -> None:
    clock = ManualClock()
    with TestClient(create_app(replace(settings, now_ms=clock))) as client:
        sign_up(client, "Anna")
        _give_mail(client)
        clock.now_ms += DAY_MS + 1
        late = client.post(_links(client)[0])
        page = client.get("/account").text
        client.post("/account/mail/again")
        again = client.post(_links(client)[1])

    assert (late.status_code, again.status_code) == (422, 200)
    assert f"{MAIL} is not confirmed yet" in page


def test_an_address_serves_one_account_and_only_its_owner_learns_of_the_other(client: TestClient) -> None:
    own = dict(client.cookies)
    _keep_mail(client)
    other = sign_up(client, "Berta")
    given = _give_mail(client, MAIL.upper())
    taken = client.post(_links(client)[1])
    become(client, own).post("/account/close", data={"password": PASSWORD})
    become(client, other)
    again = client.get("/account").text
    _give_mail(client, MAIL.upper())
    freed = client.post(_links(client)[2])

    assert given.status_code == 200 and "another account" not in given.text
    assert taken.status_code == 422 and "belongs to another account" in taken.text
    assert "not confirmed yet" not in again
    assert freed.status_code == 200
    assert client.get("/account/export").json()["mail"] == MAIL.upper()


def test_an_account_asks_for_five_mails_a_day_and_an_address_gets_three(client: TestClient) -> None:
    statuses = [_give_mail(client).status_code for _ in range(6)]
    sign_up(client, "Berta")
    _give_mail(client, MAIL.upper())
    _give_mail(client, MAIL.replace("@", "+berta@"))

    assert statuses == [200] * 5 + [422]
    assert [to for to, *_ in _sent(client)] == [MAIL] * 3


def test_an_address_given_to_a_server_without_mail_is_not_written_to_later(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, mail_command=None))) as client:
        own = sign_up(client, "Anna")
        for _ in range(7):
            _give_mail(client)
        quiet = client.get("/account").text
    with TestClient(create_app(settings)) as client:
        _ask(client, "Anna")
        page = become(client, own).get("/account").text

        assert _sent(client) == []
    assert "not confirmed" not in quiet
    assert f"{MAIL} is not confirmed yet" in page
