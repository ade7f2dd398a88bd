"""Chat in the lobby: accounts write, everybody reads, and mutes, silences and reports work as at tables."""

from typing import Any

from starlette.testclient import TestClient

from tests.server.support.clients import become, sign_up


def _say(client: TestClient, text: str, message_id: str = "one") -> Any:
    sent = {"type": "send_chat", "id": message_id, "channel": "spectators", "text": text}
    return client.post("/api/lobby/chat", json=sent)


def _heard(client: TestClient) -> list[tuple[str, str]]:
    return [(one["name"], one["text"]) for one in client.get("/api/lobby/chat").json()["messages"]]


def test_an_account_writes_and_a_guest_reads(client: TestClient) -> None:
    sign_up(client, "Anna")
    before = client.get("/api/lobby").json()["n_chat"]

    assert _say(client, "Anybody for doubles?").json()["number"] == 1
    assert _say(client, "Anybody for doubles?").json()["number"] == 1  # the same message once more

    client.cookies.clear()
    assert _heard(client) == [("Anna", "Anybody for doubles?")]
    assert (before, client.get("/api/lobby").json()["n_chat"]) == (0, 1)
    assert _say(client, "Me!").json()["code"] == "sign_in_to_chat"


def test_an_id_with_other_words_is_refused(client: TestClient) -> None:
    sign_up(client, "Anna")
    _say(client, "Hello", "one")

    answer = _say(client, "Something else", "one")

    assert (answer.status_code, answer.json()["code"]) == (409, "id_in_use")
    assert _heard(client) == [("Anna", "Hello")]


def test_two_users_may_use_the_same_id(client: TestClient) -> None:
    for name in ("Anna", "Bea"):
        sign_up(client, name)
        assert _say(client, f"{name} here", "one").status_code == 200

    assert _heard(client) == [("Anna", "Anna here"), ("Bea", "Bea here")]


def test_messages_of_muted_players_are_hidden(client: TestClient) -> None:
    sign_up(client, "Anna")
    _say(client, "Advertising")
    sign_up(client, "Bea")

    assert client.post("/api/lobby/chat/1/mute", json={}).json()["name"] == "Anna"

    assert _heard(client) == []
    client.cookies.clear()
    assert _heard(become(client, {})) == [("Anna", "Advertising")]


def test_a_report_keeps_the_words_for_the_moderators(client: TestClient) -> None:
    sign_up(client, "Anna")
    _say(client, "An insult")
    sign_up(client, "Bea")

    answer = client.post("/api/lobby/chat/1/reports", json={"reason": "insult", "note": ""})

    assert answer.status_code == 200
    assert client.post("/api/lobby/chat/7/reports", json={"reason": "insult", "note": ""}).status_code == 404


def test_a_message_without_a_visible_letter_is_refused(client: TestClient) -> None:
    sign_up(client, "Anna")

    assert _say(client, "\u200b").json()["code"] == "empty_chat_message"


def test_nobody_can_flood_the_lobby(client: TestClient) -> None:
    sign_up(client, "Anna")

    codes = [_say(client, f"words {n}", f"id-{n}").json().get("code") for n in range(6)]

    assert codes == [None] * 5 + ["too_many_chat_messages"]
