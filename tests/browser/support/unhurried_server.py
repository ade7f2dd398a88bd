"""The server of the browser tests: `tantrix serve` with computations that may take as long as they need."""

import argparse
from dataclasses import replace
from pathlib import Path

from fastapi import FastAPI

from tantrix.server.app import create_app
from tantrix.server.options import ServerOptions
from tantrix.server.serve import run
from tantrix.server.settings import Settings
from tests.support.computing import UNHURRIED


def main() -> int:
    """Serve until stopped; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    place = ServerOptions(options.data)
    return run("127.0.0.1", options.port, place, open_browser=False, make_app=unhurried_app)


def unhurried_app(settings: Settings) -> FastAPI:
    return create_app(replace(settings, computing=UNHURRIED))


if __name__ == "__main__":
    raise SystemExit(main())
