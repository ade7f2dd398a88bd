"""Progress in each kind of database: what is written is read, and outdated merges are conflicts."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta

import pytest

from tantrix.server.database.database import Database
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.puzzles.progress.progress import HelpUsed, SavedTable, StoredProgress, merge
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.progress.store import (
    N_UNSOLVED,
    Key,
    ProgressStore,
    add_progress,
    delete_progress,
    delete_unsolved,
    replace_progress,
)

USER = "user"
KEY = Key("discovery-3")
DAY = date(2026, 11, 21)
WHOLE = StoredProgress(
    4000, DAY, HelpUsed.SOLUTION, DAY, 7, SavedTable("1@0,0^0", 9000, HelpUsed.TILE, 2**53)
)


@pytest.fixture
def progress(database: Database) -> ProgressStore:
    return ProgressStore(database.readers)


def test_written_progress_is_read_back(progress: ProgressStore, writer: Writer) -> None:
    custom = Key("custom", "1-5*2 loop:R")

    asyncio.run(
        writer.append(
            add_progress(USER, KEY, WHOLE), add_progress(USER, custom, StoredProgress(table=WHOLE.table))
        )
    )

    assert progress.of(USER, [KEY, Key("junior")]) == {KEY: (WHOLE, 1)}
    assert progress.all_of(USER) == {custom: StoredProgress(table=WHOLE.table), KEY: WHOLE}
    assert progress.results_of(USER) == {KEY: WHOLE}
    assert progress.page_of(USER, 1, 1) == {KEY: WHOLE}
    assert (progress.n_of(USER), progress.n_of("other")) == (2, 0)


def test_merging_with_an_outdated_version_is_a_conflict(progress: ProgressStore, writer: Writer) -> None:
    asyncio.run(writer.append(add_progress(USER, KEY, StoredProgress())))
    asyncio.run(writer.append(replace_progress(USER, KEY, WHOLE, 1)))

    with pytest.raises(Conflict):
        asyncio.run(writer.append(replace_progress(USER, KEY, StoredProgress(), 1)))
    with pytest.raises(Conflict):
        asyncio.run(writer.append(add_progress(USER, KEY, StoredProgress())))

    assert progress.of(USER, [KEY]) == {KEY: (WHOLE, 2)}


def test_two_servers_that_merge_at_once_lose_nothing(database: Database, progress: ProgressStore) -> None:
    reports = [replace(WHOLE, best_ms=9000 - n, table=SavedTable("", n, None, n)) for n in range(8)]
    writers = [Writer(database.connect_writer) for _ in range(2)]
    services = [ProgressService(progress, writer) for writer in writers]

    async def report_all() -> None:
        await asyncio.gather(*(services[n % 2].keep(USER, {KEY: each}) for n, each in enumerate(reports)))

    asyncio.run(report_all())
    for writer in writers:
        writer.close()

    best = reports[0]
    for each in reports[1:]:
        best = merge(best, each)
    assert progress.all_of(USER) == {KEY: best}


def test_only_the_newest_tables_without_a_result_stay(progress: ProgressStore, writer: Writer) -> None:
    rows = [
        add_progress(USER, Key(f"p{n}"), StoredProgress(table=SavedTable("", n, None, n)))
        for n in range(N_UNSOLVED + 2)
    ]
    others = [add_progress(USER, KEY, WHOLE), add_progress("other", Key("p0"), StoredProgress())]

    asyncio.run(writer.append(*rows, *others, delete_unsolved(USER)))

    assert progress.n_of(USER) == N_UNSOLVED + 1
    assert progress.of(USER, [Key("p0"), Key("p1"), Key("p2")]).keys() == {Key("p2")}
    assert (progress.n_of("other"), KEY in progress.results_of(USER)) == (1, True)


def test_days_solved_are_found(progress: ProgressStore, writer: Writer) -> None:
    days = [DAY - timedelta(days=n) for n in range(3)]
    keys = {Key(f"daily-{day}"): day for day in days}
    rows = [add_progress(USER, key, StoredProgress(1, day)) for key, day in keys.items()]
    unsolved = add_progress(USER, Key("daily-2026-01-01"), StoredProgress(helped_by=HelpUsed.TILE))

    asyncio.run(writer.append(*rows, unsolved, add_progress(USER, KEY, WHOLE)))

    assert progress.days_of(USER).keys() == keys.keys()


def test_deleting_the_progress_of_a_user_keeps_that_of_others(
    progress: ProgressStore, writer: Writer
) -> None:
    asyncio.run(writer.append(add_progress(USER, KEY, WHOLE), add_progress("other", KEY, WHOLE)))

    asyncio.run(writer.append(delete_progress(USER)))

    assert (progress.n_of(USER), progress.n_of("other")) == (0, 1)


def test_the_times_of_others_are_in_order_and_thinned(progress: ProgressStore, writer: Writer) -> None:
    times = [(f"user-{n}", 1000 * (250 - n)) for n in range(250)]
    writes = [add_progress(user, KEY, StoredProgress(best_ms=ms, solved_on=DAY)) for user, ms in times]
    asyncio.run(writer.append(*writes, add_progress("helped", KEY, StoredProgress(helped_by=HelpUsed.TILE))))

    n, spread = progress.spread_of(KEY.puzzle, "user-0")
    assert n == 249
    assert spread == sorted(spread)
    assert 80 <= len(spread) <= 100
    assert abs(spread[len(spread) // 2] - 125_000) <= 3_000
    assert progress.spread_of(KEY.puzzle, None)[0] == 250
    assert progress.spread_of("junior", None) == (0, [])
