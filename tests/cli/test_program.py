"""The program as a process: languages, streams, interrupts, and a documentation page with every option."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tantrix._tools.languages import gettext, preferred, set_language
from tantrix.cli.app import app
from tantrix.cli.terminal.output import print_json
from tests.support.program import run_program, start_program

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("library/cli.md", "robots/commands.md", "server/commands.md")


def commands() -> Iterator[tuple[str, list[str]]]:
    """All commands, by their words, and the names of their options."""
    waiting = [("tantrix", get_command(app))]
    while waiting:
        words, command = waiting.pop()
        yield words, [name for parameter in command.params for name in parameter.opts if name[0] == "-"]
        known = getattr(command, "commands", {}).items()
        waiting += [(f"{words} {name}", below) for name, below in known if not below.hidden]


@pytest.mark.parametrize(("words", "options"), list(commands()), ids=lambda value: str(value))
def test_the_pages_name_every_command_and_option(words: str, options: list[str]):
    text = "".join((DOCS / page).read_text("utf-8") for page in PAGES)

    assert words in text
    assert [option for option in options if f"`{option}" not in text and f" {option}" not in text] == []


@pytest.mark.parametrize("words", [words for words, _options in commands()])
def test_every_command_explains_itself(words: str):
    result = CliRunner().invoke(app, [*words.split()[1:], "--help"])

    assert result.exit_code == 0
    assert "--help" in result.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("allow", "unban"),
        ("organiser", "transfer-tournament"),
        ("reset", "reset-password"),
        ("robot", "mark-robot"),
    ],
)
def test_commands_of_the_operator_are_found_by_their_old_words_too(old: str, new: str):
    known = get_command(app).commands["admin"].commands  # type: ignore[attr-defined]

    assert known[old].callback.__name__ == known[new].callback.__name__ == new.replace("-", "_")
    assert (known[old].hidden, known[new].hidden) == (True, False)


def last_line(code: str) -> str:
    """Run Python code in a process of its own and return the last line that it prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_help_loads_neither_the_kernel_nor_the_web():
    code = (
        "import sys, tantrix.cli\n"
        "sys.argv = ['tantrix', '--help']\n"
        "try: tantrix.cli.main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'joblib', 'fastapi', 'sqlalchemy', 'babel'} & sys.modules.keys()))"
    )

    assert last_line(code) == "[]"


def test_a_server_loads_nothing_that_it_needs_later_or_never():
    code = (
        "import sys, tantrix.cli\n"
        "sys.argv = ['tantrix', 'serve', '--no-open', '--database', 'nonsense']\n"
        "try: tantrix.cli.main()\n"
        "except SystemExit: pass\n"
        "later = {'alembic', 'babel.messages.pofile', 'pywebpush', 'tantrix.server.serve', 'webauthn'}\n"
        "never = {'tantrix.solver.pipeline'}\n"
        "print(sorted((later | never) & sys.modules.keys()))"
    )

    assert last_line(code) == "['tantrix.server.serve']"


def test_the_module_runs_like_the_program():
    done = run_program("perft", "--depth", "1", "--json")

    assert done.returncode == 0
    assert json.loads(done.stdout)["count"] == 36


def test_bad_input_is_one_line_and_status_2():
    done = run_program("record", "check", "/nowhere")

    assert (done.returncode, done.stderr) == (2, "tantrix: /nowhere: No such file or directory\n")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_interrupt_reports_the_results_so_far(processes: str, tmp_path: Path):
    run_program("warmup")  # so that no line about compiling comes before the expected one
    arguments = ["simulate", "--games", "10000000", "--records", "/dev/stdout", "--jobs", processes]
    with start_program(*arguments) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()

    assert process.returncode == 130
    assert err.startswith("tantrix: interrupted: ")
    assert len(err.splitlines()) == 1
    assert "mean highest score" in out


def test_an_interrupted_game_ends_in_one_line():
    with start_program("play") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate()

    assert (process.returncode, err) == (130, "tantrix: interrupted\n")


def test_a_closed_pipe_ends_the_program_quietly(tmp_path: Path):
    file = tmp_path / "games.txt"
    run_program("simulate", "--games", "400", "--records", str(file))
    with start_program("record", "json", str(file)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.wait()

    assert (process.returncode, err) == (141, "")


def test_a_full_disk_is_reported_in_one_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tantrix", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert (done.returncode, done.stderr) == (2, "tantrix: No space left on device\n")


@pytest.mark.long
def test_compiling_is_announced_once(tmp_path: Path):
    first = run_program("perft", "--depth", "1", NUMBA_CACHE_DIR=str(tmp_path))
    second = run_program("perft", "--depth", "1", NUMBA_CACHE_DIR=str(tmp_path))

    assert first.stdout == second.stdout == "36\n"
    assert first.stderr == "compiling the kernel, once, about 15 s\n"
    assert second.stderr == ""


def test_the_uncompiled_rules_play_the_same_games():
    arguments = ["simulate", "--games", "2", "--seed", "6", "--json"]

    assert run_program(*arguments, NUMBA_DISABLE_JIT="1").stdout == run_program(*arguments).stdout


def test_the_environment_chooses_the_language():
    assert preferred({"LANG": "pl_PL.UTF-8"}) == ["pl_PL", "pl"]
    assert preferred({"LANGUAGE": "ru:en", "LANG": "pl_PL"}) == ["ru", "en"]
    assert preferred({"LC_ALL": "", "LANG": "C"}) == ["C"]
    assert preferred({}) == []


@pytest.mark.parametrize("languages", [[], ["C"], ["en", "pl"], ["../../etc"], ["xx"], ["pl_PL"]])
def test_english_is_the_fallback_language(languages: list[str]):
    assert set_language(languages) == "en"
    assert gettext("interrupted") == "interrupted"


def test_an_unknown_language_is_answered_in_english():
    done = run_program("--lang", "xx", "--version")

    assert done.returncode == 0
    assert done.stdout.startswith("tantrix ")


@pytest.mark.parametrize(
    ("arguments", "figure"),
    [
        (["match", "random", "random", "--games", "2"], "rounds by points of A"),
        (["--lang", "pl", "league", "random", "greedy", "--games", "2"], "95%"),
    ],
)
def test_figures_are_printed_where_output_is_not_utf_8(arguments: list[str], figure: str):
    done = run_program(*arguments, PYTHONIOENCODING="ascii")

    assert done.returncode == 0, done.stderr
    assert figure in done.stdout


def test_json_has_escapes_where_output_is_not_utf_8():
    with io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace") as output:
        with contextlib.redirect_stdout(output):
            print_json({"name": "Łucja"})
        output.flush()
        written = output.buffer.getvalue()  # type: ignore[attr-defined]

    assert json.loads(written) == {"name": "Łucja"}
