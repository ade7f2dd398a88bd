"""The pages for readers: links work, the index lists every page, prose has one width."""

import re
from pathlib import Path

import pytest

from tests.support.documentation import PAGES, ROOT, WIDTH, long_lines

README = ROOT / "README.md"
INDEX = ROOT / "docs/index.md"
PACKAGE = ROOT / "src/tantrix"
PACKAGES = sorted(
    path.parent.relative_to(PACKAGE).as_posix()
    for path in PACKAGE.rglob("*/__init__.py")
    if "migrations" not in path.parts
)
# Files are named from the root of the repository, or from one of these folders.
FOLDERS = [
    ROOT,
    *(ROOT / folder for folder in ("src/tantrix", "src/tantrix/server", "web/src", "docs", "tests/docs")),
]
FILE = re.compile(r"`((?:\w[\w.-]*/)+[\w.-]+\.(?:py|ts|md|csv|txt|json|toml|yaml|conf))`")
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")


def test_the_readme_has_at_most_120_lines() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 120


def test_the_commands_in_the_readme_exist() -> None:
    commands = re.findall(r"^scripts/\S+$", README.read_text("utf-8"), re.MULTILINE)

    assert commands == ["scripts/serve", "scripts/test"]
    for command in commands:
        assert (ROOT / command).stat().st_mode & 0o111


def test_ci_runs_what_the_readme_says_and_then_the_rest() -> None:
    commands = re.findall(r"^scripts/[^|\n]*", (ROOT / ".ci/run").read_text("utf-8"), re.MULTILINE)

    assert [command.strip() for command in commands] == ["scripts/test", "scripts/test --rest"]


def test_the_readme_names_the_owner_of_the_trademark() -> None:
    text = " ".join(README.read_text("utf-8").split())

    assert "trademark of its owner" in text
    assert "not affiliated" in text


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_every_link_to_a_file_works(document: Path) -> None:
    files = [link.partition("#")[0] for link in _links(document) if "://" not in link]

    assert [file for file in files if file and not (ROOT / document.parent / file).exists()] == []


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_every_file_named_on_a_page_exists(document: Path) -> None:
    named = FILE.findall((ROOT / document).read_text("utf-8"))

    assert [file for file in named if not any((folder / file).exists() for folder in FOLDERS)] == []


def test_every_page_is_in_the_index() -> None:
    listed = {(INDEX.parent / link.partition("#")[0]).resolve() for link in _links(INDEX)}
    pages = {path for path in (ROOT / "docs").rglob("*.md") if path != INDEX}

    assert pages - listed == set()


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_no_page_has_the_marks_of_a_merge(document: Path) -> None:
    assert re.findall("^(?:<{7}|>{7}) .*", (ROOT / document).read_text("utf-8"), re.MULTILINE) == []


@pytest.mark.parametrize("document", PAGES, ids=str)
def test_prose_is_wrapped_at_one_width(document: Path) -> None:
    assert long_lines((ROOT / document).read_text("utf-8")) == []


def test_no_page_repeats_the_name_of_its_folder() -> None:
    assert [page for page in PAGES if page.stem.startswith(page.parent.name or "/")] == []


def test_tables_and_code_may_be_wider() -> None:
    wide = "x" * (WIDTH + 1)

    assert long_lines(f"| {wide} |\n\n```\n{wide}\n```\n\n    {wide}\n") == []
    assert long_lines(f"short\n{wide}\n") == [2]
    assert long_lines(f"- item\n  {wide} {wide}\n") == [2]


def test_every_package_is_on_its_page() -> None:
    page = (ROOT / "docs/design/packages.md").read_text("utf-8")

    assert [package for package in PACKAGES if f"`{package}/` |" not in page] == []


def test_every_module_outside_packages_is_on_the_page_of_packages() -> None:
    page = (ROOT / "docs/design/packages.md").read_text("utf-8")
    modules = [path.name for path in PACKAGE.glob("*.py") if path.name not in ("__init__.py", "__main__.py")]

    assert [name for name in modules if f"`{name}` |" not in page] == []


def _links(document: Path) -> list[str]:
    return [first or second for first, second in LINK.findall((ROOT / document).read_text("utf-8"))]
