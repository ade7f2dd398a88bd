"""Serve a seeded site that follows the sources: Python restarts it, TypeScript rebuilds its pages.

    scripts/dev --port 8080

The first start fills the data folder with players and games; remove the folder to start over.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from watchfiles import Change, run_process

from scripts.seed import seed

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src/tantrix"  # with the built pages, whose version the server reads when it starts


def main() -> None:
    """Seed, build the pages whenever they change, and serve until stopped."""
    options = read_options()
    if not options.data.exists():
        print(f"tantrix: filling {options.data} with players and games", file=sys.stderr)
        seed(options.data)
    serve = [sys.executable, "-m", "tantrix", "serve", "--no-open"]
    serve += ["--port", str(options.port), "--data", str(options.data)]
    with nullcontext() if options.no_pages else rebuilding():
        run_process(SOURCES, target=shlex.join(serve), target_type="command", callback=report)


@contextmanager
def rebuilding() -> Iterator[None]:
    """Rebuild the pages whenever their sources change."""
    vite = subprocess.Popen(["npm", "--prefix", str(ROOT / "web"), "run", "--silent", "watch"])
    try:
        yield
    finally:
        vite.terminate()
        vite.wait()


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="scripts/dev", description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, default=8064)
    parser.add_argument("--data", type=Path, default=ROOT / "build/dev-data", help="%(default)s")
    parser.add_argument("--no-pages", action="store_true", help="do not rebuild the pages")
    return parser.parse_args()


def report(changes: set[tuple[Change, str]]) -> None:
    """Say why the server starts again."""
    names = sorted(Path(path).name for _, path in changes)
    print(f"tantrix: {', '.join(names[:3])} changed, starting again", file=sys.stderr)


if __name__ == "__main__":
    main()
