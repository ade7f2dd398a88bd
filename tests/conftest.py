"""What all tests share: the closing line that says which tests were skipped, and why."""

from collections import Counter

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1
    for reason, count in reasons.items():
        tests = "test" if count == 1 else "tests"
        terminalreporter.write_line(f"tantrix: {count} {tests} skipped: {reason}", yellow=True)
