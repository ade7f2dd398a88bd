"""Every Python block on every page runs, in the order of the page; sessions print what they show."""

import doctest
from pathlib import Path
from typing import Any

import pytest

from tests.support.documentation import PAGES, ROOT, blocks

FLAGS = doctest.REPORT_NDIFF | doctest.ELLIPSIS
PYTHON = {
    page: snippets
    for page in PAGES
    if (
        snippets := [
            block for block in blocks((ROOT / page).read_text("utf-8")) if block.language == "python"
        ]
    )
}


@pytest.mark.parametrize("document", list(PYTHON), ids=str)
def test_the_python_of_a_page_runs(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {"__name__": "snippet"}
    monkeypatch.chdir(tmp_path)

    for block in PYTHON[document]:
        if ">>>" in block.text:
            _run_session(block.text, names, document, block.line)
        else:
            exec(compile("\n" * (block.line - 1) + block.text, str(ROOT / document), "exec"), names)


def test_pages_with_python_are_found() -> None:
    shown = {str(page) for page in PYTHON}

    assert {"README.md", "docs/library/solver.md", "docs/library/env.md", "docs/robots/levels.md"} <= shown


def _run_session(text: str, names: dict[str, Any], document: Path, line: int) -> None:
    """Run a session as doctest does, with the names of the page, and keep what it defines."""
    test = doctest.DocTestParser().get_doctest(text, names, str(document), str(ROOT / document), line - 1)
    printed: list[str] = []
    failed, attempted = doctest.DocTestRunner(optionflags=FLAGS).run(
        test, out=printed.append, clear_globs=False
    )
    names.update(test.globs)

    assert attempted > 0
    assert not failed, "".join(printed)
