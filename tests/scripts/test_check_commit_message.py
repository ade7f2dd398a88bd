"""The hook that checks the first line of a commit message."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.check_commit_message import MAX_LENGTH, faults, history

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "message",
    [
        "x" * MAX_LENGTH,
        "A first line\n\nAnd a reason, which may be as long as it needs to be to explain what was weighed.\n",
        "A first line\n# a comment of Git\n",
        f'Revert "{"x" * MAX_LENGTH}"',
    ],
)
def test_a_short_first_line_alone_or_before_an_empty_one_is_accepted(message: str) -> None:
    assert list(faults(message)) == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("", "expected a first line that says what is different for the reader, got none"),
        (
            "# a comment of Git\n",
            "expected a first line that says what is different for the reader, got none",
        ),
        ("y" * 73, f"expected a first line of at most 72 characters, got 73: '{'y' * 73}'"),
        ("A first line\nand a second", "expected an empty second line, got 'and a second'"),
    ],
)
def test_other_first_lines_are_refused_with_the_reason(message: str, fault: str) -> None:
    assert list(faults(message)) == [fault]


def test_contributing_names_the_length_that_the_hook_allows() -> None:
    assert f"at most {MAX_LENGTH} characters" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_git_refuses_a_commit_with_a_long_first_line(tmp_path: Path) -> None:
    settings = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    [entry] = re.findall(r"id: commit-message\n.*\n +entry: (.+)", settings)
    python, script = entry.split()
    assert python == ".venv/bin/python"
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    hook = tmp_path / ".git/hooks/commit-msg"
    hook.parent.mkdir(exist_ok=True)
    command = shlex.join([sys.executable, str(ROOT / script)])
    hook.write_text(f'#!/bin/sh\n{command} "$1"\n', "utf-8")
    hook.chmod(0o755)

    assert commit(tmp_path, "y" * 72) == 0
    assert commit(tmp_path, "y" * 73) != 0


def test_the_history_is_read_from_a_day_on_without_merges(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    commit(tmp_path, "Before the rule", "2020-01-01T12:00")
    commit(tmp_path, "After it\n\nWith a reason.", "2020-01-03T12:00")

    assert [message.strip() for message in history(tmp_path, "2020-01-02")] == ["After it\n\nWith a reason."]
    assert len(history(tmp_path, "2020-01-01")) == 2


def test_outside_of_git_there_is_no_history(tmp_path: Path) -> None:
    assert history(tmp_path, "2020-01-01") == []


def commit(folder: Path, message: str, day: str = "2020-01-01T12:00") -> int:
    """Commit nothing but a message; return the exit status of Git."""
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    command = ("git", *author, "commit", "-q", "--allow-empty", "-m", message)
    day_set = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day}
    return subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, **day_set}).returncode
