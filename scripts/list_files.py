"""Write the list of files in docs/design.md: floor by floor, each with the first line of its own docstring.

`--check` changes nothing and fails if the list is not what it would be.
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
BEGIN, END = "<!-- files: scripts/list_files.py -->\n", "<!-- end of files -->\n"


def main() -> None:
    """Bring the list up to date, or check that it is."""
    text = DESIGN.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    wanted = before + BEGIN + "".join(listing()) + END + rest.partition(END)[2]
    if "--check" not in sys.argv[1:]:
        DESIGN.write_text(wanted, "utf-8")
    elif text != wanted:
        sys.exit("docs/design.md lists other files than there are: run scripts/list_files.py")


def listing() -> Iterator[str]:
    """Yield the lines of the list, the highest floor first."""
    floors = layers()
    for below, names in enumerate(floors):
        yield f"\n**Floor {len(floors) - 1 - below}**\n\n"
        for name in names:
            yield from lines_of(name)
    yield "\n"


def layers() -> list[list[str]]:
    """Return the names of the files and folders on each floor, the highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    floors = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return [re.findall(r"\w+", floor) for floor in floors]


def lines_of(name: str) -> Iterator[str]:
    """Yield a line for a file, or for each file of a folder."""
    folder = PACKAGE / name
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]:
        yield f"- `{path.relative_to(PACKAGE)}` {first_line(path)}\n"


def first_line(path: Path) -> str:
    """Return the first line of a file's docstring, or stop with the file that has none."""
    said = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    if not said:
        sys.exit(f"{path.relative_to(ROOT)} does not say in a docstring what it is")
    return said.splitlines()[0]


if __name__ == "__main__":
    main()
