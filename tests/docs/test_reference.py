"""The reference has every public name of the library, each with an example, and the examples run."""

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

FOLDER = ROOT / "docs/library/reference"
REFERENCES = sorted(path.relative_to(ROOT) for path in FOLDER.glob("*.rst") if path.name != "index.rst")
ENTRY = re.compile(r"^\.\. (?:auto(?:class|exception|function)|py:data):: (\S+)$", re.MULTILINE)
PUBLIC = (
    "tantrix",
    "tantrix.analysis",
    "tantrix.arena.elo",
    "tantrix.arena.league",
    "tantrix.arena.swiss",
    "tantrix.arena.sprt",
    "tantrix.clock",
    "tantrix.competition.ladder",
    "tantrix.competition.ratings",
    "tantrix.deal",
    "tantrix.draw",
    "tantrix.gif",
    "tantrix.gobble",
    "tantrix.hexes",
    "tantrix.learning.env",
    "tantrix.learning.gym",
    "tantrix.learning.vector",
    "tantrix.notation",
    "tantrix.perft",
    "tantrix.record",
    "tantrix.robots",
    "tantrix.solver",
    "tantrix.tiles",
)


def public_names(module: str) -> Iterator[str]:
    """Yield what a module exports, or else the functions and classes that it defines itself."""
    names = vars(importlib.import_module(module))
    exported = names.get("__all__") or [
        name
        for name, thing in names.items()
        if name[0] != "_"
        and (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == module
        and name not in importlib.import_module("tantrix").__all__
    ]
    yield from (f"{module}.{name}" for name in exported)


def entries() -> Iterator[tuple[str, str]]:
    """Yield the names on the pages, each with the text up to the next."""
    for page in REFERENCES:
        _before, *parts = ENTRY.split((ROOT / page).read_text("utf-8"))
        yield from zip(parts[::2], parts[1::2], strict=True)


ENTRIES = dict(entries())


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    assert [name for name in public_names(module) if name not in ENTRIES] == []


def test_every_name_in_the_reference_has_an_example() -> None:
    assert [name for name, text in ENTRIES.items() if ">>>" not in text] == []


def test_the_example_follows_the_name_that_it_shows() -> None:
    assert ">>> edges(12)" in ENTRIES["tantrix.edges"]
    assert len(ENTRIES) > 180


@pytest.mark.parametrize("document", REFERENCES, ids=str)
def test_the_examples_of_the_reference_run(document: Path) -> None:
    results = doctest.testfile(str(ROOT / document), module_relative=False, optionflags=doctest.REPORT_NDIFF)

    assert results.attempted > 2
    assert results.failed == 0


def test_every_page_of_the_reference_is_in_its_contents() -> None:
    contents = (FOLDER / "index.rst").read_text("utf-8").split()

    assert [page.stem for page in REFERENCES if page.stem not in contents] == []
