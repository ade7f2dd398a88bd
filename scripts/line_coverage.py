#!/usr/bin/env python
"""Line coverage of the package, and the floor that it may not fall below.

    python -m pytest -p scripts.line_coverage ...   writes build/coverage.json
    python -m scripts.line_coverage                 shows it, and fails below the floor

Measured is the Python that runs in the processes of pytest, not in servers and workers that tests start.
Files with compiled functions are left out: no tool sees what runs in them. Their tests name the search that a
goal chooses, and `vulture` finds what nothing calls. SlipCover notes each line once and then takes its mark
out, so that the tests take hardly longer; coverage.py made them half as slow again on Python 3.11.
"""

import json
import re
import sys
from collections import Counter
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, cast

import pytest
from slipcover import FileMatcher, Slipcover, merge_coverage
from slipcover.importer import SlipcoverMetaPathFinder

FLOOR = 88.5  # per cent of the quick tests; it only rises
ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/tantrix"
REPORT = ROOT / "build/coverage.json"
_COMPILED = re.compile(r"^ *@(jit|intrinsic)\b", re.MULTILINE)
_AT_MOST = 20  # packages and files that a report shows

Coverage = dict[str, Any]


class _Finder(SlipcoverMetaPathFinder):  # type: ignore[misc]  # SlipCover has no types for others
    """Marks the lines of the package as it is imported; what pytest imports by path is not its business."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        is_ours = fullname.partition(".")[0] == PACKAGE.name
        return cast(ModuleSpec | None, super().find_spec(fullname, path, target)) if is_ours else None


class _Measurement:
    """Measures one process of pytest; pytest-xdist's main process collects what its workers send."""

    def __init__(self, is_worker: bool) -> None:
        if not is_worker:
            REPORT.unlink(missing_ok=True)
        omitted = [str(path) for path in compiled_files()]
        self._slipcover = Slipcover(
            immediate=True, source=None if is_worker else [str(PACKAGE)], omit=omitted
        )
        self._total: Coverage | None = None
        sys.meta_path.insert(0, _Finder(self._slipcover, FileMatcher([PACKAGE], omitted)))

    def pytest_testnodedown(self, node: Any) -> None:
        if output := getattr(node, "workeroutput", None):  # a worker that crashed sends none
            self._add(json.loads(output["coverage"]))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        coverage = self._slipcover.get_coverage()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["coverage"] = json.dumps(coverage)
            return
        self._add(coverage)
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(json.dumps(self._total), "utf-8")

    def _add(self, coverage: Coverage) -> None:
        self._total = merge_coverage(self._total, coverage) if self._total else coverage


def pytest_configure(config: pytest.Config) -> None:
    """Begin before tests import anything of the package; a second try of what failed measures nothing."""
    if not config.getoption("lf", False):
        config.pluginmanager.register(_Measurement(hasattr(config, "workerinput")))


def compiled_files() -> list[Path]:
    """Return the files of the package in which Numba compiles functions."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if _COMPILED.search(path.read_text("utf-8"))]


def report(coverage: Coverage) -> list[str]:
    """Return lines for a reader: what most is missed in, and the share of lines that ran."""
    files = coverage["files"]
    missed = Counter({name: len(file["missing_lines"]) for name, file in files.items()})
    rows = [f"{count:6,} lines missed in {name}" for name, count in missed.most_common(_AT_MOST) if count]
    n_lines = missed.total() + sum(len(file["executed_lines"]) for file in files.values())
    return [*rows, f"{percentage(coverage):.2f} % of {n_lines:,} lines reached, the floor is {FLOOR} %"]


def percentage(coverage: Coverage) -> float:
    """Return how many lines ran, in per cent."""
    return float(coverage["summary"]["percent_covered"])


def main() -> None:
    """Show what the last measured run reached, and fail if it is less than the floor."""
    coverage = json.loads(REPORT.read_text("utf-8"))
    print(*report(coverage), sep="\n")
    require_floor(coverage)


def require_floor(coverage: Coverage) -> None:
    """Exit if less than the floor was reached."""
    if percentage(coverage) < FLOOR:
        sys.exit(f"{percentage(coverage):.2f} % of lines reached is below the floor of {FLOOR} %")


if __name__ == "__main__":
    main()
