"""Compilation is announced when something is compiled, and only then."""

import pytest

from tantrix.cli.terminal.compile_progress import show_steps


def test_nothing_is_said_when_nothing_is_compiled(capsys: pytest.CaptureFixture[str]):
    show_steps()
    capsys.readouterr()

    show_steps()

    assert capsys.readouterr() == ("", "")
