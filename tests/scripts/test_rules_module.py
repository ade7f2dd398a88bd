"""The rules compiled for browsers, run by Node, agree with the kernel bit for bit."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from scripts import make_wasm
from scripts.webassembly.linking import linked
from scripts.webassembly.lowering import STACK_TOP, n_pages
from scripts.webassembly.module import ARRAYS
from tantrix import kernel
from tantrix.webassembly import browser

DRIVER = Path(__file__).with_name("rules_module.mjs")
SHOWN = ("state", "tables", "lines", "words", "deck", "rng")
COLOURS = {2: (0, 3), 3: (1, 2, 3), 4: (3, 2, 1, 0)}


def played_by_node(n_seats: int, is_exact: bool, seed: int, games: int) -> dict[str, bytes]:
    """Play random games with the module; return the memory of its arrays."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    fields = kernel.State.dtype.fields or {}
    offset = {name: ARRAYS["state"].address + place[1] for name, place in fields.items()}
    described = {
        "pages": n_pages(list(ARRAYS.values())),
        "stack": STACK_TOP,
        "arrays": [(ARRAYS[name].address, size_of(name)) for name in SHOWN],
        "numbers": [
            (offset["n_seats"], [n_seats]),
            (offset["is_exact"], [int(is_exact)]),
            (offset["colours"], COLOURS[n_seats]),
            (ARRAYS["deck"].address, list(range(56))),
            (ARRAYS["rng"].address, [seed]),
        ],
        "games": games,
    }
    command = [node, str(DRIVER), str(make_wasm.ROOT / make_wasm.RULES.code), json.dumps(described)]
    content = subprocess.run(command, check=True, capture_output=True).stdout
    ends = np.cumsum([size_of(name) for name in SHOWN]).tolist()
    return {name: content[end - size_of(name) : end] for name, end in zip(SHOWN, ends, strict=True)}


def played_by_kernel(n_seats: int, is_exact: bool, seed: int, games: int) -> dict[str, bytes]:
    """Play the same games with the kernel."""
    state, deck, rng = kernel.new_state(), np.arange(56), np.array([seed], np.uint64)
    state[0].n_seats, state[0].is_exact = n_seats, is_exact
    state[0].colours[:n_seats] = COLOURS[n_seats]
    tables, out = kernel.tables(), np.empty(kernel.MAX_PLACEMENTS, np.int64)
    lines, words = np.zeros((4, 66), np.int64), np.zeros(64, np.uint64)
    kernel.do_random_games(state, tables, deck, rng, out, games)
    kernel.ask_lines(state, tables, lines)
    kernel.ask_controlled(state, tables, words)
    found = (state, tables, lines, words, deck, rng)
    return {name: each.tobytes() for name, each in zip(SHOWN, found, strict=True)}


def size_of(name: str) -> int:
    return ARRAYS[name].kind.itemsize * int(np.prod(ARRAYS[name].shape))


@pytest.mark.parametrize(("n_seats", "is_exact"), [(2, False), (2, True), (3, False), (4, False)])
def test_the_module_and_the_kernel_play_the_same_random_games(n_seats: int, is_exact: bool) -> None:
    for seed in (1, 2**40 + 7):
        module = played_by_node(n_seats, is_exact, seed, games=300)
        known = played_by_kernel(n_seats, is_exact, seed, games=300)

        assert {name for name in SHOWN if module[name] != known[name]} == set()


@pytest.mark.parametrize("module", make_wasm.MODULES, ids=["rules", "eye"])
def test_the_module_was_made_from_the_present_sources(module: make_wasm.BrowserModule) -> None:
    assert make_wasm.is_fresh(module), "run scripts/make_wasm.py"


def test_all_that_the_eye_is_compiled_from_counts_as_its_source() -> None:
    described = (make_wasm.ROOT / "src/tantrix/eye").glob("*.py")
    in_python_only = {"__init__", "photograph", "printing", "reader", "reading"}

    assert {path.stem for path in described} - in_python_only == {
        Path(path).stem for path in make_wasm.EYE.sources if path.startswith("src/tantrix/eye/")
    }


def test_a_changed_kernel_makes_the_module_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for path in (*make_wasm.RULES.sources, make_wasm.RULES.code, make_wasm.RULES.layout):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((make_wasm.ROOT / path).read_bytes())
    monkeypatch.setattr(make_wasm, "ROOT", tmp_path)
    assert make_wasm.is_fresh(make_wasm.RULES)

    (tmp_path / "src/tantrix/kernel.py").write_text("# changed")

    assert not make_wasm.is_fresh(make_wasm.RULES)


def test_tables_computed_for_a_browser_are_those_of_the_kernel() -> None:
    tables = kernel.tables().copy().view(np.recarray)
    for name in ("fit", "fits", "sides", "pair", "mark"):
        tables[0][name][...] = 77

    browser.fill_codes(tables)

    names = kernel.Tables.dtype.names or ()
    assert [name for name in names if (tables[name] != kernel.tables()[name]).any()] == []


def test_the_greedy_choice_is_any_of_the_highest_margins() -> None:
    margins, rng = np.array([1, 5, -2, 5, 5, 0]), np.array([9], np.uint64)

    chosen = {browser.choose_greedy(margins, len(margins), rng) for _ in range(200)}

    assert chosen == {1, 3, 4}


def test_what_is_no_object_is_not_linked() -> None:
    with pytest.raises(ValueError, match="expected a WebAssembly object"):
        linked(b"hello, world", {"f"})
