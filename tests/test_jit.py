"""The cache of compiled functions: a folder named after everything that they depend on."""

import os
import shutil
from pathlib import Path

import tantrix
from tantrix import _jit

PACKAGE = Path(tantrix.__file__).parent


def _closure(name: str) -> set[str]:
    return {text.decode().split('"""')[1].splitlines()[0] for text in _jit._files(PACKAGE / name).values()}


def test_a_compiled_file_is_kept_under_the_text_of_all_that_it_imports() -> None:
    kernel = _closure("kernel.py")

    assert any("tiles of Tantrix" in line for line in kernel)
    assert kernel < _closure("simulation/counting.py")
    assert kernel < _closure("solver/loops/gates.py")


def test_a_change_elsewhere_makes_nothing_compile_again() -> None:
    folder = _jit.cache_folder(PACKAGE / "solver/loops/gates.py")

    assert folder != _jit.cache_folder(PACKAGE / "solver/loops/growth.py")
    assert not any("robots" in line.lower() for line in _closure("solver/loops/gates.py"))


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
