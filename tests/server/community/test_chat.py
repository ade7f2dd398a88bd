"""Table chat: who reads what and when, mutes, silences, rate limits, and what survives a restart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from unicodedata import category

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.accounts import set_ban
from tantrix.server.admin.moderation import silence, unsilence
from tantrix.server.app import create_app
from tantrix.server.community.chat_text import PRESETS, REASONS, clean_message
from tantrix.server.protocol.chat import MAX_CHAT_TEXT, PresetName, ReasonName
from tantrix.server.settings import Settings
from tests.server.support.browsers import PASSWORD, Browsers, say, table_of
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Table, of_type, receive_until
from tests.support.hostile import hostile_strings

WEB = Path(__file__).parents[3] / "web" / "src"


@pytest.fixture
def people(settings: Settings) -> Iterator[Browsers]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield Browsers(client)


@pytest.fixture
def table(people: Browsers) -> Table:
    """Return a game in progress between the guests ann and bob."""
    return table_of(people, "ann", "bob")


def finish(people: Browsers, table: Table) -> None:
    with people.become("ann").websocket_connect(table.socket) as socket:
        socket.send_json({"type": "resign", "id": "enough", "seat": 0})
        receive_until(socket, of_type("over"))


def test_a_player_is_muted_by_name_on_the_page_of_mutes(people: Browsers) -> None:
    people.become("LOUD")
    muted = people.become("ANN").post("/mutes", data={"player": "loud"})
    unknown = people.client.post("/mutes", data={"player": "Nobody"})

    assert (muted.status_code, unknown.status_code) == (303, 404)
    assert "LOUD" in people.client.get("/mutes").text


def test_during_a_game_players_and_spectators_have_separate_chats(people: Browsers, table: Table) -> None:
    people.say("ann", table.id, "players", text="to Bob")
    people.say("SPECTATOR", table.id, "spectators", text="about Ann")

    assert people.said("ann", table.id) == people.said("bob", table.id) == ["to Bob"]
    assert people.said("SPECTATOR", table.id) == people.said("nobody", table.id) == ["about Ann"]


def test_after_the_game_players_can_read_the_spectators_chat_but_not_the_reverse(
    people: Browsers, table: Table
) -> None:
    people.say("ann", table.id, "players", text="to Bob")
    people.say("SPECTATOR", table.id, "spectators", text="about Ann")
    finish(people, table)

    assert people.said("ann", table.id) == ["to Bob", "about Ann"]
    assert people.said("SPECTATOR", table.id) == ["about Ann"]
    assert people.say("bob", table.id, "spectators", text="thanks")["type"] == "chat_sent"


@pytest.mark.parametrize(
    ("name", "channel", "is_over", "code"),
    [
        ("ann", "players", False, "chat_sent"),
        ("ann", "spectators", False, "after_the_game"),
        ("ann", "spectators", True, "chat_sent"),
        ("SPECTATOR", "players", False, "players_only"),
        ("SPECTATOR", "players", True, "players_only"),
        ("SPECTATOR", "spectators", False, "chat_sent"),
        ("SPECTATOR", "spectators", True, "chat_sent"),
        ("guest", "players", False, "players_only"),
        ("guest", "spectators", False, "sign_in_to_chat"),
        ("guest", "spectators", True, "sign_in_to_chat"),
    ],
)
def test_each_role_can_write_in_its_channels(
    people: Browsers, table: Table, name: str, channel: str, is_over: bool, code: str
) -> None:
    if is_over:
        finish(people, table)

    answer = people.say(name, table.id, channel, text="hello")

    assert answer.get("code", answer["type"]) == code


def test_messages_are_sent_only_to_those_who_may_read_them(people: Browsers, table: Table) -> None:
    with (
        people.become("SPECTATOR").websocket_connect(table.socket) as spectator,
        people.become("bob").websocket_connect(table.socket) as bob,
        people.become("ann").websocket_connect(table.socket) as ann,
    ):
        say(ann, "players", text="for Bob")
        say(spectator, "spectators", text="for us")
        heard_by_bob = receive_until(bob, of_type("chat_message"))[-1]
        spectator.send_json({"type": "ping", "sent_ms": 1})
        heard_by_spectator = receive_until(spectator, of_type("pong"))
        bob.send_json({"type": "ping", "sent_ms": 1})
        heard_after = receive_until(bob, of_type("pong"))

    assert (heard_by_bob["text"], heard_by_bob["name"], heard_by_bob["seat"]) == ("for Bob", "ann", 0)
    assert [one["text"] for one in heard_by_spectator if one["type"] == "chat_message"] == []
    assert [one for one in heard_after if one["type"] == "chat_message"] == []


def test_spectator_messages_reach_players_once_the_game_is_over(people: Browsers, table: Table) -> None:
    finish(people, table)
    with (
        people.become("bob").websocket_connect(table.socket) as bob,
        people.become("SPECTATOR").websocket_connect(table.socket) as spectator,
    ):
        say(spectator, "spectators", text="well done")
        said = receive_until(bob, of_type("chat_message"))[-1]

    assert (said["channel"], said["account"], said["seat"]) == ("spectators", "SPECTATOR", None)


def test_a_phrase_is_sent_by_its_code(people: Browsers, table: Table) -> None:
    people.say("ann", table.id, "players", preset="good_luck")

    assert people.said("bob", table.id) == ["good_luck"]


def test_messages_of_a_muted_player_are_hidden_at_every_table_even_old_ones(
    people: Browsers, table: Table
) -> None:
    people.say("bob", table.id, "players", text="rude")
    muted = people.become("ann").post(f"/api/games/{table.id}/chat/1/mute").json()
    other = table_of(people, "ann", "bob")

    with (
        people.become("ann").websocket_connect(other.socket) as ann,
        people.become("bob").websocket_connect(other.socket) as bob,
    ):
        say(bob, "players", text="rude again")
        ann.send_json({"type": "ping", "sent_ms": 1})
        heard = receive_until(ann, of_type("pong"))

    assert muted["name"] == "bob"
    assert [one for one in heard if one["type"] == "chat_message"] == []
    assert people.said("ann", table.id) == people.said("ann", other.id) == []
    assert people.said("bob", other.id) == ["rude again"]
    assert people.said("carl", other.id) == []


def test_a_mute_can_be_undone_only_from_ones_own_list(people: Browsers, table: Table) -> None:
    people.say("bob", table.id, "players", text="rude")
    people.become("ann").post(f"/api/games/{table.id}/chat/1/mute")
    mute = people.client.get("/api/mutes").json()["muted"][0]

    assert people.become("bob").delete(f"/api/mutes/{mute['id']}").status_code == 404
    assert people.said("ann", table.id) == []
    assert "bob" in people.become("ann").get("/mutes").text
    assert people.client.post("/mutes", data={"mute": mute["id"]}).status_code == 303
    assert people.said("ann", table.id) == ["rude"]


def test_users_cannot_mute_themselves_or_messages_they_cannot_read(people: Browsers, table: Table) -> None:
    people.say("ann", table.id, "players", text="hello")

    assert people.become("ann").post(f"/api/games/{table.id}/chat/1/mute").json()["code"] == "yourself"
    assert (
        people.become("SPECTATOR").post(f"/api/games/{table.id}/chat/1/mute").json()["code"]
        == "no_chat_message"
    )
    assert people.become("nobody").post(f"/api/games/{table.id}/chat/1/mute").status_code == 403


def test_an_account_can_be_muted_by_its_name_and_the_lobby_knows(people: Browsers) -> None:
    people.become("BEA")
    assert people.become("ANN").post("/api/players/bea/mute").json()["name"] == "BEA"
    chat = services(people.client).chat
    ann, bea = (user_id_of(people.client, name) for name in ("ANN", "BEA"))

    assert in_loop(people.client, chat.is_muted, ann, bea)
    assert not in_loop(people.client, chat.is_muted, bea, ann)


def test_messages_of_a_silenced_user_are_shown_only_to_that_user(
    people: Browsers, settings: Settings, table: Table
) -> None:
    watched = [people.become("LOUD"), people.become("SPECTATOR")] and table
    silence(settings.data_dir, "LOUD", 1)
    with (
        people.become("LOUD").websocket_connect(watched.socket) as second,
        people.become("LOUD").websocket_connect(watched.socket) as loud,
        people.become("SPECTATOR").websocket_connect(watched.socket) as spectator,
    ):
        answer = say(loud, "spectators", text="hear me")
        on_the_second_page = receive_until(second, of_type("chat_message"))[-1]["text"]
        spectator.send_json({"type": "ping", "sent_ms": 1})
        heard = [one for one in receive_until(spectator, of_type("pong")) if one["type"] == "chat_message"]

    assert (answer["type"], on_the_second_page, heard) == ("chat_sent", "hear me", [])
    assert people.said("LOUD", table.id) == ["hear me"]
    assert people.said("SPECTATOR", table.id) == []
    unsilence(settings.data_dir, "LOUD")
    people.say("LOUD", table.id, "spectators", text="back")
    assert people.said("SPECTATOR", table.id) == ["back"]  # messages sent while silenced stay hidden


def test_a_banned_player_cannot_chat(people: Browsers, settings: Settings, table: Table) -> None:
    people.become("LOUD")
    with people.become("LOUD").websocket_connect(table.socket) as socket:
        set_ban(settings.data_dir, "LOUD", True)
        services(people.client).accounts.refresh()
        answer = say(socket, "spectators", text="still here")

    assert answer["code"] == "sign_in_to_chat"


def test_the_sixth_message_in_ten_seconds_is_refused(people: Browsers, table: Table) -> None:
    with people.become("ann").websocket_connect(table.socket) as socket:
        answer = [say(socket, "players", text=str(number)) for number in range(6)]

    assert [one["type"] for one in answer] == ["chat_sent"] * 5 + ["refused"]
    assert answer[-1]["code"] == "too_many_chat_messages"
    assert people.say("bob", table.id, "players", text="I may")["type"] == "chat_sent"


def test_a_chat_message_under_a_used_id_is_refused(people: Browsers, table: Table) -> None:
    message = {"type": "send_chat", "id": "once", "channel": "players", "text": "hello"}
    with people.become("ann").websocket_connect(table.socket) as socket:
        socket.send_json(message)
        receive_until(socket, of_type("chat_sent"))
        socket.send_json({**message, "text": "something else"})
        answer = receive_until(socket, of_type("refused"))[-1]

    assert (answer["id"], answer["code"]) == ("once", "id_in_use")
    assert people.said("bob", table.id) == ["hello"]


def test_two_users_may_send_different_chat_messages_under_one_id(people: Browsers, table: Table) -> None:
    for name in ("ann", "bob"):
        with people.become(name).websocket_connect(table.socket) as socket:
            socket.send_json({"type": "send_chat", "id": "one", "channel": "players", "text": f"{name} here"})
            receive_until(socket, of_type("chat_sent"))

    assert people.said("ann", table.id) == ["ann here", "bob here"]


def test_a_message_sent_twice_is_stored_once(people: Browsers, table: Table) -> None:
    message = {"type": "send_chat", "id": "once", "channel": "players", "text": "hello"}
    with people.become("ann").websocket_connect(table.socket) as socket:
        for _ in range(3):
            socket.send_json(message)
        heard = [receive_until(socket, of_type("chat_sent"))[-1] for _ in range(3)]

    assert heard == [{"type": "chat_sent", "id": "once", "number": 1}] * 3
    assert people.said("bob", table.id) == ["hello"]


def test_chat_and_mutes_survive_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        people = Browsers(client)
        table = table_of(people, "ann", "bob")
        people.say("bob", table.id, "players", text="first")
        people.say("ann", table.id, "players", text="second")
        people.become("ann").post(f"/api/games/{table.id}/chat/1/mute")

    with TestClient(create_app(settings), follow_redirects=False) as client:
        people.client = client
        assert people.said("bob", table.id) == ["first", "second"]
        assert people.said("ann", table.id) == ["second"]
        people.say("bob", table.id, "players", text="third")
        assert people.said("bob", table.id) == ["first", "second", "third"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  two \n\t words\u2028 here ", "two words here"),
        ("\u202egnol\u202c\u200b\ufeff\x00\x1b[31m", "gnol[31m"),
        ("e\u0301", "é"),
        ("a" + "\u0300" * 50, "à" + "\u0300" * 2),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("\u200d\u2060\u00ad", ""),
    ],
)
def test_messages_are_one_line_of_visible_characters(text: str, kept: str) -> None:
    assert clean_message(text) == kept


def test_a_message_that_cannot_be_seen_is_empty(people: Browsers, table: Table) -> None:
    assert people.say("ann", table.id, "players", text="\u200b \u2060")["code"] == "empty_chat_message"


BROKEN: tuple[dict[str, Any], ...] = (
    {"channel": "players"},
    {"channel": "players", "text": "a", "preset": "hello"},
    {"channel": "players", "text": "x" * 201},
    {"channel": "all", "text": "a"},
    {"channel": "players", "preset": "buy"},
    {"channel": "players", "text": 7},
    {"channel": "players", "text": "a", "user_id": "me"},
)


@pytest.mark.parametrize("said", BROKEN)
def test_invalid_messages_are_refused(people: Browsers, table: Table, said: dict[str, Any]) -> None:
    with people.become("ann").websocket_connect(table.socket) as socket:
        socket.send_json({"type": "send_chat", "id": "broken", **said})
        refused = receive_until(socket, of_type("refused"))[-1]

    assert refused["code"] == "bad_message"


def test_a_socket_receives_earlier_messages(people: Browsers, table: Table) -> None:
    people.say("ann", table.id, "players", text="hello")
    with people.become("bob").websocket_connect(table.socket) as socket:
        socket.send_json({"type": "read_chat"})
        history = receive_until(socket, of_type("chat_history"))[-1]

    assert history == {
        "type": "chat_history",
        "newest": 1,
        "messages": [
            {
                "type": "chat_message",
                "number": 1,
                "channel": "players",
                "seat": 0,
                "name": "ann",
                "account": None,
                "text": "hello",
                "preset": None,
                "face": None,
            }
        ],
        "reads": ["players"],
        "writes": ["players"],
        "account": None,
        "may_act": True,
    }


def test_messages_of_a_closed_account_have_no_name(people: Browsers, table: Table) -> None:
    people.say("SPECTATOR", table.id, "spectators", text="bye")
    people.become("SPECTATOR").post("/account/close", data={"password": PASSWORD})

    said = people.become("nobody").get(f"/api/games/{table.id}/chat").json()["messages"]

    assert [(words["name"], words["account"], words["text"]) for words in said] == [("", None, "bye")]


@pytest.mark.parametrize("text", hostile_strings())
def test_hostile_words_are_kept_short_visible_and_the_same_when_cleaned_again(text: str) -> None:
    kept = clean_message(text)

    assert len(kept) <= MAX_CHAT_TEXT
    assert not any(category(letter) in ("Cc", "Cf") for letter in kept.replace("\u200d", ""))  # of emojis
    assert clean_message(kept) == kept


def test_every_phrase_and_reason_has_its_sentence_here_and_in_the_browser() -> None:
    said_by_the_browser = (WEB / "chat" / "phrases.ts").read_text("utf-8")

    assert tuple(PRESETS) == get_args(PresetName)
    assert tuple(REASONS) == get_args(ReasonName)
    for code, sentence in (*PRESETS.items(), *REASONS.items()):
        assert f'{code}: t("{sentence}")' in said_by_the_browser
