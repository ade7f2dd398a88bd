#!/usr/bin/env python
"""Write the tables of packages, floor by floor, with the first sentence of each docstring.

docs/design.md has the packages of the top level, docs/design/packages.md those inside them too. `--check`
changes nothing and fails if a table is out of date.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/tantrix"
TABLES = {
    ROOT / "docs/design.md": False,
    ROOT / "docs/design/packages.md": True,
}  # with packages inside packages?
BEGIN, END = "<!-- packages: scripts/list_files.py -->\n", "<!-- end of packages -->\n"


def main() -> None:
    """Update the tables, or check that they are up to date."""
    for page, inside in TABLES.items():
        text = page.read_text("utf-8")
        before, _, rest = text.partition(BEGIN)
        expected = before + BEGIN + "".join(listing(inside=inside)) + END + rest.partition(END)[2]
        if "--check" not in sys.argv[1:]:
            page.write_text(expected, "utf-8")
        elif text != expected:
            sys.exit(f"the packages in {page.relative_to(ROOT)} are out of date: run scripts/list_files.py")


def listing(*, inside: bool) -> Iterator[str]:
    """Yield the lines of a table, highest floor first; `inside` adds the packages inside packages."""
    yield "\n| floor | package | holds |\n| ---: | --- | --- |\n"
    floors = layers()
    for below, names in enumerate(floors):
        floor = len(floors) - 1 - below
        for name in (name for name in names if (PACKAGE / name).is_dir()):
            yield from rows(floor, name) if inside else [row(floor, PACKAGE / name / "__init__.py")]
        modules = [f"`{name}`" for name in names if not (PACKAGE / name).is_dir()]
        if modules:
            yield f"| {floor} | {' '.join(modules)} | modules, described in the reference |\n"
    yield "\n"


def layers() -> list[list[str]]:
    """Return the names of the modules and packages on each floor, highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    floors = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return [re.findall(r"\w+", floor) for floor in floors]


def rows(floor: int, name: str) -> Iterator[str]:
    """Yield a row for a package and for each package inside it."""
    for init in sorted((PACKAGE / name).rglob("__init__.py")):
        if "migrations" not in init.parent.parts:
            yield row(floor, init)


def row(floor: int, init: Path) -> str:
    """Return the row of the package whose `__init__.py` this is."""
    return f"| {floor} | `{init.parent.relative_to(PACKAGE)}/` | {first_sentence(init)} |\n"


def first_sentence(path: Path) -> str:
    """Return the first paragraph of a file's docstring, or exit with the name of a file that has none."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    if not text:
        sys.exit(f"{path.relative_to(ROOT)} has no docstring that says what it is")
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
