"""Settings for all tests: properties without a time limit, slow tests, and the meaning of skipped tests.

`scripts/test` leaves the slow ones out. A test skipped because something is not installed is listed at the
end, and fails if CI=true.
"""

import os
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A property also holds on a slow machine.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

ROOT = Path(__file__).parent
IS_CI = bool(os.environ.get("CI"))
NOT_HERE = "skipped, and with CI=true nothing may be missing"
# Folders and files whose tests, or the code that they compile, take much longer than others; tests/browser
# is treated separately.
SLOW = tuple(
    ROOT / path
    for path in (
        "research",
        "tests/analysis",
        "tests/cli/test_analyse.py",
        "tests/cli/test_match.py",
        "tests/cli/test_program.py",
        "tests/cli/test_solve.py",
        "tests/competition/test_dutch_swiss.py",
        "tests/competition/test_swiss.py",
        "tests/kernel/test_description.py",
        "tests/kernel/test_oracle_agrees.py",
        "tests/robots/test_endgame.py",
        "tests/robots/test_forecast.py",
        "tests/robots/test_keen.py",
        "tests/robots/test_search.py",
        "tests/scripts/test_develop.py",
        "tests/server/accounts/test_tokens.py",
        "tests/server/analysis",
        "tests/server/api_docs/test_schema.py",
        "tests/server/archive",
        "tests/server/community/test_moderation.py",
        "tests/server/database",
        "tests/server/event_stream",
        "tests/server/faults",
        "tests/server/games/test_hidden.py",
        "tests/server/games/views",
        "tests/server/http/test_line_streams.py",
        "tests/server/http/test_proxies.py",
        "tests/server/http/test_templates.py",
        "tests/server/http/test_worker_pool.py",
        "tests/server/lobby/test_challenges.py",
        "tests/server/notices",
        "tests/server/puzzles/test_generated.py",
        "tests/server/puzzles/test_pages.py",
        "tests/server/puzzles/test_solutions.py",
        "tests/server/series",
        "tests/server/test_stopping.py",
        "tests/server/tournaments",
        "tests/solver/test_generate.py",
        "tests/solver/test_goal.py",
        "tests/solver/test_held_groups.py",
        "tests/solver/test_quick_paths.py",
        "tests/solver/test_solving.py",
        "tests/test_packaging.py",
    )
)

# They compare with py4swiss, which exists for Python 3.11 only.
WITH_PY4SWISS = ["tests/competition/test_dutch_swiss.py", "tests/server/tournaments/test_report_files.py"]
collect_ignore = WITH_PY4SWISS if sys.version_info >= (3, 12) else []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.path.is_relative_to(path) for path in SLOW):
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if IS_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"{NOT_HERE}: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if IS_CI and report.skipped:
        report.outcome, report.longrepr = "failed", f"{NOT_HERE}: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1
    for reason, count in reasons.items():
        tests = "test" if count == 1 else "tests"
        terminalreporter.write_line(f"tantrix: {count} {tests} skipped: {reason}", yellow=True)
