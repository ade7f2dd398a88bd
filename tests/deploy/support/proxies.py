"""nginx and Caddy with the configuration in deploy/, before servers on this machine, with TLS."""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.support.external_servers import find, free_port, running

DEPLOY = Path(__file__).parents[3] / "deploy"
PLACES = "client_body proxy fastcgi uwsgi scgi"  # where nginx keeps what does not fit into memory


@contextmanager
def certificate(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Make a certificate for this machine and its key; programs started meanwhile trust it."""
    certificate, key = folder / "server.crt", folder / "server.key"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    command = [find("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command, "-addext", names, *files], check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(certificate))
        yield certificate, key


@contextmanager
def nginx(servers: Sequence[int], folder: Path) -> Iterator[str]:
    """Run nginx before the servers on these ports; yield its address."""
    port, plain = free_port(), free_port()
    with certificate(folder) as (crt, key):
        text = with_servers((DEPLOY / "nginx.conf").read_text(), servers)
        for old, new in (("443", port), ("80", plain)):
            text = text.replace(f"listen {old}", f"listen 127.0.0.1:{new}")
            text = re.sub(rf"listen \[::\]:{old}\b.*", "", text)
        text = text.replace("/etc/nginx/tls/server.crt", str(crt)).replace(
            "/etc/nginx/tls/server.key", str(key)
        )
        folders = "".join(f"{name}_temp_path {folder}; " for name in PLACES.split())
        user = "user root; " if os.geteuid() == 0 else ""  # its workers write into the folder of the test
        head = f"{user}daemon off; pid {folder}/nginx.pid; events {{}}\n"
        made = folder / "nginx.conf"
        made.write_text(f"{head}http {{ access_log off; {folders}\n{text}}}\n")
        command = [find("nginx"), "-e", str(folder / "error.log"), "-c", str(made)]
        with running(command, folder / "nginx.log", port):
            yield f"https://localhost:{port}"


@contextmanager
def caddy(servers: Sequence[int], folder: Path) -> Iterator[str]:
    """Run Caddy before the servers on these ports; yield its address."""
    port, plain = free_port(), free_port()
    with certificate(folder) as (crt, key):
        text = with_servers((DEPLOY / "Caddyfile").read_text(), servers)
        options = f"{{\n\tadmin off\n\tgrace_period 1s\n\thttp_port {plain}\n\thttps_port {port}\n}}\n"
        made = folder / "Caddyfile"
        made.write_text(options + text.replace("tantrix.example {", f"localhost {{\n\ttls {crt} {key}"))
        command = [find("caddy"), "run", "--adapter", "caddyfile", "--config", str(made)]
        with running(command, folder / "caddy.log", port):
            yield f"https://localhost:{port}"


def with_servers(text: str, servers: Sequence[int]) -> str:
    """Put the servers on these ports in the place of `one` and `two`; a missing one does not answer."""
    for name, port in zip(("one", "two"), (*servers, free_port())[:2], strict=True):
        assert f"{name}:8064" in text
        text = text.replace(f"{name}:8064", f"127.0.0.1:{port}")
    return text
