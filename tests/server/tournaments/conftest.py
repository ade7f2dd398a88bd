"""A server whose clock is in the test's hand."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.manual_clock import ManualClock


@pytest.fixture
def client(settings: Settings, clock: ManualClock) -> Iterator[TestClient]:
    app = create_app(replace(settings, now_ms=clock, wait=clock.wait))
    with TestClient(app, follow_redirects=False) as client:
        yield client
