"""Accounts: turning a guest into an account, signing in and out, passwords, sessions, look-alike names."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tantrix.server.accounts.names import MAX_READ, account_name, skeleton
from tantrix.server.accounts.passwords import MAX_WAITING, PasswordService
from tantrix.server.app import create_app
from tantrix.server.database.folder import DATABASE
from tantrix.server.http.errors import Refusal
from tantrix.server.settings import HASHER, Settings
from tests.server.support.databases.failing import impatient
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json, Table

PASSWORD = "correct horse battery"
TOKEN = "tantrix_session"


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def _sign_up(client: TestClient, name: str = "Anna", password: str = PASSWORD) -> Any:
    return client.post("/sign-up", data={"name": name, "password": password, "next": "/account"})


def _sign_in(client: TestClient, name: str = "Anna", password: str = PASSWORD) -> Any:
    return client.post("/sign-in", data={"name": name, "password": password})


def _fresh(client: TestClient) -> dict[str, str]:
    """Clear this browser's cookies and return them."""
    cookies = dict(client.cookies)
    client.cookies.clear()
    return cookies


def _seats(client: TestClient, table: Table) -> list[Json]:
    seats: list[Json] = client.get(f"/api/games/{table.id}").json()["game"]["seats"]
    return seats


def test_a_guest_who_signs_up_keeps_the_games_and_gets_another_token(client: TestClient) -> None:
    table = Table.open(client)
    guest = client.cookies[TOKEN]

    answer = _sign_up(client)

    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    assert client.cookies[TOKEN] != guest
    assert [seat["is_mine"] for seat in _seats(client, table)] == [True, True]
    assert [seat["account"] for seat in _seats(client, table)] == ["Anna", "Anna"]


def test_the_cookie_of_a_session_is_bound_to_the_host_where_there_is_tls(settings: Settings) -> None:
    with TestClient(create_app(settings), "https://testserver", follow_redirects=False) as client:
        given = _sign_up(client).headers["set-cookie"]

        assert given.startswith("__Host-tantrix_session=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(given.split("; "))
        assert client.get("/account").status_code == 200
        token = client.cookies["__Host-tantrix_session"]
        _fresh(client)
        client.cookies.set(TOKEN, token)  # as a page without TLS could set it
        assert client.get("/account").status_code == 303


def test_the_old_token_of_the_guest_does_not_open_the_account(client: TestClient) -> None:
    # Session fixation: a token known before sign-up gives no access to the new account.
    table = Table.open(client)
    guest = dict(client.cookies)
    _sign_up(client)
    _fresh(client)
    client.cookies.update(guest)

    assert [seat["is_mine"] for seat in _seats(client, table)] == [False, False]
    assert _sign_up(client, "Other").status_code == 303


def test_the_games_are_there_on_another_device(client: TestClient) -> None:
    table = Table.open(client)
    _sign_up(client)
    _fresh(client)

    assert _sign_in(client).status_code == 303
    assert [seat["is_mine"] for seat in _seats(client, table)] == [True, True]


@pytest.mark.parametrize(
    ("name", "password"), [("Anna", "wrong wrong wrong"), ("Nobody", PASSWORD), ("", "")]
)
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(
    client: TestClient, name: str, password: str
) -> None:
    _sign_up(client)
    _fresh(client)

    answer = _sign_in(client, name, password)

    assert answer.status_code == 422
    assert "Wrong name or password" in answer.text
    assert TOKEN not in client.cookies


@pytest.mark.parametrize(
    ("host", "address", "last"),
    [("10.0.0.66", None, 429), ("127.0.0.1", "http://tantrix.example", 429), ("127.0.0.1", None, 422)],
)
def test_only_this_machine_may_create_any_number_of_accounts(
    host: str, address: str | None, last: int, settings: Settings
) -> None:
    app = create_app(replace(settings, address=address))
    with TestClient(app, base_url=address or "http://testserver", client=(host, 5000)) as client:
        statuses = [_sign_up(client, password="short").status_code for _ in range(41)]

    assert statuses == [422] * 40 + [last]


def test_too_many_attempts_must_wait(client: TestClient) -> None:
    _sign_up(client)
    _fresh(client)

    statuses = [_sign_in(client, password="guessed again").status_code for _ in range(6)]

    assert statuses == [422] * 5 + [429]
    assert _sign_in(client).status_code == 429


@pytest.mark.parametrize(
    ("name", "password", "reason"),
    [
        ("A", PASSWORD, "A name needs 2 to 20"),
        ("Аnna", PASSWORD, "from one alphabet"),
        ("<script>", PASSWORD, "A name needs"),
        ("Admin", PASSWORD, "A name needs"),
        ("Bot Anna", PASSWORD, "A name needs"),
        ("Anna", "too short", "A password needs 10 to 200"),
        ("Anna", "x" * 201, "A password needs 10 to 200"),
    ],
)
def test_the_reason_why_a_name_or_password_is_refused_is_shown(
    client: TestClient, name: str, password: str, reason: str
) -> None:
    answer = _sign_up(client, name, password)

    assert answer.status_code == 422
    assert reason in answer.text


@pytest.mark.parametrize("twin", ["anna", "ANNA", "An.na", "An na", "a-n-n-a"])
def test_a_name_that_looks_like_one_that_is_taken_is_refused(client: TestClient, twin: str) -> None:
    _sign_up(client)
    _fresh(client)

    answer = _sign_up(client, twin)

    assert answer.status_code == 422
    assert "is taken" in answer.text


def test_signing_out_ends_the_session_and_its_sockets(client: TestClient) -> None:
    table = Table.open(client)
    _sign_up(client)
    signed_in = dict(client.cookies)

    with client.websocket_connect(table.socket) as socket:
        assert socket.receive_json()["type"] == "welcome"
        client.post("/sign-out")
        with pytest.raises(WebSocketDisconnect):
            while True:
                socket.receive_json()

    client.cookies.update(signed_in)
    assert client.get("/account").headers["location"] == "/sign-in?next=/account"


def test_sessions_are_listed_and_each_can_be_ended_from_another(client: TestClient) -> None:
    _sign_up(client)
    here = _fresh(client)
    _sign_in(client)
    there = _fresh(client)
    client.cookies.update(here)
    listed = client.get("/account/export").json()["sessions"]
    other = next(session for session in listed if not session["is_this"])

    client.post("/account/sessions", data={"session": other["id"]})

    assert len(listed) == 2
    assert client.get("/account").status_code == 200
    _fresh(client)
    client.cookies.update(there)
    assert client.get("/account").status_code == 303


def test_all_other_sessions_end_at_once_and_their_devices_are_forgotten(client: TestClient) -> None:
    _sign_up(client)
    first = _fresh(client)
    _sign_in(client)
    listed = client.get("/account/export").json()["sessions"]

    client.post("/account/sessions/others")

    assert [(each["is_this"], each["host"]) for each in listed] == [
        (True, "testclient"),
        (False, "testclient"),
    ]
    assert all(each["since"] <= each["seen"] for each in listed)
    assert len(client.get("/account/export").json()["sessions"]) == 1
    _fresh(client)
    client.cookies.update(first)
    assert client.get("/account").status_code == 303
    assert [_sign_in(client, password="guessed again").status_code for _ in range(6)] == [422] * 5 + [429]
    assert _sign_in(client).status_code == 429  # the device is no longer known


def test_no_user_can_end_the_session_of_another(client: TestClient) -> None:
    _sign_up(client)
    session = client.get("/account/export").json()["sessions"][0]["id"]
    anna = _fresh(client)
    _sign_up(client, "Bea")

    assert client.post("/account/sessions", data={"session": session}).status_code == 404
    _fresh(client)
    client.cookies.update(anna)
    assert client.get("/account").status_code == 200


def test_a_new_password_ends_all_other_sessions(client: TestClient) -> None:
    _sign_up(client)
    first = _fresh(client)
    _sign_in(client)

    answer = client.post("/account/password", data={"old": PASSWORD, "new": "another good one"})

    assert answer.status_code == 303
    assert client.get("/account").status_code == 200
    _fresh(client)
    client.cookies.update(first)
    assert client.get("/account").status_code == 303
    _fresh(client)
    assert _sign_in(client).status_code == 422
    assert _sign_in(client, password="another good one").status_code == 303


def test_the_password_is_not_changed_without_the_present_one(client: TestClient) -> None:
    _sign_up(client)

    answer = client.post("/account/password", data={"old": "guessed guessed", "new": "another good one"})

    assert answer.status_code == 422


def test_a_closed_account_leaves_a_pseudonym_and_its_name_stays_taken(client: TestClient) -> None:
    table = Table.open(client)
    _sign_up(client)

    assert client.post("/account/close", data={"password": PASSWORD}).status_code == 303

    assert [seat["account"] for seat in _seats(client, table)] == [None, None]
    assert client.get("/players/Anna").status_code == 404
    assert _sign_in(client).status_code == 422
    assert _sign_up(client).status_code == 422
    assert client.post("/sign-up", data={"name": "4nna", "password": PASSWORD}).status_code == 303


def test_everything_stored_about_an_account_can_be_downloaded(client: TestClient) -> None:
    Table.open(client).play(3)
    _sign_up(client)

    export = client.get("/account/export").json()

    assert export["name"] == "Anna"
    assert len(export["games"]) == 1
    assert "Secret" not in export["games"][0]
    _fresh(client)
    assert client.get("/account/export").status_code == 403


def test_a_players_page_lists_only_finished_and_public_games(client: TestClient) -> None:
    secret = Table.open(client)
    _sign_up(client)
    finished, ended_unseen = Table.open(client, listing="open"), Table.open(client)
    finished.play_out()
    ended_unseen.play_out()
    _fresh(client)

    page = client.get("/players/anna")

    assert page.status_code == 200
    assert finished.id in page.text
    assert secret.id not in page.text
    assert ended_unseen.id not in page.text


def test_an_account_survives_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        _sign_up(client)
        cookies = dict(client.cookies)

    with TestClient(create_app(settings), follow_redirects=False, cookies=cookies) as client:
        assert client.get("/account").status_code == 200
        client.cookies.clear()
        assert _sign_in(client).status_code == 303


def test_passwords_and_tokens_are_not_stored_on_disk(settings: Settings) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        guest = Table.open(client) and client.cookies[TOKEN]
        _sign_up(client)
        secrets = (PASSWORD, guest, client.cookies[TOKEN])

    for file in settings.data_dir.iterdir():
        assert not any(secret.encode() in file.read_bytes() for secret in secrets)
    assert (settings.data_dir / DATABASE).exists()


def test_a_banned_player_may_watch_but_not_play(client: TestClient) -> None:
    table = Table.open(client)
    _sign_up(client)
    position = table.look()["position"]

    in_loop(client, services(client).accounts.ban, "Anna", True, "the test")

    assert table.post("one", 0, position["placements"][0]).json()["code"] == "not_your_seat"
    assert client.post("/api/games", json={"seats": []}).status_code == 422
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "person"}]
    assert client.post("/api/games", json={"seats": seats}).json()["code"] == "banned"


def test_a_page_of_another_site_cannot_create_an_account(client: TestClient) -> None:
    headers = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}

    answer = client.post("/sign-up", data={"name": "Anna", "password": PASSWORD}, headers=headers)

    assert answer.status_code == 403


def test_a_locked_database_creates_no_partial_account(settings: Settings) -> None:
    locked = replace(settings, connect_writer=lambda store: impatient(store.connect_writer()))
    with TestClient(create_app(locked), follow_redirects=False) as client:
        with closing(sqlite3.connect(settings.data_dir / DATABASE)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = _sign_up(client)

        assert refused.status_code == 503
        assert client.get("/players/Anna").status_code == 404
        assert _sign_up(client).status_code == 303


@given(st.text(max_size=30))
def test_cleaning_a_name_again_changes_nothing(text: str) -> None:
    try:
        name = account_name(text)
    except ValueError:
        return

    assert account_name(name) == name
    assert skeleton(name)


@pytest.mark.parametrize("letter", ["a", "\u0430", "\ufdfa", "\u0390", " "])
def test_of_a_long_text_only_the_beginning_is_read_as_a_name(letter: str) -> None:
    long = skeleton(letter * 20_000)  # U+FDFA becomes 18 letters, and U+0390 three

    assert len(long) <= 3 * MAX_READ
    assert long == skeleton(letter * MAX_READ)
    with pytest.raises(ValueError, match="expected a name of 2 to 20 letters"):
        account_name(letter * 20_000)


def test_guessing_a_password_costs_what_owasp_asks_for(tmp_path: Path) -> None:
    hasher = Settings(tmp_path).hasher

    assert (hasher.time_cost, hasher.memory_cost, hasher.parallelism) == (2, 19 * 1024, 1)


def test_a_password_is_right_or_wrong_and_an_unknown_name_never_matches() -> None:
    passwords = PasswordService(HASHER)

    async def ask() -> tuple[bool, bool, bool]:
        hashed = await passwords.hash(PASSWORD)
        return (
            await passwords.is_right(hashed, PASSWORD),
            await passwords.is_right(hashed, PASSWORD + "x"),
            await passwords.is_right(None, "nobody has this password"),
        )

    assert asyncio.run(ask()) == (True, False, False)


def test_more_passwords_than_the_queue_holds_are_refused_and_later_ones_are_not() -> None:
    passwords = PasswordService(HASHER)

    async def ask() -> tuple[int, list[str], bool]:
        asked = [passwords.is_right(None, PASSWORD) for _ in range(MAX_WAITING + 2)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        refused = [each.code for each in found if isinstance(each, Refusal)]
        return found.count(False), refused, await passwords.is_right(None, PASSWORD)

    assert asyncio.run(ask()) == (MAX_WAITING, ["too_many_sign_ins"] * 2, False)


@pytest.mark.parametrize(
    "name",
    ["Root", "Support", "Tantrix Support", "Night-Staff", "R00t", "0wner", "Referee 2", "Administrator"],
)
def test_nobody_is_called_like_an_office_of_the_site(name: str) -> None:
    with pytest.raises(ValueError, match="kept for the server"):
        account_name(name)


@pytest.mark.parametrize("name", ["Rooth", "Stafford", "Ownerby", "Modesty", "Supporter"])
def test_a_name_that_only_begins_like_an_office_is_allowed(name: str) -> None:
    assert account_name(name) == name
