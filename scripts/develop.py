"""Serve a seeded site that follows the sources: it restarts after each change, and its pages reload.

    scripts/dev --port 8080

The first start fills the data folder with players and games; remove the folder to start over.
"""

import argparse
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from watchfiles import DefaultFilter, watch

from scripts.seed import SIGN_IN, seed

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src/tantrix"  # including the built pages, whose version the server reads when it starts
STOP_S = 1  # how long a server may take to stop; everything that it has acknowledged is on disk
BUILT = "built in"  # in the line that Vite prints after each build


def main() -> None:
    """Seed, build the pages whenever they change, and serve until stopped."""
    options = read_options()
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    if options.data.exists():
        print(SIGN_IN)
    else:
        print(f"tantrix: filling {options.data} with players and games", file=sys.stderr)
        seed(options.data)
    command = [sys.executable, "-m", "scripts.live_reload"]
    command += ["--port", str(options.port), "--data", str(options.data)]
    with nullcontext() if options.no_pages else rebuilding(), suppress(KeyboardInterrupt):
        serve_each_version(command)


def serve_each_version(command: list[str]) -> None:
    """Run a server, and start a new one after each change of the sources."""
    compiled = (r"\.mo$", r"^browser\.json$")  # from catalogues, below
    ignored = (*DefaultFilter.ignore_entity_patterns, *compiled)
    changes = watch(SOURCES, watch_filter=DefaultFilter(ignore_entity_patterns=ignored))
    while True:
        with subprocess.Popen(command, cwd=ROOT) as server:
            try:
                names = sorted(Path(path).name for _, path in next(changes))
                print(f"tantrix: {', '.join(names[:3])} changed, starting again", file=sys.stderr)
                if "tantrix.po" in names:
                    subprocess.run([sys.executable, "hatch_build.py", "catalogues"], cwd=ROOT, check=False)
            finally:
                stop(server)


def stop(server: "subprocess.Popen[bytes]") -> None:
    """Stop a server if it is still running."""
    server.terminate()
    try:
        server.wait(STOP_S)
    except subprocess.TimeoutExpired:
        server.kill()


@contextmanager
def rebuilding() -> Iterator[None]:
    """Build the pages, and rebuild them whenever their sources change."""
    command = [
        "node_modules/.bin/vite",
        "build",
        "--watch",
        "--no-emptyOutDir",
    ]  # every page has its script
    with subprocess.Popen(command, cwd=ROOT / "web", stdout=subprocess.PIPE, text=True) as vite:
        assert vite.stdout is not None
        try:
            if not any(BUILT in line for line in vite.stdout):
                sys.exit("tantrix: the pages cannot be built")
            threading.Thread(target=pass_on, args=(vite.stdout,), daemon=True).start()
            yield
        finally:
            vite.terminate()


def pass_on(lines: IO[str]) -> None:
    """Print the output of Vite without its list of files."""
    for line in lines:
        if line.strip() and not line.startswith("../"):
            print(f"vite: {line}", end="", file=sys.stderr)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="scripts/dev", description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, default=8064, help="%(default)s")
    parser.add_argument("--data", type=Path, default=ROOT / "build/dev-data", help="%(default)s")
    parser.add_argument("--no-pages", action="store_true", help="do not rebuild the pages")
    return parser.parse_args()


if __name__ == "__main__":
    main()
