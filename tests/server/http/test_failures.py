"""A request that fails: the connection stays usable, the log has one line, the answer reveals nothing."""

import logging
from http.client import HTTPConnection

import pytest

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.threaded_server import listening


def test_a_connection_serves_the_next_request_after_a_failure(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(settings)

    @app.get("/fails")
    async def fails() -> None:
        raise RuntimeError("a fault of ours")

    with listening(app) as address:
        connection = HTTPConnection(address.removeprefix("http://"))
        connection.request("GET", "/fails")
        failed = connection.getresponse()
        body = failed.read()
        kept = connection.sock
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
        is_kept = connection.sock is kept
        connection.close()

    assert (failed.status, failed.getheader("connection"), status, is_kept) == (500, None, 200, True)
    assert failed.getheader("content-security-policy") is not None
    assert b"fault of ours" not in body
    assert len([line for line in caplog.records if line.levelno >= logging.ERROR]) == 1
