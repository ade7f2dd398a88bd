"""nginx with the configuration in `deploy/`, before servers on this machine, without TLS."""

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.support.external_servers import find, free_port

CONFIGURATION = Path(__file__).parents[4] / "deploy" / "nginx.conf"


def plain(ports: tuple[int, ...], port: int, folder: Path) -> str:
    """Write the configuration for servers on this machine, without TLS."""
    text = CONFIGURATION.read_text()
    for name, of_server in zip(("one", "two"), ports, strict=True):
        text = text.replace(f"server {name}:8064", f"server 127.0.0.1:{of_server}")
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace("http2 on;", "")
    text = re.sub(r" *ssl_certificate.*\n", "", text)
    return (
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};\n"
        f"fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n{text}}}\n"
    )


@contextmanager
def plain_nginx(ports: tuple[int, int], folder: Path) -> Iterator[str]:
    """Run nginx before two servers; yield its address."""
    port = free_port()
    (folder / "nginx.conf").write_text(plain(ports, port, folder))
    process = subprocess.Popen([find("nginx"), "-e", "stderr", "-c", str(folder / "nginx.conf")])
    try:
        while True:
            assert process.poll() is None, "nginx has ended"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()
