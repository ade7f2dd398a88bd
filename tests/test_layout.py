"""The folder layout: few files per folder, descriptive file names, and a docstring for every package."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TREES = (
    "src/tantrix",
    "web/src",
    "web/styles",
    "web/components",
    "tests",
    "docs",
    "scripts",
    "benchmarks",
    "research",
)
NOT_OURS = {"__pycache__", "built", "node_modules"}
MAX_FILES = 30
MAX_LINES = 60
MAX_SHEET_LINES = 600
MAX_COLUMNS = 120
# Ruff and Biome look after Python and TypeScript, whose only longer lines are mark-up in a template literal.
KINDS = {".css", ".js", ".md", ".sh", ".toml", ".yaml", ".yml"}
UNBROKEN = (
    r" *\|",  # the row of a table
    r' *_\(".*"\)$',  # a sentence, as translators read it
    r" *(!\[.*\]\(.*\)|<(img|iframe) .*>)$",  # a picture of the documentation with what it shows
)
TAKEN = "web/components"  # mark-up as it was on a running server
MIGRATIONS = "server/database/migrations/versions"  # lists of tables, which no step would make clearer
SOURCES = ROOT / "src"
LIBRARY = SOURCES / "tantrix"
WHOLE = {  # tests about everything below their folder
    "tests": {"importing", "layout", "packaging", "rule_citations", "values"},
    "tests/server": {"construction", "stopping", "style"},
}
OURS = ("tantrix", "scripts", "tests", "research", "benchmarks")
ROLES = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}


def files(tree: str) -> Iterator[Path]:
    """Yield the files of a tree that people write."""
    for path in sorted((ROOT / tree).rglob("*")):
        if path.is_file() and not NOT_OURS & set(path.parts):
            yield path


def sources(tree: str) -> Iterator[Path]:
    """Yield the files of a tree that hold code or prose."""
    for path in files(tree):
        is_source = path.suffix in (".py", ".ts", ".css", ".md") or (tree == "scripts" and not path.suffix)
        if is_source and path.name != "__init__.py":
            yield path


def stem(path: Path) -> str:
    """Return the name of a file without `test_` and suffixes."""
    return path.name.partition(".")[0].removeprefix("test_")


def folder_names(path: Path) -> set[str]:
    """Return the name of the folder of a file as it stands, and in the singular."""
    name = path.parent.name.replace("-", "_")
    return {name, name.removesuffix("s"), re.sub("ies$", "y", name)}


@pytest.mark.parametrize("tree", TREES)
def test_no_folder_holds_more_than_thirty_files(tree: str) -> None:
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in files(tree))

    assert {folder: n for folder, n in counts.items() if n > MAX_FILES} == {}


def test_no_style_sheet_is_longer_than_six_hundred_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in files("web/styles")
    }

    assert {sheet: n for sheet, n in lengths.items() if n > MAX_SHEET_LINES} == {}


def test_no_line_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in written()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > MAX_COLUMNS and not re.match("|".join(UNBROKEN), line)
    ]

    assert long == []


def written() -> Iterator[Path]:
    """Yield the files whose lines no other tool measures; the scripts of the shell have no suffix."""
    for path in (*(path for tree in TREES if tree != TAKEN for path in files(tree)), *ROOT.iterdir()):
        is_script = path.parent == ROOT / "scripts" and not path.suffix
        if path.is_file() and (path.suffix in KINDS or is_script):
            yield path


@pytest.mark.parametrize("tree", TREES)
def test_no_file_repeats_the_name_of_its_folder(tree: str) -> None:
    repeating = [
        path.relative_to(ROOT).as_posix()
        for path in sources(tree)
        if stem(path).replace("-", "_").startswith(tuple(f"{name}_" for name in folder_names(path)))
    ]

    assert repeating == []


@pytest.mark.parametrize("tree", TREES)
def test_files_and_folders_are_named_after_what_they_hold(tree: str) -> None:
    names = {part for path in sources(tree) for part in (*path.parent.relative_to(ROOT).parts, stem(path))}

    assert {name for name in names if ROLES & set(name.replace("-", "_").split("_"))} == set()


def test_every_package_says_what_it_is() -> None:
    silent = [
        path.parent.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "src/tantrix").rglob("__init__.py"))
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]

    assert silent == []


def exists(module: Path) -> bool:
    """Return whether there is a package or a module at this path without suffix."""
    return module.is_dir() or module.with_suffix(".py").exists()


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for tree in ("src/tantrix", "tests") for path in (ROOT / tree).rglob("*.py")}

    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_no_two_classes_share_a_name() -> None:
    counts = Counter(
        node.name
        for tree in ("src", "tests", "scripts", "benchmarks", "research")
        for path in (ROOT / tree).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )

    twice = {name for name, n in counts.items() if n > 1}

    assert twice == set()


def test_no_two_types_or_exported_names_of_the_browser_code_share_a_name() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "web/src").rglob("*.ts")]
    types = re.compile(r"^(?:export )?(?:abstract )?(?:class|interface|type|enum) (\w+)", re.M)
    exported = re.compile(r"^export (?:async )?(?:function|const|let) (\w+)", re.M)
    counts = Counter(
        name for source in sources for each in (types, exported) for name in each.findall(source)
    )

    assert {name for name, n in counts.items() if n > 1} == set()


def test_an_alias_of_a_type_is_written_once_and_is_not_named_like_a_class() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in LIBRARY.rglob("*.py")]
    classes = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    aliases = Counter(alias for tree in trees for alias in type_aliases(tree))

    assert {name for name, _ in aliases if name in classes} == set()
    assert {name for (name, _), n in aliases.items() if n > 1} == set()


@pytest.mark.parametrize("tree", ["src", "tests", "scripts", "benchmarks", "research", "examples"])
def test_no_name_is_given_to_any_type_at_all(tree: str) -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in sorted((ROOT / tree).rglob("*.py"))
        for name, type_ in type_aliases(ast.parse(path.read_text("utf-8")))
        if type_ == "Any"
    ]

    assert found == []


def type_aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names and types of the aliases in a module."""
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Subscript() | ast.BinOp() | ast.Name() as type_):
                if re.fullmatch(r"_?[A-Z][a-z]\w*", name):
                    yield name, ast.unparse(type_)
            case ast.AnnAssign(ast.Name(name), ast.Name("TypeAlias"), ast.expr() as type_):
                yield name, ast.unparse(type_)


def test_no_function_is_longer_than_sixty_lines() -> None:
    sources = [path for path in (ROOT / "src").rglob("*.py") if MIGRATIONS not in path.as_posix()]
    lengths = {
        f"{path.relative_to(ROOT).as_posix()}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in sources
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {function: n for function, n in lengths.items() if n > MAX_LINES} == {}


def test_no_test_file_imports_a_test_file() -> None:
    found = [
        (path.relative_to(ROOT).as_posix(), module)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for module in imported(path)
        if module.startswith("tests.") and module.rpartition(".")[2].startswith(("test_", "conftest"))
    ]

    assert found == []


def test_no_test_touches_a_private_name_of_another_file() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for name in private_names(ast.parse(path.read_text("utf-8")))
    ]

    assert found == []


def private_names(tree: ast.Module) -> Iterator[str]:
    """Yield the private names that a file imports from us, or uses as attributes without defining them."""
    nodes = list(ast.walk(tree))
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS):
            yield from (alias.name for alias in node.names if is_private(alias.name) and alias.name != "_jit")
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in defined:
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            yield from [] if of in ("self", "cls") else [node.attr]


def is_private(name: str) -> bool:
    """Return whether a name has one leading underscore, and is none that a library makes public."""
    is_public = name in ("_replace", "_asdict", "_fields") or name.endswith("_")
    return name.startswith("_") and not name.startswith("__") and not is_public


def test_tests_are_in_folders_named_like_what_they_test() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    of_pages = {folder for folder in folders if folder.parts[:1] == ("browser",)}

    assert [folder for folder in of_pages if not exists(ROOT / "web/src" / Path(*folder.parts[1:]))] == []
    assert [
        folder
        for folder in folders - of_pages - {Path("server/faults")}  # of the whole server
        if not exists(LIBRARY / folder) and not exists(ROOT / folder)
    ] == []


@pytest.mark.parametrize("folder", WHOLE)
def test_tests_outside_a_folder_are_named_after_a_module_or_concern_the_whole(folder: str) -> None:
    sources = LIBRARY / Path(folder).relative_to("tests")
    places = (sources, ROOT, ROOT / folder / "support")
    modules = {path.stem.lstrip("_") for place in places for path in place.iterdir()}

    names = {stem(path) for path in (ROOT / folder).glob("test_*.py")}

    assert names - modules == WHOLE[folder]


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
