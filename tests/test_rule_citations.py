"""Every rule in force is cited by a test that is about it.

A citation counts inside a test, at most three at once, or as the rule of a case in
tests/support/cases.py. Whether the test really covers the rule is for its reader to judge.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.cases import CASES

HERE = Path(__file__).parent
MOST = 3


def rules_of(text: str) -> set[str]:
    return set(re.findall(r"\bR\d\.\d\b", text))


def citations_of(path: Path) -> Iterator[tuple[str, set[str]]]:
    """Yield the name of each test of a file and the rules that it cites."""
    lines = path.read_text("utf-8").splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield f"{path.name}: {node.name}", rules_of("\n".join(lines[node.lineno - 1 : node.end_lineno]))


CITED = dict(found for path in sorted(HERE.rglob("test_*.py")) for found in citations_of(path))


def test_every_rule_is_cited_by_a_test() -> None:
    written = rules_of((HERE.parent / "docs" / "play/rules.md").read_text("utf-8"))
    cited = set().union(*CITED.values()) | {case.rule for case in CASES}

    assert len(written) == 38  # 4 + 6 + 7 + 4 + 3 + 5 + 5 + 4
    assert written - cited == set()


def test_no_test_is_about_many_rules_at_once() -> None:
    assert {test: rules for test, rules in CITED.items() if len(rules) > MOST} == {}
