"""Progress in puzzles follows the account: merged in any order, shown on pages, counted and exported."""

import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.daily.puzzle import name_of
from tantrix.server.puzzles.progress.progress import (
    HelpUsed,
    SavedTable,
    StoredProgress,
    longest_streak,
    merge,
    streak,
)
from tantrix.server.puzzles.progress.service import RATE
from tantrix.server.puzzles.progress.store import N_UNSOLVED
from tantrix.server.settings import Settings
from tests.server.support.api_client import program
from tests.server.support.clients import PASSWORD, sign_up
from tests.server.support.services import services, user_id_of
from tests.server.support.table import Json
from tests.server.support.write_requests import Everywhere
from tests.support.computing import UNHURRIED

ADDRESS = "/api/account/puzzles"
NOW_MS = 1_800_000_000_000
TODAY = date(2027, 1, 15)
_NUMBERS = count()

days = st.dates(date(2026, 1, 1), date(2026, 1, 20))
helps = st.sampled_from([None, *HelpUsed])
small = st.integers(0, 3)
tables = st.builds(SavedTable, st.sampled_from(["", "1@0,0^0", "2@0,0^1"]), small, helps, small)
progresses = st.builds(
    StoredProgress,
    st.none() | small,
    st.none() | days,
    helps,
    st.none() | days,
    st.none() | small,
    tables,
)


@given(progresses, progresses)
def test_merging_is_commutative(one: StoredProgress, other: StoredProgress) -> None:
    assert merge(one, other) == merge(other, one)


@given(progresses, progresses, progresses)
def test_merging_is_associative(a: StoredProgress, b: StoredProgress, c: StoredProgress) -> None:
    assert merge(merge(a, b), c) == merge(a, merge(b, c))


@given(progresses, progresses)
def test_merging_again_changes_nothing(one: StoredProgress, other: StoredProgress) -> None:
    merged = merge(one, other)

    assert merge(one, one) == one
    assert merge(merged, one) == merge(merged, other) == merged


@given(progresses)
def test_merging_with_no_progress_changes_nothing(progress: StoredProgress) -> None:
    assert merge(progress, StoredProgress()) == progress


@given(progresses, progresses)
def test_no_result_is_lost(one: StoredProgress, other: StoredProgress) -> None:
    merged = merge(one, other)

    for each in (one, other):
        assert merged.is_solved >= each.is_solved
        assert merged.is_unaided >= each.is_unaided
        assert each.best_ms is None or (merged.best_ms is not None and merged.best_ms <= each.best_ms)
        assert each.best is None or (merged.best is not None and merged.best >= each.best)
        assert merged.table.left_ms >= each.table.left_ms


@given(st.sets(days), days)
def test_a_streak_ends_today_or_yesterday_and_has_no_gap(solved: set[date], today: date) -> None:
    found = streak(solved, today)

    assert set(found) <= solved
    assert found == [found[0] - timedelta(days=n) for n in range(len(found))] if found else True
    assert not found or found[0] in (today, today - timedelta(days=1))
    assert (today in solved) <= bool(found)
    assert len(found) <= longest_streak(solved) <= len(solved)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(
        tmp_path_factory.mktemp("progress"), now_ms=count(NOW_MS, 1).__next__, computing=UNHURRIED
    )
    with TestClient(Everywhere(create_app(settings))) as client:  # type: ignore[arg-type]
        yield client


@pytest.fixture
def client(server: TestClient) -> TestClient:
    server.cookies.clear()
    return server


@pytest.fixture
def anna(client: TestClient) -> str:
    """Sign up under a unique name."""
    name = f"Anna {next(_NUMBERS)}"
    sign_up(client, name)
    return name


def entry(puzzle: str = "discovery-3", **more: Any) -> Json:
    return {"puzzle": puzzle, **more}


def send_report(client: TestClient, *puzzles: Json) -> Any:
    return client.post(ADDRESS, json={"puzzles": list(puzzles)})


def kept(client: TestClient) -> dict[str, Json]:
    return {row["puzzle"] + row["query"]: row for row in client.get(ADDRESS).json()["puzzles"]}


def browser(client: TestClient, name: str) -> TestClient:
    """Sign somebody in with a new browser."""
    client.cookies.clear()
    client.post("/sign-in", data={"name": name, "password": PASSWORD})
    return client


def test_another_browser_sees_what_one_browser_reports(client: TestClient, anna: str) -> None:
    left: Json = {"laid": "1@0,0^2;2@1,0^0", "ms": 9000, "help": "tile", "left_ms": NOW_MS - 5}
    solved: Json = {
        "best_ms": 4000,
        "solved_on": "2026-11-02",
        "helped_by": "solution",
        "helped_on": "2026-11-01",
    }

    answer = send_report(client, entry(**left, **solved))

    row = {"puzzle": "discovery-3", "query": "", "best": None, **left, **solved}
    assert answer.json() == {"puzzles": [row], "n_puzzles": 1}
    assert browser(client, anna).get(ADDRESS).json() == answer.json()


@pytest.mark.parametrize("seed", range(2))
def test_browsers_may_report_in_any_order_and_again(client: TestClient, anna: str, seed: int) -> None:
    rng = random.Random(seed)
    sent = [
        {
            "best_ms": rng.choice([None, 3000, 4000]),
            "solved_on": rng.choice([None, "2026-11-01", "2026-11-02"]),
            "helped_by": rng.choice([None, "tile", "solution"]),
            "best": rng.choice([None, 7, 9]),
            "laid": rng.choice(["", "1@0,0^0", "2@0,0^1"]),
            "left_ms": rng.randrange(3),
        }
        for _ in range(4)
    ]

    for puzzle in ("discovery-3", "junior"):
        for each in rng.sample([*sent, *sent], 8):
            send_report(client, entry(puzzle, **each))
    send_report(client, *(entry("student", **each) for each in sent))

    rows = [{**row, "puzzle": ""} for row in kept(client).values()]
    assert len(rows) == 3
    assert rows[0] == rows[1] == rows[2]


def test_the_best_of_two_browsers_is_stored(client: TestClient, anna: str) -> None:
    send_report(client, entry(best_ms=4000, solved_on="2026-11-02", laid="1@0,0^0", left_ms=2))
    answer = send_report(
        client, entry(best_ms=3000, solved_on="2026-11-05", helped_by="tile", laid="", left_ms=1)
    )

    row = answer.json()["puzzles"][0]
    assert (row["best_ms"], row["solved_on"], row["helped_by"]) == (3000, "2026-11-02", "tile")
    assert (row["laid"], row["left_ms"]) == ("1@0,0^0", 2)


def test_nobody_else_sees_the_progress_of_an_account(client: TestClient, anna: str) -> None:
    send_report(client, entry(best_ms=4000))
    sign_up(client, f"not {anna}")

    assert kept(client) == {}
    client.cookies.clear()
    assert client.get(ADDRESS).json()["code"] == "signed_out"
    assert send_report(client, entry()).json()["code"] == "signed_out"


def test_a_page_of_one_account_is_refused_once_another_is_signed_in(client: TestClient, anna: str) -> None:
    page = client.get("/puzzles/discovery-3").text
    found = re.search(r'data-account="([^"]+)"', page)
    assert found is not None
    report = {"account": found[1], "puzzles": [entry(best_ms=4000)]}
    asked = {"account": found[1]}
    sign_up(client, f"not {anna}")

    answers = [client.post(ADDRESS, json=report), client.get(ADDRESS, params=asked)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "other_account")] * 2
    assert anna in answers[0].json()["errors"][0]
    assert kept(client) == {}
    browser(client, anna)
    assert client.post(ADDRESS, json=report).json()["n_puzzles"] == 1
    assert client.get(ADDRESS, params=asked).json()["n_puzzles"] == 1


def test_many_reports_at_once_lose_nothing(client: TestClient, anna: str) -> None:
    reports = [entry(best_ms=5000 - n, left_ms=n, laid=f"{n + 1}@0,0^0") for n in range(12)]

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda report: send_report(client, report).status_code, reports))

    assert answers == [200] * 12
    row = kept(client)["discovery-3"]
    assert (row["best_ms"], row["laid"]) == (4989, "12@0,0^0")


def test_a_stack_has_one_best_result_however_it_is_shuffled(client: TestClient, anna: str) -> None:
    send_report(
        client, entry("solitaire-red-line-77", best=9, best_ms=1), entry("solitaire-red-line", best=9)
    )

    assert {name: row["best"] for name, row in kept(client).items()} == {
        "solitaire-red-line": 9,
        "solitaire-red-line-77": None,
    }


def test_reported_times_are_never_in_the_future(client: TestClient, anna: str) -> None:
    row = send_report(client, entry(best_ms=1, solved_on="2099-01-01", left_ms=2**53)).json()["puzzles"][0]

    assert row["solved_on"] == TODAY.isoformat()
    assert NOW_MS <= row["left_ms"] < NOW_MS + 1000


@pytest.mark.parametrize(
    ("puzzle", "query"),
    [
        ("discovery-2", ""),
        ("custom", ""),
        ("custom", "?goal=nonsense"),
        ("custom", "?goal=1-3+loop%3AY&goal=1-4+loop%3AR"),
        ("custom", "?goal=1-3+shape%3Atriangle%3A1000"),
        ("daily-2099-01-01", ""),
        ("daily-2026-02-30", ""),
    ],
)
def test_unknown_puzzles_are_ignored(client: TestClient, anna: str, puzzle: str, query: str) -> None:
    answer = send_report(client, entry(puzzle, query=query, best_ms=1), entry("junior", best_ms=2))

    assert [row["puzzle"] for row in answer.json()["puzzles"]] == ["junior"]


@pytest.mark.parametrize(
    ("puzzle", "query"),
    [
        ("custom", "?goal=1-10+loop%3AR+holes%3Aallow"),
        ("custom", "?goal=1-5%2A2+loop%3AR"),
        ("daily-2027-01-15", ""),
        ("solitaire-red-line", ""),
        ("solitaire-red-line-77", ""),
    ],
)
def test_unlisted_puzzles_are_stored_under_the_names_of_their_pages(
    client: TestClient, anna: str, puzzle: str, query: str
) -> None:
    send_report(client, entry(puzzle, query=query, best=7, best_ms=1))

    assert [*kept(client)] == [puzzle + query]
    client.get(f"/api/puzzles/{puzzle}")  # a puzzle of the day is made by then
    page = client.get(f"/puzzles/{puzzle}{query}", follow_redirects=False)
    assert page.status_code == 303 or f'"query": "{query.replace("&", "")}"' in page.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"best_ms": -1},
        {"best_ms": 1.5},
        {"solved_on": "2026-02-30"},
        {"helped_by": "magic"},
        {"laid": "1@0,0"},
        {"laid": "1@0,0^0;" * 200},
        {"left_ms": 2**53 + 1},
        {"query": "?goal=\n"},
        {"more": 1},
    ],
)
def test_values_out_of_range_are_refused(client: TestClient, anna: str, wrong: Json) -> None:
    assert send_report(client, entry(**wrong)).json()["code"] == "invalid"
    assert send_report(client, *[entry()] * 26).json()["code"] == "invalid"
    assert kept(client) == {}


def test_frequent_reports_are_rate_limited(client: TestClient, anna: str) -> None:
    answers = [send_report(client, entry(ms=n)).status_code for n in range(int(RATE.partition("/")[0]) + 1)]

    assert set(answers[:-1]) == {200}
    assert answers[-1] == 429


def test_a_puzzle_without_progress_is_not_stored(client: TestClient, anna: str) -> None:
    assert send_report(client, entry()).json()["n_puzzles"] == 0


def test_only_the_newest_tables_without_a_result_are_stored(client: TestClient, anna: str) -> None:
    send_report(client, entry(best_ms=1, left_ms=1), entry("junior", left_ms=2))
    reports = [entry(f"solitaire-red-line-{n}", left_ms=n + 3) for n in range(N_UNSOLVED)]

    for first in range(0, N_UNSOLVED, 25):
        assert send_report(client, *reports[first : first + 25]).status_code == 200

    pages = [client.get(ADDRESS, params={"page": page}).json() for page in (1, 2, 3, 4)]
    names = {row["puzzle"] for page in pages for row in page["puzzles"]}
    assert [len(page["puzzles"]) for page in pages] == [200, 200, 101, 0]
    assert pages[0]["n_puzzles"] == len(names) == N_UNSOLVED + 1
    assert "junior" not in names


def test_pages_show_the_progress_of_their_reader(client: TestClient, anna: str) -> None:
    yesterday = TODAY - timedelta(days=1)
    lone = TODAY - timedelta(days=9)
    send_report(
        client,
        entry(best_ms=4000, laid="1@0,0^2", left_ms=5),
        entry("junior", laid="3@0,0^2", left_ms=5),
        *(entry(name_of(day), best_ms=1, solved_on=day.isoformat()) for day in (TODAY, yesterday, lone)),
    )

    puzzle, puzzles = (progress_in(client.get(path).text) for path in ("/puzzles/discovery-3", "/puzzles"))
    days = progress_in(client.get("/puzzles/days").text)

    run = {name_of(TODAY), name_of(yesterday)}
    assert puzzle["account"] == anna
    assert {row["puzzle"] for row in puzzle["puzzles"]} == {"discovery-3", *run}
    assert next(row["laid"] for row in puzzle["puzzles"] if row["puzzle"] == "discovery-3") == "1@0,0^2"
    assert {row["puzzle"] for row in puzzles["puzzles"]} == {"discovery-3", *run, name_of(lone)}  # a month
    assert {row["puzzle"] for row in days["puzzles"]} == {*run, name_of(lone)}
    assert not any(row["laid"] for row in puzzles["puzzles"])
    client.cookies.clear()
    assert 'id="progress"' not in client.get("/puzzles/discovery-3").text


def progress_in(page: str) -> Json:
    found = re.search(r'<script type="application/json" id="progress">(.*?)</script>', page)
    assert found is not None
    progress: Json = json.loads(found[1])
    return progress


def test_the_profile_counts_what_was_solved(client: TestClient, anna: str) -> None:
    assert "Puzzles</h2>" not in client.get(f"/players/{anna}").text
    before = TODAY - timedelta(days=3)
    send_report(
        client,
        entry("discovery-3", best_ms=4000),
        entry("discovery-4", helped_by="tile"),
        entry("discovery-5", laid="1@0,0^2"),
        entry("junior", best_ms=4000, helped_by="solution"),
        entry("custom", query="?goal=1-3+loop%3AY", best_ms=1),
        entry(name_of(TODAY), best_ms=1, solved_on=TODAY.isoformat()),
        entry(name_of(before), best_ms=1, solved_on=TODAY.isoformat()),
    )
    client.cookies.clear()

    answer = client.get(f"/api/players/{anna}/puzzles")
    assert answer.status_code == 200, answer.text
    solved = answer.json()
    page = client.get(f"/players/{anna}").text

    n_discovery = sum(puzzle.group == "discovery" for puzzle in PUZZLES.values())
    groups = {group["group"]: group for group in solved["groups"]}
    assert groups["discovery"] == {
        "group": "discovery",
        "n_puzzles": n_discovery,
        "n_solved": 2,
        "n_unaided": 1,
    }
    assert (groups["school"]["n_solved"], groups["school"]["n_unaided"]) == (1, 1)
    assert (solved["n_days"], solved["streak"], solved["longest_streak"], solved["n_others"]) == (1, 1, 1, 2)
    assert f"2 of {n_discovery}" in page
    assert "1 puzzle of the day solved on its day." in page
    assert client.get("/api/players/Nobody/puzzles").json()["code"] == "no_account"


def test_progress_is_in_the_download_and_is_deleted_with_the_account(client: TestClient, anna: str) -> None:
    send_report(client, entry(best_ms=4000))

    assert [row["best_ms"] for row in client.get("/account/export").json()["puzzles"]] == [4000]

    user_id = user_id_of(client, anna)
    client.post("/account/close", data={"password": PASSWORD})
    assert services(client).progress.store.n_of(user_id) == 0


def test_programs_need_one_scope_to_read_and_another_to_report(client: TestClient) -> None:
    reader = program(client, "Reader", ["read"])
    player = program(client, "Player", ["play"])
    report = {"puzzles": [entry(best_ms=4000)]}

    assert reader.ask("GET", ADDRESS).status_code == 200
    assert reader.ask("POST", ADDRESS, json=report).json()["code"] == "missing_scope"
    assert player.ask("GET", ADDRESS).json()["code"] == "missing_scope"
    assert player.ask("POST", ADDRESS, json=report).json()["n_puzzles"] == 1


def test_progress_survives_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        sign_up(client, "Anna")
        send_report(client, entry(best_ms=4000))
        cookies = dict(client.cookies)
    with TestClient(create_app(settings), cookies=cookies) as client:
        assert kept(client)["discovery-3"]["best_ms"] == 4000
