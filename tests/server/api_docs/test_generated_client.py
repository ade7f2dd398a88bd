"""The sample client in TypeScript, with types that a common generator makes from the OpenAPI document.

The generator and its runtime are installed with the browser code; see `web/api-client/package.json`.
"""

import os
import shutil
import subprocess
from pathlib import Path

import httpx2
import pytest

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.api_client import make_token
from tests.server.support.clients import sign_up
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.threaded_server import listening
from tests.support.computing import UNHURRIED

ROOT = Path(__file__).parents[3]
PROGRAMS = ROOT / "web" / "node_modules" / ".bin"
GENERATOR = ROOT / "web" / "api-client" / "node_modules" / ".bin" / "openapi-typescript"
CHECKS = "--strict --noUncheckedIndexedAccess --target es2022 --module nodenext --types node".split()


@pytest.mark.slow
def test_a_generated_client_in_typescript_plays_a_game(tmp_path: Path) -> None:
    app = create_app(Settings(migrated_folder(tmp_path), computing=UNHURRIED))
    folder = tmp_path / "client"
    folder.mkdir()
    shutil.copy(ROOT / "examples" / "robot_client.ts", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules")

    with listening(app) as address, httpx2.Client(base_url=address, follow_redirects=True) as browser:
        sign_up(browser, "Robina")
        token = make_token(browser, ["read", "play", "challenge"])
        made = [f"{address}/openapi.json", "-o", "tantrix.d.ts", "--default-non-nullable=false"]
        _run(folder, GENERATOR, *made)
        _run(folder, PROGRAMS / "tsc", *CHECKS, "robot_client.ts")
        told = _run(folder, "node", "robot_client.js", TANTRIX_ADDRESS=address, TANTRIX_TOKEN=token)

    assert told in ("ranks 1 2\n", "ranks 2 1\n", "ranks 1 1\n")


def _run(folder: Path, *command: Path | str, **variables: str) -> str:
    """Run a program of the client, and return what it prints."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
