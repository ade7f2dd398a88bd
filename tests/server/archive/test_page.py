"""The page of the archive: the names of guests, and what the points beside a score are."""

from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.finished_games import finished, save
from tests.server.support.table import Json, person

NOTE = "TP: tournament points."


def page_of(settings: Settings, *seats: Json, control: str) -> str:
    save(settings, (finished(settings, seats, listing="open", control=control),))
    with TestClient(create_app(settings)) as client:
        text: str = client.get("/archive").text
        return text


def test_a_guest_without_a_name_is_called_guest_once(settings: Settings) -> None:
    text = page_of(settings, person("R", "Guest"), person("B", "Bob"), control="5+3")

    assert text.count("(guest)") == 1
    assert NOTE not in text


def test_tournament_points_are_explained_where_they_stand(settings: Settings) -> None:
    text = page_of(settings, person("R", "Ann"), person("B", "Bob"), control="15 tournament")

    assert text.count('title="Tournament points"') == 2
    assert text.index(NOTE) < text.index("archive-row")
