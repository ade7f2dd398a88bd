"""The cache of compiled functions: a folder named after everything that they depend on."""

import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from runpy import run_path

import pytest

import tantrix

COMPILED = ("kernel.py", "lab/simulation/counting.py", "solver/loops/gates.py", "solver/loops/growth.py")
DOUBLING = """
from tantrix._compile.jit import jit

@jit
def twice(number):
    return 2 * number

@jit
def fourfold(number):
    return twice(twice(number))
"""

READING = """
import sys
import numpy as np
from tantrix._compile.jit import jit

@jit
def read(items):
    return items[0].wanted

@jit
def call(items):
    return read(items)

@jit
def call_both(items, others):
    return 10 * read(items) + read(others)

fields = [("wanted", "i8"), ("other", "i8")]
kinds = {"first": fields, "second": fields[::-1]}
items = [np.ones(1, kinds[each]) for each in sys.argv[1:]]
for each in items:
    each["other"] = 0
print(call(*items) if len(items) == 1 else call_both(*items))
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the package's modules, to be changed."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    left_out = shutil.ignore_patterns("server", "__pycache__")
    return Path(shutil.copytree(Path(tantrix.__file__).parent, tmp_path / "tantrix", ignore=left_out))


def folders(package: Path) -> list[Path]:
    """Return the cache folders of compiled modules, as a fresh interpreter would."""
    spec = spec_from_file_location("copied_jit", package / "_compile" / "jit.py")
    assert spec is not None and spec.loader is not None
    copied = module_from_spec(spec)
    spec.loader.exec_module(copied)
    return [copied.cache_folder(package / name) for name in COMPILED]


def changed(package: Path, name: str) -> set[str]:
    """Return which compiled modules get another folder when a file of the package changes."""
    before = folders(package)
    with (package / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    return {each for each, old, new in zip(COMPILED, before, folders(package), strict=True) if old != new}


def test_a_change_of_what_all_import_makes_all_compile_again(package: Path) -> None:
    assert changed(package, "tiles.py") == set(COMPILED)
    assert changed(package, "kernel.py") == set(COMPILED)


def test_a_change_elsewhere_makes_nothing_compile_again(package: Path) -> None:
    assert changed(package, "robots/uniform.py") == set()
    assert changed(package, "solver/loops/growth.py") == {"solver/loops/growth.py"}


def test_a_copy_elsewhere_runs_what_was_compiled_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    n_loaded = []

    for number, folder in enumerate(("here", "there")):
        file = tmp_path / folder / "doubling.py"
        file.parent.mkdir()
        file.write_text(DOUBLING)
        os.utime(file, (number, number))
        twice = run_path(str(file))["twice"]
        assert twice(21) == 42
        n_loaded.append(sum(twice.stats.cache_hits.values()))

    assert n_loaded == [0, 1]


def test_python_and_compiled_functions_call_forms_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = tmp_path / "compiled"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(compiled))
    file = tmp_path / "doubling.py"
    file.write_text(DOUBLING)
    doubling = run_path(str(file))

    assert doubling["fourfold"](21) == 84
    assert len(list(compiled.rglob("*.twice-*-inner*.nbi"))) == 1
    assert not doubling["twice"].overloads, "Python has not called it yet"
    assert doubling["twice"](21) == 42
    assert len(list(compiled.rglob("*.twice-*.nbi"))) == 2


def test_functions_for_two_records_are_not_mixed_up_though_two_processes_gave_them_the_same_number(
    tmp_path: Path,
) -> None:
    file = tmp_path / "reading.py"
    file.write_text(READING)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "compiled")}

    read = [
        subprocess.run([sys.executable, str(file), *kinds], capture_output=True, check=True, env=environment)
        for kinds in (["first"], ["second"], ["first", "second"])
    ]

    assert [int(each.stdout) for each in read] == [1, 1, 11]
