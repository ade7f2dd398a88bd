#!/usr/bin/env python
"""Compile the rules and the eye for browsers: `rules.wasm`, `eye.wasm`, and where the arrays of each are.

Without arguments it writes the files, which takes a minute; with `--check` it only checks that they were made
from the present sources.
"""

import os
import sys
import tempfile
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class BrowserModule(NamedTuple):
    """A module for browsers: its files, its description, and everything that decides what it does."""

    code: str
    layout: str
    described_by: str
    sources: tuple[str, ...]


_COMPILER = (
    "src/tantrix/_compile/jit.py",
    "src/tantrix/_compile/records.py",
    "src/tantrix/tiles.py",
    "scripts/make_wasm.py",
    "scripts/webassembly/lowering.py",
    "scripts/webassembly/linking.py",
)
RULES = BrowserModule(
    "src/tantrix/server/static/rules.wasm",
    "web/src/generated/rules-layout.ts",
    "scripts.webassembly.module",
    (
        "src/tantrix/kernel.py",
        "src/tantrix/webassembly/browser.py",
        "src/tantrix/webassembly/judge.py",
        *_COMPILER,
    ),
)
EYE = BrowserModule(
    "src/tantrix/server/static/eye.wasm",
    "web/src/generated/eye-layout.ts",
    "scripts.webassembly.eye_module",
    (
        *(
            f"src/tantrix/eye/{name}.py"
            for name in (
                "arrangement", "backs", "browser", "decoder", "forward", "frames", "geometry", "groups",
                "lattice", "layers", "lines", "peaks", "pointing", "resampling", "views", "weights",
            )
        ),
        "scripts/webassembly/eye_module.py",
        *_COMPILER,
    ),
)  # fmt: skip
MODULES = (RULES, EYE)


def sources(module: BrowserModule) -> str:
    """Return a digest of everything that decides what a module does."""
    digest = sha256()
    for path in module.sources:
        digest.update((ROOT / path).read_bytes())
    return digest.hexdigest()


def write(module: BrowserModule) -> None:
    """Write a module and its layout."""
    described = import_module(module.described_by)
    (ROOT / module.code).write_bytes(described.code())
    (ROOT / module.layout).write_text(described.layout_text(sources(module)), encoding="utf-8")


def is_fresh(module: BrowserModule) -> bool:
    """Return whether the layout of a module names the present sources."""
    code, layout = ROOT / module.code, ROOT / module.layout
    return code.is_file() and layout.is_file() and sources(module) in layout.read_text("utf-8")


def main() -> None:
    """Write or check the files."""
    if "--check" in sys.argv[1:]:
        if not all(map(is_fresh, MODULES)):
            raise SystemExit("the modules for browsers are stale: run scripts/make_wasm.py")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder  # what is in the cache has no code that LLVM could lower again
        stale = [module for module in MODULES if not is_fresh(module)]
        # Each in a process of its own: only what Numba compiles anew can be lowered.
        with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
            pool.map(write, stale, chunksize=1)


if __name__ == "__main__":
    main()
