"""The development server of `scripts/dev`, and the data that it starts with."""

from pathlib import Path
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from scripts.seed import seed
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.support.development_site import SOURCE, developing


def page_at(address: str) -> str:
    with urlopen(address) as answer:
        text: str = answer.read().decode()
    return text


def test_a_touched_source_restarts_the_site(tmp_path: Path) -> None:
    with developing(tmp_path / "data") as site:
        before = page_at(site.next_address())
        SOURCE.touch()
        site.wait_for_change()
        after = page_at(site.next_address())

    assert "<h1" in before
    assert "<h1" in after
    assert "/live-reload.js" in after


def test_a_released_site_has_no_development_script(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(tmp_path))) as client:
        assert "live-reload" not in client.get("/").text


def test_a_seeded_site_has_players_games_in_play_and_an_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed(tmp_path / "data")

    with TestClient(create_app(Settings(tmp_path / "data"))) as client:
        archived = client.get("/api/archive").json()["games"]
        lobby = client.get("/api/lobby").json()
        pictures = [client.get(f"/games/{game['id']}.svg").status_code for game in archived]
        players = client.get("/players").text
    assert len(archived) > 10
    assert set(pictures) == {200}
    assert len(lobby["in_play"]) == 2
    assert lobby["challenges"] != []
    assert "Ann" in players
    assert "Ottilie" in capsys.readouterr().out
