"""The notebook runs from the top, and every result has a picture, a table or a text."""

import ast
import json
from typing import Any

from tests.support.documentation import ROOT

NOTEBOOK = ROOT / "docs/library/tour.ipynb"


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last expression, as a notebook would show it."""
    body = ast.parse(source).body
    *before, last = body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    assert isinstance(last, ast.Expr), source
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_every_cell_runs_and_shows_something() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    names: dict[str, Any] = {}

    values = [
        shown("".join(cell["source"]), names) for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]

    assert None not in values
    assert [type(value).__name__ for value in values if hasattr(value, "_repr_svg_")] == [
        "Game",
        "Game",
        "Record",
        "Answer",
    ]
    for value in values:
        if hasattr(value, "_repr_svg_"):
            assert value._repr_svg_().startswith("<svg")


def test_a_notebook_holds_no_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]

    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
