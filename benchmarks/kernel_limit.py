"""How far the compiled kernel is from C: random games by both in one run, with the reference loop between.

Run `python -m benchmarks.kernel_limit` from the repository, where there is a C compiler. `kernel_limit.c` is
the same loop on the same bytes; both must end with the same state and the same random number.
"""

import argparse
import ctypes
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.lab.bench.loops import REFERENCE_STEPS, reference

SOURCE = Path(__file__).with_suffix(".c")
SEED = 88172645463325252
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
Loop = Callable[[int], object]


class Games:
    """A state, a deck and a generator, as `tantrix bench kernel` has them."""

    def __init__(self) -> None:
        self.states = kernel.new_state()
        self.states[0].n_seats = 2
        self.states[0].colours[:2] = (0, 3)
        self.deck = np.arange(56)
        self.rng = np.array([SEED], np.uint64)
        self._out = np.empty(kernel.MAX_PLACEMENTS, np.int64)

    def by_numba(self, n: int) -> int:
        """Play by the kernel; return how many tiles were laid."""
        return kernel.do_random_games(self.states, kernel.tables(), self.deck, self.rng, self._out, n)

    def by_c(self, library: Any, n: int) -> int:
        """Play by the C twin; return how many tiles were laid."""
        arrays = (self.states, kernel.tables(), self.deck)
        addresses = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        rng = ctypes.c_void_p(self.rng.ctypes.data)
        return int(library.random_games(*addresses, ctypes.c_int64(56), rng, ctypes.c_int64(n)))


def compiled(folder: Path, compiler: str) -> Any:
    """Compile the C twin and load it."""
    made = folder / "limit.so"
    records = (("S", kernel.State.dtype), ("T", kernel.Tables.dtype))
    offsets = [
        f"-D{letter}_{name}={kind.fields[name][1]}"
        for letter, kind in records
        if kind.fields
        for name in kind.fields
    ]
    subprocess.run([compiler, *FLAGS, *offsets, str(SOURCE), "-o", str(made)], check=True)
    library = ctypes.CDLL(str(made))
    library.random_games.restype = ctypes.c_int64
    return library


def agree(library: Any, n: int = 500) -> bool:
    """Return whether both play the same games."""
    mine, theirs = Games(), Games()
    same_tiles = mine.by_numba(n) == theirs.by_c(library, n)
    names = ("log_cell", "log_turned", "log_draw", "best", "code", "digits", "turned", "spaces", "forced")
    same = all((mine.states[name] == theirs.states[name]).all() for name in names)
    return bool(same_tiles and same and mine.rng[0] == theirs.rng[0])


def measure(library: Any, n_rounds: int, n_games: int) -> dict[str, float]:
    """Return games per processor second by both, and per run of the reference loop; medians of the rounds."""
    mine, theirs = Games(), Games()
    table = np.arange(1 << 15, dtype=np.int64) * 2654435761 >> 7
    loops: dict[str, Loop] = {
        "reference": lambda n: reference(table, np.uint64(SEED), n * REFERENCE_STEPS),
        "numba": mine.by_numba,
        "c": lambda n: theirs.by_c(library, n),
    }
    sizes = {"reference": 20, "numba": n_games, "c": n_games}
    for loop in loops.values():
        loop(1)
    rounds = [{name: _rate(loop, sizes[name]) for name, loop in loops.items()} for _ in range(n_rounds)]
    found = {f"{name}_per_second": median(each[name] for each in rounds) for name in loops}
    for name in ("numba", "c"):
        found[f"{name}_to_reference"] = median(each[name] / each["reference"] for each in rounds)
    return {name: round(value, 1) for name, value in found.items()}


def _rate(loop: Loop, n: int) -> float:
    began = time.process_time()
    loop(n)
    return n / (time.process_time() - began)


def main() -> None:
    """Compile, compare and measure; print a line of JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=3000, help="games of each kind and round")
    options = parser.parse_args()
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise SystemExit("expected a C compiler, found neither gcc nor cc")
    with tempfile.TemporaryDirectory() as folder:
        library = compiled(Path(folder), compiler)
        if not agree(library):
            raise SystemExit("the C twin and the kernel play different games")
        print(json.dumps(measure(library, options.rounds, options.games)))


if __name__ == "__main__":
    main()
