"""A TCP proxy between a browser and a server that a test can cut and restore; it changes no data."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer

_PIECE = 65536  # bytes


class CuttableProxy(ThreadingTCPServer):
    """Listen on a port and forward data both ways until it is cut."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, server_port: int) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.server_port = server_port
        self.is_cut = False
        self.ends: set[socket.socket] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def cut(self) -> None:
        """Close all connections, and close every new one immediately."""
        self.is_cut = True
        for end in list(self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = False


class _Passing(BaseRequestHandler):
    server: CuttableProxy

    def handle(self) -> None:
        if self.server.is_cut:
            return
        with socket.create_connection(("127.0.0.1", self.server.server_port)) as other:
            here: socket.socket = self.request
            self.server.ends |= {here, other}
            back = threading.Thread(target=_pass_on, args=(other, here), daemon=True)
            back.start()
            _pass_on(here, other)
            back.join()
            self.server.ends -= {here, other}


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    """Forward bytes until either end is closed, then close both."""
    with suppress(OSError):
        while piece := source.recv(_PIECE):
            target.sendall(piece)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy_to(url: str) -> Iterator[CuttableProxy]:
    """Start a proxy to a server on this machine."""
    with CuttableProxy(int(url.rpartition(":")[2])) as proxy:
        serving = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        serving.start()
        yield proxy
        proxy.cut()
        proxy.shutdown()
