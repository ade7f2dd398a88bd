"""What organiser and controllers decide, in the API and on their page; the log; bad input."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.competition.events.actions import Ruling
from tantrix.competition.events.outcomes import played
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tantrix.server.tournaments.stored_text import parse_action, print_action
from tests.server.support.clients import PASSWORD, become, sign_up
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


@pytest.fixture
def evening(client: TestClient) -> EventPeople:
    """A club evening of three players, before its first game."""
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="club-evening")
    for name in ("Una", "Vic", "Wim"):
        people.do("Ann", "enter", name=name)
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    return people


def _first_match(view: Json) -> Json:
    """Return the first match that has two sides."""
    matches = (each for paired in view["sections"][0]["rounds"] for each in paired["matches"])
    match: Json = next(each for each in matches if each["id"])
    return match


def _points(view: Json) -> dict[str, int]:
    return {row["entrant"]: row["points"] for row in view["sections"][0]["standings"]}


def _post(people: EventPeople, who: str, **fields: str) -> str:
    """Send a form of the controllers' page; return the error that it shows, empty if there is none."""
    browser = become(people.client, people.cookies[who])  # type: ignore[arg-type]
    answer = browser.post(f"/tournaments/{people.id}/control", data=fields)
    if answer.status_code == 303:
        return ""
    alert = re.search(r'role="alert"[^>]*>([^<]*)<', answer.text)
    return html.unescape(alert[1] if alert else answer.text)


def test_a_points_adjustment_can_be_undone(evening: EventPeople) -> None:
    before = _points(evening.look())

    view = evening.do("Ann", "adjust", entrant="1", tenths=-25, reason="left the table")
    again = evening.do("Ann", "adjust", entrant="1", tenths=-25, reason="left the table")

    assert _points(view)["1"] == before["1"] - 25
    assert again["version"] == view["version"]
    ruling = view["rulings"][-1]
    assert (ruling["what"], ruling["tenths"], ruling["reason"]) == ("adjust", [-25], "left the table")
    view = evening.do("Ann", "undo", sequence=ruling["sequence"], reason="it was Vic")
    assert _points(view) == before


def test_a_player_is_replaced_and_keeps_the_points(evening: EventPeople) -> None:
    match = _first_match(evening.look())
    game = {"match": match["id"], "number": 1}
    points = _points(evening.do("Ann", "scores", **game, first=20, second=11))

    view = evening.do("Ann", "replace", entrant="1", member="Una", name="Xia", reason="Una is ill")

    assert [entrant["name"] for entrant in view["entrants"]] == ["Xia", "Vic", "Wim"]
    assert _points(view)[match["first"]] == points[match["first"]]
    view = evening.do("Ann", "undo", sequence=view["rulings"][-1]["sequence"], reason="they came")
    assert view["entrants"][0]["name"] == "Una"


def test_a_new_player_needs_an_account_and_plays_the_next_game(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="all-play-all", n_games=2)
    for name in ("Ann", "Bea"):
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: len(people.games_in_play(view)) == 1)
    change = {"entrant": "2", "member": "Bea", "reason": "Bea is ill"}

    assert people.code("Ann", "replace", **change, name="Nobody") == "no_account"
    assert people.code("Ann", "replace", **change, name="Ann") == "entered_twice"
    assert people.code("Bea", "replace", **change, name="Cyd") == "not_organiser"
    people.do("Ann", "replace", **change, name="Cyd")
    first = people.games_in_play()[0]
    people.resign(first, "Bea")
    people.wait(lambda view: people.games_in_play(view) not in ([], [first]))

    seats = client.get(f"/api/games/{people.games_in_play()[0]}").json()["game"]["seats"]
    assert {seat["name"] for seat in seats} == {"Ann", "Cyd"}


def test_neither_side_came(evening: EventPeople) -> None:
    match = _first_match(evening.look())

    text = _post(evening, "Ann", type="award", game=f"{match['id']} 1 1", to="nobody", reason="nobody came")

    assert text == ""
    ruling = evening.look()["rulings"][-1]
    assert (ruling["what"], ruling["tenths"], ruling["reason"]) == ("rule", [0, 0], "nobody came")
    shown = evening.client.get(f"/tournaments/{evening.id}").text
    assert shown.count('<td class="lost">') == 2
    assert '<td class="drawn">' not in shown


def test_the_controllers_page_has_every_decision(evening: EventPeople) -> None:
    match = _first_match(evening.look())
    game = f"{match['id']} 1 1"

    scores = {"first": "20", "second": "11", "first_penalty": "0", "second_penalty": "1"}
    assert _post(evening, "Ann", type="scores", game=game, reason="read out", **scores) == ""
    assert _post(evening, "Ann", type="adjust", entrant="1", points="-2,5", reason="late") == ""
    assert _post(evening, "Ann", type="replace", place="2 Vic", name="Xia", reason="ill") == ""
    assert _post(evening, "Ann", type="pause", entrant="3") == ""
    assert _post(evening, "Ann", type="return", entrant="3") == ""
    assert _post(evening, "Ann", type="staff", names="Bea") == ""
    assert _post(evening, "Bea", type="withdraw", entrant="3") == ""

    view = evening.look()
    kinds = [ruling["what"] for ruling in view["rulings"]]
    assert kinds == ["rule", "adjust", "replace", "pause", "return", "staff", "withdraw"]
    assert view["controllers"] == ["Bea"]


_ADJUST = {"type": "adjust", "entrant": "1", "reason": "late"}
_SCORES = {"type": "scores", "first": "1", "second": "2", "reason": "read out"}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({**_ADJUST, "points": "many"}, "Enter points with one decimal, like -2.5, not many."),
        ({**_ADJUST, "points": "0"}, "Points must not be 0."),
        ({**_ADJUST, "points": "1", "reason": ""}, "Give a reason"),
        ({**_ADJUST, "points": "1", "entrant": "9"}, "There is no such entrant in this tournament."),
        ({**_SCORES, "game": "1-all-9-9 1 1"}, "There is no such match or game in this tournament."),
        (
            {**_SCORES, "game": "1-all-1-1 1 1", "first": "113"},
            "Score, first player: Enter 96 or less, not 113.",
        ),
        ({**_SCORES, "game": ""}, "Fill in this field."),
        (
            {"type": "replace", "place": "1 Nobody", "name": "Xia", "reason": "ill"},
            "There is no such entrant in this tournament.",
        ),
        ({"type": "extend", "round": "1-all-1", "until": "tomorrow", "reason": "rain"}, "not tomorrow."),
        ({"type": "dance"}, "missing or out of range"),
    ],
)
def test_the_controllers_page_says_what_is_wrong(
    evening: EventPeople, fields: dict[str, str], sentence: str
) -> None:
    version = evening.look()["version"]

    assert sentence in _post(evening, "Ann", **fields)

    assert evening.look()["version"] == version


def test_the_page_is_for_those_who_run_the_tournament(evening: EventPeople) -> None:
    assert "Only the organiser" in _post(evening, "Bea", type="cancel", reason="bored")
    browser = become(evening.client, evening.cookies["Bea"])  # type: ignore[arg-type]
    assert browser.get(f"/tournaments/{evening.id}/control").status_code == 403


def test_the_log_shows_everybody_what_was_done(client: TestClient, evening: EventPeople) -> None:
    match = _first_match(evening.look())
    _post(evening, "Ann", type="award", game=f"{match['id']} 1 1", to="first", reason="came late")
    sign_up(client, "Zoe")

    page = client.get(f"/tournaments/{evening.id}/log").text

    for part in ("Entries opened", "Una", "Started", "Round paired", "the server", "came late", "15.0 : 0.0"):
        assert part in page


def test_a_tournament_continues_after_its_organiser_leaves(client: TestClient, evening: EventPeople) -> None:
    evening.do("Ann", "staff", names=["Bea"])
    become(client, evening.cookies["Ann"])
    assert client.post("/account/close", data={"password": PASSWORD}).status_code == 303
    assert evening.look()["organiser"] is None

    match = _first_match(evening.look())
    view = evening.do("Bea", "scores", match=match["id"], number=1, first=20, second=11)

    assert _points(view)[match["first"]] > 100


def test_a_decision_is_confirmed_in_its_form_and_leads_to_its_entry(evening: EventPeople) -> None:
    browser = become(evening.client, evening.cookies["Ann"])  # type: ignore[arg-type]
    fields = {"type": "adjust", "entrant": "1", "points": "2.5", "reason": "found a tile"}

    answer = browser.post(f"/tournaments/{evening.id}/control", data=fields)
    page = browser.get(answer.headers["location"]).text

    sequence = evening.look()["rulings"][-1]["sequence"]
    form = page[page.index('value="adjust"') - 300 :].split("</form>")[0]
    assert answer.headers["location"].endswith("#answer")
    assert "Saved. Points adjusted: <bdi>Una +2.5</bdi>" in form
    assert f'href="#decision-{sequence}"' in form and f'id="decision-{sequence}"' in page


@pytest.mark.parametrize("fields", [{"type": "pause", "entrant": "1"}, {"type": "staff", "names": "Bea"}])
def test_every_decision_is_confirmed(evening: EventPeople, fields: dict[str, str]) -> None:
    browser = become(evening.client, evening.cookies["Ann"])  # type: ignore[arg-type]

    answer = browser.post(f"/tournaments/{evening.id}/control", data=fields)
    page = browser.get(answer.headers["location"]).text

    assert re.search(r'<form[^>]*class="card ruling"><p class="notice-box" role="status" id="answer"', page)


def test_the_log_and_the_decisions_name_the_controllers(client: TestClient, evening: EventPeople) -> None:
    evening.do("Ann", "staff", names=["Bea"])
    become(client, evening.cookies["Ann"])

    pages = [client.get(f"/tournaments/{evening.id}{path}").text for path in ("", "/log", "/control")]

    assert ["Controllers named: <bdi>Ann, Bea</bdi>" in page for page in pages] == [True] * 3


def test_the_log_does_not_attribute_the_acts_of_a_closed_account_to_the_server(
    client: TestClient, evening: EventPeople
) -> None:
    evening.do("Ann", "staff", names=["Bea"])
    become(client, evening.cookies["Ann"])
    client.post("/account/close", data={"password": PASSWORD})

    rows = client.get(f"/tournaments/{evening.id}/log").text.split("<tr")

    named = next(row for row in rows if "Controllers named" in row)
    assert re.search(r"<td><bdi>deleted-\w+</bdi></td>.*: <bdi>deleted-\w+, Bea</bdi>", named)


def test_scores_counted_from_a_picture_are_confirmed_and_say_what_was_read(evening: EventPeople) -> None:
    match = _first_match(evening.look())
    game = {"match": match["id"], "number": "1", "board": "1"}
    read = {"first": "20", "second": "11", "picture": "0f" * 32, "tiles": "1@0,0^0 2@-1,0^3"}
    browser = become(evening.client, evening.cookies["Ann"])  # type: ignore[arg-type]

    form = browser.get(f"/tournaments/{evening.id}", params={**game, **read}).text
    answer = browser.post(
        f"/tournaments/{evening.id}", data={"type": "scores", "is_agreed": "yes", **game, **read}
    )

    assert answer.status_code == 303
    assert form.count("Both players agree") == form.count('name="is_agreed" value="yes" required') == 1
    assert re.findall(r'name="(?:picture|tiles)" value="([^"]*)"', form) == [read["picture"], read["tiles"]]
    assert re.findall(r'name="(?:first|second)"[^>]* value="(\d+)"', form) == ["20", "11"]
    ruling = evening.look()["rulings"][-1]
    assert (ruling["picture"], ruling["tiles"]) == (read["picture"], read["tiles"])
    assert read["picture"] in browser.get(f"/tournaments/{evening.id}").text


def test_a_picture_is_saved_for_scores_that_were_entered_before(evening: EventPeople) -> None:
    game = {"match": _first_match(evening.look())["id"], "number": 1, "board": 1, "first": 20, "second": 11}
    read = {"picture": "0f" * 32, "tiles": "1@0,0^0 2@-1,0^3"}
    evening.do("Ann", "scores", **game)

    first = evening.do("Ann", "scores", **game, **read, is_agreed=True)
    again = evening.do("Ann", "scores", **game, **read, is_agreed=True)
    without = evening.do("Ann", "scores", **game)

    assert [each["picture"] for each in first["rulings"]] == ["", read["picture"]]
    assert again["version"] == without["version"] == first["version"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"picture": "0F" * 32},
        {"picture": "0f"},
        {"tiles": "<b>"},
        {"tiles": "1@0,0"},
        {"tiles": "57@0,0^0"},
        {"tiles": "1@0,0^0 1@-1,0^3"},
        {"tiles": "1@0,0^0 2@2,0^3"},
        {"tiles": "1@0,0^0 2@-1,0^0"},
    ],
)
def test_what_was_read_in_a_picture_is_only_tiles_that_can_lie_so_and_a_digest(
    evening: EventPeople, wrong: dict[str, str]
) -> None:
    scores = {"match": _first_match(evening.look())["id"], "number": 1, "first": 20, "second": 11}

    assert evening.code("Ann", "scores", **scores, is_agreed=True, **wrong) == "invalid"


def test_a_result_from_a_picture_needs_the_word_of_both_players(evening: EventPeople) -> None:
    game = {"match": _first_match(evening.look())["id"], "number": "1", "board": "1"}
    read = {"first": "20", "second": "11", "tiles": "1@0,0^0 2@-1,0^3"}
    browser = become(evening.client, evening.cookies["Ann"])  # type: ignore[arg-type]

    answer = browser.post(f"/tournaments/{evening.id}", data={"type": "scores", **game, **read})

    assert "Both players must agree to a result from a picture." in answer.text
    assert evening.look()["rulings"] == []


def test_a_result_without_a_picture_is_stored_as_before() -> None:
    old = Ruling("1-all-1-1", 1, 1, played((20, 11), (0, 0)))
    new = replace(old, picture="0f" * 32, tiles="1@0,0^0")

    assert "picture" not in print_action(old)
    assert "tiles" not in print_action(old)
    assert [parse_action(print_action(action)) for action in (old, new)] == [old, new]
