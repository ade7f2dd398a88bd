"""`tantrix analyse` from a shell: its output, and its errors for bad input."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantrix.cli.app import app
from tantrix.lab.simulation.jobs import Job, play_batch
from tantrix.rules import Rules

run = CliRunner().invoke


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "two.tantrix"
    path.write_text(play_batch(Job(Rules(), ("random", "greedy"), 3), 0, 2, with_records=True).records)
    return path


def test_the_tables_name_players_grades_and_the_robot_that_judges(game: Path) -> None:
    result = run(app, ["analyse", str(game), "--robot", "greedy", "--draws", "1", "--to", "30"])

    assert result.exit_code == 0, result.output
    assert "judged by greedy" in result.output
    assert "R random 1" in result.output
    assert "best" in result.output
    assert "+- " not in result.output
    assert "?? blunder: 4 points" in result.output


def test_json_holds_every_placement(game: Path) -> None:
    result = run(app, ["analyse", str(game), "--robot", "greedy", "--draws", "0", "--json", "--game", "2"])

    found = json.loads(result.stdout)
    assert found["n_plies"] == len(found["steps"]) == 56
    assert found["is_complete"]
    assert [seat["seat"] for seat in found["seats"]] == [0, 1]


def test_json_has_the_reasons_for_what_was_played_and_for_what_was_better(game: Path) -> None:
    result = run(app, ["analyse", str(game), "--robot", "greedy", "--draws", "0", "--json", "--to", "20"])

    found = json.loads(result.stdout)
    is_best = {
        step["ply"]: not step["choice"] or step["choice"]["best"]["placement"] == step["placement"]
        for step in found["steps"]
    }
    assert [each["ply"] for each in found["reasons"]] == list(is_best)
    assert all(each["played"] for each in found["reasons"])
    assert all(bool(each["best"]) != is_best[each["ply"]] for each in found["reasons"])
    assert found["reasons"][0]["played"][0]["fact"] == "opens"


def test_an_error_is_explained_beside_the_better_placement(game: Path) -> None:
    result = run(app, ["analyse", str(game), "--robot", "greedy", "--draws", "0"])

    errors = [line for line in result.output.splitlines() if " Better " in line]
    assert errors
    assert all(line.endswith(".") for line in errors)


def test_a_part_of_the_game_and_a_seed_can_be_chosen(game: Path) -> None:
    arguments = ["analyse", str(game), "--robot", "greedy", "--draws", "1", "--json", "--seed", "7"]

    found = json.loads(run(app, [*arguments, "--from", "10", "--to", "12"]).stdout)

    assert [step["ply"] for step in found["steps"]] == [10, 11, 12]
    assert found["seed"] == 7


def test_the_grades_of_a_game_for_tournament_points_are_explained_by_the_margin(
    game: Path, tmp_path: Path
) -> None:
    at_stake = tmp_path / "points.tantrix"
    at_stake.write_text(game.read_text().replace("[Rules", '[TournamentPoints "15.3-4.7"]\n[Rules', 1))
    options = ["--robot", "greedy", "--draws", "0"]

    friendly, counted = (run(app, ["analyse", str(file), *options]) for file in (game, at_stake))

    assert "4 points and 20% of the game" in friendly.stdout
    assert counted.stdout.splitlines()[-1].startswith("?? blunder: 4 points; ? mistake: 2 points;")


@pytest.mark.parametrize("ending, start", [(".svg", b"<svg"), (".png", b"\x89PNG")])
def test_a_picture_is_written_as_its_name_says(game: Path, tmp_path: Path, ending: str, start: bytes) -> None:
    picture = tmp_path / f"curve{ending}"

    result = run(
        app, ["analyse", str(game), "--robot", "greedy", "--draws", "0", "--picture", str(picture), "--json"]
    )

    assert result.exit_code == 0, result.output
    assert picture.read_bytes().startswith(start)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--robot", "nobody"], "nobody"),
        (["--robot", "random"], "only plays"),
        (["--picture", "curve.gif"], ".svg or .png"),
        (["--picture", "/no/such/folder/curve.svg"], "/no/such/folder/curve.svg"),
        (["--game", "3"], "has the games 1 to 2, not 3"),
        (["--from", "40", "--to", "30", "--robot", "greedy"], "expected the tiles 1 to 56, got 40 to 30"),
    ],
)
def test_bad_input_is_one_line(game: Path, arguments: list[str], message: str) -> None:
    result = run(app, ["analyse", str(game), *arguments])

    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.startswith("tantrix: ")
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_a_record_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text("hello")

    result = run(app, ["analyse", str(path)])

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
