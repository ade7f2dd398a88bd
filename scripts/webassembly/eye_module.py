"""What the module of the eye exports, and where its arrays are."""

import numpy as np

from scripts.webassembly.linking import linked
from scripts.webassembly.lowering import STACK_TOP, Export, layout, n_pages, object_code
from scripts.webassembly.module import typescript_text
from tantrix.eye import browser, pointing, weights
from tantrix.eye.arrangement import N_LIGHTS, N_SEEN_COLUMNS
from tantrix.eye.backs import MOST_BACKS
from tantrix.eye.decoder import FREE, NO_TILE
from tantrix.eye.geometry import N_OPTIONS
from tantrix.eye.groups import N_PLACE_COLUMNS
from tantrix.eye.layers import N_WEIGHTS
from tantrix.eye.photograph import LONGEST
from tantrix.eye.views import MOST_TILES

SCRATCH = 160 * 1024 * 1024  # for the maps of the network, over the largest size at which it looks
_BYTE, _SINGLE, _DOUBLE, _NUMBER = map(np.dtype, (np.uint8, np.float32, np.float64, np.int64))

ARRAYS = layout(
    ("pixels", _BYTE, 4 * LONGEST * LONGEST),
    ("packed", _BYTE, weights.N_PACKED),
    ("weights", _SINGLE, N_WEIGHTS),
    ("glanced", _DOUBLE, MOST_TILES, N_SEEN_COLUMNS),
    ("seen", _DOUBLE, MOST_TILES, N_SEEN_COLUMNS),
    ("places", _NUMBER, MOST_TILES, N_PLACE_COLUMNS),
    ("scores", _DOUBLE, N_LIGHTS, MOST_TILES, N_OPTIONS),
    ("backs", _DOUBLE, MOST_BACKS, 3),
    ("counts", _NUMBER, 2),
    ("fixed", _NUMBER, MOST_TILES),
    ("readings", _NUMBER, MOST_TILES),
    ("likely", _DOUBLE, MOST_TILES, N_OPTIONS),
    ("agreement", _DOUBLE, MOST_TILES),
    ("lines", _NUMBER, 4, MOST_TILES + 1),
)


def code() -> bytes:
    """Compile the module."""
    listed = exports()
    made = object_code(listed, list(ARRAYS.values()), has_simd=True)
    return linked(made, {export.name for export in listed})


def exports() -> list[Export]:
    """List the functions of the module."""
    a = ARRAYS
    picture = (a["pixels"], None, None, a["weights"])
    tiles = (a["seen"], a["places"], a["scores"])
    decided = (a["places"], a["fixed"], a["readings"], a["likely"], a["agreement"], a["lines"])
    return [
        Export("unpack", weights.unpack, (a["packed"], a["weights"])),
        Export("read", browser.read, (*picture, *tiles, a["backs"], a["counts"])),
        Export("glance", browser.glance, (*picture, a["glanced"])),
        Export("add", pointing.add_pointed, (*picture, None, None, None, None, *tiles, None)),
        Export("decode", browser.decode, (a["scores"], None, None, *decided)),
    ]


def layout_text(digest: str) -> str:
    """Return the content of `eye-layout.ts`."""
    constants = {
        "EYE_PAGES": n_pages(list(ARRAYS.values()), SCRATCH),
        "EYE_STACK_TOP": STACK_TOP,
        "LONGEST": LONGEST,
        "MOST_TILES": MOST_TILES,
        "N_OPTIONS": N_OPTIONS,
        "N_SEEN": N_SEEN_COLUMNS,
        "N_PLACE": N_PLACE_COLUMNS,
        "N_PACKED": weights.N_PACKED,
        "UNREAD": FREE,
        "NO_TILE": NO_TILE,
        "EYE_ADDRESSES": {name: array.address for name, array in ARRAYS.items()},
    }
    return typescript_text(constants, digest)
