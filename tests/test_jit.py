"""The cache of compiled functions: a folder named after everything that they depend on."""

from pathlib import Path

import tantrix
from tantrix import _jit

PACKAGE = Path(tantrix.__file__).parent


def _closure(name: str) -> set[str]:
    return {text.decode().split('"""')[1].splitlines()[0] for text in _jit._texts(PACKAGE / name)}


def test_a_compiled_file_is_kept_under_the_text_of_all_that_it_imports() -> None:
    kernel = _closure("kernel.py")

    assert any("tiles of Tantrix" in line for line in kernel)
    assert kernel < _closure("simulation/counting.py")
    assert kernel < _closure("solver/loops/gates.py")


def test_a_change_elsewhere_makes_nothing_compile_again() -> None:
    folder = _jit.cache_folder(PACKAGE / "solver/loops/gates.py")

    assert folder != _jit.cache_folder(PACKAGE / "solver/loops/growth.py")
    assert not any("robots" in line.lower() for line in _closure("solver/loops/gates.py"))
