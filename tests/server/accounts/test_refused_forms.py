"""What a form on an account's page shows when it is refused, and where it says that it was carried out."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, sign_up


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    swallows = f'{sys.executable} -c "import sys; sys.stdin.read()"'
    has_mail = replace(settings, mail_command=swallows, address="https://tantrix.example/")
    with TestClient(create_app(has_mail), follow_redirects=False) as client:
        sign_up(client, "Anna")
        yield client


def _form(page: str, action: str) -> str:
    found = re.search(rf'<form[^>]*action="{action}".*?</form>', page, re.DOTALL)
    assert found, page
    return found[0]


@pytest.mark.parametrize(
    ("path", "sent", "kept"),
    [
        ("/account/mail", {"mail": "anna@example.org"}, "anna@example.org"),
        ("/account/name", {"name": "Hanna"}, "Hanna"),
    ],
)
def test_a_wrong_password_loses_nothing_that_was_typed(
    client: TestClient, path: str, sent: dict[str, str], kept: str
) -> None:
    page = client.post(path, data={**sent, "password": "not this one"}).text

    form = _form(page, path)
    assert f'value="{kept}"' in form
    assert "not this one" not in page
    assert 'id="answer">Wrong password.</p>' in form
    assert re.search(r'<input name="password"[^>]*aria-invalid="true" autofocus=""', form)
    assert page.count("Wrong password.") == 1


def test_sending_the_link_again_says_so_in_its_place(client: TestClient) -> None:
    client.post("/account/mail", data={"mail": "anna@example.org", "password": PASSWORD})

    answer = client.post("/account/mail/again")

    assert answer.headers["location"] == "/account?done=mail/again#answer"
    form = _form(client.get(answer.headers["location"]).text, "/account/mail/again")
    assert 'id="answer" tabindex="-1" autofocus="">Another link is on its way to anna@example.org.' in form


@pytest.mark.parametrize("path", ["/reset/nothing", "/confirm-mail/nothing"])
def test_a_link_that_cannot_be_used_offers_a_new_one_instead_of_a_form(client: TestClient, path: str) -> None:
    page = client.get(path)

    assert page.status_code == 422
    assert "This link has been used or has expired." in page.text
    assert "Ask for a new link" in page.text
    assert f'action="{path}"' not in page.text


def test_the_notices_know_of_an_address_that_waits(client: TestClient) -> None:
    client.post("/account/mail", data={"mail": "anna@example.org", "password": PASSWORD})

    page = client.get("/notices").text

    assert "anna@example.org is not confirmed yet." in page
    assert "add an email address" not in page
