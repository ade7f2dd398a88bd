import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.database.folder import DATABASE
from tantrix.server.health.readiness import ReadinessChecks
from tantrix.server.settings import Settings
from tantrix.server.warmup import Warmup
from tests.server.support.databases.failing import failing_disk
from tests.server.support.external_servers import new_database
from tests.server.support.services import services
from tests.server.support.table import Table

Json = dict[str, Any]


def wrong(answer: Json) -> dict[str, str]:
    return {check["name"]: check["status"] for check in answer["checks"] if check["status"] != "ok"}


def until(client: TestClient, names: dict[str, str]) -> int:
    while wrong((answer := client.get("/readyz")).json()) != names:
        pass
    return answer.status_code


def test_a_server_that_can_play_is_alive_and_ready(client: TestClient) -> None:
    Table.open(client)  # which waits for the rules

    assert until(client, {}) == 200
    assert client.get("/healthz").json() == {"status": "ok", "worker": 1}
    names = [check["name"] for check in client.get("/readyz").json()["checks"]]
    assert names == ["rules", "database", "schema", "writes", "disk", "clock"]


def test_a_server_that_compiles_the_rules_is_alive_and_not_ready(settings: Settings) -> None:
    compiled = Event()
    with TestClient(create_app(settings, Warmup(rules=lambda: wait_for(compiled)))) as client:
        answer = client.get("/readyz")
        assert client.get("/healthz").status_code == 200
        assert (answer.status_code, wrong(answer.json())) == (503, {"rules": "fail"})
        compiled.set()
        assert until(client, {}) == 200


def wait_for(event: Event) -> None:
    assert event.wait(60)


def test_a_write_that_failed_makes_it_not_ready_until_one_succeeds(client: TestClient) -> None:
    table = Table.open(client)
    placement = table.look()["position"]["placements"][0]
    with failing_disk():
        assert table.post("one", 0, placement).status_code == 503
        assert until(client, {"writes": "fail"}) == 503

    assert table.post("one", 0, placement).status_code == 200
    assert until(client, {}) == 200


def test_a_schema_of_another_version_makes_it_not_ready(client: TestClient, settings: Settings) -> None:
    Table.open(client)
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()

    assert until(client, {"schema": "fail"}) == 503


def test_a_disk_that_is_nearly_full_makes_it_not_ready(client: TestClient, settings: Settings) -> None:
    Table.open(client)
    parts = services(client).readiness
    checks = ReadinessChecks(
        settings,
        parts.database,
        parts.writer,
        parts.bus,
        None,
        parts.can_play,
        min_free_bytes=10**18,
    )

    found = asyncio.run(checks.readiness())

    assert not found.ready
    (disk,) = [check for check in found.checks if check.status == "fail"]
    assert disk.name == "disk" and "KiB are free, 976562500000000 are needed" in disk.detail


def test_a_replica_that_is_not_written_is_a_warning(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data", replica=tmp_path / "none", replica_s=1)
    with TestClient(create_app(settings)) as client:
        Table.open(client)

        assert until(client, {"replica": "warn"}) == 200
        (tmp_path / "none").mkdir()
        assert until(client, {}) == 200


def test_a_bus_that_is_away_is_a_warning(tmp_path: Path, postgres: str) -> None:
    settings = Settings(tmp_path, database=new_database(postgres), bus="redis://127.0.0.1:1/0")
    with TestClient(create_app(settings)) as client:
        Table.open(client)

        assert until(client, {"bus": "warn"}) == 200
