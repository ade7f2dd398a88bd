#!/usr/bin/env python
"""Print the figures of docs/design/layout.md: files per folder, lengths of functions, names used twice.

With a revision of Git it measures that one: `scripts/layout_figures.py HEAD~100`.
"""

import ast
import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TREES = ("src/tantrix", "web/src", "tests", "docs", "scripts")
NOT_OURS = {"__pycache__", "built", "node_modules", "versions"}
WRITTEN = {".py", ".ts", ".md"}
N_SHOWN = 5  # of the largest folders and of the longest functions


def main() -> None:
    """Measure the working tree, or the revision in the first argument."""
    if len(sys.argv) == 1:
        print("\n".join(report(ROOT)))
        return
    archived = subprocess.run(
        ["git", "archive", sys.argv[1], *TREES], cwd=ROOT, capture_output=True, check=True
    )
    with tempfile.TemporaryDirectory() as name, tarfile.open(fileobj=io.BytesIO(archived.stdout)) as archive:
        archive.extractall(name, filter="data")
        print("\n".join(report(Path(name))))


def report(root: Path) -> Iterator[str]:
    """Yield the figures of a tree as lines of text."""
    for tree in TREES:
        counts = Counter(path.parent.relative_to(root).as_posix() for path in written(root / tree))
        largest = ", ".join(f"{folder} {n}" for folder, n in counts.most_common(N_SHOWN))
        yield f"{tree}: {counts.total()} files in {len(counts)} folders; most: {largest}"
    functions = sorted(lengths(root / "src/tantrix"), reverse=True)
    in_lines = sorted(n for n, _name in functions)
    median, ninth = statistics.median(in_lines), in_lines[len(in_lines) * 9 // 10]
    yield f"functions of src/tantrix: {len(functions)}; lines: median {median:.0f}, nine in ten {ninth}:"
    yield from (f"  {n} {name}" for n, name in functions[:N_SHOWN])
    classes = Counter(node.name for node in nodes(root / "src/tantrix") if isinstance(node, ast.ClassDef))
    yield f"names of two classes or more: {sum(n > 1 for n in classes.values())} of {len(classes)}"
    tests = [node for node in nodes(root / "tests") if is_test(node)]
    yield f"test functions in tests/: {len(tests)}"


def written(tree: Path) -> Iterator[Path]:
    """Yield the files of a tree that people write, without empty ones."""
    for path in sorted(tree.rglob("*")):
        if path.suffix in WRITTEN and not NOT_OURS & set(path.parts) and path.stat().st_size:
            yield path


def nodes(tree: Path) -> Iterator[ast.AST]:
    """Yield the syntax of all Python files of a tree."""
    for path in written(tree):
        if path.suffix == ".py":
            yield from ast.walk(ast.parse(path.read_text("utf-8")))


def lengths(tree: Path) -> Iterator[tuple[int, str]]:
    """Yield the number of lines of each function, and its name."""
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or 0) - node.lineno + 1, node.name


def is_test(node: ast.AST) -> bool:
    """Return whether a piece of syntax is a test."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")


if __name__ == "__main__":
    main()
