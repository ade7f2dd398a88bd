"""What is left of a server that has stopped."""

import gc
from weakref import ref

import pytest
from sqlalchemy.exc import SQLAlchemyError
from starlette.testclient import TestClient

from tantrix.gobble import Ending
from tantrix.server.app import create_app
from tantrix.server.gobble.results import RushResult
from tantrix.server.settings import Settings
from tests.server.support.services import in_loop, services


def test_a_stopped_server_is_freed(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        assert client.get("/healthz").status_code == 200
        held = ref(app.state.services)

    del app, client
    gc.collect()

    assert held() is None


def test_a_rush_is_rated_even_if_its_tournament_cannot_be_read(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated: list[bool] = []

    async def rate(is_rated: bool) -> None:
        rated.append(is_rated)

    async def fail(_rush_id: str) -> None:
        raise SQLAlchemyError("the database restarts")

    found = services(client)
    monkeypatch.setattr(found.rating_service, "finished", rate)
    monkeypatch.setattr(found.tournaments, "rush_finished", fail)

    async def finish() -> None:
        [rating] = found.gobble.finished.call(RushResult("rush", Ending.TIME, 1000, True, ()))
        with pytest.raises(SQLAlchemyError):
            await rating

    in_loop(client, finish)

    assert rated == [True]
