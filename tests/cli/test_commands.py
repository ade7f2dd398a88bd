"""The commands that print a report: their output, as text and JSON, and their errors."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tantrix import __version__, warmup
from tantrix.cli.app import app
from tantrix.lab.bench.kernel import loop_rates
from tantrix.lab.simulation.jobs import Job, play_batch
from tantrix.record import check, parse_records
from tantrix.rules import Rules
from tests.support.plugins import install_robots
from tests.support.program import problems_of, run_program


def ran(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "three.txt"
    file.write_text(play_batch(Job(Rules(), ("random", "random"), 1), 0, 3, True).records)
    return file


@pytest.fixture
def illegal(records: Path, tmp_path: Path) -> Path:
    """A record whose third placement repeats the second."""
    text = records.read_text().split("\n\n[Tantrix")[0].splitlines()
    second = next(at for at, line in enumerate(text) if line.startswith("2. "))
    text[second + 1] = text[second].replace("2.", "3.")
    file = tmp_path / "illegal.txt"
    file.write_text("\n".join(text))
    return file


# simulate


def test_simulate_prints_the_figures_other_programs_read():
    result = ran("simulate", "--games", "50", "--seed", "4", "--json")

    figures = json.loads(result.stdout)
    assert result.exit_code == 0
    assert figures["games"] == 50
    assert {
        "mean_winning_score",
        "mean_losing_score",
        "draw_share",
        "forced_share",
        "mean_free_placements",
        "deadlocks",
        "turns_passed",
        "first_seat_share",
        "mean_turns",
    } <= figures.keys()


def test_simulate_gives_the_same_figures_for_the_same_seed():
    first, again, other = (ran("simulate", "--games", "20", "--seed", seed, "--json") for seed in "112")

    assert first.stdout == again.stdout != other.stdout


def test_simulate_understands_the_old_word_for_the_table_game():
    old, new = (ran("simulate", "--game", word, "--games", "2", "--json") for word in ("strategy", "tantrix"))

    assert old.stdout == new.stdout != ""
    assert "strategy" not in ran("simulate", "--help").stdout


def test_simulate_prints_the_same_in_words():
    result = ran("simulate", "--games", "20", "--players", "3", "--robots", "random,greedy,random")

    assert result.exit_code == 0
    assert "mean highest score" in result.stdout
    assert "seat 2, B, greedy" in result.stdout


def test_simulate_writes_records_that_verify(tmp_path: Path):
    file = tmp_path / "games.txt"

    ran("simulate", "--games", "8", "--tile-set", "64", "--start", "random-opening", "--records", str(file))

    result = ran("verify", str(file), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["sound"] == 8


def test_simulate_accepts_one_robot_per_team():  # R2.6
    result = ran("simulate", "--games", "4", "--teams", "--robots", "greedy,random", "--json")

    seats = json.loads(result.stdout)["seats"]
    assert [seat["robot"] for seat in seats] == ["greedy", "random", "greedy", "random"]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--robots", "nobody"], "'nobody'"),
        (["--robots", "random,random,random"], "each of 2 seats"),
        (["--players", "3", "--colours", "RB"], "each of the 3 players needs a colour, not RB"),
        (["--players", "3", "--teams"], "each of the 3 players needs a colour"),
        (["--records", "/nowhere/games.txt"], "/nowhere/games.txt: No such file or directory"),
        (["--records", "-", "--json"], "give --json or --records -, not both"),
        (["--games", "0"], "--games"),
        (["--start", "soon"], "--start"),
        (["--seed", "x"], "--seed"),
        (["--no-such-option"], "--no-such-option"),
    ],
)
def test_simulate_refuses_impossible_options(options: list[str], problem: str):
    result = ran("simulate", *options)

    assert result.exit_code == 2
    assert problem in result.stderr


def test_simulate_writes_records_to_standard_output_and_the_figures_beside_it():
    result = ran("simulate", "--games", "3", "--records", "-")

    assert [check(record) for record in parse_records(result.stdout)] == [(), (), ()]
    assert "mean highest score" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("robot", "what"), [("crash", "boom"), ("cheat", "must touch")])
def test_a_failing_third_party_robot_is_named_in_one_line(jobs: str, robot: str, what: str, tmp_path: Path):
    arguments = ["simulate", "--games", "8", "--robots", robot, "--jobs", jobs]

    done = run_program(*arguments, PYTHONPATH=install_robots(tmp_path))

    assert done.returncode == 2
    assert f"the robot '{robot}'" in done.stderr
    assert what in done.stderr
    assert len(problems_of(done)) == 1


# perft


def test_perft_counts_the_openings():  # R2.5
    assert ran("perft", "--depth", "1").stdout == "36\n"


def test_perft_from_a_position_takes_the_deck_given():
    position = "RB 56 draw-keep; 1@0,0^0; 2 3 / 4 5; 1"
    deck = " ".join(map(str, range(56, 5, -1)))

    result = ran("perft", "--depth", "2", "--position", position, "--deck", deck, "--json")

    found = json.loads(result.stdout)
    assert found["draws"][:3] == [56, 55, 54]
    assert found["count"] > 0


def test_perft_divides_by_first_placement(records: Path):
    arguments = ["perft", "--depth", "2", "--record", str(records), "--ply", "9", "--divide", "--json"]

    found = json.loads(ran(*arguments).stdout)

    assert sum(found["divide"].values()) == found["count"]


def test_perft_of_a_record_uses_its_draws(records: Path):
    found = json.loads(ran("perft", "--depth", "1", "--record", str(records), "--ply", "0", "--json").stdout)

    first = records.read_text().split("\n1. ")[1].split("\n")[0]
    assert found["draws"][0] == int(first.split("+")[1])


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--depth", "65"], "--depth"),
        ([], "--depth"),
        (["--depth", "1", "--position", "nonsense"], "expected rules; placements; hands; seat"),
        (["--depth", "1", "--deck", "1 2 3"], "expected the 44 tiles of the bag"),
        (["--depth", "1", "--deck", "x"], "expected a tile's number, got 'x'"),
        (["--depth", "1", "--ply", "3"], "--ply 3 needs --record"),
        (["--depth", "1", "--record", "/nowhere"], "No such file"),
        (
            ["--depth", "1", "--record", "/nowhere", "--position", "x"],
            "give a position or a record, not both",
        ),
    ],
)
def test_perft_refuses_impossible_options(options: list[str], problem: str):
    result = ran("perft", *options)

    assert result.exit_code == 2
    assert problem in result.stderr


# record and verify


def test_a_valid_record_is_a_positive_answer(records: Path):
    result = ran("record", "check", str(records))

    assert result.exit_code == 0
    assert result.stdout == "3 games, no errors\n"


def test_an_illegal_record_is_a_negative_answer(illegal: Path):
    words, data = ran("record", "check", str(illegal)), ran("record", "check", str(illegal), "--json")

    assert words.exit_code == data.exit_code == 1
    assert "game 1: line " in words.stdout
    assert json.loads(data.stdout)["problems"][0]["game"] == 1


def test_several_files_have_a_verdict_each(records: Path, illegal: Path):
    files = [str(records), str(illegal)]
    words, data = ran("record", "check", *files), ran("record", "check", *files, "--json")

    assert words.exit_code == data.exit_code == 1
    assert f"{records}: 3 games, no errors" in words.stdout
    assert f"{illegal}: game 1: line " in words.stdout
    assert json.loads(data.stdout)["files"][0]["sound"] == 3


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_checked(records: Path):
    result = ran("record", "check", "/nowhere", str(records))

    assert result.exit_code == 2
    assert "/nowhere" in result.stderr
    assert f"{records}: 3 games, no errors" in result.stdout


@pytest.fixture
def damaged(records: Path, tmp_path: Path) -> Path:
    """Three records, the second with a byte that is not UTF-8."""
    first, second, third = records.read_bytes().split(b"\n\n[Tantrix")
    file = tmp_path / "damaged.txt"
    file.write_bytes(b"\n\n[Tantrix".join((first, second.replace(b'[Seat1 "', b'[Seat1 "caf\xe9'), third)))
    return file


@pytest.mark.parametrize("command", [["record", "check"], ["verify"]])
def test_a_damaged_record_does_not_keep_the_others_from_being_checked(command: list[str], damaged: Path):
    words, data = ran(*command, str(damaged)), ran(*command, str(damaged), "--json")

    assert words.exit_code == data.exit_code == 1
    assert words.stdout.startswith("game 2: line ")
    assert words.stdout.endswith("3 games, 1 with errors\n")
    assert json.loads(data.stdout)["sound"] == 2


def test_records_beside_a_damaged_one_are_shown(damaged: Path):
    shown = [ran("record", "show", str(damaged), "--game", game).exit_code for game in "123"]

    assert shown == [0, 2, 0]


def test_records_beside_a_damaged_one_become_json(damaged: Path):
    result = ran("record", "json", str(damaged))

    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["records"]) == 2
    assert f"{damaged}: game 2: line " in result.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_records_are_read_with_a_byte_order_mark(encoding: str, records: Path, tmp_path: Path):
    file = tmp_path / "marked.txt"
    mark = "\ufeff" if encoding[-2:] in ("le", "be") else ""
    file.write_bytes((mark + records.read_text()).replace("\n", "\r\n").encode(encoding))

    assert ran("record", "check", str(file)).stdout == "3 games, no errors\n"


def test_a_record_with_another_draw_does_not_verify(records: Path, tmp_path: Path):
    text = records.read_text().replace("[Secret ", "[Hidden ", 1)
    file = tmp_path / "without.txt"
    file.write_text(text)

    result = ran("verify", str(file))

    assert result.exit_code == 1
    assert "game 1: the record has no secret" in result.stdout


def test_a_record_can_come_from_standard_input(records: Path):
    assert ran("verify", "-", stdin=records.read_text()).exit_code == 0


@pytest.mark.parametrize("command", [["record", "check"], ["record", "show"], ["record", "json"], ["verify"]])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[Tantrix", b"hello", b'[Tantrix "1"]\n'])
def test_a_file_that_is_not_a_record_is_unusable(command: list[str], content: bytes, tmp_path: Path):
    file = tmp_path / "file"
    file.write_bytes(content)

    result = ran(*command, str(file))

    assert result.exit_code == 2
    assert str(file) in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["record", "check"], ["record", "svg"], ["verify"]])
@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_unusable(command: list[str], name: str, tmp_path: Path):
    result = ran(*command, str(tmp_path / name))

    assert result.exit_code == 2
    assert str(tmp_path / name) in result.stderr or str(tmp_path) in result.stderr


def test_show_prints_tiles_hands_and_scores(records: Path):
    result = ran("record", "show", str(records), "--game", "2", "--ply", "5")

    assert result.exit_code == 0
    assert "5 tiles placed, 39 in the bag" in result.stdout


def test_show_marks_the_forced_spaces(records: Path):
    shown = [ran("record", "show", str(records), "--ply", str(ply)).stdout for ply in range(3, 30)]

    assert any("|" in text for text in shown)


@pytest.mark.parametrize("options", [["--game", "4"], ["--ply", "57"], ["--game", "0"]])
def test_a_place_that_the_record_does_not_have_is_refused(options: list[str], records: Path):
    assert ran("record", "show", str(records), *options).exit_code == 2


def test_pictures_go_to_files_or_to_standard_output(records: Path, tmp_path: Path):
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"

    ran("record", "svg", str(records), "-o", str(svg), "--numbers", "--marks")
    ran("record", "png", str(records), "--output", str(png), "--width", "200")
    printed = ran("record", "svg", str(records))

    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert printed.stdout.startswith("<svg")


def test_json_of_one_record_is_the_record_and_of_several_a_list(records: Path):
    one, all_of_them = ran("record", "json", str(records), "--game", "2"), ran("record", "json", str(records))

    assert json.loads(all_of_them.stdout)["records"][1] == json.loads(one.stdout)


# serve


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "a" * 70, "\x00"])
def test_serve_refuses_a_host_that_is_not_of_this_machine(host: str, tmp_path: Path):
    result = ran("serve", "--no-open", "--host", host, "--data", str(tmp_path))

    assert result.exit_code == 2
    assert "try another --host" in result.stderr
    assert "Errno" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


# bench, warmup, program


def test_warmup_does_not_mention_compiling_if_there_is_nothing_to_compile():
    assert warmup.is_warm()

    assert ran("warmup").stderr == ""


def test_warmup_reports_as_json():
    result = ran("warmup", "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["seconds"] >= 0


def test_the_loops_of_the_benchmark_count_what_they_do():
    rates = loop_rates(0.4)

    assert all(rate > 0 for rate in rates.values())


@pytest.mark.long
def test_bench_prints_the_figures_other_programs_read():
    result = ran("bench", "kernel", "--seconds", "1", "--json")

    figures = json.loads(result.stdout)
    assert {
        "games_per_second",
        "perft_per_second",
        "cold_compile_seconds",
        "warm_start_seconds",
        "listing_us",
        "copy_us",
        "ratio_to_uncompiled",
        "ratio_to_reference",
        "machine",
    } <= figures.keys()


def test_the_version_is_the_packages():
    assert ran("--version").stdout == f"tantrix {__version__}\n"


def test_an_unknown_command_is_unusable_input():
    assert ran("dance").exit_code == 2
