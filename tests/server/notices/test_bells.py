"""The bells of many users at once."""

import asyncio
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from tantrix.server.account_data import open_accounts
from tantrix.server.background import running
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.http.line_streams import LineConnection
from tantrix.server.notices.service import (
    PAUSE_S,
    PER_QUERY,
    SHARE,
    NoticeService,
    UnreadMessages,
    pause_after,
)
from tantrix.server.notices.store import NoticeStore
from tantrix.server.settings import Settings

pytestmark = pytest.mark.anyio


async def test_the_bells_of_a_crowd_are_read_in_parts(
    database: Database, writer: Writer, tmp_path: Path
) -> None:
    asked: list[int] = []
    all_asked = asyncio.Event()
    loop, n_users = asyncio.get_running_loop(), 2 * PER_QUERY + 1

    def messages_of(user_ids: Collection[str]) -> Mapping[str, UnreadMessages]:
        asked.append(len(user_ids))
        if sum(asked) >= n_users:
            loop.call_soon_threadsafe(all_asked.set)
        return {}

    settings = Settings(tmp_path)
    store, accounts = NoticeStore(database.readers), open_accounts(settings, database, writer)
    notices = NoticeService(settings, store, writer, MemoryBus(), accounts, messages_of=messages_of)
    for number in range(n_users):
        notices.join(LineConnection(f"user {number}", None))

    async with running(notices.run()):
        await all_asked.wait()

    assert asked[:3] == [PER_QUERY, PER_QUERY, 1]


async def test_only_the_bells_that_may_have_changed_are_read(
    database: Database, writer: Writer, tmp_path: Path
) -> None:
    asked: list[list[str]] = []
    is_asked = asyncio.Event()
    loop = asyncio.get_running_loop()

    def messages_of(user_ids: Collection[str]) -> Mapping[str, UnreadMessages]:
        asked.append(sorted(user_ids))
        loop.call_soon_threadsafe(is_asked.set)
        return {}

    settings = Settings(tmp_path)
    store, accounts = NoticeStore(database.readers), open_accounts(settings, database, writer)
    notices = NoticeService(settings, store, writer, MemoryBus(), accounts, messages_of=messages_of)
    for user_id in ("ann", "bea", "cyd"):
        notices.join(LineConnection(user_id, None))

    async with running(notices.run()):
        for change in (
            lambda: None,
            lambda: notices.notify_bells("bea", "dan"),
            lambda: notices.bell_changed(""),
        ):
            change()
            await is_asked.wait()
            is_asked.clear()

    assert asked == [["ann", "bea", "cyd"], ["bea"], ["ann", "bea", "cyd"]]


def test_comparing_all_bells_takes_a_bounded_share_of_the_time() -> None:
    pauses = {took_s: pause_after(took_s) for took_s in (0.0, 0.001, 0.5, 20.0)}

    assert all(pause_s >= PAUSE_S for pause_s in pauses.values())
    assert all(took_s <= (took_s + pause_s) * SHARE * 1.0001 for took_s, pause_s in pauses.items())
