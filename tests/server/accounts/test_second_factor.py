"""The second factor: switching it on and off, its codes, and recovery codes; each works once."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyotp
import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.second_factor.one_time_codes import (
    make_recovery_codes,
    make_secret,
    recovery_hash,
    step_of,
)
from tantrix.server.admin.accounts import audit, drop_second_factor, make_reset
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import become
from tests.server.support.manual_clock import ManualClock

PASSWORD = "correct horse battery"
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def client(settings: Settings, clock: ManualClock) -> Iterator[TestClient]:
    app = create_app(replace(settings, now_ms=clock))
    with TestClient(app, follow_redirects=False) as client:
        client.post("/sign-up", data={"name": "Anna", "password": PASSWORD})
        yield client


def _turn_on(client: TestClient, clock: ManualClock) -> tuple[str, list[str]]:
    """Switch the second factor on; return the secret and the recovery codes."""
    page = client.get("/account/second-factor").text
    secret = re.findall(r'name="secret" value="([A-Z2-7]{32})"', page)[0]
    form = {"secret": secret, "code": _code(secret, clock), "password": PASSWORD}
    answer = client.post("/account/second-factor", data=form)
    assert answer.status_code == 200, answer.text
    return secret, re.findall(r"<li><code>([a-z2-9-]{19})</code>", answer.text)


def _code(secret: str, clock: ManualClock) -> str:
    return pyotp.TOTP(secret).at(clock.now_ms // 1000)


def _enter(client: TestClient, code: str, **form: str) -> Any:
    """Sign in on another device with the password, then with a code."""
    client.cookies.clear()
    answer = client.post("/sign-in", data={"name": "Anna", "password": PASSWORD, "next": "/account"} | form)
    assert answer.headers["location"].startswith("/sign-in/code?")
    return client.post("/sign-in/code", data={"code": code, "next": "/account"})


def test_a_password_alone_is_no_longer_enough(client: TestClient, clock: ManualClock) -> None:
    secret, _codes = _turn_on(client, clock)
    clock.now_ms += 60_000
    client.cookies.clear()

    answer = client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})

    assert "tantrix_session" not in client.cookies
    assert answer.headers["location"] == "/sign-in/code?next=%2F"
    assert client.get("/account").status_code == 303
    assert client.post("/sign-in/code", data={"code": "000000"}).status_code == 422
    assert client.post("/sign-in/code", data={"code": _code(secret, clock)}).status_code == 303
    assert client.get("/account").status_code == 200


def test_a_code_works_once(client: TestClient, clock: ManualClock) -> None:
    secret, _codes = _turn_on(client, clock)
    clock.now_ms += 60_000
    code = _code(secret, clock)

    assert _enter(client, code).status_code == 303
    assert _enter(client, code).status_code == 422


def test_a_recovery_code_works_once_however_it_is_written(client: TestClient, clock: ManualClock) -> None:
    _secret, codes = _turn_on(client, clock)

    assert len(set(codes)) == 10
    assert _enter(client, codes[0].upper().replace("-", " ")).status_code == 303
    assert "You have 9 recovery codes left" in client.get("/account").text
    assert _enter(client, codes[0]).status_code == 422


def test_wrong_codes_are_slowed_and_the_owner_learns_of_them(client: TestClient, clock: ManualClock) -> None:
    _turn_on(client, clock)

    statuses = [_enter(client, "000000").status_code for _ in range(4)]

    assert statuses == [422] * 4
    assert [client.post("/sign-in/code", data={"code": "000000"}).status_code for _ in range(2)] == [422, 429]


def test_a_code_without_a_recent_password_is_refused(client: TestClient, clock: ManualClock) -> None:
    secret, _codes = _turn_on(client, clock)
    client.cookies.clear()
    assert client.post("/sign-in/code", data={"code": _code(secret, clock)}).status_code == 422
    client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})

    clock.now_ms += 601_000

    assert client.post("/sign-in/code", data={"code": _code(secret, clock)}).status_code == 422


def test_a_link_for_a_new_password_also_asks_for_the_code(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    secret, _codes = _turn_on(client, clock)
    clock.now_ms += 60_000
    client.cookies.clear()
    token = make_reset(settings.data_dir, "Anna")

    answer = client.post(f"/reset/{token}", data={"password": "another good one"})

    assert answer.headers["location"] == "/sign-in/code?next=%2Faccount"
    assert client.get("/account").status_code == 303
    assert client.post("/sign-in/code", data={"code": _code(secret, clock)}).status_code == 303


def test_it_is_switched_off_only_with_password_and_code(client: TestClient, clock: ManualClock) -> None:
    secret, codes = _turn_on(client, clock)
    clock.now_ms += 60_000
    off, right = "/account/second-factor/off", _code(secret, clock)

    assert client.post(off, data={"password": "wrong", "code": right}).status_code == 422
    assert client.post(off, data={"password": PASSWORD, "code": "000000"}).status_code == 422
    assert client.post(off, data={"password": PASSWORD, "code": codes[3]}).status_code == 303
    client.cookies.clear()
    answer = client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})
    assert answer.headers["location"] == "/"


def test_new_recovery_codes_void_the_old_ones(client: TestClient, clock: ManualClock) -> None:
    secret, old = _turn_on(client, clock)
    clock.now_ms += 60_000

    form = {"password": PASSWORD, "code": _code(secret, clock)}
    new = re.findall(
        r"<li><code>([a-z2-9-]{19})</code>", client.post("/account/second-factor/codes", data=form).text
    )

    assert len(new) == 10 and not set(new) & set(old)
    assert _enter(client, old[0]).status_code == 422
    assert _enter(client, new[0]).status_code == 303


def test_it_is_not_switched_on_without_a_code_of_the_app(client: TestClient, clock: ManualClock) -> None:
    form = {"secret": make_secret(), "code": "123456", "password": PASSWORD}

    assert client.post("/account/second-factor", data=form).status_code == 422
    assert "Off." in client.get("/account").text


def test_tokens_of_programs_work_as_before(client: TestClient, clock: ManualClock) -> None:
    page = client.post("/account/tokens", data={"name": "program", "scope-read": "on"}).text
    token = re.findall(r"tantrix_[A-Za-z0-9_-]{43}", page)[0]
    _turn_on(client, clock)
    client.cookies.clear()

    answer = client.get("/api/account", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 200


def test_the_export_has_neither_secret_nor_codes_and_both_are_deleted_with_the_account(
    client: TestClient, clock: ManualClock
) -> None:
    secret, codes = _turn_on(client, clock)

    exported = client.get("/account/export")
    client.post("/account/close", data={"password": PASSWORD})
    client.post("/sign-up", data={"name": "Bea", "password": PASSWORD})

    assert exported.json()["second_factor"]["n_codes"] == 10
    assert secret not in exported.text and not any(code in exported.text for code in codes)
    assert client.get("/account/export").json()["second_factor"] is None


def test_an_operator_switches_it_off_for_a_user_who_lost_it(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    _turn_on(client, clock)

    drop_second_factor(settings.data_dir, "Anna", with_passkeys=False)
    client.cookies.clear()
    answer = client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})

    assert answer.headers["location"] == "/"
    newest = audit(settings.data_dir, 1)[0]
    assert (newest.actor, newest.action, newest.subject) == ("operator", "second factor off", "Anna")


@pytest.mark.parametrize(
    ("at_s", "code"), [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")]
)
def test_codes_are_those_of_rfc_6238(at_s: int, code: str) -> None:
    # RFC 6238, appendix B: the last six of the eight digits, with SHA-1.
    assert step_of(RFC_SECRET, code, at_s * 1000) == at_s // 30
    assert step_of(RFC_SECRET, f"{code[:3]} {code[3:]}", (at_s + 30) * 1000) == at_s // 30
    assert step_of(RFC_SECRET, code, (at_s + 90) * 1000) is None


def test_a_recovery_code_belongs_to_its_account() -> None:
    code = make_recovery_codes()[0]

    assert recovery_hash("a", code) != recovery_hash("b", code)


def test_a_sign_in_begun_with_the_old_password_is_void(client: TestClient, clock: ManualClock) -> None:
    own = dict(client.cookies)
    secret, _codes = _turn_on(client, clock)
    clock.now_ms += 60_000
    client.cookies.clear()
    client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})
    begun = dict(client.cookies)
    become(client, own)
    client.post("/account/password", data={"old": PASSWORD, "new": "another good one"})
    become(client, begun)

    assert client.post("/sign-in/code", data={"code": _code(secret, clock)}).status_code == 422
