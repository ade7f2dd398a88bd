#!/usr/bin/env python
"""Compile the kernel for browsers: `rules.wasm`, and `rules-layout.ts`, which says where its arrays are.

Without arguments it writes the files, which takes half a minute; with `--check` it only checks that they were
made from the present sources.
"""

import os
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "src/tantrix/server/static/rules.wasm"
LAYOUT = ROOT / "web/src/generated/rules-layout.ts"
SOURCES = (
    "src/tantrix/kernel.py",
    "src/tantrix/webassembly/browser.py",
    "src/tantrix/webassembly/judge.py",
    "src/tantrix/_compile/jit.py",
    "src/tantrix/_compile/records.py",
    "src/tantrix/tiles.py",
    "scripts/make_rules.py",
    "scripts/webassembly/lowering.py",
    "scripts/webassembly/linking.py",
)


def sources() -> str:
    """Return a digest of everything that decides what the module does."""
    digest = sha256()
    for path in SOURCES:
        digest.update((ROOT / path).read_bytes())
    return digest.hexdigest()


def write() -> None:
    """Write the module and its layout."""
    from scripts.webassembly import module

    MODULE.write_bytes(module.code())
    LAYOUT.write_text(module.layout_text(sources()), encoding="utf-8")


def is_fresh() -> bool:
    """Return whether the layout names the present sources."""
    return MODULE.is_file() and LAYOUT.is_file() and sources() in LAYOUT.read_text("utf-8")


def main() -> None:
    """Write or check the files."""
    if "--check" in sys.argv[1:]:
        if not is_fresh():
            raise SystemExit("the rules for browsers are stale: run scripts/make_rules.py")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder  # what is in the cache has no code that LLVM could lower again
        write()


if __name__ == "__main__":
    main()
