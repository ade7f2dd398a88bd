"""The unit for systemd, read by systemd's own checks, and what an image is built from."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.support.external_servers import find

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "tantrix.service"
WORST = (
    15  # tenths of the scale of `systemd-analyze security`, on which 96 is a service without any protection
)


def test_systemd_reads_the_unit_without_a_remark(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/tantrix/bin/tantrix", sys.executable))

    done = subprocess.run([find("systemd-analyze"), "verify", unit], capture_output=True, text=True)

    assert done.stderr + done.stdout == ""
    assert done.returncode == 0


def test_the_service_reaches_little_of_the_system() -> None:
    command = [find("systemd-analyze"), "security", "--offline=true", f"--threshold={WORST}", UNIT]

    done = subprocess.run(command, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("secret", [".git/HEAD", ".venv/bin/python", "deploy/tls/server.key", "deploy/.env"])
def test_secrets_and_environments_stay_out_of_images(secret: str) -> None:
    """A list of what may come in: everything else is refused by the first line."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("", "#")]

    assert lines[0] == "*"
    assert not any(line[0] == "!" and secret.startswith(line[1:]) for line in lines)


def test_the_shell_script_is_well_formed() -> None:
    subprocess.run([shutil.which("sh") or "sh", "-n", ROOT / "deploy" / "backup.sh"], check=True)
