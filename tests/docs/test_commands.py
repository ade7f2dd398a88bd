"""Every `tantrix` command line on every page is one that the program accepts; nothing is run."""

import re
import shlex
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tantrix.cli.app import app
from tests.support.documentation import PAGES, ROOT, blocks, prose

SPAN = re.compile(r"`([^`]+)`")
COMMAND = re.compile(r"(?:[A-Z_]+=(?:'[^']*'|\S+) )*tantrix ((?:-|[a-z]+\b(?![:.])).*)")
OURS = ("benchmarks.", "research.", "scripts.", "tests.")
STANDS_FOR = {"N": "2", "…": "D", "ELO0,ELO1": "0,10"}


def parser() -> Any:
    """Return the program with all its options and arguments, but with commands that do nothing."""
    program = get_command(app)
    waiting: list[Any] = [program]
    while waiting:
        command = waiting.pop()
        below = getattr(command, "commands", {})
        waiting += below.values()
        if not below:
            command.callback = None
    return program


PROGRAM = parser()


def command_lines(text: str) -> Iterator[str]:
    """Yield what follows `tantrix` in each command of a page, both in shell blocks and in code spans."""
    for block in blocks(text):
        if block.language == "sh":
            yield from (found[1] for line in block.text.splitlines() if (found := COMMAND.fullmatch(line)))
    for _, line in prose(text):
        yield from (found[1] for span in SPAN.findall(line) if (found := COMMAND.fullmatch(span)))


def choices(line: str) -> Iterator[list[str]]:
    """Yield the words of a line once for each choice in `ban|allow`, without brackets and comments."""
    words = shlex.split(line.translate(str.maketrans("", "", "[]\\")), comments=True)
    words = [STANDS_FOR.get(word, word) for word in (words[: words.index("|")] if "|" in words else words)]
    yield from map(list, product(*(word.split("|") for word in words)))


LINES = [
    pytest.param(line, id=f"{page}: {line}")
    for page in PAGES
    for line in dict.fromkeys(command_lines((ROOT / page).read_text("utf-8")))
]


@pytest.mark.parametrize("line", LINES)
def test_the_program_accepts_the_command(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in choices(line):
        for file in (word for word in words if re.fullmatch(r"FILE|[\w/-]+\.(txt|tantrix|json|npz)", word)):
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).touch()

        assert status(words if len(words) > len(names(words)) else [*words, "--help"]) == 0


def test_commands_are_found_in_blocks_and_prose() -> None:
    page = "Run `tantrix perft --depth 3`.\n\n```sh\nA=b tantrix serve --port 80  # here\nls\n```\n"

    assert list(command_lines(page)) == ["serve --port 80  # here", "perft --depth 3"]
    assert len(LINES) > 80


@pytest.mark.parametrize(
    "line", ["pperft", "perft --deep 3", "perft --depth three", "perft extra", "admin bann ANN", "verify"]
)
def test_a_wrong_command_is_noticed(line: str) -> None:
    assert status(line.split()) == 2


def names(words: list[str]) -> list[str]:
    """Return the words at the start of a line that name a command."""
    command, found = PROGRAM, list[str]()
    for word in words:
        if word not in getattr(command, "commands", {}):
            break
        command = command.commands[word]
        found.append(word)
    return found


def status(words: list[str]) -> object:
    """Return the exit status of the program after it has only parsed its arguments."""
    with pytest.raises(SystemExit) as ending:
        PROGRAM(words)
    return ending.value.code


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_every_module_that_a_page_runs_exists(document: Path) -> None:
    modules = re.findall(r"python -m ([\w.]+)", (ROOT / document).read_text("utf-8"))
    places = [ROOT / module.replace(".", "/") for module in modules if module.startswith(OURS)]
    programs = [(place.with_suffix(".py"), place / "__main__.py") for place in places]

    assert [files for files in programs if not any(file.is_file() for file in files)] == []
