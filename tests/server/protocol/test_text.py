"""Names are cleaned in the one place that API and form share."""

import re
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.accounts.names import account_name, skeleton
from tantrix.server.community.chat_text import clean_message
from tantrix.server.protocol.text import clean_line, clean_lines, clean_name, is_visible
from tests.server.support.clients import PASSWORD, sign_up
from tests.server.support.table import Table, person

INVISIBLE = (
    *"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180f\u200b\u200d\u202e\u2060\u206f\u3164\ufe00\ufe0f",
    *"\ufeff\uffa0\ufff0\u2800\U0001bca0\U0001d173\U000e0020\U000e0100\U000e0fff\U00016fe4\U0001d159",
)
FIELDS = {"seats": "2", "kind_0": "me", "kind_1": "person"}


@given(st.text())
def test_a_clean_name_is_one_line_of_visible_characters(name: str) -> None:
    cleaned = clean_name(name)

    assert not {category(letter) for letter in cleaned} & {"Cc", "Cf", "Zl", "Zp"}
    assert cleaned == " ".join(cleaned.split()) == clean_name(cleaned)


@given(st.text(st.characters(categories=("L", "N", "P", "S")).filter(is_visible)))
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


@pytest.mark.parametrize("letter", INVISIBLE, ids=ascii)
def test_a_text_of_invisible_letters_is_empty(letter: str) -> None:
    for clean in (clean_name, clean_line, clean_lines, clean_message):
        assert clean(letter * 3) == clean(f" {letter} \u0301 {letter}") == ""
    with pytest.raises(ValueError, match="expected"):
        account_name(letter * 3)


@pytest.mark.parametrize("letter", INVISIBLE, ids=ascii)
@pytest.mark.parametrize("name", ["Kasparov{}", "{}Kasparov", "Kas{}parov", "Kasparov {}"])
def test_a_name_with_an_invisible_letter_is_the_same_name(letter: str, name: str) -> None:
    assert skeleton(name.format(letter)) == skeleton("Kasparov")
    assert clean_name(name.format(letter)) == "Kasparov"


@pytest.mark.parametrize("text", ["\u2764\ufe0f\u200d\U0001f525", "1\ufe0f\u20e3", "\u2600\ufe0f ok"])
def test_emoji_sequences_stay_in_free_text(text: str) -> None:
    assert clean_line(text) == clean_lines(text) == clean_message(text) == text


@given(st.text(st.sampled_from("a \u2764\ufe0f\u200d\u3164\n\u0301")))
def test_joiners_stay_only_between_visible_characters(text: str) -> None:
    cleaned = clean_line(text)

    assert cleaned == clean_line(cleaned)
    assert clean_lines(text) == clean_lines(clean_lines(text))
    assert not re.search(r"(^|\s)[\ufe0f\u200d]|\u200d(\s|$)|\u200d\u200d|\ufe0f\ufe0f", cleaned)


@pytest.mark.parametrize("letter", ["\u3164", "\u2800", "\ufe0f", "\U000e0100"], ids=ascii)
def test_no_field_takes_a_text_without_a_visible_letter(client: TestClient, letter: str) -> None:
    blank = letter * 3
    sign_up(client, "Kasparov")
    event = client.post("/api/tournaments", json={"preset": "open", "name": blank, "is_listed": False})
    said = client.post(
        "/api/lobby/chat", json={"type": "send_chat", "id": "m1", "channel": "lobby", "text": blank}
    )
    client.cookies.clear()
    account = client.post("/sign-up", data={"name": blank, "password": PASSWORD})
    seats = [person("R", f"Kasparov{letter}"), {"colour": "B", "kind": "open"}]
    guest = client.post("/api/games", json={"seats": seats})
    rush = client.post("/api/gobble", json={"name": f"{letter}Kasparov", "settings": {}})

    assert event.status_code == 422, event.text
    assert event.json()["code"] == "invalid", event.text
    assert account.status_code == 422 and "A name needs 2 to 20 letters" in account.text
    assert said.status_code == 422, said.text
    assert (guest.status_code, rush.status_code) == (403, 403)
