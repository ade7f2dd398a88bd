"""The export of an account: the games that are over and those in play, as records."""

import pytest
from starlette.testclient import TestClient

import tantrix.server.account_data as account_data
from tantrix.record import parse_record
from tests.server.support.browsers import Browsers
from tests.server.support.table import Table


def test_the_export_has_every_game_once_however_many_pages_it_takes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_data, "GAMES_PER_PAGE", 2)
    Browsers(client).become("ANN")
    tables = [Table.open(client) for _ in range(5)]
    over, resigned, in_play = tables[0], tables[1], tables[2]
    over.play_out()
    resigned.resign()
    in_play.play(3)

    exported = client.get("/account/export").json()["games"]

    lengths = sorted(len(parse_record(text).entries) for text in exported)
    assert lengths == sorted(table.look()["position"]["ply"] for table in tables)
    assert client.get(f"/games/{over.id}/record").text in exported


def test_an_account_that_has_not_played_exports_no_games(client: TestClient) -> None:
    assert Browsers(client).become("ANN").get("/account/export").json()["games"] == []
