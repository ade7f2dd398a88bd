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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("*.md", "docs/**/*.md", "docs/**/*.rst", "docs/**/*.ipynb")
SESSION = re.compile(r" *(?:>>>|\.\.\.)(?: (.*)|)$")
FENCE = re.compile(r" *```+ *(\w*)")


def main() -> int:
    """Write the modules to a temporary folder and run mypy there; return its status."""
    pages = sorted(path for pattern in PAGES for path in ROOT.glob(pattern))
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for path in pages:
            lines = list(code_of(path))
            if any(lines):
                name = "page_" + re.sub(r"\W", "_", path.relative_to(ROOT).with_suffix("").as_posix())
                (Path(folder) / f"{name}.py").write_text("\n".join(lines) + "\n", "utf-8")
                names[name] = path.relative_to(ROOT).as_posix()
        return checked(folder, names)


def checked(folder: str, names: dict[str, str]) -> int:
    """Run mypy and print what it says with the names of the pages."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    options = [
        "--allow-redefinition",
        "--disable-error-code=union-attr",
        "--no-error-summary",
        "--cache-dir",
        str(ROOT / ".mypy_cache/examples"),
    ]
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


def code_of(path: Path) -> Iterator[str]:
    """Yield the lines of a page with everything left out that is not Python."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        cells = [cell["source"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        yield from (line.rstrip("\n") for cell in cells for line in cell)
        return
    language, is_session = None, False
    for line in text.splitlines():
        if path.suffix == ".md" and (fence := FENCE.match(line)):
            language, is_session = (fence[1] if language is None else None), False
            yield ""
            continue
        is_example = SESSION.match(line) if path.suffix == ".rst" or language == "python" else None
        is_session = is_session or bool(is_example)
        if is_example:
            yield is_example[1] or ""
        else:
            yield line if language == "python" and not is_session else ""


if __name__ == "__main__":
    sys.exit(main())
