"""Password reset: a link goes to the account's address, and nobody learns whether the account exists."""

import email
import sys
from collections.abc import Iterator
from dataclasses import replace
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.options import ServerOptions
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, sign_up

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


def _keep_mail(client: TestClient, mail: str = MAIL, password: str = PASSWORD) -> Any:
    return client.post("/account/mail", data={"mail": mail, "password": password})


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
    assert _mails(settings).count("Subject:") == 3


@pytest.mark.parametrize(
    "mail",
    ["anna", "@x.org", "a@b", "a@b.org\nBcc: c@d.org", "a b@c.org", "a@b.org,c@d.org", "x" * 300 + "@b.org"],
)
def test_an_invalid_address_is_refused(client: TestClient, mail: str) -> None:
    answer = _keep_mail(client, mail)

    assert answer.status_code == 422
    assert "not an email address" in answer.text


def test_the_address_is_changed_with_the_password_alone_and_goes_with_the_account(client: TestClient) -> None:
    refused = _keep_mail(client, password="wrong wrong wrong")
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
        _keep_mail(client)

        assert _ask(client, "Anna").status_code == 200
        assert client.get("/healthz").status_code == 200


def test_the_user_is_mailed_about_wrong_passwords_in_their_language(settings: Settings) -> None:
    with TestClient(create_app(settings), headers={"Accept-Language": "pl"}) as client:
        sign_up(client, "Anna")
        _keep_mail(client)
        client.cookies.clear()
        for _ in range(7):
            guess = {"name": "Anna", "password": "guessed again"}
            client.post("/sign-in", data=guess, headers={"Accept-Language": "ru"})

    mail = _mails(settings)

    assert mail.count(f"To: {MAIL}") == 1
    subject = email.message_from_string(mail)["Subject"]
    assert str(make_header(decode_header(subject))) == "Błędne hasła do twojego konta Tantrix"
