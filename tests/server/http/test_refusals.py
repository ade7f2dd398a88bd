"""Every code with which the server refuses is in the table of its error."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tantrix.server
from tantrix.server.gobble.refusals import RushRefusal
from tantrix.server.http.errors import Refusal

SERVER = Path(tantrix.server.__file__).parent
CLASSES = {error.__name__: error for error in (Refusal, RushRefusal)}


def _codes(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the class, the line and the code of each refusal that is written out in a file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES:
            for code in node.args[:1]:
                if isinstance(code, ast.Constant):
                    yield node.func.id, node.lineno, str(code.value)


def test_every_refusal_has_a_status_and_a_sentence() -> None:
    codes = [(path, *found) for path in sorted(SERVER.rglob("*.py")) for found in _codes(path)]

    unknown = [
        f"{path.name}:{line} {code}" for path, name, line, code in codes if code not in CLASSES[name].table
    ]

    assert len(codes) > 200
    assert unknown == []
