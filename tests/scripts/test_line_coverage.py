"""What is said about the lines that tests reach."""

from typing import Any

import pytest

pytest.importorskip("slipcover", reason="it knows no Python 3.15 yet")

from scripts.line_coverage import FLOOR, PACKAGE, compiled_files, report, require_floor


def coverage(n_reached: int, n_missed: int) -> dict[str, Any]:
    lines = list(range(1, n_reached + n_missed + 1))
    file = {"executed_lines": lines[:n_reached], "missing_lines": lines[n_reached:]}
    percent = 100 * n_reached / len(lines)
    return {"files": {"game.py": file}, "summary": {"percent_covered": percent}}


def test_the_file_with_the_most_missed_lines_is_named_and_the_share_of_all() -> None:
    rows = report(coverage(n_reached=3, n_missed=1))

    assert rows[0].split() == "1 lines missed in game.py".split()
    assert rows[-1].startswith("75.00 % of 4 lines reached")


def test_a_share_below_the_floor_fails() -> None:
    with pytest.raises(SystemExit, match="the floor"):
        require_floor(coverage(n_reached=0, n_missed=1))
    require_floor(coverage(n_reached=1, n_missed=0))


def test_files_with_compiled_functions_are_not_measured() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in compiled_files()}

    assert {"kernel.py", "_compile/jit.py", "solver/loops/gates.py"} <= names
    assert not names & {"clock.py", "game.py", "server/app.py"}


def test_the_floor_is_a_share_that_can_be_missed() -> None:
    assert 50 < FLOOR < 100
