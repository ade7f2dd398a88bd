"""What the module of the rules exports, and where its arrays are."""

import json
from typing import Any

import numpy as np

from scripts.webassembly.linking import linked
from scripts.webassembly.lowering import STACK_TOP, Export, layout, n_pages, object_code
from tantrix import kernel
from tantrix.game import Phase, Verdict
from tantrix.tiles import LETTERS
from tantrix.webassembly import browser, judge

LINE = 66  # numbers that describe the best line of a colour
MAX_TILES = 256  # of a puzzle that is judged in a browser
_NUMBER, _WORD = np.dtype(np.int64), np.dtype(np.uint64)

ARRAYS = layout(
    ("state", kernel.State.dtype, 1),
    ("tables", kernel.Tables.dtype, 1),
    ("keys", _NUMBER, kernel.MAX_PLACEMENTS),
    ("answers", _NUMBER, kernel.MAX_PLACEMENTS),
    ("words", _WORD, 64),
    ("lines", _NUMBER, 4, LINE),
    ("deck", _NUMBER, 56),
    ("rng", _WORD, 1),
    ("tiles", _NUMBER, 8 * MAX_TILES),
    ("strands", _NUMBER, 12),
    ("shape", _NUMBER, 2 * MAX_TILES),
    ("work", _NUMBER, 2 * judge.AREA),
)


def code() -> bytes:
    """Compile the module."""
    listed = exports()
    made = object_code(listed, list(ARRAYS.values()), [_fixed_tables()])
    return linked(made, {"prepare", *(export.name for export in listed)})


def exports() -> list[Export]:
    """List the functions of the module but for `prepare`."""
    a = ARRAYS
    table = (a["state"], a["tables"])
    return [
        Export("fill_codes", browser.fill_codes, (a["tables"],)),
        Export("deal", browser.do_deal, (a["state"], a["deck"], a["rng"], None)),
        Export("lay", kernel.do_lay, (*table, None, None)),
        Export("settle", kernel.do_settle, (*table, a["keys"])),
        Export("place", kernel.do_place, (*table, None, None, None, a["keys"])),
        Export("refused", kernel.ask_refused, (*table, a["keys"], a["answers"])),
        Export("controlled", kernel.ask_controlled, (*table, a["words"])),
        Export("find_lines", kernel.ask_lines, (*table, a["lines"])),
        Export("margins", kernel.ask_margins, (*table, a["keys"], None, None, a["answers"])),
        Export("choose_greedy", browser.choose_greedy, (a["answers"], None, a["rng"])),
        Export("choose_any", browser.choose_any, (None, a["rng"])),
        Export("play_random", kernel.do_random_games, (*table, a["deck"], a["rng"], a["keys"], None)),
        Export(
            "judge",
            judge.judge,
            (a["tiles"], None, a["strands"], None, a["shape"], None, None, a["work"]),
        ),
    ]


def layout_text(digest: str) -> str:
    """Return the content of `rules-layout.ts`."""
    fields = {name: _offset(kernel.State.dtype, name) for name in kernel.State.dtype.names or ()}
    constants = {
        "N_PAGES": n_pages(list(ARRAYS.values())),
        "STACK_TOP": STACK_TOP,
        "START": kernel.START,
        "STRIDE": kernel.STRIDE,
        "SIZE": kernel.SIZE,
        "STATE_SIZE": kernel.State.dtype.itemsize,
        "LINE": LINE,
        "MAX_TILES": MAX_TILES,
        "TOO_WIDE": judge.TOO_WIDE,
        "COLOUR_LETTERS": LETTERS,
        "VERDICTS": [verdict.name for verdict in Verdict],
        "PHASES": [phase.value for phase in Phase],
        "ADDRESSES": {name: array.address for name, array in ARRAYS.items()},
        "FIELDS": fields,
        "FIT": ARRAYS["tables"].address + _offset(kernel.Tables.dtype, "fit"),
    }
    return typescript_text(constants, digest)


def typescript_text(constants: dict[str, Any], digest: str) -> str:
    """Return the content of a file of constants that names its sources."""
    lines = [f"export const {name} = {_typescript(value)};\n" for name, value in constants.items()]
    head = "// Written by scripts/make_wasm.py. Do not edit.\n"
    return f"{head}// Sources: {digest}\n\n{''.join(lines)}"


def _offset(record: np.dtype[Any], field: str) -> int:
    fields = record.fields
    assert fields is not None
    return int(fields[field][1])


def _typescript(value: object) -> str:
    if isinstance(value, dict):
        rows = "".join(f"  {name}: {number},\n" for name, number in value.items())
        return f"{{\n{rows}}} as const"
    return json.dumps(value) + (" as const" if isinstance(value, list) else "")


def _fixed_tables() -> tuple[int, bytes]:
    """Return the address and the content of the tables after those by code, which the module computes."""
    first = _offset(kernel.Tables.dtype, "add")
    return ARRAYS["tables"].address + first, kernel.tables().tobytes()[first:]
