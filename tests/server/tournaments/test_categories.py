"""Categories for side prizes: chosen on entering, corrected by controllers, read from the final order."""

import html
import re

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.tournaments import check_tournaments
from tantrix.server.settings import Settings
from tests.server.support.clients import become
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

CATEGORIES = ["Junior", "country:pl"]


@pytest.fixture
def people(client: TestClient) -> EventPeople:
    """A club evening with two categories, whose organiser plays too; nobody has entered."""
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="club-evening", categories=CATEGORIES)
    return people


def _held(people: EventPeople) -> Json:
    """Hold the evening: each game is won by who has entered first."""
    view = people.do("Ann", "start")
    while view["state"] != "over":
        view = people.wait(lambda view: bool(_open(view)) or view["state"] == "over")
        for match in _open(view):
            better = int(match["first"]) < int(match["second"])
            scores = {"first": 20, "second": 11} if better else {"first": 11, "second": 20}
            view = people.do("Ann", "scores", match=match["id"], number=1, **scores)
    return view


def _open(view: Json) -> list[Json]:
    found = (
        each for section in view["sections"] for paired in section["rounds"] for each in paired["matches"]
    )
    return [each for each in found if each["id"] and not each["is_over"]]


def _chosen(view: Json) -> dict[str, list[str]]:
    return {each["name"]: each["categories"] for each in view["entrants"]}


def _text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_first_of_each_category_is_named_and_follows_a_correction(
    people: EventPeople, settings: Settings
) -> None:
    people.do("Ann", "enter", name="Una", country="PL")
    people.do("Ann", "enter", name="Vic", categories=["junior"])
    people.do("Ann", "enter", name="Wim", categories=["Junior", "Country: PL"])

    view = _held(people)

    assert _chosen(view) == {"Una": ["Country: PL"], "Vic": ["Junior"], "Wim": ["Junior", "Country: PL"]}
    assert view["categories"] == [
        {"name": "Junior", "entrants": ["2", "3"], "first": "2"},
        {"name": "Country: PL", "entrants": ["1", "3"], "first": "1"},
    ]
    page = _text(people.client.get(f"/tournaments/{people.id}").text)
    assert "Side prizes Junior: Vic Country: Poland: Una" in page
    assert "Over: Junior: Vic · Country: Poland: Una" in _text(_log(people))
    assert (
        people.client.get(f"/tournaments/{people.id}/standings.csv")
        .text.splitlines()[3]
        .endswith('no,"Junior, Country: PL"')
    )
    assert people.code("Ann", "categories", entrant="2", categories=[]) == "reason_needed"

    after = people.do("Ann", "categories", entrant="2", categories=[], reason="born in 1990")

    assert [each["first"] for each in after["categories"]] == ["3", "1"]
    ruling = after["rulings"][-1]
    assert (ruling["what"], ruling["about"], ruling["reason"]) == ("categories", "2", "born in 1990")
    assert "Categories set: Vic: – · Junior: Wim · Country: Poland: Una" in _text(_log(people))
    back = people.do("Ann", "undo", sequence=ruling["sequence"], reason="it was another Vic")
    assert back["categories"] == view["categories"]
    assert [each.problems for each in check_tournaments(settings.data_dir)] == [[]]


def _log(people: EventPeople) -> str:
    text: str = people.client.get(f"/tournaments/{people.id}/log").text
    return text


def test_an_entrant_chooses_until_the_start_and_not_after_a_correction(people: EventPeople) -> None:
    people.do("Bea", "enter", categories=["Junior"])
    assert people.code("Bea", "categories", categories=["Senior"]) == "invalid"
    assert _chosen(people.do("Bea", "categories", categories=["Country: PL"])) == {"Bea": ["Country: PL"]}

    view = people.do("Ann", "categories", entrant="1", categories=["Junior"])

    assert [each["what"] for each in view["rulings"]] == ["categories"]
    assert people.code("Bea", "categories", categories=["Country: PL"]) == "not_organiser"
    people.do("Bea", "withdraw")
    assert _chosen(people.do("Bea", "enter", categories=["Country: PL"])) == {"Bea": ["Junior"]}
    people.do("Ann", "enter", categories=[])
    people.do("Ann", "start")
    assert people.code("Ann", "categories", categories=["Junior"], reason="mine") == "own_game"


def test_the_country_of_a_profile_decides_about_the_category_of_a_country(people: EventPeople) -> None:
    browser = become(people.client, people.cookies["Bea"])  # type: ignore[arg-type]
    browser.post("/settings/profile", data={"country": "PL"})

    form = browser.get(f"/tournaments/{people.id}").text
    people.do("Bea", "enter", categories=["Junior"])

    assert re.findall(r'name="category-\d" value="([^"]*)"', form) == ["Junior"]
    assert _chosen(people.look()) == {"Bea": ["Junior", "Country: PL"]}


def test_categories_are_chosen_and_corrected_in_forms(people: EventPeople) -> None:
    page, bea = f"/tournaments/{people.id}", people.cookies["Bea"]
    become(people.client, bea).post(page, data={"type": "enter", "category-1": "Junior"})  # type: ignore[arg-type]
    assert _chosen(people.look()) == {"Bea": ["Junior"]}
    become(people.client, bea).post(page, data={"type": "categories", "category-2": "Country: PL"})  # type: ignore[arg-type]
    assert _chosen(people.look()) == {"Bea": ["Country: PL"]}
    shown = people.become("Ann").get(f"{page}/control").text
    assert "Bea (Country: Poland)" in shown

    people.become("Ann").post(f"{page}/control", data={"type": "categories", "entrant": "1"})

    assert _chosen(people.look()) == {"Bea": []}
    assert 'value="Junior, Country: PL"' in people.become("Ann").get(f"{page}/edit").text


@pytest.mark.parametrize("wrong", [["Junior", "junior"], ["Country: Poland"], ["Country: "]])
def test_categories_are_different_labels_or_countries(people: EventPeople, wrong: list[str]) -> None:
    assert people.code_of_creating("Ann", categories=wrong) == "invalid"
