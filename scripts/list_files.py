"""Write the table of packages in docs/design.md: floor by floor, with the first sentence of each docstring.

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
DESIGN = ROOT / "docs/design.md"
BEGIN, END = "<!-- packages: scripts/list_files.py -->\n", "<!-- end of packages -->\n"


def main() -> None:
    """Update the table, or check that it is up to date."""
    text = DESIGN.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    wanted = before + BEGIN + "".join(listing()) + END + rest.partition(END)[2]
    if "--check" not in sys.argv[1:]:
        DESIGN.write_text(wanted, "utf-8")
    elif text != wanted:
        sys.exit("the packages in docs/design.md are out of date: run scripts/list_files.py")


def listing() -> Iterator[str]:
    """Yield the lines of the table, highest floor first."""
    yield "\n| floor | package | holds |\n| ---: | --- | --- |\n"
    floors = layers()
    for below, names in enumerate(floors):
        floor = len(floors) - 1 - below
        for name in (name for name in names if (PACKAGE / name).is_dir()):
            yield from rows(floor, name)
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
        folder = init.parent.relative_to(PACKAGE)
        if "migrations" not in folder.parts:
            yield f"| {floor} | `{folder}/` | {first_sentence(init)} |\n"


def first_sentence(path: Path) -> str:
    """Return the first paragraph of a file's docstring, or exit with the name of a file that has none."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    if not text:
        sys.exit(f"{path.relative_to(ROOT)} has no docstring that says what it is")
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
