"""The page of a table that waits for players."""

import pytest
from starlette.testclient import TestClient

from tests.server.support.table import Table, person


@pytest.mark.parametrize(
    ("colours", "words"),
    [
        ("B", "Send this link to your opponent. The game starts when both seats are taken."),
        ("BG", "Send this link to your opponents. The game starts when all seats are taken."),
    ],
)
def test_the_link_is_for_as_many_opponents_as_there_are(client: TestClient, colours: str, words: str) -> None:
    seats = [{"colour": colour, "kind": "open"} for colour in colours]

    table = Table.open(client, person("R"), *seats)

    assert words in client.get(f"/games/{table.id}").text


@pytest.mark.parametrize(("chosen", "is_told"), [({}, False), ({"colour_0": "R", "colour_1": "B"}, True)])
def test_a_friend_reads_of_a_colour_only_if_it_was_chosen(
    client: TestClient, chosen: dict[str, str], is_told: bool
) -> None:
    form = {"kind_0": "me", "kind_1": "open", "listing": "private", **chosen}

    opened = client.post("/games", data=form, follow_redirects=False)

    assert ("wants red" in client.get(opened.headers["location"]).text) is is_told
