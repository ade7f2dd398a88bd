"""Profiles: faces, countries and a few words, saved and shown beside people's names."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.profiles import MAX_ABOUT, country_names, face_choices
from tantrix.server.http.faces import face_svg, parse_face
from tests.server.support.clients import PASSWORD, sign_up

FACE = {"mouth": "3", "eyes": "6", "colour": "G", "cap": "Y"}


def _change(client: TestClient, **fields: str) -> Any:
    return client.post("/settings/profile", data={**FACE, **fields}, follow_redirects=False)


def test_a_face_is_shown_beside_the_name_on_every_page(client: TestClient) -> None:
    sign_up(client, "Anna")

    assert _change(client, country="PL", about="Corner  collector.").status_code == 303

    drawn = str(face_svg("Anna", chosen="36GY"))
    profile = client.get("/players/Anna").text
    assert drawn in profile
    assert "Poland" in profile
    assert "Corner collector." in profile
    assert drawn in client.get("/help").text
    assert drawn in client.get("/players?find=ann").text


def test_the_lobby_and_tables_get_the_face_with_the_name(client: TestClient) -> None:
    sign_up(client, "Anna")
    _change(client)

    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
    challenge = client.post("/api/challenges", json={"game": {"seats": seats}}).json()
    game = client.post("/games", data={"seats": "2", "kind_0": "me", "kind_1": "robot:random"}).text

    assert challenge["seats"][0]["badge"]["face"] == "36GY"
    assert '"face": "36GY"' in game or '"face":"36GY"' in game


def test_rows_of_games_show_the_face(client: TestClient) -> None:
    sign_up(client, "Anna")
    _change(client)
    robots = {"seats": "2", "kind_0": "me", "kind_1": "robot:random", "listing": "open"}
    game = client.post("/games", data=robots, follow_redirects=False).headers["location"]

    drawn = str(face_svg("Anna", chosen="36GY", plays="R"))
    assert drawn in _main(client.get("/games").text)
    client.post(f"/api{game}/commands", json={"type": "resign", "id": "bye", "seat": 0})
    assert drawn in _main(client.get("/games").text)


def test_another_user_of_the_same_browser_does_not_get_the_face(client: TestClient) -> None:
    sign_up(client, "Anna")
    _change(client)
    seats = {"seats": "2", "kind_0": "me", "name_0": "Bo", "kind_1": "me", "name_1": "Cy"}
    client.post("/games", data=seats)

    assert str(face_svg("Anna", chosen="36GY")) not in _main(client.get("/games").text)


def _main(page: str) -> str:
    """Return the content of a page without its header, which has the reader's own face."""
    return page.partition("<main")[2]


def test_a_player_of_gobble_has_the_face_too(client: TestClient) -> None:
    sign_up(client, "Anna")
    _change(client)

    room = client.post("/api/gobble", json={}).json()

    assert '"face":"36GY"' in json.dumps(
        client.get(f"/api/gobble/{room['id']}").json(), separators=(",", ":")
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"mouth": "9"},
        {"cap": "<svg>"},
        {"country": "ZZ"},
        {"about": "x" * (MAX_ABOUT + 1)},
        {"first_preference": "P"},
    ],
)
def test_values_that_are_not_choices_are_refused(client: TestClient, wrong: dict[str, str]) -> None:
    sign_up(client, "Anna")

    answer = _change(client, **wrong)

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_the_form_shows_the_preferred_colours(client: TestClient) -> None:
    sign_up(client, "Anna")

    _change(client, first_preference="G", second_preference="Y")

    page = client.get("/settings").text
    assert 'name="first_preference" value="G" checked' in page
    assert 'name="second_preference" value="Y" checked' in page


def test_a_second_colour_equal_to_the_first_is_left_out(client: TestClient) -> None:
    sign_up(client, "Anna")

    _change(client, first_preference="G", second_preference="G")

    assert json.loads(client.get("/account/export").text)["profile"]["colour_preferences"] == "G"


def test_guests_have_no_profile_to_change(client: TestClient) -> None:
    assert _change(client).status_code == 403
    assert "Create an account" in client.get("/settings").text


def test_a_guest_with_the_same_name_does_not_get_the_face(client: TestClient) -> None:
    sign_up(client, "Anna")
    _change(client)
    client.cookies.clear()

    game = client.post(
        "/games", data={"seats": "2", "kind_0": "me", "name_0": "Anna", "kind_1": "robot:random"}
    ).text

    assert "36GY" not in game


def test_a_closed_account_leaves_nothing_of_its_profile(client: TestClient) -> None:
    sign_up(client, "Anna")
    _change(client, country="PL", about="Corner collector.", first_preference="G", second_preference="B")
    assert json.loads(client.get("/account/export").text)["profile"] == {
        "face": "36GY",
        "country": "PL",
        "about": "Corner collector.",
        "colour_preferences": "GB",
        "seen_by": None,
        "written_by": None,
    }

    client.post("/account/close", data={"password": PASSWORD})

    sign_up(client, "Bea")
    assert json.loads(client.get("/account/export").text)["profile"] == {
        "face": None,
        "country": None,
        "about": None,
        "colour_preferences": None,
        "seen_by": None,
        "written_by": None,
    }


def test_each_choice_of_the_editor_changes_one_part() -> None:
    parts = face_choices("36GY")

    assert [len(each) for each in parts.values()] == [6, 7, 4, 5]
    for name, choices in parts.items():
        assert sum(one.face == "36GY" for one in choices) == 1
        for one in choices:
            assert parse_face(one.face)._replace(**{name: None}) == parse_face("36GY")._replace(
                **{name: None}
            )


def test_countries_are_sorted_in_the_language_of_the_reader() -> None:
    assert country_names("pl")["PL"] == "Polska"
    assert "ZZ" not in country_names("en")
    assert next(iter(country_names("en").values())) == "Afghanistan"
