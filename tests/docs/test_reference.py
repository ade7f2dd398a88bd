"""The reference has every public name of the library, each with an example, and the examples run."""

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.documentation import ROOT

FOLDER = ROOT / "docs/library/reference"
INDEX = (FOLDER / "index.rst").read_text("utf-8")
REFERENCES = sorted(path.relative_to(ROOT) for path in FOLDER.glob("*.rst") if path.name != "index.rst")
ENTRY = re.compile(r"^\.\. (?:auto(?:class|exception|function)|py:data):: (\S+)$", re.MULTILINE)
INTERNAL = set(re.findall(r"^\* ``(tantrix\.\S+)``: ", INDEX, re.MULTILINE))


def modules(package: str = "tantrix") -> Iterator[str]:
    """Yield a package and all that is inside it, without what the index calls internal."""
    yield package
    path = importlib.import_module(package).__path__
    for found in pkgutil.iter_modules(path, f"{package}."):
        if found.name in INTERNAL or found.name.startswith(f"{package}._"):
            continue
        if found.ispkg:
            yield from modules(found.name)
        else:
            yield found.name


def public_names(name: str) -> Iterator[str]:
    """Yield the public names of a module, by the rule on the index of the reference."""
    module = importlib.import_module(name)
    if hasattr(module, "__all__"):
        names = list(module.__all__)
    elif is_inside_exporting_package(name):
        names = []
    else:
        names = [each for each in vars(module) if each[0] != "_" and is_made_by(module, each)]
    yield from (f"{name}.{each}" for each in names)


def is_inside_exporting_package(name: str) -> bool:
    """Return whether a package around a module has `__all__`; that of the library itself does not count."""
    around = name.rpartition(".")[0]
    return "." in around and (
        hasattr(importlib.import_module(around), "__all__") or is_inside_exporting_package(around)
    )


def is_made_by(module: ModuleType, name: str) -> bool:
    """Return whether a module defines a function, compiled or not, or a class of this name itself."""
    thing = getattr(module, name)
    thing = getattr(thing, "py_func", thing)
    return (inspect.isfunction(thing) or inspect.isclass(thing)) and thing.__module__ == module.__name__


def entries() -> Iterator[tuple[str, str]]:
    """Yield the names on the pages, each with the text up to the next."""
    for page in REFERENCES:
        _before, *parts = ENTRY.split((ROOT / page).read_text("utf-8"))
        yield from zip(parts[::2], parts[1::2], strict=True)


def thing_of(name: str) -> object:
    """Return what a name of the reference stands for."""
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


ENTRIES = dict(entries())
PLACES = [(page, name) for page in REFERENCES for name in ENTRY.findall((ROOT / page).read_text("utf-8"))]


def test_every_public_name_is_in_the_reference() -> None:
    described = {id(thing_of(name)) for name in ENTRIES}  # `Cell` is in the reference as `tantrix.Cell`

    names = [name for module in modules() for name in public_names(module) if name not in ENTRIES]

    assert [name for name in names if id(thing_of(name)) not in described] == []


def test_the_reference_describes_public_names_only() -> None:
    homes = {name.rpartition(".")[0] for name in ENTRIES}

    assert homes - set(modules()) == set()
    assert [home for home in homes if not list(public_names(home))] == []


def test_modules_of_a_package_that_exports_names_are_internal_unless_they_do_too() -> None:
    assert "tantrix.record.text" in modules() and list(public_names("tantrix.record.text")) == []
    assert list(public_names("tantrix.solver.generate")) == ["tantrix.solver.generate.generate"]
    assert "tantrix.competition.swiss.SwissRound" in public_names("tantrix.competition.swiss")


def test_names_that_the_index_calls_internal_exist() -> None:
    assert {"tantrix.cli", "tantrix.server"} < INTERNAL
    assert [name for name in INTERNAL if importlib.util.find_spec(name) is None] == []


def test_every_class_shows_its_methods() -> None:
    without = [name for name, text in ENTRIES.items() if ":members:" not in text]
    classes = {name: thing for name in without if inspect.isclass(thing := thing_of(name))}

    assert [name for name, thing in classes.items() if methods_of(thing)] == []


def methods_of(thing: object) -> list[str]:
    """List the public methods and properties that a class defines itself."""
    kinds = (property, classmethod, staticmethod)
    own = vars(thing).items()
    return [
        name for name, each in own if name[0] != "_" and (inspect.isfunction(each) or isinstance(each, kinds))
    ]


def test_every_name_in_the_reference_has_an_example() -> None:
    assert [name for name, text in ENTRIES.items() if ">>>" not in text] == []


def test_every_method_is_in_an_example_on_the_page_of_its_class() -> None:
    examples = {page: "\n".join(examples_of((ROOT / page).read_text("utf-8"))) for page in REFERENCES}
    classes = [(page, name) for page, name in PLACES if inspect.isclass(thing_of(name))]

    assert [
        f"{name}.{method}"
        for page, name in classes
        for method in methods_of(thing_of(name))
        if not re.search(rf"\.{method}\b", examples[page])
    ] == []


def examples_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith((">>> ", "... "))]


def test_the_example_follows_the_name_that_it_shows() -> None:
    assert ">>> edges(12)" in ENTRIES["tantrix.edges"]


@pytest.mark.parametrize("document", REFERENCES, ids=str)
def test_the_examples_of_the_reference_run(document: Path) -> None:
    results = doctest.testfile(str(ROOT / document), module_relative=False, optionflags=doctest.REPORT_NDIFF)

    assert results.attempted > 2
    assert results.failed == 0


def test_every_page_of_the_reference_is_in_its_contents() -> None:
    assert [page.stem for page in REFERENCES if page.stem not in INDEX.split()] == []
