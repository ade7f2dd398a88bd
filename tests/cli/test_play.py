"""`tantrix play`: a whole game, every command, bad input, saving and resuming."""

import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tantrix.cli.app import app
from tantrix.record import Seat, check, parse_record, verify
from tests.support.plugins import install_robots
from tests.support.program import problems_of, run_program, start_program

HOT_SEAT = ["play", "--seed", "3", "--robots", "me"]


def played(lines: str, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*(arguments or HOT_SEAT)], input=lines)


def test_the_end_of_the_input_quits_cleanly_and_offers_the_record():
    result = played("1\n")

    assert result.exit_code == 0
    record = parse_record(result.stdout[result.stdout.index("[Tantrix") :])
    assert len(record.entries) == 1
    assert record.secret is None


def test_a_finished_game_reveals_its_secret_and_verifies(tmp_path: Path):
    file = tmp_path / "game.txt"

    result = played("1\n" * 60, *HOT_SEAT, "--save", str(file))

    assert result.exit_code == 0
    record = parse_record(file.read_text())
    assert check(record) == verify(record) == ()
    assert record.secret is not None
    assert record.commitment is not None
    assert record.commitment in result.stdout.splitlines()[0]
    assert record.secret.hex() in result.stdout
    assert not (tmp_path / "game.txt.secret").exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "3"],
        ["--players", "4", "--teams", "--tile-set", "64", "--start", "random-opening"],
        ["--colours", "GY", "--forced-sides", "exactly-three", "--deadlock", "pass", "--hand-size", "4"],
        ["--robots", "me,random", "--start", "draw-return"],
        ["--robots", "random,greedy", "--start", "highest-in-hand"],
    ],
)
def test_every_rule_set_is_played_to_its_end(options: list[str], tmp_path: Path):
    file = tmp_path / "game.txt"

    result = played("1\n" * 80, "play", "--seed", "1", "--save", str(file), *options)

    assert result.exit_code == 0
    record = parse_record(file.read_text())
    assert record.end is not None
    assert check(record) == verify(record) == ()


def test_a_placement_is_played_by_its_text():
    result = played("13@0,0^0\nrecord\n")

    assert "1. 13@0,0^0 +48" in result.stdout


def test_a_number_chooses_from_the_list_that_was_shown():
    result = played("list 18\n2\nrecord\n")

    assert "1. 18@0,0^1" in result.stdout


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99@0,0^0", "expected a tile 1 to 64, got 99"),
        ("13@0", "expected a placement like '12@3,-1^4', got '13@0'"),
        ("13@5,5^0", "A tile must touch the Tantrix"),
        ("1@0,0^0", "This tile is not in the hand"),
        ("37", "the list has the numbers 1 to 36, not 37"),
        ("0", "the list has the numbers 1 to 36, not 0"),
        ("dance", "type a placement like 12@3,-1^4, a number or one of list"),
        ("list 64", "no legal placement of tile 64"),
        ("undo", "there is nothing to take back"),
        ("save", "save needs the name of a file"),
        ("save /nowhere/at/all", "> /nowhere/at/all: No such file or directory"),
        ("why 13@0,0^0", "Opens the game."),
        ("why", "nothing was laid since the start"),
        ("forced", "there is no forced space"),
        ("hands", "13"),
        ("table", "44 in the bag"),
        ("help", "undo: take back"),
        ("[red]x", "type a placement like"),
        ("\x00", "type a placement like"),
    ],
)
def test_every_command_prints_its_answer(line: str, answer: str):
    result = played(f"{line}\nquit\n")

    assert result.exit_code == 0
    assert answer in result.stdout


def test_undo_takes_back_one_placement_and_the_same_tile_is_drawn_again():
    result = played("13@0,0^0\nundo\n13@0,0^1\nrecord\n")

    assert "1. 13@0,0^1 +48" in result.stdout


def test_a_placement_against_a_robot_stays():
    result = played("1\nundo\n", "play", "--seed", "3")

    assert "a placement against a robot cannot be taken back" in result.stdout


def test_resigning_ends_the_game_and_the_other_wins(tmp_path: Path):  # R5.3
    file = tmp_path / "game.txt"

    result = played("1\nresign\n", *HOT_SEAT, "--save", str(file))

    assert "won by red" in result.stdout
    assert 'Termination "resignation 2"' in file.read_text()
    assert check(parse_record(file.read_text())) == ()


def test_a_saved_game_continues_with_the_draws_it_was_dealt(tmp_path: Path):
    file = tmp_path / "game.txt"
    played("1\n" * 20 + f"save {file}\n")
    assert parse_record(file.read_text()).secret is None
    assert (tmp_path / "game.txt.secret").stat().st_mode & 0o077 == 0

    result = played("1\n" * 50, "play", "--resume", str(file), "--save", str(file))

    assert result.exit_code == 0
    record = parse_record(file.read_text())
    assert check(record) == verify(record) == ()


def test_a_saved_game_without_its_secret_continues_with_another_shuffle(tmp_path: Path):
    file = tmp_path / "game.txt"
    played("1\n" * 20 + f"save {file}\n")
    (tmp_path / "game.txt.secret").unlink()

    result = played("1\n" * 50, "play", "--resume", str(file), "--save", str(file), "--robots", "me,greedy")

    assert result.exit_code == 0
    record = parse_record(file.read_text())
    assert check(record) == ()
    assert record.commitment is None


RECORD = """\
[Tantrix "1"]
[Rules "RB 56 draw-keep"]
[Date "2026-11-21"]
[Seat1 "Anna"]
[Seat2 "Łukasz"]
[Drawn "30 50"]
[Start "2"]
[Hands "30 6 29 56 11 49 / 50 5 1 10 47 46"]
[Commitment "aa22ec97882cd99c01ce5ec4ad4b56c5254e50d078d95c9d2d7360fd6239e717"]
[Result "*"]
[Event "Club evening"]

{a quiet hall}
1. 47@0,0^0 +24 14:58
2. 56@0,-1^1 +22 15:00 {the quiet answer}
3. 24@1,0^2 +52 14:31.500 ({or} 3. 46@1,-2^5)
*
"""


def saved_record(tmp_path: Path) -> Path:
    file = tmp_path / "club.txt"
    file.write_text(RECORD, encoding="utf-8")
    return file


def test_a_record_that_was_only_resumed_is_saved_as_it_was(tmp_path: Path):
    file = saved_record(tmp_path)

    played("quit\n", "play", "--resume", str(file), "--save", str(file))

    assert file.read_text(encoding="utf-8") == RECORD


def test_resuming_a_record_keeps_all_its_contents(tmp_path: Path):
    file = saved_record(tmp_path)

    played("1\nresign\n", "play", "--resume", str(file), "--save", str(file), "--robots", "me,greedy")

    record, before = parse_record(file.read_text(encoding="utf-8")), parse_record(RECORD)
    assert check(record) == ()
    assert record.entries[:3] == before.entries
    assert len(record.entries) > 3
    assert (record.date, record.comments, record.tags) == (before.date, before.comments, before.tags)
    assert record.seats == (before.seats[0], Seat("greedy 2", "greedy"))
    assert record.commitment is None  # the rest of the bag was shuffled again


def test_a_record_that_ended_is_saved_as_it_was(tmp_path: Path):
    file = tmp_path / "over.txt"
    played("1\nresign\n", *HOT_SEAT, "--save", str(file))
    before = file.read_text()

    result = played("", "play", "--resume", str(file), "--save", str(file))

    assert result.exit_code == 0
    assert file.read_text() == before


def test_a_file_of_several_games_is_not_resumed(tmp_path: Path):
    file = tmp_path / "two.txt"
    file.write_text(RECORD + "\n" + RECORD, encoding="utf-8")

    result = played("", "play", "--resume", str(file), "--save", str(file))

    assert result.exit_code == 2
    assert "only one game can be resumed, not 2" in result.stderr


def test_a_file_that_cannot_be_written_is_refused_before_the_first_placement(tmp_path: Path):
    result = played("1\n", *HOT_SEAT, "--save", str(tmp_path / "no" / "game.txt"))

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.endswith("game.txt: No such file or directory\n")


def test_a_record_that_cannot_be_saved_is_printed():
    result = played("1\n", *HOT_SEAT, "--save", "/dev/full")

    assert result.exit_code == 2
    assert len(parse_record(result.stdout[result.stdout.index("[Tantrix") :]).entries) == 1
    assert "No space left on device" in result.stderr


@pytest.mark.parametrize(("lines", "options"), [("1\n", ["--save", "-"]), ("1\nsave -\n", [])])
def test_a_record_is_saved_to_standard_output(
    lines: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)

    result = played(lines, *HOT_SEAT, *options)

    assert "1. " in result.stdout[result.stdout.index("[Tantrix") :]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("saves", [True, False])
def test_an_interrupted_game_is_saved_or_printed(saves: bool, tmp_path: Path):
    file = tmp_path / "game.txt"
    options = ["--save", str(file)] if saves else []
    with start_program(*HOT_SEAT, *options, PYTHONUNBUFFERED="1") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        while "1 tiles placed" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()

    assert (process.returncode, err) == (130, "tantrix: interrupted\n")
    text = file.read_text() if saves else out[out.index("[Tantrix") :]
    assert len(parse_record(text).entries) == 1


@pytest.mark.parametrize(("robot", "what"), [("crash", "boom"), ("cheat", "must touch")])
def test_a_third_party_robot_that_fails_is_named_and_the_game_kept(robot: str, what: str, tmp_path: Path):
    file = tmp_path / "game.txt"
    arguments = ["play", "--robots", f"random,{robot}", "--save", str(file)]

    done = run_program(*arguments, PYTHONPATH=install_robots(tmp_path))

    assert done.returncode == 2
    assert f"the robot '{robot}'" in done.stderr
    assert what in done.stderr
    assert len(problems_of(done)) == 1
    assert check(parse_record(file.read_text())) == ()


def test_a_deadlock_is_announced():  # R3.6
    for seed in range(100):
        options = ["--hand-size", "1", "--robots", "random", "--seed", str(seed)]
        output = played("", "play", *options).stdout
        if "won by" not in output and "no legal free placement: the game is drawn" in output:
            return
    raise AssertionError("expected a deadlock in one of 100 games")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--robots", "me,nobody"], "'nobody'"),
        (["--robots", "me,me,me"], "each of the 2 seats needs a robot or me"),
        (["--colours", "RX"], "expected a colour R, Y, G or B, got 'X'"),
        (["--colours", "RR"], "a different colour"),
        (["--colours", ""], "expected 2 to 4 seats, got 0"),
        (["--tile-set", "57"], "a tile set of 56 or 64, got 57"),
        (["--resume", "/nowhere"], "/nowhere: No such file or directory"),
    ],
)
def test_impossible_options_are_refused_in_one_line(options: list[str], problem: str):
    result = played("", "play", *options)

    assert result.exit_code == 2
    assert problem in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_file_that_is_not_a_record_is_not_resumed(tmp_path: Path):
    file = tmp_path / "game.txt"
    file.write_text("hello")

    result = played("", "play", "--resume", str(file))

    assert result.exit_code == 2
    assert str(file) in result.stderr


def test_why_says_what_a_placement_would_do_and_what_the_last_one_did():
    result = played("why\n1\nwhy\nwhy 99@0,0^0\n")

    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert any("nothing was laid since the start" in line for line in lines)
    assert any(line.endswith(". Opens the game.") for line in lines)


def test_why_explains_the_placement_of_a_robot():
    result = played("1\nwhy\n", "play", "--seed", "3", "--robots", "me,greedy")

    explained = [line for line in result.stdout.splitlines() if ". " in line and "(greedy): " in line]
    assert len(explained) == 1
    assert explained[0].endswith(".")
