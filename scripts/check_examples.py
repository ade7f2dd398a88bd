#!/usr/bin/env python
"""Check the types of all Python on the pages as strictly as those of the package.

Each page becomes a module whose lines have the numbers that they have on the page, so that mypy names the
line that a reader sees. A page may use a name for values of several types, one after the other, and shows
values that may be missing, such as the outcome of a game, where the reader sees that they are there.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.documentation import PAGES, blocks  # noqa: E402  found only now

NOTEBOOK = Path("docs/library/tour.ipynb")


def main() -> int:
    """Write the modules to a temporary folder and run mypy there; return its status."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for path in (*PAGES, NOTEBOOK):
            code = module_of(path)
            if code:
                name = "page_" + re.sub(r"\W", "_", path.with_suffix("").as_posix())
                (Path(folder) / f"{name}.py").write_text(code, "utf-8")
                names[name] = path.as_posix()
        return checked(folder, names)


def checked(folder: str, names: dict[str, str]) -> int:
    """Run mypy and print what it says with the names of the pages."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    options = ["--allow-redefinition", "--disable-error-code=union-attr", "--no-error-summary"]
    options += ["--cache-dir", str(ROOT / ".mypy_cache/examples")]
    modules = [f"{name}.py" for name in names]
    environment = {"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(
        [*command, *options, *modules],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    said = re.sub(r"^(page_\w+)\.py", lambda found: names[found[1]], ran.stdout, flags=re.MULTILINE)
    print(said + ran.stderr, end="")
    print(f"{len(names)} pages with Python: {'no' if not ran.returncode else 'some'} errors of types")
    return ran.returncode


def module_of(path: Path) -> str:
    """Return the Python of a page, each line where it is on the page; empty if there is none."""
    text = (ROOT / path).read_text("utf-8")
    lines = dict(notebook(text) if path == NOTEBOOK else page(text, path.suffix))
    return "\n".join(lines.get(number, "") for number in range(max(lines, default=0) + 1))


def page(text: str, suffix: str) -> Iterator[tuple[int, str]]:
    """Yield the numbers and the lines of the Python of a page, numbered from 0."""
    if suffix == ".rst":
        yield from session(text, 0)
        return
    for block in blocks(text):
        if block.language == "python":
            is_session = ">>>" in block.text
            lines = (
                session(block.text, block.line - 1)
                if is_session
                else enumerate(block.text.splitlines(), block.line - 1)
            )
            yield from lines


def session(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Yield the numbers and the lines of what is typed in a session."""
    for example in DocTestParser().get_examples(text):
        yield from enumerate(example.source.splitlines(), begin + example.lineno)


def notebook(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the cells with code, numbered through."""
    cells = [cell["source"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    yield from enumerate(line.rstrip("\n") for cell in cells for line in cell)


if __name__ == "__main__":
    sys.exit(main())
