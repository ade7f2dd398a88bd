"""Servers that some tests need: PostgreSQL and Redis, each started in its own fresh folder.

If one is not installed, its tests are skipped with a reason; with CI=true they fail.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import sqlalchemy as sa

ELSEWHERE = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/sbin")]
START_S, STOP_S = 300, 300  # upper limits for a slow machine
_NUMBERS = count()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find(program: str) -> str:
    """Return the path of a program, or skip the test."""
    places = os.pathsep.join([os.environ["PATH"], *map(str, ELSEWHERE)])
    found = shutil.which(program, path=places)
    if found is None:
        pytest.skip(
            f"these tests need {program} (apt-get install postgresql redis-server nginx caddy systemd)"
        )
    return found


@contextmanager
def redis_server(folder: Path, port: int | None = None) -> Iterator[str]:
    """Run Redis; yield its address."""
    port = port or free_port()
    command = [find("redis-server"), "--port", str(port), "--save", "", "--dir", str(folder)]
    with running(command, folder / "redis.log", port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def postgres_server(data: Path | None = None, settings: Mapping[str, str] = {}) -> Iterator[str]:
    """Run PostgreSQL with an empty database, or on the folder `data`; yield its address.

    PostgreSQL refuses to run as root, so it runs as the user `postgres` then. Its folder is not one of
    pytest's, because each pytest run makes the folders of all runs inaccessible to other users.
    """
    initdb, postgres = find("initdb"), find("postgres")
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    with TemporaryDirectory(prefix="tantrix-postgres-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        if data is None:
            data = folder / "data"
            data.mkdir()
            if os.geteuid() == 0:
                shutil.chown(data, user)
            options = ["--auth=trust", "--username=tantrix", "--no-sync", "--encoding=UTF8", "--locale=C"]
            subprocess.run(
                [initdb, *options, "-D", str(data)], check=True, stdout=subprocess.DEVNULL, **_as(user)
            )
        port = free_port()
        command = [postgres, "-D", str(data), "-p", str(port), "-k", "", "-h", "127.0.0.1"]
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with running(command, folder / "postgres.log", port, user):
            _wait_until_up(address := f"postgresql://tantrix@127.0.0.1:{port}/postgres")
            yield address


def new_database(address: str, template: str | None = None) -> str:
    """Create a database beside the one at an address, empty or like another one there; return its address."""
    url = sa.make_url(address).set(drivername="postgresql+psycopg")
    name = f"made_{next(_NUMBERS)}"
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        like = "template1" if template is None else sa.make_url(template).database
        connection.execute(sa.text(f"CREATE DATABASE {name} TEMPLATE {like}"))
    engine.dispose()
    return url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)


def _as(user: str) -> dict[str, Any]:
    return {"user": user, "group": user} if os.geteuid() == 0 else {}


@contextmanager
def running(command: list[str], log: Path, port: int, user: str = "") -> Iterator[None]:
    """Run a program that listens on a port; its output goes to a file."""
    with log.open("wb") as lines:
        process = subprocess.Popen(
            command, stdout=lines, stderr=subprocess.STDOUT, cwd="/", **(_as(user) if user else {})
        )
    try:
        _wait_for(port, process, log)
        yield
    finally:
        process.send_signal(signal.SIGINT)  # immediately, even with clients still connected
        process.wait(STOP_S)


def _wait_until_up(address: str) -> None:
    """Wait for a database that already listens but is still starting up."""
    engine = sa.create_engine(sa.make_url(address).set(drivername="postgresql+psycopg"))
    deadline = time.monotonic() + START_S
    while True:
        try:
            engine.connect().close()
        except sa.exc.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            engine.dispose()
            return


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(
        f"{log} tells why nobody listens at {port}:\n{log.read_text(errors='replace')[-2000:]}"
    )
