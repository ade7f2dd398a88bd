"""Every reason for which the server refuses is in the table."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tantrix.server
from tantrix.game import Verdict
from tantrix.gobble import RushVerdict
from tantrix.server.http.errors import ERRORS, Refusal

SERVER = Path(tantrix.server.__file__).parent


def _reasons(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the reason of each refusal that is written out in a file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            for reason in node.args[:1]:
                if isinstance(reason, ast.Constant):
                    yield node.lineno, str(reason.value)


def test_every_refusal_has_a_status_and_a_sentence() -> None:
    reasons = [(path, *found) for path in sorted(SERVER.rglob("*.py")) for found in _reasons(path)]

    unknown = [f"{path.name}:{line} {reason}" for path, line, reason in reasons if reason not in ERRORS]

    assert len(reasons) > 200
    assert unknown == []


def test_every_verdict_on_a_placement_or_a_command_can_be_a_refusal() -> None:
    assert {verdict.name for verdict in Verdict} <= ERRORS.keys()
    assert {f"gobble:{verdict.name}" for verdict in RushVerdict} <= ERRORS.keys()


def test_a_code_has_another_sentence_in_gobble() -> None:
    table, rush = Refusal("not_owner"), Refusal("gobble:not_owner")

    assert table.code == rush.code == "not_owner"
    assert table.sentence_in("en") == "Only the player who opened the table can close it."
    assert rush.sentence_in("en") == "Only the host of the room can do this."


def test_the_values_of_a_refusal_are_in_its_sentence() -> None:
    refusal = Refusal("puzzle_size", sizes="3–12")

    assert refusal.sentence_in("en") == "Allowed numbers of tiles: 3–12."
    assert refusal != Refusal("puzzle_size", sizes="4")
