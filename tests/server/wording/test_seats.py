"""Names given by the server: stored in English, shown in the reader's language; others never change."""

import pytest
from fastapi.testclient import TestClient

from tantrix.server.games.forms import read_form
from tantrix.server.protocol.lobby import SeatChoice
from tantrix.server.wording.catalogues import COOKIE, LANGUAGES
from tantrix.server.wording.robots import robot_label
from tantrix.server.wording.seats import (
    GUEST,
    YOU,
    is_given,
    named_seats,
    names_shown,
    player_name,
    seats_title,
    shown_name,
)
from tests.server.support.table import Table, person, robot

GIVEN = [GUEST, YOU, player_name(1), player_name(4)]


@pytest.mark.parametrize("name", GIVEN)
def test_hints_of_the_server_are_shown_in_the_readers_language(name: str) -> None:
    assert shown_name(name, "en") == name
    assert all((shown_name(name, language) == name) == (language == "en") for language in LANGUAGES)
    assert is_given(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Player", "Player 2 ", "Players 2", "Guest of honour", "Greedy 2", ""]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_people_chose_are_never_changed(name: str, language: str) -> None:
    assert shown_name(name, language) == name
    assert shown_name(name, language, "club") == name


@pytest.mark.parametrize("name", GIVEN)
def test_an_account_s_name_stays(name: str) -> None:
    assert shown_name(name, "ru", account=name) == name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "number"), [("Greedy", ""), ("Greedy 3", " 3"), ("Жадный", ""), ("Łakomy 2", " 2")]
)
def test_a_robot_is_named_in_every_language(name: str, number: str, language: str) -> None:
    label = robot_label("greedy", language)
    assert shown_name(name, language, "greedy") == label + number


def test_robots_of_one_kind_are_numbered() -> None:
    kinds = ["greedy", "random", "greedy", "greedy"]
    choices = [
        SeatChoice(colour=colour, kind="robot", robot=kind)
        for colour, kind in zip(("R", "B", "Y", "G"), kinds, strict=True)
    ]
    assert [seat.name for seat in named_seats(choices)] == ["Greedy", "Pip", "Greedy 2", "Greedy 3"]


def test_a_named_robot_keeps_its_name() -> None:
    own = SeatChoice(colour="B", kind="robot", robot="greedy", name="Greedy")
    other = SeatChoice(colour="R", kind="robot", robot="greedy")
    assert [seat.name for seat in named_seats([other, own])] == ["Greedy 2", "Greedy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_keeps_names_in_english(language: str) -> None:
    form = {"seats": "3", "kind_0": "me", "kind_1": "person", "kind_2": "robot:greedy"}
    seats = named_seats(read_form(form, language).seats)
    assert [seat.name for seat in seats] == ["You", "Player 2", "Greedy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_names_in_the_reader_s_language(client: TestClient, language: str) -> None:
    Table.open(client, {"colour": "R", "kind": "person"}, robot("B"), {"colour": "G", "kind": "open"})
    client.cookies.set(COOKIE, language)
    page = client.get("/games").text
    assert f"</svg>{shown_name('Player 1', language)}" in page
    assert f"</svg>{robot_label('greedy', language)}" in page


def test_no_account_has_a_name_that_the_server_gives_to_others(client: TestClient) -> None:
    for name in ("Player 2", "you", "Greedy 2", "Calm 3"):
        answer = client.post("/sign-up", data={"name": name, "password": "correct horse"})
        assert answer.status_code >= 400, name


def test_guests_are_not_called_like_numbered_robots(client: TestClient) -> None:
    seats = [person("R", "Greedy 2"), {"colour": "B", "kind": "open"}]
    assert client.post("/api/games", json={"seats": seats}).json()["code"] == "name_of_another"


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_have_the_same_table(language: str) -> None:
    table = names_shown(language)
    assert table["people"] == {name: shown_name(name, language) for name in table["people"]}  # type: ignore[attr-defined]


def test_a_shared_link_never_calls_a_stranger_you(client: TestClient) -> None:
    table = Table.open(client, person("R", YOU), robot("B"))
    own = table.look()["game"]["seats"]
    client.cookies.clear()

    strangers = table.look()["game"]["seats"]
    page = client.get(f"/games/{table.id}").text

    assert own[0]["name"] == YOU
    assert strangers[0]["name"] == GUEST
    assert f"<title>{GUEST}, " in page


def test_the_title_of_a_table_calls_only_its_player_you() -> None:
    seats = named_seats([SeatChoice(colour="R", kind="person", name=YOU)])

    assert seats_title(seats, "en", is_player=True) == "You"
    assert seats_title(seats, "en") == "Guest"
