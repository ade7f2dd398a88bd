"""Generated puzzles: any goal from a link, new ones from the form, and one for every day."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, day_named, days_of, months_beside, name_of
from tantrix.server.puzzles.daily.specs import spec_of
from tantrix.server.puzzles.daily.worker_calls import make_daily_goal
from tantrix.server.settings import Settings
from tantrix.solver.goal import SolveMode, parse_goal
from tantrix.solver.pipeline import solve
from tests.server.support.busy_workers import occupied
from tests.server.support.databases.migrated import migrated_folder
from tests.support.computing import UNHURRIED

NOON = int(datetime(2026, 3, 4, 12, tzinfo=UTC).timestamp() * 1000)
TODAY = date(2026, 3, 4)
DAYS = st.dates(FIRST_DAY, date(2028, 12, 31))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(migrated_folder(tmp_path), now_ms=count(NOON).__next__, computing=UNHURRIED)


def new(client: TestClient, **fields: str | int) -> str:
    """SolveMode for a new puzzle; return the goal of the page that the answer redirects to."""
    answer = client.get("/puzzles/new", params={"seed": 1, **fields}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    address = urlsplit(answer.headers["location"])
    assert address.path == "/puzzles/custom"
    return parse_qs(address.query)["goal"][0]


@pytest.mark.parametrize(
    "goal", ["1-10 loop:R holes:allow", "1-10*2 loop:R", "2,4,6 line:R", "1-12 shape:rhombus:3x4"]
)
def test_any_goal_can_be_played_from_a_link(client: TestClient, goal: str) -> None:
    page = client.get("/puzzles/custom", params={"goal": goal})
    shown = client.get("/api/puzzles/custom", params={"goal": goal}).json()

    assert page.status_code == 200
    assert shown["goal"] == goal and parse_qs(shown["query"][1:]) == {"goal": [goal]}
    assert len(shown["tiles"]) == len(shown["edges"]) == shown["n_to_lay"]


def test_a_goal_from_a_link_is_checked_and_has_hints(client: TestClient) -> None:
    goal = {"goal": "1-4 loop:R"}
    shown = client.get("/api/puzzles/custom/solutions", params=goal).json()["solutions"][0]

    checked = client.post("/api/puzzles/custom/check", params=goal, json={"placements": shown}).json()
    question = {"placements": [], "strength": "tile"}
    hint = client.post("/api/puzzles/custom/hint", params=goal, json=question).json()

    assert checked["is_solved"] and hint["status"] == "solved"


@pytest.mark.parametrize(
    "goal",
    [
        "",
        "nonsense",
        "1-56*2 loop:R",
        "1-4 loop:R loop:R",
        "1-3 shape:triangle:9",
        "0-5",
        "1-7 shape:hexagon:1000",
        "1-56*1000",
    ],
)
def test_a_goal_that_cannot_be_read_is_refused_with_the_reason(client: TestClient, goal: str) -> None:
    answer = client.get("/api/puzzles/custom", params={"goal": goal})
    page = client.get("/puzzles/custom", params={"goal": goal}, headers={"accept": "text/html"})

    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable_goal")
    assert "expected" in answer.json()["errors"][0]
    assert page.status_code == 422 and "what the puzzle is" in page.text


@given(st.text(max_size=60))
@limits(max_examples=60, deadline=None)
def test_no_goal_text_crashes_the_server(text: str) -> None:
    from tantrix.server.http.errors import Refusal
    from tantrix.server.puzzles.addresses import read_goal

    try:
        assert len(read_goal(text).tiles) <= 64
    except Refusal as error:
        assert error.code == "unreadable_goal"


def test_a_new_puzzle_meets_the_request(client: TestClient) -> None:
    loop = new(client, kind="loop", size=8, colour="B", level="unique")
    pyramid = new(client, kind="pyramid", size=9, colour="R", level="hard")
    lines = new(client, kind="two-lines", size=6, colour="G", level="any")
    holes = new(client, kind="loop", size=7, colour="Y", level="easy", holes="yes")

    assert loop.endswith("loop:B") and solve(parse_goal(loop), SolveMode.COUNT).count == 1
    assert pyramid.endswith("line:R shape:triangle:4")
    assert re.search(r"line:G/own", lines) and len(parse_goal(lines).strands) == 2
    assert holes.endswith("holes:allow")


def test_without_a_seed_each_puzzle_is_different(client: TestClient) -> None:
    fields: dict[str, str | int] = {"kind": "line", "size": 7}
    made = {
        client.get("/puzzles/new", params=fields, follow_redirects=False).headers["location"]
        for _ in range(3)
    }

    assert len(made) == 3
    assert new(client, **fields) == new(client, **fields)


def test_a_puzzle_that_cannot_be_made_shows_the_form_again(client: TestClient) -> None:
    large = client.get("/puzzles/new", params={"kind": "loop", "size": 20, "level": "hard"})
    wrong = client.get("/puzzles/new", params={"kind": "line", "size": 30})
    missing = client.get("/puzzles/new", params={"kind": "loop", "size": 6, "level": "unique", "seed": 1})

    assert (large.status_code, wrong.status_code, missing.status_code) == (422, 422, 200)
    assert "up to 12 tiles" in large.text and "3–12" in wrong.text
    assert "none has exactly one solution; the closest has 4" in missing.text
    assert 'value="20"' in large.text and 'name="level" value="hard" checked' in large.text


@pytest.mark.parametrize(
    "fields", [{"kind": "square"}, {"kind": "loop", "size": 0}, {"kind": "loop", "seed": -1}]
)
def test_invalid_fields_are_refused(client: TestClient, fields: dict[str, str]) -> None:
    assert client.get("/puzzles/new", params=fields).status_code == 422


def test_the_daily_address_leads_to_the_puzzle_of_the_date(client: TestClient) -> None:
    answer = client.get("/puzzles/daily", follow_redirects=False)
    shown = client.get(f"/api/puzzles/{name_of(TODAY)}").json()

    assert answer.headers["location"] == "/puzzles/daily-2026-03-04"
    assert shown["goal"] == make_daily_goal(TODAY)
    assert shown["title"] == "Puzzle of the day, 4 March 2026"
    page = client.get("/puzzles/daily-2026-03-04")
    assert 'data-day="2026-03-04"' in page.text


@given(DAYS)
@limits(max_examples=25, deadline=None)
def test_every_day_has_a_puzzle_of_its_kind_that_can_be_solved(day: date) -> None:
    goal, spec = parse_goal(make_daily_goal(day)), spec_of(day)

    assert goal == spec.goal(goal.tiles)
    assert solve(goal).solution is not None
    assert day_named(name_of(day), int(datetime(2029, 1, 1, tzinfo=UTC).timestamp() * 1000)) == day


def test_past_days_keep_their_puzzles() -> None:
    # Changing these changes the archive: past days must stay as people have solved them.
    kept = {day: make_daily_goal(date.fromisoformat(day)) for day in GOLDEN}

    assert kept == GOLDEN


GOLDEN = {
    "2026-01-01": "23,31,34,39,43,46,50 line:R/own line:B/own",
    "2026-01-02": "1,6,8,20-21,44 line:Y shape:triangle:3",
    "2026-01-03": "16,18-19,23,28,33,39-41,44,48,52 loop:G",
    "2026-01-04": "15,17,23,26,31,35,38,43,46,53 line:G shape:triangle:4",
    "2026-01-05": "19,44-46,53 loop:Y",
    "2026-01-06": "7,10-11,13-14,27-28 line:R shape:hexagon:2",
    "2026-01-07": "6,16,20,32,35,41-42 loop:R",
}


def test_the_puzzle_of_a_sunday_has_one_solution() -> None:
    assert solve(parse_goal(make_daily_goal(date(2026, 1, 4))), SolveMode.COUNT).count == 1


@pytest.mark.parametrize(
    "name", ["daily-2026-03-05", "daily-2025-12-31", "daily-2026-02-30", "daily-2026-3-4"]
)
def test_a_future_day_has_no_puzzle_yet(client: TestClient, name: str) -> None:
    assert client.get(f"/puzzles/{name}").status_code == 404
    assert client.get(f"/api/puzzles/{name}/solutions").status_code == 404


def test_the_archive_links_to_every_past_day_and_no_other(client: TestClient) -> None:
    seen: list[str] = []
    address = "/puzzles/days"
    while address:
        text = client.get(address).text
        seen += re.findall(r'href="/puzzles/(daily-[\d-]+)"', text)
        before = re.search(r'rel="prev" href="([^"]+)"', text)
        address = before[1] if before else ""

    n_days = (TODAY - FIRST_DAY).days + 1
    assert seen == [name_of(TODAY - timedelta(days=n)) for n in range(n_days)]
    assert _listed(client, "/puzzles/days?month=2019-01") == _listed(client, "/puzzles/days")


def test_days_whose_puzzles_are_being_made_are_a_line_of_links_not_cards(client: TestClient) -> None:
    with occupied(client):
        text = client.get("/puzzles/days").text

    cards, _, to_make = text.partition("Being made, and ready in a moment:")
    assert "puzzle-card" not in cards
    assert to_make.count('href="/puzzles/daily-') == TODAY.day


def _listed(client: TestClient, address: str) -> list[str]:
    return re.findall(r'href="/puzzles/(daily-[\d-]+)"', client.get(address).text)


@given(DAYS)
def test_the_neighbours_of_a_month_are_the_months_before_and_after(day: date) -> None:
    now_ms = int(datetime(2029, 1, 1, tzinfo=UTC).timestamp() * 1000)
    before, after = months_beside(day, now_ms)

    assert after is not None and months_beside(after, now_ms)[0] == day.replace(day=1)
    assert (before is None) == (day < date(2026, 2, 1))
    assert {each.month for each in days_of(day, now_ms)} == {day.month}
