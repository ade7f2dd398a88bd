"""Names are cleaned in the one place that API and form share."""

from unicodedata import category

from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.protocol.text import clean_name
from tests.server.support.table import Table, person

FIELDS = {"seats": "2", "kind_0": "me", "kind_1": "person"}


@given(st.text())
def test_a_clean_name_is_one_line_of_visible_characters(name: str) -> None:
    cleaned = clean_name(name)

    assert not {category(letter) for letter in cleaned} & {"Cc", "Cf", "Zl", "Zp"}
    assert cleaned == " ".join(cleaned.split()) == clean_name(cleaned)


@given(st.text(st.characters(categories=("L", "N", "P", "S"))))
def test_letters_figures_and_signs_are_kept(name: str) -> None:
    assert clean_name(name) == name


def test_the_api_removes_direction_controls_from_names(client: TestClient) -> None:
    table = Table.open(client, person("R", "\u202eAnn\u200f"), person("B", "\u2067\u2069"))

    assert [seat["name"] for seat in table.look()["game"]["seats"]] == ["Ann", "Player 2"]


def test_the_form_removes_direction_controls_from_names(client: TestClient) -> None:
    fields = {**FIELDS, "name_0": "\u061cZoë\u2028Żółć", "name_1": "\u202e"}

    answer = client.post("/games", data=fields, follow_redirects=False)
    game = client.get(f"/api{answer.headers['location']}").json()["game"]

    assert [seat["name"] for seat in game["seats"]] == ["Zoë Żółć", "Player 2"]
