"""`tantrix match`, `league` and `bench robots`: their output, their errors, and interrupting them."""

import json
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tantrix import __version__, robots
from tantrix.cli.app import app
from tantrix.lab.arena.fingerprint import SIZES, fingerprints
from tantrix.record import check, parse_records, verify
from tests.support.plugins import install_robots
from tests.support.program import run_program, start_program

FINGERPRINTS = Path(__file__).parents[1] / "data" / "fingerprints.json"
KNOWN: dict[str, dict[str, str]] = json.loads(FINGERPRINTS.read_text())
CHEAP = [name for name, hashes in KNOWN.items() if str(SIZES[-1]) in hashes]
# A program that reports the time that it was given instead of a placement.
LATE_PROGRAM = """
for line in open(0):
    if line.startswith("tantrix"):
        print("ready", flush=True)
    elif line.startswith("go"):
        print("error", line.strip(), flush=True)
"""


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def figures_of(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    return {name: value for name, value in found.items() if name != "cpu_ms_a_decision"}


def wait_for_a_round(process: "subprocess.Popen[str]", rounds: Path) -> None:
    """Wait until a match has saved a round."""
    while not rounds.exists() or not rounds.stat().st_size:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
            raise AssertionError(process.communicate())


# match


def test_match_prints_what_other_programs_read():
    result = ran("match", "greedy", "random", "--games", "20", "--seed", "4", "--json")

    figures = json.loads(result.stdout)
    assert result.exit_code == 0
    assert figures["games"] == figures["wins"] + figures["draws"] + figures["losses"] == 20
    assert figures["score"] == (figures["wins"] + figures["draws"] / 2) / 20
    assert figures["elo_interval"][0] < figures["elo"] < figures["elo_interval"][1]
    assert len(figures["mean_scores"]) == len(figures["cpu_ms_a_decision"]) == 2
    assert figures["is_complete"] is True
    assert figures["version"] == __version__


def test_match_prints_the_same_in_words():
    result = ran("match", "greedy", "random", "--games", "6", "--players", "3", "--sprt", "-10,10")

    assert result.exit_code == 0
    assert "greedy against random: RBY 56 draw-keep, seed 0" in result.stdout
    assert "undecided" in result.stdout


def test_a_test_that_accepts_the_lower_difference_is_a_negative_answer():
    result = ran("match", "random", "greedy", "--games", "400", "--sprt", "0,400", "--json")

    figures = json.loads(result.stdout)
    assert result.exit_code == 1
    assert figures["sprt"]["accepted"] == "elo0"
    assert figures["games"] < 100


@pytest.mark.parametrize("options", [[], ["--folder"]])
def test_match_writes_all_records_in_order(options: list[str], tmp_path: Path):
    file = tmp_path / "games.txt"
    kept = [*options, str(tmp_path / "match")] if options else []

    ran("match", "random", "random", "--games", "8", "--teams", "--records", str(file), *kept)

    records = list(parse_records(file.read_text()))
    assert len(records) == 8
    assert [records[at].secret == records[at + 1].secret for at in range(7)] == [True, False] * 3 + [True]
    assert all(check(record) == () and verify(record) == () for record in records)
    if kept:
        assert file.read_text() == (tmp_path / "match/games.txt").read_text()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["greedy", "nobody"], "expected a robot named"),
        (["greedy", "random", "--games", "3"], "expected a multiple of 2 games"),
        (["greedy", "random", "--games", "0"], "expected a multiple of 2 games"),
        (["greedy", "random", "--games", "-2"], "expected a multiple of 2 games"),
        (["greedy", "random", "--games", "10", "--players", "4"], "expected a multiple of 8 games"),
        (["greedy", "random", "--sprt", "10,0"], "expected two Elo bounds, the lower first, got 10,0"),
        (["greedy", "random", "--sprt", "10"], "expected two Elo bounds like 0,10, got '10'"),
        (["greedy", "random", "--resume"], "--resume needs --folder"),
        (["greedy", "random", "--jobs", "2", "--dask", "tcp://here:1"], "give --jobs or --dask, not both"),
        (["greedy", "random", "--records", "-", "--json"], "give --json or --records -, not both"),
        (["greedy", "random", "--records", "/nowhere/games.txt"], "/nowhere/games.txt: No such file"),
        (["greedy", "random", "--folder", "/proc/nowhere"], "/proc/nowhere"),
        (["greedy", "random", "--players", "3", "--teams"], "each of the 3 players needs a colour, not RB"),
    ],
)
def test_match_refuses_impossible_options_in_one_line(options: list[str], problem: str):
    result = ran("match", *options)

    assert result.exit_code == 2
    assert problem in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_folder_of_another_match_is_refused_in_one_line(tmp_path: Path):
    ran("match", "random", "random", "--games", "2", "--folder", str(tmp_path))

    unasked = ran("match", "random", "random", "--games", "2", "--folder", str(tmp_path))
    other = ran("match", "random", "greedy", "--games", "2", "--folder", str(tmp_path), "--resume")

    assert (unasked.exit_code, other.exit_code) == (2, 2)
    assert "--resume" in unasked.stderr
    assert "another match" in other.stderr
    assert len(other.stderr.splitlines()) == 1


SIXTY = ["match", "greedy", "random", "--games", "60", "--json"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], bytes]:
    folder = tmp_path_factory.mktemp("whole")
    return figures_of(ran(*SIXTY, "--folder", str(folder))), (folder / "games.txt").read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_match_stopped_and_resumed_gives_the_result_of_one_that_was_not(
    stop: signal.Signals, jobs: str, whole: tuple[dict[str, Any], bytes], tmp_path: Path
):
    process = start_program(*SIXTY, "--folder", str(tmp_path), "--jobs", jobs)
    wait_for_a_round(process, tmp_path / "rounds.jsonl")

    process.send_signal(stop)
    stdout, stderr = process.communicate()
    resumed = ran(*SIXTY, "--folder", str(tmp_path), "--resume")

    assert (figures_of(resumed), (tmp_path / "games.txt").read_bytes()) == whole
    if process.returncode == 0:  # on a fast machine all games may end before the signal arrives
        assert json.loads(stdout)["games"] == 60
    elif stop == signal.SIGINT:
        figures = json.loads(stdout)
        assert process.returncode == 130
        assert figures["games"] < 60 and figures["is_complete"] is False
        assert "with --resume continues" in stderr
        assert len(stderr.splitlines()) == 1
    else:
        assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_third_party_robot_that_fails_loses_the_game_and_one_line_says_so(jobs: str, tmp_path: Path):
    arguments = ["match", "crash", "random", "--games", "8", "--json", "--jobs", jobs]

    done = run_program(*arguments, PYTHONPATH=install_robots(tmp_path))

    (line,) = [line for line in done.stderr.splitlines() if "compiling" not in line]
    figures = json.loads(done.stdout)
    assert done.returncode == 0
    assert (figures["games"], figures["losses"], figures["failures"]) == (8, 8, [8, 0])
    assert "8 games were forfeited: the robot 'crash'" in line and "boom" in line


def test_the_table_of_a_match_counts_the_games_that_a_program_forfeits(tmp_path: Path):
    (tmp_path / "late.py").write_text(LATE_PROGRAM)
    engine = f"engine:{sys.executable} {tmp_path / 'late.py'}"

    result = ran("match", engine, "random", "--games", "2", "--seconds", "0.25")

    assert result.exit_code == 0, result.stderr
    assert "games forfeited" in result.stdout and "2 : 0" in result.stdout
    assert "2 games were forfeited" in result.stderr and "ms 250" in result.stderr


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "86401"])
@pytest.mark.parametrize("command", ["match", "league"])
def test_a_time_that_no_program_can_have_is_refused(command: str, seconds: str):
    result = ran(command, "random", "greedy", "--games", "2", "--seconds", seconds)

    assert result.exit_code == 2
    assert f"expected up to 86400 seconds for a placement, got {float(seconds):g}" in result.stderr


def test_a_program_that_does_not_exist_is_refused_before_the_first_game():
    result = ran("match", "engine:no-such-program", "random", "--games", "2")

    assert result.exit_code == 2
    assert "cannot be started: no such command" in result.stderr


@pytest.mark.parametrize("format", ["round-robin", "swiss"])
def test_a_league_goes_on_when_a_robot_fails(format: str, tmp_path: Path):
    arguments = ["league", "crash", "random", "greedy", "--games", "2", "--json", "--format", format]
    arguments += ["--rounds", "2"] if format == "swiss" else []

    done = run_program(*arguments, PYTHONPATH=install_robots(tmp_path))

    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert "2 games were forfeited: the robot 'crash'" in done.stderr
    assert found["robots"][-1] | {"robot": "crash", "score": 0.0} == found["robots"][-1]


# league


def test_a_league_ranks_robots_with_random_at_zero():
    result = ran("league", "random", "greedy", "--games", "20", "--json")

    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert [row["robot"] for row in found["robots"]] == ["greedy", "random"]
    assert found["robots"][1]["elo"] == 0
    assert found["robots"][0]["score"] == 1 - found["robots"][1]["score"]
    assert found["matches"][0]["games"] == 20
    same = json.loads(ran("match", "random", "greedy", "--games", "20", "--json").stdout)
    assert same["score"] == found["matches"][0]["score"]


def test_a_league_prints_the_same_as_a_table_and_resumes_from_its_folder(tmp_path: Path):
    options = ["league", "random", "greedy", "--folder", str(tmp_path)]
    first = ran(*options, "--games", "4")

    second = ran(*options, "--games", "8", "--resume")

    assert first.exit_code == second.exit_code == 0
    assert "greedy" in first.stdout
    lines = (tmp_path / "random-against-greedy" / "rounds.jsonl").read_text().splitlines()
    assert len(lines) == 4


SWISS = ["league", "random", "greedy", "beginner", "--format", "swiss", "--games", "4", "--json"]


def without_times(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    for match in found["matches"]:
        del match["cpu_ms_a_decision"]
    return found


def test_a_swiss_of_robots_resumes_with_the_same_pairs(tmp_path: Path):
    whole = ran(*SWISS, "--rounds", "2", "--folder", str(tmp_path / "whole"))
    ran(*SWISS, "--rounds", "2", "--folder", str(tmp_path / "cut"))
    [second] = (tmp_path / "cut" / "round-2").glob("*/rounds.jsonl")
    second.write_bytes(second.read_bytes()[:-20])  # as after a kill
    resumed = ran(*SWISS, "--rounds", "2", "--folder", str(tmp_path / "cut"), "--resume")

    assert whole.exit_code == resumed.exit_code == 0
    found = without_times(whole)
    assert found == without_times(resumed)
    assert [len(each["pairs"]) for each in found["rounds"]] == [1, 1]
    assert found["rounds"][0]["bye"] != found["rounds"][1]["bye"]
    assert sum(row["points"] for row in found["standings"]) == 2 * (20 + 15)
    assert [row["place"] for row in found["standings"]] == [1, 2, 3]
    assert (found["format"], found["is_complete"]) == ("swiss", True)


def test_a_swiss_of_robots_prints_its_standings():
    table = ran(*SWISS[:-1], "--rounds", "1")

    assert table.exit_code == 0
    assert "Buchholz" in table.stdout


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["random", "greedy", "--rounds", "1"], "--rounds needs --format swiss"),
        (["random", "greedy", "--format", "swiss"], "expected at least 8 entrants for a Swiss, got 2"),
        (["random", "greedy", "--format", "swiss", "--rounds", "2"], "expected 1 to 1 rounds for 2 robots"),
        (["random", "--format", "swiss", "--rounds", "1"], "expected at least two different robots"),
        (["random"], "expected at least two different robots, got random"),
        (["random", "random"], "expected at least two different robots, got random random"),
        (["random", "nobody"], "'nobody'"),
        (["random", "greedy", "--games", "5"], "expected a multiple of 2 games"),
        (["random", "greedy", "--resume"], "--resume needs --folder"),
    ],
)
def test_league_refuses_impossible_options_in_one_line(options: list[str], problem: str):
    result = ran("league", *options)

    assert result.exit_code == 2
    assert problem in result.stderr
    assert len(result.stderr.splitlines()) == 1


# bench robots


@pytest.mark.parametrize("name", CHEAP)
def test_a_cheap_robot_plays_as_its_fingerprints_say(name: str):
    found = fingerprints(name, 1e9, lambda _: None)["fingerprints"]

    assert found == KNOWN[name]  # after an intended change: tantrix bench robots --renew


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(KNOWN.keys() - set(CHEAP)))
def test_an_expensive_robot_plays_as_its_fingerprints_say(name: str):
    found = fingerprints(name, 0, lambda _: None)["fingerprints"]

    assert found == {str(SIZES[0]): KNOWN[name][str(SIZES[0])]}


def test_bench_robots_reports_a_robot_that_plays_differently(tmp_path: Path):
    file = tmp_path / "fingerprints.json"
    file.write_text(json.dumps({"random": {"8": "0" * 16}, "greedy": KNOWN["greedy"]}))

    changed = ran("bench", "robots", "random", "--seconds", "0", "--check", str(file), "--json")
    same = ran("bench", "robots", "greedy", "--seconds", "0", "--check", str(file))

    assert (changed.exit_code, same.exit_code) == (1, 0)
    assert json.loads(changed.stdout)["changed"] == ["random"]
    assert json.loads(changed.stdout)["robots"]["random"]["fingerprints"] == {"8": KNOWN["random"]["8"]}
    assert KNOWN["greedy"]["8"] in same.stdout


def test_bench_robots_renews_a_file_and_keeps_the_other_robots(tmp_path: Path):
    file = tmp_path / "fingerprints.json"
    file.write_text(json.dumps({"random": {"8": "0" * 16}, "other": {"8": "1" * 16}}))

    result = ran("bench", "robots", "random", "--seconds", "0", "--renew", str(file))

    assert result.exit_code == 0
    assert json.loads(file.read_text()) == {"random": {"8": KNOWN["random"]["8"]}, "other": {"8": "1" * 16}}


@pytest.mark.parametrize(
    ("options", "problem"),
    [(["nobody"], "'nobody'"), (["random", "--check", "/nowhere"], "/nowhere: No such file")],
)
def test_bench_robots_refuses_impossible_options(options: list[str], problem: str):
    result = ran("bench", "robots", *options)

    assert result.exit_code == 2
    assert problem in result.stderr


def test_every_robot_of_ours_has_fingerprints():
    assert set(robots.names()) <= KNOWN.keys()
