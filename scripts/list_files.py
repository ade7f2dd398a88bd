#!/usr/bin/env python
"""Write the table of docs/design/packages.md: packages and modules by floor, each with its first sentence.

`--check` changes nothing and fails if the table is out of date.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/tantrix"
PAGE = ROOT / "docs/design/packages.md"
BEGIN, END = "<!-- packages: scripts/list_files.py -->\n", "<!-- end of packages -->\n"


def main() -> None:
    """Update the table, or check that it is up to date."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    expected = before + BEGIN + "".join(listing()) + END + rest.partition(END)[2]
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(expected, "utf-8")
    elif text != expected:
        sys.exit(f"the packages in {PAGE.relative_to(ROOT)} are out of date: run scripts/list_files.py")


def listing() -> Iterator[str]:
    """Yield the lines of the table, highest floor first; on a floor packages come before modules."""
    yield "\n| floor | package | holds |\n| ---: | --- | --- |\n"
    floors = layers()
    for below, names in enumerate(floors):
        for name in sorted(names, key=lambda name: not (PACKAGE / name).is_dir()):
            yield from rows(len(floors) - 1 - below, name)
    yield "\n"


def layers() -> list[list[str]]:
    """Return the names of the modules and packages on each floor, highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    floors = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return [re.findall(r"\w+", floor) for floor in floors]


def rows(floor: int, name: str) -> Iterator[str]:
    """Yield the row of a module, or those of a package and of each package inside it."""
    module = PACKAGE / f"{name}.py"
    if module.exists():
        yield f"| {floor} | `{name}.py` | {first_sentence(module)} |\n"
    for init in sorted((PACKAGE / name).rglob("__init__.py")):
        if "migrations" not in init.parent.parts:
            yield f"| {floor} | `{init.parent.relative_to(PACKAGE)}/` | {first_sentence(init)} |\n"


def first_sentence(path: Path) -> str:
    """Return the first paragraph of a file's docstring, or exit with the name of a file that has none."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    if not text:
        sys.exit(f"{path.relative_to(ROOT)} has no docstring that says what it is")
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
