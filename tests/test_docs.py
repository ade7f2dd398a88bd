"""The pages for readers keep their promises: examples run, links lead somewhere, every file has its line."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
PACKAGE = ROOT / "src/tantrix"
MODULES = [path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.py"))]


def test_the_readme_has_at_most_120_lines() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 120


def test_the_session_in_the_readme_runs_as_printed() -> None:
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.REPORT_NDIFF)

    assert results.attempted > 5
    assert results.failed == 0


def test_the_commands_in_the_readme_are_there_to_run() -> None:
    commands = re.findall(r"^scripts/\S+$", README.read_text("utf-8"), re.MULTILINE)

    assert commands == ["scripts/serve", "scripts/test"]
    for command in commands:
        assert (ROOT / command).stat().st_mode & 0o111


def test_ci_runs_what_the_readme_says() -> None:
    assert (ROOT / ".ci/run").read_text("utf-8").splitlines()[-1] == "exec scripts/test"


def test_the_readme_says_whose_the_name_is() -> None:
    text = " ".join(README.read_text("utf-8").split())

    assert "trademark of its owner" in text
    assert "not affiliated" in text


@pytest.mark.parametrize("document", PAGES, ids=lambda document: document.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    text = document.read_text("utf-8")
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
    files = [link.partition("#")[0] for link in links if "://" not in link]

    assert [file for file in files if file and not (document.parent / file).exists()] == []


def test_every_file_has_its_line_in_the_design() -> None:
    design = (ROOT / "docs/design.md").read_text("utf-8")

    assert [module for module in MODULES if module[:2] != "__" and f"- `{module}` " not in design] == []
