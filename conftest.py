"""What all tests share: properties without a time limit, and a closing line about skipped tests."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# A property holds on a slow machine too.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1
    for reason, count in reasons.items():
        tests = "test" if count == 1 else "tests"
        terminalreporter.write_line(f"tantrix: {count} {tests} skipped: {reason}", yellow=True)
