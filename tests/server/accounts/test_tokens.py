"""Personal tokens: created and revoked on the account page, scopes, limits, and cookies sent beside them."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tantrix.server.accounts.scopes import TokenScope, scope_of
from tantrix.server.accounts.tokens import BURST, MAX_TOKENS
from tantrix.server.app import create_app
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.api_client import SCOPES, game_of, make_token, program
from tests.server.support.clients import PASSWORD, sign_up
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import of_type, person, receive_until

OPERATIONS = [
    (method.upper(), path)
    for path, methods in create_app(Settings(Path("unused"))).openapi()["paths"].items()
    for method in methods
]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_documented_operation_names_its_scope(method: str, path: str) -> None:
    assert scope_of(method, path) in set(TokenScope)


@pytest.mark.parametrize(
    "path", ["/account", "/account/export", "/account/tokens", "/sign-out", "/moderation", "/"]
)
def test_pages_are_not_for_tokens(client: TestClient, path: str) -> None:
    mine = program(client)

    for method in ("GET", "POST"):
        answer = mine.ask(method, path)
        assert answer.status_code in (403, 405), (method, path)


ASKED: tuple[tuple[str, str, str, Any], ...] = (
    ("read", "GET", "/api/games/{game}", None),
    ("read", "GET", "/api/account", None),
    ("read", "GET", "/games/{game}/record", None),
    ("play", "POST", "/api/games/{game}/placements", {"id": "a", "ply": 0, "placement": "{placement}"}),
    ("play", "POST", "/api/games/{game}/commands", {"type": "abort", "id": "b"}),
    ("challenge", "POST", "/api/games", {"seats": [person("R"), person("B")]}),
    (
        "chat",
        "POST",
        "/api/games/{game}/chat",
        {"type": "send_chat", "id": "c", "channel": "players", "text": "hi"},
    ),
    ("records", "POST", "/api/archive/import", {"text": "x"}),
    ("tournament", "POST", "/api/tournaments", {"preset": "open", "name": "x", "is_listed": False}),
)


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_may_do_what_it_was_made_for_and_nothing_else(client: TestClient, scope: str) -> None:
    mine = program(client)
    game = game_of(mine)
    placement = mine.ask("GET", f"/api/games/{game}").json()["position"]["placements"][0]
    mine.browse()
    mine.token = make_token(client, [scope])

    for needed, method, path, body in ASKED:
        sent = None if body is None else json.loads(json.dumps(body).replace("{placement}", placement))
        answer = mine.ask(method, path.replace("{game}", game), json=sent)
        if needed == scope:
            assert answer.status_code not in (401, 403), (needed, answer.text)
        else:
            assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")


@pytest.mark.parametrize("scope", SCOPES)
def test_sockets_need_the_scope_to_play_and_chat_needs_its_own(client: TestClient, scope: str) -> None:
    mine = program(client)
    game = game_of(mine)
    mine.browse()
    mine.token = make_token(client, [scope])
    client.cookies.clear()

    if scope != "play":
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/games/{game}/socket", headers=mine.headers),
        ):
            pass
        return
    with client.websocket_connect(f"/games/{game}/socket", headers=mine.headers) as socket:
        assert socket.receive_json()["game"]["seats"][0]["is_mine"]
        socket.send_json({"type": "send_chat", "id": "a", "channel": "players", "text": "hi"})
        assert receive_until(socket, of_type("refused"))[-1]["code"] == "missing_scope"


def test_a_token_is_shown_once_and_kept_as_a_hash(client: TestClient, settings: Settings) -> None:
    mine = program(client)

    page = mine.browse().get("/account").text
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as connection:
        kept = "\n".join(connection.iterdump())

    assert mine.token not in page
    assert "my program" in page
    assert "my program" in kept
    assert mine.token not in kept and mine.token.removeprefix("tantrix_") not in kept


def test_a_revoked_token_is_worth_nothing_and_loses_its_sockets(client: TestClient) -> None:
    mine = program(client)
    game = game_of(mine)

    with client.websocket_connect(f"/games/{game}/socket", headers=mine.headers) as socket:
        socket.receive_json()
        mine.revoke()
        with pytest.raises(WebSocketDisconnect):
            while True:
                socket.receive_json()

    answer = mine.ask("GET", "/api/account")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_no_user_can_revoke_the_token_of_another(client: TestClient) -> None:
    mine = program(client)
    hashed = mine.browse().get("/account").text.split('name="token" value="')[1][:64]
    sign_up(client, "Bea")

    assert client.post("/account/tokens/revoke", data={"token": hashed}).status_code == 404
    assert mine.ask("GET", "/api/account").status_code == 200


@pytest.mark.parametrize("way", ["ban", "close"])
def test_the_token_of_an_account_that_is_banned_or_closed_is_worth_nothing(
    client: TestClient, way: str
) -> None:
    mine = program(client)
    if way == "close":
        mine.browse().post("/account/close", data={"password": PASSWORD})
    else:
        in_loop(client, services(client).accounts.ban, "Anna", True, "operator")

    assert mine.ask("GET", "/api/account").status_code == 401


def test_a_cookie_sent_with_a_token_is_ignored(client: TestClient) -> None:
    mine = program(client, "Anna")
    bea = sign_up(client, "Bea")

    client.cookies.update(bea)
    named = client.get("/api/account", headers=mine.headers).json()
    unknown = client.get("/api/account", headers={"Authorization": f"Bearer {mine.token[:-1]}x"})

    assert (named["name"], named["scopes"]) == ("Anna", list(SCOPES))
    assert unknown.status_code == 401  # not the answer for Bea


def test_the_use_of_a_token_is_a_visit_of_its_account(client: TestClient) -> None:
    mine = program(client, "Visitor")
    with closing(sqlite3.connect(services(client).settings.data_dir / DATABASE)) as database, database:
        database.execute("UPDATE sessions SET seen_ms = 1")
    accounts, user_id = services(client).accounts, user_id_of(client, "Visitor")
    before = accounts.last_seen_ms(user_id)

    mine.ask("GET", "/api/account")

    assert before == 1
    assert accounts.last_seen_ms(user_id) > 1


@pytest.mark.parametrize(
    "token", ["", "x", "tantrix_", "tantrix_" + "a" * 43, "tantrix_" + "ä" * 43, " ", "a b"]
)
def test_an_invalid_token_is_refused(client: TestClient, token: str) -> None:
    answer = client.get("/api/lobby", headers={b"Authorization": f"Bearer {token}".encode()})

    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_other_sites_may_use_tokens_but_no_cookies(client: TestClient) -> None:
    mine, origin = program(client), {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}

    preflight = client.options("/api/games", headers={**origin, **asked})
    answer = mine.ask("POST", "/api/games", headers=origin, json={"seats": [person("R"), person("B")]})
    mine.browse()
    with_cookie = client.post("/api/games", headers=origin, json={"seats": [person("R"), person("B")]})

    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in {**preflight.headers, **answer.headers}
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (201, "*")
    assert with_cookie.status_code == 403
    assert "access-control-allow-origin" not in with_cookie.headers


def test_a_preflight_without_a_token_header_is_not_answered(client: TestClient) -> None:
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}

    answer = client.options("/api/games", headers={**asked, "Access-Control-Request-Headers": "content-type"})

    assert "access-control-allow-origin" not in answer.headers


def test_each_token_has_its_own_allowance(settings: Settings) -> None:
    still = replace(settings, now_ms=lambda: 1_700_000_000_000)
    with TestClient(create_app(still)) as client:
        mine, other = program(client, "Anna"), program(client, "Bea")
        statuses = [mine.ask("GET", "/api/robots").status_code for _ in range(BURST)]
        late = mine.ask("GET", "/api/robots")

        assert set(statuses) == {200}
        assert (late.status_code, late.json()["code"]) == (429, "token_limit")
        assert int(late.headers["retry-after"]) >= 1
        assert other.ask("GET", "/api/robots").status_code == 200


@pytest.mark.parametrize(
    "form", [{"name": "x"}, {"name": "", "scope-read": "on"}, {"name": "\u200b", "scope-read": "on"}]
)
def test_a_token_needs_a_name_and_something_that_it_may_do(client: TestClient, form: dict[str, str]) -> None:
    sign_up(client, "Anna")

    page = client.post("/account/tokens", data=form)

    assert page.status_code == 422
    assert "A token needs a name" in page.text


def test_the_number_of_tokens_per_account_is_limited(client: TestClient) -> None:
    sign_up(client, "Anna")
    for _ in range(MAX_TOKENS):
        make_token(client, ["read"])

    page = client.post("/account/tokens", data={"name": "more", "scope-read": "on"})

    assert page.status_code == 422
    assert "There are twenty tokens" in page.text


def test_a_token_can_neither_create_tokens_nor_change_the_password(client: TestClient) -> None:
    mine = program(client)

    for path in ("/account/tokens", "/account/password", "/account/close", "/account/mail"):
        answer = mine.ask("POST", path, data={"name": "x", "scope-read": "on"})
        assert (answer.status_code, answer.json()["code"]) == (403, "not_for_tokens")
