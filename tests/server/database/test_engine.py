from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from tantrix.server.database.database import Database
from tantrix.server.database.engine import open_engines


def test_a_connection_that_still_reads_when_the_database_is_closed_is_closed_after_it(
    any_database: Path | str,
) -> None:
    engines = open_engines(any_database)
    closed: list[Any] = []
    sa.event.listen(engines.readers, "close", lambda connection, _record: closed.append(connection))
    with engines.readers.connect() as connection:
        engines.close()

        assert connection.execute(sa.text("SELECT 1")).scalar_one() == 1
        assert not closed

    assert len(closed) == 1


def test_one_reader_at_a_time_uses_one_connection(any_database: Path | str) -> None:
    engines = open_engines(any_database)
    with ExitStack() as at_once:
        for _ in range(3):
            at_once.enter_context(engines.readers.connect())

    used = set()
    for _ in range(5):
        with engines.readers.connect() as connection:
            used.add(connection.connection.dbapi_connection)
    engines.close()

    assert len(used) == 1


@pytest.mark.parametrize(
    ("reason", "is_waited_for"), [("connection timeout expired", True), ("refused", False)]
)
def test_a_server_that_starts_waits_for_a_database_that_is_slow_to_answer(
    tmp_path: Path, reason: str, is_waited_for: bool
) -> None:
    database = Database(tmp_path / "new.sqlite3")
    reasons = [reason] * 3

    def refuse(*_connection: object) -> None:
        if reasons:
            raise OperationalError(None, None, Exception(reasons.pop()))

    sa.event.listen(database.readers, "do_connect", refuse)
    try:
        database.migrate()
        assert (reasons == []) is is_waited_for
        reasons.clear()
        assert database.is_at_head()
    finally:
        database.close()
