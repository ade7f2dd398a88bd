"""A server on a free port, in a thread of this process: for tests that need real streaming."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from tantrix.server.serve import StoppingServer
from tests.server.support.external_servers import free_port


@contextmanager
def listening(app: FastAPI) -> Iterator[str]:
    """Serve an application; yield its address."""
    port = free_port()
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, timeout_graceful_shutdown=5)
    server = StoppingServer(config, app)
    thread = threading.Thread(target=server.run, name="server", daemon=True)
    thread.start()
    while thread.is_alive() and not server.started:
        thread.join(0.02)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
