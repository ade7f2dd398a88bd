"""What a server prepares before its first request."""

import gc
from pathlib import Path

from fastapi.dependencies.models import Dependant
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tantrix.server.warmup import Warmup


def _n_dependants() -> int:
    gc.collect()  # of servers of other tests
    return sum(issubclass(type(each), Dependant) for each in gc.get_objects())  # some are dead proxies


def test_the_first_request_builds_no_routes(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path), Warmup(rules=lambda: None, is_warm=lambda: True))
    with TestClient(app) as client:
        before = _n_dependants()
        assert client.get("/no-such-page").status_code == 404

        assert _n_dependants() == before
