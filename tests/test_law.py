"""Every rule in force is cited by a test (docs/design.md, principle 11)."""

import re
from pathlib import Path

HERE = Path(__file__).parent
BUILT = range(1, 6)  # R6 to R8 join with Gobble, the puzzles and the competitions


def rules_of(text: str) -> set[str]:
    return {rule for rule in re.findall(r"\bR\d\.\d\b", text) if int(rule[1]) in BUILT}


def test_every_rule_is_cited_by_a_test():
    written = rules_of((HERE.parent / "docs" / "rules.md").read_text())
    cited = set().union(*(rules_of(path.read_text()) for path in HERE.rglob("test_*.py")))

    assert len(written) == 24  # 4 + 6 + 7 + 4 + 3
    assert written - cited == set()
