"""Reports and what moderators do about them; every action is in the audit log."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.cli import main
from tantrix.server.admin.accounts import audit
from tantrix.server.admin.moderation import reports, set_moderator, silence
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.browsers import Browsers, table_of
from tests.server.support.table import Table, stranger

INSULT = {"reason": "insult", "note": "see for yourself"}


@pytest.fixture
def people(settings: Settings) -> Iterator[Browsers]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        people = Browsers(client)
        people.become("MOD")
        set_moderator(settings.data_dir, "MOD", True)
        yield people


@pytest.fixture
def table(people: Browsers) -> Table:
    """Return a game of ann and bob in which bob and a watching account have been rude."""
    table = table_of(people, "ann", "bob")
    people.say("bob", table.id, "players", text="rude <words>")
    people.say("LOUD", table.id, "spectators", text="loud words")
    return table


def _report(people: Browsers, name: str, table: Table, number: int, **fields: str) -> Any:
    path = f"/api/games/{table.id}/chat/{number}/reports"
    return people.become(name).post(path, json=fields or INSULT)


def _decide(people: Browsers, name: str, report: int, **decision: str) -> Any:
    return people.become(name).post(f"/moderation/reports/{report}", data=decision)


def test_a_report_keeps_the_words_as_they_were_and_shows_them_to_moderators(
    people: Browsers, settings: Settings, table: Table
) -> None:
    assert _report(people, "ann", table, 1).json() == {"status": "ok"}

    (report,) = reports(settings.data_dir, 9, is_open=True)
    page = people.become("MOD").get("/moderation").text

    assert (report.accused_name, report.message_text, report.reason) == ("bob", "rude <words>", "insult")
    assert "rude &lt;words&gt;" in page
    assert "see for yourself" in page
    assert f"/games/{table.id}" in page


def test_a_report_shows_what_was_said_around_it(people: Browsers, table: Table) -> None:
    people.say("ann", table.id, "players", text="what came after")
    _report(people, "ann", table, 1)

    assert "what came after" in people.become("MOD").get("/moderation").text


@pytest.mark.parametrize("name", ["ann", "LOUD"])
def test_the_queue_is_only_for_moderators(people: Browsers, table: Table, name: str) -> None:
    _report(people, "ann", table, 1)
    answers = [
        people.become(name).get("/moderation"),
        _decide(people, name, 1, action="dismiss"),
        people.become(name).post("/moderation/silences", data={"silence": "1"}),
    ]

    assert [answer.status_code for answer in answers[1:]] == [403, 403]
    assert answers[0].status_code in (303, 403)
    assert "rude" not in answers[0].text


def test_users_cannot_report_messages_they_cannot_read_or_themselves(people: Browsers, table: Table) -> None:
    assert _report(people, "LOUD", table, 1).json()["code"] == "no_chat_message"
    assert _report(people, "bob", table, 1).json()["code"] == "yourself"
    assert _report(people, "ann", table, 99).json()["code"] == "no_chat_message"
    with stranger(people.client) as nobody:
        assert nobody.post("/api/players/LOUD/reports", json=INSULT).status_code == 403


def test_the_seventh_report_in_an_hour_is_refused(people: Browsers, table: Table) -> None:
    statuses = [_report(people, "ann", table, 1).status_code for _ in range(7)]

    assert statuses == [200] * 6 + [429]


def test_a_player_is_reported_from_the_player_page_without_a_script(people: Browsers, table: Table) -> None:
    page = people.become("ann").get("/report?player=loud")
    done = people.client.post("/report", data={"player": "LOUD", **INSULT})
    wrong = people.client.post("/report", data={"player": "LOUD", "reason": "because"})

    assert page.status_code == 200
    assert "Thank you" in done.text
    assert wrong.status_code == 422
    assert "see for yourself" in people.become("MOD").get("/moderation").text


def test_a_report_that_is_dismissed_is_gone_and_logged(
    people: Browsers, settings: Settings, table: Table
) -> None:
    _report(people, "ann", table, 1)

    assert _decide(people, "MOD", 1, action="dismiss").status_code == 303

    assert reports(settings.data_dir, 9, is_open=True) == []
    assert reports(settings.data_dir, 9, is_open=False)[0].verdict == "dismissed by MOD"
    line = audit(settings.data_dir, 1)[0]
    assert (line.actor, line.action) == ("MOD", "dismiss report 1")
    assert line.subject.startswith("bob (guest ")  # a guest is not mistaken for an account with the same name
    assert _decide(people, "MOD", 1, action="dismiss").status_code == 404


def test_a_silence_closes_all_reports_about_a_user_and_can_be_lifted(
    people: Browsers, settings: Settings, table: Table
) -> None:
    _report(people, "ann", table, 1)
    _report(people, "ann", table, 1, reason="other")

    assert _decide(people, "MOD", 2, action="silence", days="7").status_code == 303
    people.say("bob", table.id, "players", text="does anybody hear me")
    assert people.said("ann", table.id) == ["rude <words>"]
    page = people.become("MOD").get("/moderation").text
    number = page.split('name="silence" value="')[1].split('"')[0]
    assert people.client.post("/moderation/silences", data={"silence": number}).status_code == 303
    people.say("bob", table.id, "players", text="and now")

    assert people.said("ann", table.id) == ["rude <words>", "and now"]
    assert reports(settings.data_dir, 9, is_open=True) == []
    assert [line.action for line in audit(settings.data_dir, 2)] == [
        "end silence",
        "silence for 7 days, report 2",
    ]


def test_a_ban_ends_the_sockets_of_an_account_and_a_guest_cannot_be_banned(
    people: Browsers, settings: Settings, table: Table
) -> None:
    with stranger(people.client):
        _report(people, "GUARD", table, 2)
    _report(people, "ann", table, 1)

    assert _decide(people, "MOD", 1, action="ban").status_code == 303
    assert _decide(people, "MOD", 2, action="ban").status_code == 404

    assert people.say("LOUD", table.id, "spectators", text="again")["code"] == "sign_in_to_chat"
    assert [line.action for line in audit(settings.data_dir, 2)] == ["ban, report 1", "ban"]


def test_moderators_cannot_decide_about_themselves(people: Browsers, table: Table) -> None:
    people.say("MOD", table.id, "spectators", text="as moderator I say")
    _report(people, "LOUD", table, 3)

    assert "another moderator" in people.become("MOD").get("/moderation").text
    assert _decide(people, "MOD", 1, action="dismiss").json()["code"] == "yourself"


@pytest.mark.parametrize(
    "decision",
    [
        {"action": "silence", "days": "0"},
        {"action": "silence", "days": "366"},
        {"action": "silence", "days": "9" * 5000},
        {"action": "silence", "days": "１"},
        {"action": "shoot"},
        {},
    ],
)
def test_an_invalid_decision_is_refused(people: Browsers, table: Table, decision: dict[str, str]) -> None:
    _report(people, "ann", table, 1)

    assert _decide(people, "MOD", 1, **decision).status_code == 422


def test_a_former_moderator_cannot_decide(people: Browsers, settings: Settings, table: Table) -> None:
    _report(people, "ann", table, 1)
    set_moderator(settings.data_dir, "MOD", False)

    assert _decide(people, "MOD", 1, action="dismiss").status_code == 403


def test_the_data_of_an_account_hold_its_words_mutes_and_reports(people: Browsers, table: Table) -> None:
    people.become("LOUD").post("/api/players/MOD/mute")
    people.client.post("/api/players/MOD/reports", json=INSULT)

    export = people.client.get("/account/export").json()

    assert [words["text"] for words in export["chat_messages"]] == ["loud words"]
    assert export["muted"] == ["MOD"]
    assert [report["note"] for report in export["reports"]] == ["see for yourself"]


def test_an_operator_moderates_from_the_command_line(
    people: Browsers,
    settings: Settings,
    table: Table,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def said(*words: str) -> str:
        monkeypatch.setattr("sys.argv", ["tantrix", "admin", *words, "--data", str(settings.data_dir)])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        return capsys.readouterr().out

    _report(people, "ann", table, 1)

    assert "bob, insult  “rude <words>” “see for yourself”" in said("reports")
    (export,) = json.loads(said("reports", "--json"))
    assert (export["message_text"], export["game_id"]) == ("rude <words>", table.id)
    assert "accused" not in export
    assert said("reports", "--decided") == ""
    assert said("silence", "loud", "--days", "3") == "loud is silenced.\n"
    assert said("unsilence", "LOUD") == "LOUD is no longer silenced.\n"
    assert json.loads(said("silence", "LOUD", "--json")) == {"name": "LOUD", "is_silenced": True}
    assert said("moderator", "LOUD") == "LOUD is now a moderator.\n"
    assert said("moderator", "LOUD", "--off") == "LOUD is no longer a moderator.\n"


def test_a_name_that_nobody_has_cannot_be_silenced(people: Browsers, settings: Settings) -> None:
    with pytest.raises(ValueError, match="expected the name of an account, got 'Nobody'"):
        silence(settings.data_dir, "Nobody", 1)
    assert people.client.get("/healthz").status_code == 200
