"""Lose the machine during play: kill the server, delete its folder, and restore the replica.

Only placements acknowledged after the snapshot of the newest copy began are lost; every game in it is a
beginning of what was acknowledged. A full disk is tested here, too: nothing that was acknowledged is lost.
"""

import resource
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import HTTPError

import pytest
from typer.testing import CliRunner

from tantrix.cli.app import app
from tantrix.server.database.copies import copies_in, copy_ms, copy_name, expendable
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.games.store import GameStore
from tests.server.support.server_process import Json, LiveServer, serving, wall_ms


@dataclass(slots=True)
class TwoSeats:
    """A table where one person plays both seats, and when each placement was `acknowledged`."""

    server: LiveServer
    id: str
    cookie: str
    acknowledged: list[tuple[str, int]] = field(default_factory=list)

    @classmethod
    def open(cls, server: LiveServer) -> "TwoSeats":
        seats = [{"kind": "person", "colour": colour} for colour in "RB"]
        created, cookie = server.post("/api/games", {"seats": seats})
        return cls(server, created["id"], cookie)

    def look(self) -> Json:
        return self.server.get(f"/api/games/{self.id}")

    def is_over(self) -> bool:
        return self.look()["position"]["outcome"] is not None

    def play(self) -> None:
        ply = len(self.acknowledged)
        placement = self.look()["position"]["placements"][0]
        sent = {"id": f"ply-{ply}", "ply": ply, "placement": placement}
        self.server.post(f"/api/games/{self.id}/placements", sent, self.cookie)
        self.acknowledged.append((placement, wall_ms()))


def test_a_lost_machine_costs_only_what_was_acknowledged_after_the_newest_copy(tmp_path: Path) -> None:
    data, replica, restored = tmp_path / "data", tmp_path / "replica", tmp_path / "restored"
    options = ("--replica", str(replica), "--replica-every", "1")
    with serving(data, options=options) as server:
        tables = [TwoSeats.open(server) for _ in range(3)]
        until(lambda: server.figure("tantrix_replica_copies_made") >= 3, tables)
        assert server.figure("tantrix_replica_age_seconds") < 1000
        until(lambda: all(not table.is_over() for table in tables), tables)
        for table in tables:
            table.play()
        server.kill()
    shutil.rmtree(data)
    newest = copies_in(replica)[0]
    newest_ms = copy_ms(newest)

    answer = CliRunner().invoke(app, ["restore", str(replica), "--data", str(restored)])

    assert answer.exit_code == 0, answer.output
    assert "the newest game event in it is from " in answer.output
    assert newest_ms is not None
    lines = journals(restored, tables)
    for table in tables:
        placements = [placement for placement, _ in table.acknowledged]
        kept = [line.split()[1] for line in lines[table.id]]
        assert kept == placements[: len(kept)]
        assert all(at_ms >= newest_ms for _, at_ms in table.acknowledged[len(kept) :])
    with serving(restored) as server:
        for table in tables:
            again = TwoSeats(server, table.id, table.cookie, table.acknowledged[: len(lines[table.id])])
            if lines[table.id] and not again.is_over():
                again.play()


def until(is_enough: Callable[[], bool], tables: list[TwoSeats]) -> None:
    """Play at all `tables` until `is_enough`; after a game a new table is opened."""
    while not is_enough():
        for number, table in enumerate(tables):
            if table.is_over():
                tables[number] = TwoSeats.open(table.server)
            tables[number].play()


def journals(folder: Path, tables: list[TwoSeats]) -> dict[str, list[str]]:
    database = Database(folder / DATABASE)
    try:
        store = GameStore(database.readers)
        return {table.id: [entry.line for entry in store.entries(table.id)] for table in tables}
    finally:
        database.close()


def test_a_disk_that_fills_up_refuses_placements_until_there_is_room(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = TwoSeats.open(server)
        for _ in range(3):
            table.play()
        with FullDisk(server), pytest.raises(HTTPError) as refused:
            table.play()
        assert refused.value.code == 503
        assert b"not_saved" in refused.value.read()
        with pytest.raises(HTTPError, match="503"):
            server.get("/readyz")
        assert len(table.look()["laid"]) == 3

        table.play()

        while not ready(server):
            pass
        server.kill()
    assert len(journals(tmp_path, [table])[table.id]) == 4


def ready(server: LiveServer) -> bool:
    try:
        return bool(server.get("/readyz")["ready"])
    except HTTPError:
        return False


class FullDisk:
    """Make every write of a running server fail, as when its disk is full."""

    def __init__(self, server: LiveServer) -> None:
        self._id = server.process.pid

    def __enter__(self) -> None:
        self._before = resource.prlimit(self._id, resource.RLIMIT_FSIZE)
        resource.prlimit(self._id, resource.RLIMIT_FSIZE, (0, self._before[1]))

    def __exit__(self, *_error: object) -> None:
        resource.prlimit(self._id, resource.RLIMIT_FSIZE, self._before)


def test_the_newest_copies_and_one_an_hour_and_a_day_are_kept(tmp_path: Path) -> None:
    minute_ms, now_ms = 60_000, 1_700_000_000_000
    made = [tmp_path / copy_name(now_ms - n * minute_ms) for n in range(20 * 24 * 60)]

    kept = sorted(set(made) - set(expendable(made)), reverse=True)

    assert kept[:5] == made[:5]
    assert len({file.name[:19] for file in kept}) == 24 + 5  # hours; two of them are the last of a day
    assert len({file.name[:16] for file in kept}) == 7
    assert len(kept) == 5 + 23 + 5
