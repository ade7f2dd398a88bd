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
