"""Private messages as two accounts exchange them, and what others see of them: nothing."""

import re
from typing import Any

import pytest

from tantrix.clock import DAY_MS, HOUR_MS
from tantrix.server.admin.moderation import reports, silence
from tantrix.server.community.inbox import service as inbox_service
from tantrix.server.settings import Settings
from tests.server.support.clients import rows
from tests.server.support.lobby_clients import PASSWORD, WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json

_LINE = re.compile(r'data-number="(\d+)".*?class="others-words">(.*?)</span>')


def write(room: WaitingRoom, name: str, to: str, text: str, message_id: str = "") -> Any:
    room.cookies(to)
    sent = {"id": message_id or f"{name}-{to}-{abs(hash(text))}", "text": text}
    return room.ask(name, "POST", f"/inbox/{to}/messages", sent)


def seen(room: WaitingRoom, name: str, other: str, bounds: str = "") -> list[str]:
    """Return the texts that a person sees of a conversation."""
    return [text for _, text in _LINE.findall(room.ask(name, "GET", f"/inbox/{other}/lines{bounds}").text)]


def bell(room: WaitingRoom, name: str) -> Json:
    user_id = services(room.client).accounts.named(name).user_id  # type: ignore[union-attr]
    found: Json = in_loop(room.client, services(room.client).notices.bell_of, user_id).model_dump()
    return found


def form(room: WaitingRoom, name: str, path: str, **fields: str) -> Any:
    cookie = "; ".join(f"{key}={value}" for key, value in room.cookies(name).items())
    return room.client.post(path, data=fields, headers={"cookie": cookie})


def test_a_message_reaches_the_other_and_is_counted_until_it_is_read(room: WaitingRoom) -> None:
    sent = write(room, "ANN", "BEA", "hello, Bea")
    before = bell(room, "BEA")

    read = room.ask("BEA", "POST", "/inbox/ANN/read", {"number": 1})

    assert (sent.status_code, sent.json()["number"], read.status_code) == (200, 1, 200)
    assert (before["n_messages"], bell(room, "BEA")["n_messages"]) == (1, 0)
    assert bell(room, "ANN")["n_messages"] == 0
    assert seen(room, "BEA", "ANN") == seen(room, "ANN", "BEA") == ["hello, Bea"]


def test_the_bell_changes_with_every_message(room: WaitingRoom) -> None:
    bells = []
    for text in ("one", "two"):
        write(room, "ANN", "BEA", text)
        bells.append(bell(room, "BEA"))

    assert [each["n_messages"] for each in bells] == [1, 1]
    assert bells[0]["message_version"] != bells[1]["message_version"]


def test_a_third_player_sees_nothing(room: WaitingRoom) -> None:
    write(room, "ANN", "BEA", "a secret")

    assert seen(room, "CYD", "ANN") == seen(room, "CYD", "BEA") == []
    assert "a secret" not in room.ask("CYD", "GET", "/inbox").text


def test_conversations_are_listed_with_the_last_changed_first(room: WaitingRoom, clock: ManualClock) -> None:
    for name in ("BEA", "CYD", "BEA"):
        clock.now_ms += 1
        write(room, "ANN", name, f"to {name} at {clock.now_ms}")

    page = room.ask("ANN", "GET", "/inbox").text

    assert re.findall(r'<a href="/inbox/([A-Z]+)"', page) == ["BEA", "CYD"]


def test_two_users_may_write_under_the_same_id(room: WaitingRoom) -> None:
    write(room, "ANN", "BEA", "hello", "one")
    write(room, "BEA", "ANN", "good evening", "one")

    assert seen(room, "ANN", "BEA") == ["hello", "good evening"]


def test_the_same_message_sent_again_is_saved_once_and_an_id_has_one_content(room: WaitingRoom) -> None:
    first, again = (write(room, "ANN", "BEA", "hello", "one").json() for _ in range(2))
    others = write(room, "ANN", "BEA", "other", "one"), write(room, "ANN", "CYD", "hello", "one")

    assert first == again
    assert [answer.json()["code"] for answer in others] == ["id_in_use", "id_in_use"]
    assert write(room, "BEA", "ANN", "my own", "one").json()["number"] == 2
    assert seen(room, "BEA", "ANN") == ["hello", "my own"]


def test_texts_are_cleaned_like_chat_and_empty_ones_refused(room: WaitingRoom) -> None:
    write(room, "ANN", "BEA", "a\u202eb \n c")
    refused = write(room, "ANN", "BEA", " \u200b "), write(room, "ANN", "BEA", "x" * 201)

    assert seen(room, "BEA", "ANN") == ["ab c"]
    assert [answer.json()["code"] for answer in refused] == ["empty_chat_message", "invalid"]


def test_guests_can_neither_write_nor_be_written_to(room: WaitingRoom) -> None:
    room.cookies("ANN")

    assert write(room, "guest", "ANN", "hello").json()["code"] == "signed_out"
    assert room.ask("ANN", "POST", "/inbox/guest/messages", {"id": "a", "text": "b"}).status_code == 404


@pytest.mark.parametrize("muter", ["ANN", "BEA"])
def test_after_a_mute_neither_writes_and_the_muter_sees_nothing_of_the_other(
    room: WaitingRoom, muter: str
) -> None:
    muted = {"ANN": "BEA", "BEA": "ANN"}[muter]
    write(room, muted, muter, "rude words")
    write(room, muter, muted, "stop it")

    room.mute(muter, muted)

    for one, other in (("ANN", "BEA"), ("BEA", "ANN")):
        assert write(room, one, other, "more").json()["code"] == "no_contact"
    assert seen(room, muter, muted) == ["stop it"]
    assert f"/inbox/{muted}" not in room.ask(muter, "GET", "/inbox").text
    assert bell(room, muter)["n_messages"] == 0
    assert seen(room, muted, muter) == ["rude words", "stop it"]


@pytest.mark.parametrize(
    ("choice", "stranger", "followed"),
    [("", None, None), ("friends", "inbox_closed", None), ("nobody", "inbox_closed", "inbox_closed")],
)
def test_everybody_chooses_who_may_write_to_them(
    room: WaitingRoom, choice: str, stranger: str | None, followed: str | None
) -> None:
    room.cookies("CYD")
    room.ask("BEA", "PUT", "/api/players/CYD/follow")
    form(room, "BEA", "/settings/profile", written_by=choice)

    codes = [write(room, name, "BEA", "hello").json().get("code") for name in ("ANN", "CYD")]

    assert codes == [stranger, followed]


def test_whom_nobody_may_write_to_cannot_write_either(room: WaitingRoom) -> None:
    form(room, "ANN", "/settings/profile", written_by="nobody")

    assert write(room, "ANN", "BEA", "hello").json()["code"] == "no_answer_possible"


def test_only_the_author_sees_messages_of_a_silenced_user(room: WaitingRoom, settings: Settings) -> None:
    room.cookies("ANN")
    silence(settings.data_dir, "ANN", 1)

    sent = write(room, "ANN", "BEA", "unheard")

    assert sent.status_code == 200
    assert (seen(room, "ANN", "BEA"), seen(room, "BEA", "ANN")) == (["unheard"], [])
    assert bell(room, "BEA")["n_messages"] == 0
    assert "/inbox/ANN" not in room.ask("BEA", "GET", "/inbox").text


def test_a_new_account_begins_three_conversations_a_day(room: WaitingRoom, clock: ManualClock) -> None:
    names = ["BEA", "CYD", "DAN", "EVE"]

    codes = [write(room, "ANN", name, "hello").json().get("code") for name in names]
    clock.now_ms += DAY_MS + 1

    assert codes == [None, None, None, "too_many_conversations"]
    assert write(room, "ANN", "EVE", "hello").status_code == 200


def test_a_new_account_sends_thirty_messages_an_hour(
    room: WaitingRoom, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox_service, "MESSAGE_RATE", "1000/second")
    for n in range(30):
        assert write(room, "ANN", "BEA", f"message {n}").status_code == 200

    assert write(room, "ANN", "BEA", "one more").json()["code"] == "too_many_messages"
    clock.now_ms += HOUR_MS + 1
    assert write(room, "ANN", "BEA", "one more").status_code == 200


def test_nobody_sends_more_than_five_messages_at_once(room: WaitingRoom) -> None:
    codes = [write(room, "ANN", "BEA", f"message {n}").json().get("code") for n in range(6)]

    assert codes == [None] * 5 + ["too_many_chat_messages"]


def test_older_messages_are_fetched_page_by_page(room: WaitingRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_service, "N_SHOWN", 2)
    for text in ("one", "two", "three"):
        write(room, "ANN", "BEA", text)

    newest = room.ask("BEA", "GET", "/inbox/ANN").text

    assert 'href="/inbox/ANN?before=2"' in newest
    assert seen(room, "BEA", "ANN", "?before=2") == ["one"]
    assert seen(room, "BEA", "ANN", "?after=2") == ["three"]


def test_the_other_is_notified_once_until_they_read_without_the_text(room: WaitingRoom) -> None:
    for text in ("words", "more words"):
        write(room, "ANN", "BEA", text)
    in_loop(room.client, services(room.client).deliverer.step)
    (notice,) = room.ask("BEA", "GET", "/api/account/notices").json()["notices"]

    room.ask("BEA", "POST", "/inbox/ANN/read", {"number": 2})
    (read,) = room.ask("BEA", "GET", "/api/account/notices").json()["notices"]

    assert (notice["kind"], notice["text"], notice["url"]) == (
        "message",
        "ANN has written to you.",
        "/inbox/ANN",
    )
    assert (notice["is_read"], read["is_read"]) == (False, True)


def test_reading_ahead_does_not_hide_what_comes_later(room: WaitingRoom) -> None:
    write(room, "ANN", "BEA", "one")
    room.ask("BEA", "POST", "/inbox/ANN/read", {"number": 999})

    write(room, "ANN", "BEA", "two")

    assert bell(room, "BEA")["n_messages"] == 1


def test_a_reported_message_goes_to_the_moderators_with_its_text(
    room: WaitingRoom, settings: Settings
) -> None:
    for text in ("rude words", "before that"):
        write(room, "ANN", "BEA", text)
    shown = room.ask("BEA", "GET", "/report?player=ANN&message=1").text

    done = form(room, "BEA", "/report", player="ANN", message="1", reason="insult")

    (report,) = reports(settings.data_dir, 9, is_open=True)
    assert "rude words" in shown
    assert done.status_code == 200
    assert (report.accused_name, report.message_text, report.game_id) == ("ANN", "rude words", "inbox")


@pytest.mark.parametrize("number", ["2", "9", "x"])
def test_only_messages_from_the_reported_player_to_oneself_are_reported(
    room: WaitingRoom, number: str
) -> None:
    write(room, "ANN", "BEA", "hello")
    write(room, "BEA", "ANN", "my own")

    for name in ("BEA", "CYD"):
        answer = form(room, name, "/report", player="ANN", message=number, reason="insult")
        assert answer.status_code == 404


def test_a_message_is_sent_without_a_script_and_kept_in_the_form_if_it_is_refused(room: WaitingRoom) -> None:
    room.cookies("BEA")
    page = room.ask("ANN", "GET", "/inbox/BEA").text
    (message_id,) = re.findall(r'name="id" value="([\w-]+)"', page)
    sent = form(room, "ANN", "/inbox/BEA", id=message_id, text="by hand")

    refused = form(room, "ANN", "/inbox/BEA", id=message_id, text="something else")

    assert sent.status_code < 400
    assert seen(room, "BEA", "ANN") == ["by hand"]
    assert refused.status_code == 409
    assert 'value="something else"' in refused.text


def test_conversations_are_exported(room: WaitingRoom) -> None:
    write(room, "ANN", "BEA", "hello")
    write(room, "BEA", "ANN", "hi")

    (exported,) = room.ask("BEA", "GET", "/account/export").json()["conversations"]

    assert exported["with"] == "ANN"
    assert [(one["is_mine"], one["text"]) for one in exported["messages"]] == [(False, "hello"), (True, "hi")]


def test_messages_stay_without_a_name_when_an_account_closes_and_go_with_the_second(
    room: WaitingRoom, settings: Settings
) -> None:
    write(room, "ANN", "BEA", "hello")

    form(room, "ANN", "/account/close", password=PASSWORD)
    inbox = room.ask("BEA", "GET", "/inbox").text
    (url,) = re.findall(r'<a href="(/inbox/deleted-[^"]+)"', inbox)
    conversation = room.ask("BEA", "GET", url).text
    left = rows(settings, "SELECT user_id FROM conversations")
    form(room, "BEA", "/account/close", password=PASSWORD)

    assert "closed account" in inbox
    assert "hello" in conversation
    assert "ANN" not in inbox + conversation
    assert len(left) == 1
    assert rows(settings, "SELECT * FROM private_messages") == []
    assert rows(settings, "SELECT * FROM conversations") == []
