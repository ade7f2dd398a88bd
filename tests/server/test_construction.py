"""Objects are complete once constructed: no code assigns to an attribute of another object."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tantrix.server

SERVER = Path(tantrix.server.__file__).parent

# Attributes that a library requires.
ALLOWED = {
    "app.py: app.state.services",
    "api_docs/openapi.py: app.openapi",
    "api_docs/openapi.py: app.openapi_schema",
    "database/engine.py: connection.isolation_level",
    "database/rows.py: row.insertion",  # of a class, by its decorator
    "http/bounded_socket.py: self.conn.available_extensions",
    "notices/push_transport.py: connection.sock",
    "logs.py: threading.excepthook",
    "background.py: timer.daemon",
}


def _targets(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                yield from targets
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
                yield target


def _assigned_from_outside(path: Path) -> Iterator[str]:
    for target in _targets(ast.parse(path.read_text("utf-8"))):
        for node in ast.walk(target):
            if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
                continue
            if ast.unparse(node.value) not in ("self", "cls"):
                yield f"{path.relative_to(SERVER).as_posix()}: {ast.unparse(node)}"


def _lines_with_state(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        if "app.state" in line.replace("app.state.services", ""):
            yield f"{path.relative_to(SERVER).as_posix()}: {line.strip()}"


def test_no_attribute_is_assigned_from_outside() -> None:
    found = {each for path in SERVER.rglob("*.py") for each in _assigned_from_outside(path)}

    assert found - ALLOWED == set()


def test_an_application_holds_nothing_but_its_services() -> None:
    found = {each for path in SERVER.rglob("*.py") for each in _lines_with_state(path)}

    assert found == set()
