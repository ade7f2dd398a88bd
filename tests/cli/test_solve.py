"""`tantrix solve`: one JSON object, pictures, refusals, limits, files to resume from."""

import json
import os
import signal
import subprocess
import sys
import threading
from time import sleep

import pytest
from typer.testing import CliRunner, Result

from tantrix._tools.languages import set_language
from tantrix.cli.app import app
from tantrix.placement import Placement
from tantrix.solver import parse_goal
from tantrix.solver.checker import faults


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["solve", *arguments])


def solved(*arguments: str) -> dict[str, object]:
    result = ran(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_first_solution_comes_with_status_and_placements():
    found = solved("--tiles", "1-10", "--colour", "yellow")

    laid = tuple(Placement.parse(text) for text in found["solution"])
    assert found["status"] == "solved"
    assert found["seconds"] >= 0
    assert faults(parse_goal("1-10 loop:Y"), laid) == []


def test_a_count_states_its_convention():
    found = solved("--tiles", "1-10", "--colour", "red", "--count", "--holes", "allow")

    assert (found["count"], found["complete"]) == (23360, True)
    assert found["convention"] == "up to rotation and translation"


@pytest.mark.parametrize(
    ("goal", "counted"),
    [
        ("1-5 loop:R", "решений: 4, с точностью до поворота и сдвига"),
        ("1-3 loop:Y shape:triangle:2", "решений: 2, с точностью до поворотов поля (их 3)"),
        ("1-3 loop:Y shape:cells:0,0;1,0;1,1", "решений: 0 (в том виде, как они лежат на поле)"),
    ],
)
def test_a_count_is_told_in_one_language(goal: str, counted: str):
    set_language(["ru"])
    try:
        result = ran(goal, "--count")
    finally:
        set_language(["en"])

    assert result.stdout.splitlines()[-1] == counted


def test_a_refusal_comes_with_its_reason():
    found = solved("--tiles", "1-3", "--colour", "R")

    assert found["status"] == "none"
    assert found["reason"].startswith("parity")


def test_no_time_gives_unknown_and_never_none():
    found = solved("--tiles", "1-20", "--colour", "red", "--kind", "line", "--count", "--limit-seconds", "0")

    assert found["status"] in ("unknown", "solved")
    assert found["complete"] is False


def test_a_named_puzzle_lists_all_with_pictures(tmp_path):
    files = {name: tmp_path / f"all.{name}" for name in ("svg", "png", "text")}
    options = [word for name, file in files.items() for word in (f"--{name}", str(file))]
    found = solved("--puzzle", "junior", "--all", *options)

    assert len(found["solutions"]) == 48
    assert found["courses"] >= found["courses_up_to_reflection"] >= 1
    assert files["svg"].read_text().startswith("<svg")
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert len(files["text"].read_text().splitlines()) == 48


def test_a_triangle_needs_no_size_and_two_colours_take_their_own_tiles():  # R7.2
    found = solved(
        "--tiles", "6,7,12,25-27,30,38,40,42", "--colour", "green", "--colour", "yellow", "--kind", "line",
        "--shape", "triangle", "--count",
    )  # fmt: skip

    assert found["goal"].endswith("line:G/own line:Y/own shape:triangle:4")
    assert found["count"] == 18


def test_a_saved_count_is_resumed(tmp_path):
    file = tmp_path / "kept"
    arguments = ("--tiles", "1-12", "--colour", "red", "--count", "--checkpoint", str(file))
    first = solved(*arguments, "--limit-seconds", "0")

    second = solved(*arguments)

    assert first["complete"] is False
    assert (second["count"], second["complete"]) == (40580, True)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_reports_what_is_known_and_exits_with_its_own_status(jobs: str):
    pressing = threading.Thread(target=press_ctrl_c, args=(signal.getsignal(signal.SIGINT),))
    pressing.start()

    result = ran("1-30 line:R", "--count", "--jobs", jobs, "--json")

    pressing.join()
    assert result.exit_code == 130
    assert json.loads(result.stdout)["complete"] is False


def press_ctrl_c(idle_handler: object) -> None:
    """Wait until a search has begun, which handles interrupts itself, and send one a little later."""
    for _ in range(1000):
        if signal.getsignal(signal.SIGINT) != idle_handler:
            break
        sleep(0.1)
    sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.long
def test_a_count_resumes_after_a_kill(tmp_path):
    file = tmp_path / "kept"
    goal = "1*3,2*3,3*3,6 line:Y"
    command = [sys.executable, "-m", "tantrix", "solve", goal, "--count", "--json", "--checkpoint", str(file)]
    with subprocess.Popen([*command, "--jobs", "2"], stdout=subprocess.DEVNULL) as process:
        while not file.exists() or file.read_text().count("\n") < 20:
            assert process.poll() is None
        process.kill()
    n_lines = file.read_text().count("\n")

    ended = subprocess.run(command, stdout=subprocess.PIPE, check=True)

    whole = solved(goal, "--count")
    found = json.loads(ended.stdout)
    assert file.read_text().count("\n") > n_lines
    assert (found["count"], found["complete"]) == (whole["count"], True)


@pytest.mark.parametrize("tiles", ["", " ", ","])
def test_a_puzzle_needs_tiles(tiles: str):
    result = ran("--tiles", tiles, "--colour", "red")

    assert result.exit_code == 2
    assert "expected tiles such as '1-10'" in result.stderr


def test_tiles_that_are_held_lie_as_given():
    free = solved("--tiles", "1-10", "--colour", "yellow", "--all")
    held = " ".join(free["solution"][:4])

    found = solved("--tiles", "1-10", "--colour", "yellow", "--all", "--fixed", held)

    assert 1 <= found["count"] < free["count"] == 388
    assert found["goal"].startswith("1-10 loop:Y held:")


def test_all_solutions_are_printed_as_they_are_found_and_then_counted():
    lines = ran("1-5 loop:R", "--all").stdout.splitlines()

    found = solved("1-5 loop:R", "--all")
    assert lines[:-2] == [" ".join(solution) for solution in found["solutions"]]
    assert lines[-2:] == ["solved", f"{found['count']} solutions, {found['convention']}"]


def test_an_estimate_has_an_error():
    found = solved("--tiles", "1-12", "--colour", "red", "--estimate", "--samples", "300")

    assert 0 < abs(found["estimate"]["count"] - 40580) < 6 * found["estimate"]["error"]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--tiles", "1-10", "--colour", "pink"),
        ("--tiles", "1-10", "--colour", "R", "--kind", "ring"),
        ("--tiles", "1-10", "--colour", "R", "--count", "--all"),
        ("--tiles", "1-10", "--colour", "R", "--shape", "triangle:5"),
        ("--tiles", "1-9", "--colour", "R", "--shape", "triangle"),
        ("--puzzle", "nobody's"),
        ("--tiles", "1-10", "--colour", "R", "--checkpoint", "here"),
        ("--tiles", "1-10", "--colour", "R", "--all", "--jobs", "2"),
        ("--tiles", "1-10", "--colour", "R", "--estimate", "--jobs", "2"),
        ("--tiles", "1-10", "--colour", "R", "--count", "--jobs", "2", "--dask", "tcp://localhost:1"),
        ("--tiles", "1-10", "--colour", "R", "--fixed", "11@0,0^0"),
        ("--tiles", "1-10", "--colour", "R", "--fixed", "1@0,0^0 2@0,0^0"),
    ],
)
def test_contradictory_input_is_refused_in_one_line(arguments):
    result = ran(*arguments)

    assert result.exit_code == 2
    assert result.stderr.startswith("tantrix: ")
    assert "Traceback" not in result.output


def test_the_old_words_of_options_are_understood():
    goal = ("--tiles", "1-10", "--colour", "yellow", "--count")

    new = solved(*goal, "--kind", "loop", "--fixed", "1@0,0^0 2@1,0^3")
    assert solved(*goal, "--goal", "loop", "--held", "1@0,0^0 2@1,0^3")["count"] == new["count"] > 0
    assert "--goal" not in ran("--help").stdout
