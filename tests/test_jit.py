"""The cache of compiled functions: a folder named after everything that they depend on."""

import os
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import tantrix
from tantrix import _jit

COMPILED = ("kernel.py", "simulation/counting.py", "solver/loops/gates.py", "solver/loops/growth.py")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the package's modules, to be changed."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    left_out = shutil.ignore_patterns("server", "__pycache__")
    return Path(shutil.copytree(Path(tantrix.__file__).parent, tmp_path / "tantrix", ignore=left_out))


def folders(package: Path) -> list[Path]:
    """Return the cache folders of compiled modules, as a fresh interpreter would."""
    spec = spec_from_file_location("copied_jit", package / "_jit.py")
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


def test_code_compiled_for_a_copy_or_an_older_file_does_not_count_as_compiled(tmp_path: Path) -> None:
    # Numba compiles both again, which should happen in a worker process, not in a server.
    here, copy = tmp_path / "here.py", tmp_path / "copy.py"
    here.write_text("ONE = 1\n")
    shutil.copy2(here, copy)
    mark = _jit.done_mark(here, "done")
    same, other = _jit.done_mark(here, "done"), _jit.done_mark(copy, "done")
    os.utime(here, (1, 1))

    assert same == mark != other
    assert _jit.done_mark(here, "done") != mark
