"""What is left of a server that has stopped."""

import gc
from weakref import ref

from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings


def test_a_stopped_server_is_freed(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        assert client.get("/healthz").status_code == 200
        services = ref(app.state.services)

    del app, client
    gc.collect()

    assert services() is None
