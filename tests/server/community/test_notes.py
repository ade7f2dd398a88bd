"""Private notes: only their writer can read them, and they go with the account."""

import pytest
from starlette.testclient import TestClient

from tantrix.server.settings import Settings
from tests.server.support.browsers import PASSWORD, Browsers
from tests.server.support.clients import rows
from tests.server.support.table import Table


@pytest.fixture
def browsers(client: TestClient) -> Browsers:
    return Browsers(client)


def note(client: TestClient, game_id: str) -> str:
    text: str = client.get(f"/api/games/{game_id}/note").json()["text"]
    return text


def write(client: TestClient, game_id: str, text: str) -> int:
    return client.put(f"/api/games/{game_id}/note", json={"text": text}).status_code


def test_only_the_writer_reads_a_note(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    table = Table.open(ann)

    before = note(ann, table.id)
    assert write(ann, table.id, " Keep the red line open.\nThen close the loop. ") == 200

    assert (before, note(ann, table.id)) == ("", "Keep the red line open.\nThen close the loop.")
    assert note(browsers.become("BEA"), table.id) == ""


def test_a_note_is_replaced_and_an_empty_one_deleted(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    table = Table.open(ann)

    write(ann, table.id, "first")
    write(ann, table.id, "second")
    second = note(ann, table.id)
    write(ann, table.id, "")

    assert second == "second"
    assert ann.get("/account/export").json()["game_notes"] == []


def test_notes_can_be_written_about_finished_games(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    table = Table.open(ann)
    table.resign()

    assert write(ann, table.id, "I gave up too early.") == 200
    assert note(ann, table.id) == "I gave up too early."


def test_notes_are_for_accounts_that_play_the_game(browsers: Browsers, client: TestClient) -> None:
    table = Table.open(browsers.become("ANN"))

    other = browsers.become("BEA").put(f"/api/games/{table.id}/note", json={"text": "spying"})
    client.cookies.clear()
    guest = client.put(f"/api/games/{table.id}/note", json={"text": "spying"})
    unknown = browsers.become("ANN").put("/api/games/aaaaaaaaaaaa/note", json={"text": "nothing"})

    assert (other.status_code, other.json()["code"]) == (403, "not_your_seat")
    assert (guest.status_code, guest.json()["code"]) == (403, "signed_out")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_game")


def test_characters_that_no_database_stores_are_left_out_and_long_notes_refused(browsers: Browsers) -> None:
    ann = browsers.become("ANN")
    table = Table.open(ann)

    assert write(ann, table.id, "tile\u0000 12") == 200
    assert note(ann, table.id) == "tile 12"
    assert write(ann, table.id, "x" * 4001) == 422


def test_notes_are_exported_and_go_with_the_account(browsers: Browsers, settings: Settings) -> None:
    ann = browsers.become("ANN")
    table = Table.open(ann)
    write(ann, table.id, "Mine.")
    (exported,) = ann.get("/account/export").json()["game_notes"]

    ann.post("/account/close", data={"password": PASSWORD})

    assert (exported["game"], exported["text"]) == (table.id, "Mine.")
    assert rows(settings, "SELECT body FROM game_notes") == []
