"""Storm, streak and rated: gap puzzles, the course of a run, and what it does to ratings."""

from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.placement import Placement
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.puzzles.runs.gaps import LEVELS, N_GAPS, GapPuzzle, make_gap
from tantrix.server.puzzles.runs.run import (
    BONUS_MS,
    STORM_MS,
    PuzzleRun,
    RunMode,
    answered,
    level_after,
    level_for,
    time_for,
)
from tantrix.server.puzzles.runs.service import RunService
from tantrix.server.ratings.ledger import first_rating, level_player
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json
from tests.support.computing import UNHURRIED
from tests.support.gap_solutions import solution_of

RUN = PuzzleRun("r", "u", RunMode.STORM, 0, STORM_MS, 1, 0)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings with a clock that stands still, so that no run ends while a test solves its puzzles."""
    return Settings(migrated_folder(tmp_path), now_ms=ManualClock(), computing=UNHURRIED)


def _choices(tiles: tuple[int, ...], n: int) -> list[tuple[int, ...]]:
    return list(permutations(tiles, n))


def _by_trying(gap: GapPuzzle) -> list[Placement]:
    for chosen in _choices(gap.tiles, len(gap.spaces)):
        for turns in product(range(6), repeat=len(gap.spaces)):
            laid = [
                Placement(tile, cell, turn)
                for tile, cell, turn in zip(chosen, gap.spaces, turns, strict=True)
            ]
            if gap.is_filled_by(laid):
                return laid
    raise AssertionError(gap)


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_has_puzzles_that_can_be_solved(level: int) -> None:
    gap = make_gap(level, 7)
    n_tiles, n_missing, n_decoys = LEVELS[level - 1]

    assert len(gap.laid) == n_tiles - n_missing
    assert len(gap.spaces) == n_missing
    assert len(gap.tiles) == n_missing + n_decoys
    assert make_gap(level, 7) == gap  # every server makes the same one
    assert gap.is_filled_by(_by_trying(gap)) if n_missing < 3 else True


def test_only_tiles_of_the_tray_that_close_the_loop_are_right() -> None:
    gap = make_gap(3, 1)
    right = _by_trying(gap)[0]

    assert not gap.is_filled_by([])
    assert not gap.is_filled_by([right._replace(rotation=(right.rotation + 1) % 6)])
    assert not gap.is_filled_by([right._replace(cell=gap.laid[0].cell)])
    assert not gap.is_filled_by([right, right])


def test_ten_in_a_row_add_five_seconds_to_a_storm() -> None:
    run = replace(RUN, row=9, n_solved=9)

    after = answered(run, True, 1_000, 4, 2)

    assert after.ends_ms == STORM_MS + BONUS_MS
    assert (after.n_solved, after.row, after.best_row) == (10, 10, 10)


def test_a_miss_breaks_the_series_of_a_storm_and_ends_a_streak() -> None:
    run = replace(RUN, row=4, best_row=4, n_solved=4)

    assert not answered(run, False, 1_000, 2, 2).is_over
    assert answered(run, False, 1_000, 2, 2).row == 0
    assert answered(replace(run, mode=RunMode.STREAK), False, 1_000, 2, 2).is_over


def test_an_answer_after_the_end_of_a_storm_counts_for_nothing() -> None:
    after = answered(RUN, True, STORM_MS + 1, 1, 2)

    assert after.is_over
    assert after.n_asked == 0


def test_a_late_answer_to_a_rated_puzzle_is_a_miss_and_the_next_one_waits() -> None:
    run = replace(RUN, mode=RunMode.RATED, ends_ms=10_000)

    late, right = answered(run, True, 10_001, 5, 2), answered(run, True, 10_000, 5, 2)

    assert (late.n_solved, late.n_missed, late.is_over) == (0, 1, True)
    assert (late.level, late.number) == (run.level, run.number)  # whose solution is shown
    assert right.ends_ms == 10_000 + time_for(RunMode.RATED, 5)


@pytest.mark.parametrize("mode", [RunMode.STORM, RunMode.RATED, RunMode.RACE])
def test_the_time_in_which_the_next_puzzle_is_made_is_given_back_except_in_a_race(mode: RunMode) -> None:
    run = replace(RUN, mode=mode)

    at_once, later = (answered(run, True, 1_000, 1, 2, made_in_ms) for made_in_ms in (0, 7_000))

    assert later.ends_ms - at_once.ends_ms == (0 if mode is RunMode.RACE else 7_000)


class BusyPool(WorkerPool):
    """Workers that are so busy that every call takes some seconds of a clock."""

    def __init__(self, settings: Settings, clock: ManualClock, call_ms: int) -> None:
        super().__init__(settings.computing)
        self._busy_clock, self._call_ms = clock, call_ms

    async def compute_once(self, *call: Any, **options: Any) -> Any:
        result = await super().compute_once(*call, **options)
        self._busy_clock.now_ms += self._call_ms
        return result


def test_no_time_runs_before_the_puzzle_is_there(client: TestClient, settings: Settings) -> None:
    clock, site = settings.now_ms, services(client)
    assert isinstance(clock, ManualClock)

    async def play() -> tuple[int, int]:
        pool = BusyPool(settings, clock, 13_000)
        runs = RunService(settings, site.runs.store, site.writer, pool, site.ratings, site.rating_service)
        run = await runs.begin("u", RunMode.STREAK)
        first_ms = run.ends_ms - clock.now_ms
        right = _by_trying(make_gap(run.level, run.number))
        after, _ = await runs.answer(run.id, "u", None, 0, right)
        await pool.close()
        return first_ms, after.ends_ms - clock.now_ms

    assert in_loop(client, play) == (time_for(RunMode.STREAK, 1), time_for(RunMode.STREAK, 1))


def test_levels_follow_what_was_solved_and_the_rating() -> None:
    assert [level_after(RUN, n) for n in (0, 2, 3, 30, 99)] == [1, 1, 2, 10, 10]
    assert [level_for(points) for points in (0, 1100, 1500, 9000)] == [1, 1, 4, 10]


def begin(client: TestClient, mode: str) -> Json:
    answer = client.post("/api/puzzle-runs", json={"mode": mode})
    assert answer.status_code == 201, answer.text
    run: Json = answer.json()
    return run


def reply(client: TestClient, run: Json, placements: list[Placement]) -> Json:
    body = {"n_asked": run["n_asked"], "placements": [str(one) for one in placements]}
    answer = client.post(f"/api/puzzle-runs/{run['id']}/answers", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_storm_counts_what_the_server_judged(client: TestClient) -> None:
    run = begin(client, "storm")

    right = reply(client, run, solution_of(run["gap"]))
    again = reply(client, run, [])  # an answer to a puzzle that has already been answered
    missed = reply(client, right, [])

    assert (right["n_solved"], right["was_right"], right["row"]) == (1, True, 1)
    assert again["n_asked"] == 1
    assert (missed["n_solved"], missed["n_missed"], missed["row"]) == (1, 1, 0)
    assert begin(client, "storm")["best"] == 1


def test_a_second_storm_can_be_played_after_a_better_one(client: TestClient) -> None:
    first = begin(client, "storm")
    reply(client, first, solution_of(first["gap"]))
    second = begin(client, "storm")

    assert reply(client, second, solution_of(second["gap"]))["n_solved"] == 1


def test_a_run_belongs_to_its_player(client: TestClient) -> None:
    run = begin(client, "storm")
    client.cookies.clear()
    client.post("/api/puzzle-runs", json={"mode": "storm"})

    answer = client.post(f"/api/puzzle-runs/{run['id']}/answers", json={"n_asked": 0, "placements": []})

    assert answer.status_code == 404


def test_rated_puzzles_rate_the_account_and_fill_the_leaderboard(client: TestClient) -> None:
    client.post("/sign-up", data={"name": "Solver", "password": "correct horse battery"})
    run = begin(client, "rated")
    assert run["points"] == 1500

    for n in range(19):  # until the rating is certain enough for the list
        run = reply(client, run, solution_of(run["gap"]) if n < 4 and len(run["gap"]["spaces"]) < 3 else [])
        run = begin(client, "rated") if run["is_over"] else run

    assert run["points"] != 1500
    listed = client.get("/api/leaderboards/puzzles").json()
    assert [row["player"]["name"] for row in listed["rows"]] == ["Solver"]
    profile = client.get("/api/players/Solver").json()
    assert profile["recent"] == []  # a rated puzzle is no game


def test_a_missed_rated_puzzle_says_how_many_solve_its_level_and_how_the_last_ten_went(
    client: TestClient,
) -> None:
    client.post("/sign-up", data={"name": "Solver", "password": "correct horse battery"})
    ends = [reply(client, begin(client, "rated"), [])["end"] for _ in range(18)]

    assert [len(end["last"]) for end in ends] == [*range(1, 11), *[10] * 8]
    assert ends[0]["solved_share"] is None
    assert ends[-1]["solved_share"] == 0  # ten misses at the lowest level, the only answers there
    assert ends[-1]["points"] > ends[0]["points"] - 500


def test_a_guests_rated_puzzle_has_no_last_ten_and_a_storm_no_end(client: TestClient) -> None:
    assert reply(client, begin(client, "rated"), [])["end"]["last"] == []
    storm = begin(client, "storm")

    assert (storm["end"], storm["limit_ms"]) == (None, STORM_MS)


def test_a_wrong_rated_answer_costs_what_was_said_and_the_solution_is_shown(client: TestClient) -> None:
    client.post("/sign-up", data={"name": "Solver", "password": "correct horse battery"})
    run = begin(client, "rated")
    right = solution_of(run["gap"])
    wrong = [right[0]._replace(rotation=(right[0].rotation + 1) % 6), *right[1:]]

    missed = reply(client, run, wrong)
    again = reply(client, run, right)

    assert missed["points"] == run["points"] - run["price"] < run["points"]
    assert (missed["is_over"], missed["was_right"], missed["gap"]) == (True, False, run["gap"])
    assert {text.partition("@")[2].partition("^")[0] for text in missed["solution"]} == {
        f"{space['q']},{space['r']}" for space in run["gap"]["spaces"]
    }
    assert (again["points"], again["n_solved"]) == (missed["points"], 0)
    assert run["solution"] is None and begin(client, "rated")["gap"] != run["gap"]


def test_a_rated_puzzle_that_was_left_waits_and_its_clock_goes_on(
    client: TestClient, settings: Settings
) -> None:
    clock = settings.now_ms
    assert isinstance(clock, ManualClock)
    client.post("/sign-up", data={"name": "Picker", "password": "correct horse battery"})
    left = begin(client, "rated")

    clock.now_ms += 3_000
    found = [begin(client, "rated") for _ in range(3)]
    clock.now_ms += left["left_ms"]
    late = begin(client, "rated")

    assert [(one["gap"], one["left_ms"]) for one in found] == [(left["gap"], left["left_ms"] - 3_000)] * 3
    assert late["gap"] != left["gap"]
    assert late["points"] == left["points"] - left["price"]


def test_the_level_is_rated_as_its_puzzles_are_never_met_again(client: TestClient) -> None:
    client.post("/sign-up", data={"name": "Solver", "password": "correct horse battery"})
    before = begin(client, "rated")
    reply(client, before, [])

    level = services(client).ratings.ratings_of(level_player(before["gap"]["level"]))

    assert level[0].rating.points > first_rating(level[0].player).points
    assert N_GAPS * len(LEVELS) == 1_000_000


def test_a_guest_has_no_points_and_no_price(client: TestClient) -> None:
    run = begin(client, "rated")

    assert (run["points"], run["price"]) == (None, None)
    assert reply(client, run, [])["points"] is None


def test_runs_are_in_the_download_of_an_account(client: TestClient) -> None:
    client.post("/sign-up", data={"name": "Solver", "password": "correct horse battery"})
    reply(client, begin(client, "streak"), [])

    [run] = client.get("/account/export").json()["puzzle_runs"]

    assert (run["mode"], run["n_solved"], run["n_missed"], run["is_over"]) == ("streak", 0, 1, True)
    assert run["started"].endswith("Z")
