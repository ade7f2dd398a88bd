"""The cache of compiled functions: a folder named after everything that they depend on."""

import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest
from numba.core.itanium_mangler import mangle
from numba.np.numpy_support import from_dtype

import tantrix
from tantrix import kernel

COMPILED = ("kernel.py", "lab/simulation/counting.py", "solver/loops/gates.py", "solver/loops/growth.py")
FIELDS = [("first", "i8"), ("second", "i8")]
OTHER = [("second", "i8"), ("first", "i8")]
DOUBLING = """
from tantrix._compile.jit import jit

@jit
def twice(number):
    return 2 * number

@jit
def fourfold(number):
    return twice(twice(number))
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


def test_functions_for_a_record_have_the_same_name_in_every_process_and_for_another_record_another() -> None:
    script = f"from tests._compile.test_jit import mangled; print(mangled({OTHER}), mangled({FIELDS}))"

    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout

    assert there.split() == [mangled(OTHER), mangled(FIELDS)]
    assert mangled(OTHER) != mangled(FIELDS)


def mangled(fields: list[tuple[str, str]]) -> str:
    """Return the name of a compiled function that takes an array of records."""
    assert kernel.tables() is not None, "compiled functions are used"
    return str(mangle("function", [from_dtype(np.dtype(fields))[::1]]))
