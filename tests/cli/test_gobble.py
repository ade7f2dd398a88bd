"""Records of Gobble at the command line, checked and verified like records of games."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tantrix.cli.app import app
from tantrix.gobble import GobbleRules, parse_rushes, print_rush
from tantrix.gobble.simulation import RushJob, simulate_rushes


def ran(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin)


@pytest.fixture(scope="module")
def rushes() -> str:
    """The records of two rushes of three robots."""
    job = RushJob(GobbleRules(3, (6, 6, 6)), ("calm", "balanced", "hasty"), 4)
    return "".join(batch.records for batch in simulate_rushes(job, 2, 1, True))


@pytest.fixture
def file(rushes: str, tmp_path: Path) -> Path:
    path = tmp_path / "rushes.gobble"
    path.write_text(rushes)
    return path


@pytest.mark.parametrize("command", [["verify"], ["record", "check"]])
def test_rushes_are_dealt_again_and_replayed(command: list[str], file: Path, rushes: str) -> None:
    assert ran(*command, str(file)).stdout == "2 games, no errors\n"
    assert ran(*command, "-", stdin=rushes).exit_code == 0


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"ranks": (9, 9, 9)}, "expected the ranks"),
        ({"commitment": "0" * 64}, "expected the commitment"),
        ({"secret": bytes(32)}, "is refused as"),
        ({"secret": None}, "has no secret"),
    ],
)
def test_a_rush_that_was_tampered_with_is_named(
    change: dict[str, Any], problem: str, rushes: str, tmp_path: Path
) -> None:
    first, second = parse_rushes(rushes)
    file = tmp_path / "other.gobble"
    file.write_text(print_rush(replace(first, **change)) + print_rush(second))

    words, data = ran("verify", str(file)), ran("verify", str(file), "--json")

    assert words.exit_code == data.exit_code == 1
    assert words.stdout.startswith("game 1: ")
    assert problem in words.stdout
    assert [each["game"] for each in json.loads(data.stdout)["problems"]] == [1]


def test_a_broken_record_of_a_rush_is_unusable(tmp_path: Path) -> None:
    file = tmp_path / "broken.gobble"
    file.write_text('[Gobble "2"]\n[Players "a"; "b"]\n12 1 dance\n')

    result = ran("verify", str(file))

    assert result.exit_code == 2
    assert f"{file}: line 3: expected a command like" in result.stderr


def test_a_damaged_rush_does_not_keep_the_others_from_being_checked(file: Path, rushes: str) -> None:
    file.write_text('[Gobble "2"]\n[Players "a"; "b"]\n12 1 dance\n' + rushes)

    result = ran("verify", str(file))

    assert result.exit_code == 1
    assert result.stdout.startswith("game 1: line 3: expected a command like")
    assert result.stdout.endswith("3 games, 1 with errors\n")


def test_a_command_for_games_says_that_it_got_a_rush(file: Path) -> None:
    result = ran("record", "show", str(file))

    assert result.exit_code == 2
    assert "has Gobble games" in result.stderr
