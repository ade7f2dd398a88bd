"""What cannot be is refused with a sentence that says why, by API and by form, and nothing is written."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from tantrix.cli.app import app as cli
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, become, rows
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

UTC_EXPECTED = "Enter a time in UTC like 2026-11-22T19:00, not"
FIRST_GAME = {"match": "1-swiss-1-1", "number": 1}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(tmp_path_factory.mktemp("server"), now_ms=ManualClock())


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    """One server for all, as what is refused changes nothing."""
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


@pytest.fixture(scope="module")
def cookies(client: TestClient) -> dict[str, Json]:
    return EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan").cookies


@pytest.fixture(scope="module")
def events(client: TestClient, cookies: dict[str, Json]) -> dict[str, EventPeople]:
    """Tournaments that Ann organises, by how far they are."""
    made = {"open": _open_to_two, "full": _full, "begun": _begun, "evening": _club_evening, "teams": _teams}
    return {name: make(EventPeople(client, cookies)) for name, make in made.items()}


def _open_to_two(people: EventPeople) -> EventPeople:
    people.create("Ann", preset="all-play-all", most=2, days=7)
    return people


def _full(people: EventPeople) -> EventPeople:
    _open_to_two(people)
    people.do("Ann", "enter")
    people.do("Bea", "enter")
    return people


def _begun(people: EventPeople) -> EventPeople:
    _full(people)
    people.do("Ann", "staff", names=["Dan"])
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    return people


def _club_evening(people: EventPeople) -> EventPeople:
    people.create("Ann", preset="club-evening", stages=[{"form": "swiss", "n_rounds": 1}])
    for name in ("Una", "Vic", "Wim", "Xia", "Yan", "Zoe", "Tom", "Sam"):
        people.do("Ann", "enter", name=name)
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    return people


def _teams(people: EventPeople) -> EventPeople:
    people.create("Ann", preset="teams", n_boards=2)
    people.do("Ann", "enter", name="Owls", members=["Bea"])
    return people


@dataclass(frozen=True, slots=True)
class Wrong:
    """A command that is refused: in which tournament, of whom, and a part of the sentence.

    `on_page`: a part of the sentence on the page, where it differs from that of the API.
    """

    event: str
    who: str
    command: dict[str, Any]
    sentence: str
    on_page: str = ""


WRONG = {
    "entry after the start": Wrong("begun", "Cyd", {"type": "enter"}, "The entries are closed."),
    "entry into a full tournament": Wrong("full", "Cyd", {"type": "enter"}, "The tournament is full."),
    "start by somebody else": Wrong("full", "Bea", {"type": "start"}, "Only the organiser"),
    "start with nobody": Wrong("open", "Ann", {"type": "start"}, "too few entrants"),
    "check-in without one": Wrong("full", "Bea", {"type": "check-in"}, "The check-in is not open now."),
    "withdrawal of nobody": Wrong("full", "Cyd", {"type": "withdraw"}, "You are not in this match"),
    "withdrawal of another": Wrong("full", "Bea", {"type": "withdraw", "entrant": "1"}, "Only the organiser"),
    "score above all": Wrong(
        "evening",
        "Ann",
        {"type": "scores", **FIRST_GAME, "first": 97, "second": 3},
        "equal to 96",
        "Score, first player: Enter 96 or less, not 97.",
    ),
    "score that no loop brings": Wrong(
        "evening",
        "Ann",
        {"type": "scores", **FIRST_GAME, "first": 51, "second": 3},
        "Only loops score more than 48",
    ),
    "score without the other": Wrong(
        "evening",
        "Ann",
        {"type": "scores", **FIRST_GAME, "first": 20},
        "second: Field required",
        "Score, second player: Fill in this field.",
    ),
    "score that is no number": Wrong(
        "evening",
        "Ann",
        {"type": "scores", **FIRST_GAME, "first": "many", "second": 3},
        "first: ",
        "Score, first player: Enter a whole number, not many.",
    ),
    "score of a match that is not": Wrong(
        "evening",
        "Ann",
        {"type": "scores", "match": "1-swiss-9-9", "number": 1, "first": 20, "second": 3},
        "There is no such match or game",
    ),
    "score of a second game of one": Wrong(
        "evening",
        "Ann",
        {"type": "scores", **FIRST_GAME, "number": 2, "first": 20, "second": 3},
        "There is no such match or game",
    ),
    "score by somebody else": Wrong(
        "evening", "Bea", {"type": "scores", **FIRST_GAME, "first": 20, "second": 3}, "Only the organiser"
    ),
    "ruling without a reason": Wrong(
        "begun", "Dan", {"type": "award", "match": "1-all-1-1", "number": 1, "to": "first"}, "Give a reason"
    ),
    "ruling about one's own game": Wrong(
        "begun",
        "Ann",
        {"type": "award", "match": "1-all-1-1", "number": 1, "to": "first", "reason": "me"},
        "Another controller decides",
    ),
    "team without its boards": Wrong(
        "teams", "Cyd", {"type": "enter", "name": "Cats"}, "A team has 2 to 8 members, not 1."
    ),
    "team with somebody twice": Wrong(
        "teams", "Cyd", {"type": "enter", "name": "Cats", "members": ["Cyd"]}, "Name each member only once"
    ),
    "team with a player of another": Wrong(
        "teams", "Cyd", {"type": "enter", "name": "Cats", "members": ["Bea"]}, "has entered already"
    ),
    "team with nobody": Wrong(
        "teams", "Cyd", {"type": "enter", "name": "Cats", "members": ["Noone"]}, "There is no such player."
    ),
    "time that is past": Wrong(
        "begun",
        "Ann",
        {"type": "propose", "match": "1-all-1-1", "at": "2023-11-14T22:13Z"},
        "This time is past",
    ),
    "time after the deadline": Wrong(
        "begun",
        "Ann",
        {"type": "propose", "match": "1-all-1-1", "at": "2023-11-22T22:13Z"},
        "after the deadline",
    ),
    "time in another zone": Wrong(
        "begun",
        "Ann",
        {"type": "propose", "match": "1-all-1-1", "at": "2023-11-15T20:00+01:00"},
        "expected a time in UTC like 2026-11-22T19:00Z, got '2023-11-15T20:00+01:00'",
        "Enter a time in UTC like 2026-11-22T19:00, not 2023-11-15T20:00+01:00.",
    ),
    "day that does not exist": Wrong(
        "begun",
        "Ann",
        {"type": "propose", "match": "1-all-1-1", "at": "2023-11-31T20:00Z"},
        "expected a time in UTC like 2026-11-22T19:00Z, got '2023-11-31T20:00Z'",
        "Enter a time in UTC like 2026-11-22T19:00, not 2023-11-31T20:00Z.",
    ),
    "unknown command": Wrong("full", "Ann", {"type": "dance"}, "dance", "missing or out of range"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_command_is_refused_and_writes_nothing(
    events: dict[str, EventPeople], case: str
) -> None:
    wrong = WRONG[case]
    people = events[wrong.event]
    before = people.look()

    by_api = people.ask(wrong.who, wrong.command["type"], **{**wrong.command})
    form = {key: ",".join(each) if isinstance(each, list) else each for key, each in wrong.command.items()}
    by_form = people.become(wrong.who).post(f"/tournaments/{people.id}", data=form)

    problem = by_api.json()
    assert 400 <= by_api.status_code < 500
    assert wrong.sentence in "; ".join((problem["detail"], *problem["errors"]))
    assert by_form.status_code == by_api.status_code
    assert (wrong.on_page or wrong.sentence) in _alert(by_form.text)
    assert people.look() == before


def _alert(page: str) -> str:
    found = re.search(r'role="alert"[^>]*>([^<]*)<', page)
    assert found is not None, page
    return html.unescape(found[1])


@pytest.mark.parametrize(
    ("options", "field", "sentence", "on_page"),
    [
        ({"starts_at": "2023-11-14T22:13:19Z"}, "starts_at", "This start is past", ""),
        (
            {"starts_at": "2023-02-30T20:00Z"},
            "starts_at",
            "expected a time in UTC like 2026-11-22T19:00Z",
            UTC_EXPECTED,
        ),
        (
            {"starts_at": "2023-11-20T25:00Z"},
            "starts_at",
            "expected a time in UTC like 2026-11-22T19:00Z",
            UTC_EXPECTED,
        ),
        ({"starts_at": "2023-11-20T20:00+01:00"}, "starts_at", "got '2023-11-20T20:00+01:00'", UTC_EXPECTED),
        ({"starts_at": "tomorrow"}, "starts_at", "got 'tomorrow'", "not tomorrow."),
        ({"starts_at": "٢٠٢٣-11-20T20:00Z"}, "starts_at", "expected a time in UTC", "Enter a time in UTC"),
        ({"check_in_minutes": 10}, "starts_at", "A tournament with check-in needs a start time.", ""),
        ({"low": 1800, "high": 1500}, "low", "The lowest rating, 1800, is above the highest, 1500.", ""),
        (
            {"preset": "teams", "n_boards": 9},
            "n_boards",
            "n_boards: Input should be less than or equal to 8",
            "Enter 8 or less, not 9.",
        ),
        ({"n_boards": 2}, "n_boards", "Without teams there is 1 board, not 2.", ""),
        (
            {"most": 1},
            "most",
            "most: Input should be greater than or equal to 2",
            "Enter 2 or more, not 1.",
        ),
        (
            {"preset": "knock-out", "n_extra_games": 4},
            "n_extra_games",
            "n_extra_games: ",
            "Enter 3 or less, not 4.",
        ),
        ({"control": "fast"}, "control", "not fast.", ""),
        ({"repeats": "weekly"}, "starts_at", "A tournament that repeats needs a start time.", ""),
        (
            {"preset": "marathon"},
            "preset",
            "preset: Input should be ",
            "Choose from the list, not marathon.",
        ),
    ],
)
def test_options_that_cannot_be_create_nothing(
    client: TestClient,
    cookies: dict[str, Json],
    settings: Settings,
    options: dict[str, Any],
    field: str,
    sentence: str,
    on_page: str,
) -> None:
    n_before = rows(settings, "SELECT count(*) FROM tournaments")
    body = {"preset": "open", "name": "Friday Fifteen", **options}
    become(client, cookies["Dan"])

    by_api = client.post("/api/tournaments", json={**body, "is_listed": False})
    by_form = client.post("/tournaments/new", data=body)

    problem = by_api.json()
    assert (by_api.status_code, problem["code"]) == (422, "invalid")
    assert sentence in "; ".join(problem["errors"])
    assert by_form.status_code == 422
    at_field = re.search(f'id="wrong-{field}">([^<]*)<', by_form.text)
    assert at_field is not None and (on_page or sentence) in html.unescape(at_field[1])
    assert by_form.text.count('aria-invalid="true"') == by_form.text.count(f'"wrong-{field}"') // 2 == 1
    assert rows(settings, "SELECT count(*) FROM tournaments") == n_before


def test_a_refused_form_keeps_what_was_filled_in(client: TestClient, cookies: dict[str, Json]) -> None:
    form = {"preset": "open", "name": "Friday Fifteen", "is_listed": "yes"}

    answer = become(client, cookies["Dan"]).post("/tournaments/new", data=form)

    assert answer.status_code == 403
    assert "You can create a public tournament after 20 rated games" in _alert(answer.text)
    assert 'value="Friday Fifteen"' in answer.text


def test_a_start_is_not_moved_into_the_past(client: TestClient, cookies: dict[str, Json]) -> None:
    people = EventPeople(client, cookies)
    people.create("Dan", starts_at="2023-11-20T18:00Z")
    options = {"preset": "open", "name": "Friday Fifteen", "is_listed": False}

    code = people.code("Dan", "edit", options={**options, "starts_at": "2023-11-13T18:00Z"})

    assert code == "past_time"
    assert people.look()["starts_at"] == "2023-11-20T18:00:00Z"


@pytest.mark.parametrize("given", ["2023-11-20T18:00", "2023-11-20T18:00Z", "2023-11-20T18:00:00Z"])
def test_forms_give_times_in_utc_with_and_without_a_zone(
    client: TestClient, cookies: dict[str, Json], given: str
) -> None:
    people = EventPeople(client, cookies)
    form = {"preset": "open", "name": "Friday Fifteen", "starts_at": given}

    answer = become(client, cookies["Dan"]).post("/tournaments/new", data=form)

    people.id = answer.headers["location"].rsplit("/", 1)[1]
    assert people.look()["starts_at"] == "2023-11-20T18:00:00Z"


def test_a_tournament_goes_on_without_its_organiser_until_the_operator_names_another(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(migrated_folder(tmp_path))), follow_redirects=False) as client:
        people = _club_evening(EventPeople.gather(client, "Ann", "Bea"))
        become(client, people.cookies["Ann"])
        assert client.post("/account/close", data={"password": PASSWORD}).status_code == 303
        assert people.look()["state"] == "running"
        score = {**FIRST_GAME, "first": 20, "second": 3}
        assert people.code("Bea", "scores", **score) == "not_organiser"

        named = CliRunner().invoke(
            cli, ["admin", "transfer-tournament", people.id, "Bea", "--data", str(tmp_path)]
        )

        assert named.exit_code == 0, named.output
        assert people.do("Bea", "scores", **score)["organiser"] == "Bea"
