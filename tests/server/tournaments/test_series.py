"""Tournaments that repeat: created with a form or the API, with a page of past winners."""

from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import become
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.tournament_players import EventPeople

WEEK_MS = 7 * 86_400_000
FIRST = "2023-11-18T18:00Z"  # a Saturday; the clock begins on 2023-11-14


def _step(client: TestClient) -> None:
    in_loop(client, services(client).series.step)


def _series_id(client: TestClient, people: EventPeople) -> str:
    series = services(client).series_store.series_of(people.id)
    found: str = series.id
    return found


def test_a_weekly_tournament_repeats_and_lists_its_winners(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    view = people.create("Ann", preset="knock-out", starts_at=FIRST, repeats="weekly", n_games=1)
    assert view["name"] == "Friday Fifteen 1"
    assert view["starts_at"] == "2023-11-18T18:00:00Z"
    series = f"/api/series/{_series_id(client, people)}"
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: len(people.games_in_play(view)) == 1)
    people.resign(people.games_in_play()[0], "Bea")
    people.wait(lambda view: view["state"] == "over")

    clock.now_ms += WEEK_MS
    _step(client)

    answer = client.get(series).json()
    assert [(each["name"], each["state"], each["winners"]) for each in answer["events"]] == [
        ("Friday Fifteen 2", "open", []),
        ("Friday Fifteen 1", "over", ["Ann"]),
    ]
    assert answer["series"]["next_at"] == "2023-12-02T18:00:00Z"
    page = client.get(answer["series"]["url"]).text
    assert "Friday Fifteen 2" in page
    assert "every week" in page


def test_its_organiser_stops_a_series(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", starts_at=FIRST, repeats="weekly")
    series = f"/api/series/{_series_id(client, people)}"

    refused = become(client, people.cookies["Bea"]).post(f"{series}/stop")
    stopped = become(client, people.cookies["Ann"]).post(f"{series}/stop")

    assert refused.json()["code"] == "not_organiser"
    assert stopped.json()["series"]["is_stopped"]
    clock.now_ms += WEEK_MS
    _step(client)
    assert len(client.get(series).json()["events"]) == 1


def test_a_series_needs_a_start_that_can_be_repeated(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")

    for options in (
        {"repeats": "weekly"},
        {"repeats": "weekly", "starts_at": "2023-11-13T18:00Z"},
        {"repeats": "monthly", "starts_at": "2023-11-30T18:00Z"},
        {"repeats": "weekly", "starts_at": FIRST, "name": "A" * 55},
    ):
        assert people.code_of_creating("Ann", **options) == "invalid"

    for _ in range(3):
        people.create("Ann", starts_at=FIRST, repeats="weekly")
    assert people.code_of_creating("Ann", starts_at=FIRST, repeats="weekly") == "too_many_series"
    assert client.get("/api/series/nothing").json()["code"] == "no_series"


def test_the_password_of_a_series_is_asked_for_each_time(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", starts_at=FIRST, repeats="weekly", password="green tile")
    clock.now_ms += WEEK_MS
    _step(client)
    url = client.get(f"/api/series/{_series_id(client, people)}").json()["events"][0]["url"]
    second = EventPeople(client, people.cookies, url.rsplit("/", 1)[1])

    assert second.code("Bea", "enter", password="red tile") == "wrong_entry_password"
    assert len(second.do("Bea", "enter", password="green tile")["entrants"]) == 1


def test_the_server_holds_a_weekly_open_by_itself(settings: Settings, clock: ManualClock) -> None:
    app = create_app(replace(settings, now_ms=clock, has_own_series=True))
    with TestClient(app, follow_redirects=False) as client:
        _step(client)
        _step(client)

        view = client.get("/api/series/weekly-open").json()
        page = client.get(view["events"][0]["url"]).text

    assert view["series"]["organiser"] is None
    assert [each["name"] for each in view["events"]] == ["Weekly Open 1"]
    assert "Run by this server" in page


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("pl", ("Cotygodniowy turniej otwarty 1", "Codzienna arena")),
        ("ru", ("Еженедельный открытый турнир 1", "Ежедневная арена")),
    ],
)
def test_the_names_of_its_own_series_are_in_the_language_of_the_reader(
    settings: Settings, clock: ManualClock, language: str, names: tuple[str, str]
) -> None:
    app = create_app(replace(settings, now_ms=clock, has_own_series=True))
    with TestClient(app, follow_redirects=False) as client:
        _step(client)
        client.cookies.set("tantrix_language", language)

        page = client.get("/tournaments").text

        lists = client.get("/api/tournaments").json()
        series = client.get("/api/series/weekly-open").json()
        weekly = client.get(series["events"][0]["url"].replace("/tournaments/", "/api/tournaments/")).json()
        calendar = client.get(f"{series['events'][0]['url']}/calendar.ics").text

    for name in names:
        assert f"<bdi>{name}</bdi>" in page
    assert "Weekly Open" not in page
    assert names[0] in [each["name"] for each in lists["upcoming"]]
    assert f"{series['series']['name']} 1" == series["events"][0]["name"] == weekly["name"] == names[0]
    assert f"SUMMARY:{names[0]}\r\n" in calendar
