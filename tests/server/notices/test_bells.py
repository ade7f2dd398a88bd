"""The bells of many users at once."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError
from starlette.testclient import TestClient

from tantrix.clock import DAY_MS
from tantrix.server.account_data import open_accounts
from tantrix.server.background import running
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.http.line_streams import LineConnection
from tantrix.server.notices import service
from tantrix.server.notices.service import (
    PAUSE_S,
    PER_QUERY,
    SHARE,
    MessagesOf,
    NoticeService,
    UnreadMessages,
    pause_after,
)
from tantrix.server.notices.store import NoticeStore
from tantrix.server.protocol.notices import Bell
from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.tournament_players import EventPeople

pytestmark = pytest.mark.anyio


def _with_bells(
    database: Database, writer: Writer, folder: Path, messages_of: MessagesOf, user_ids: Sequence[str]
) -> NoticeService:
    """Return a service that has a page with a bell of each user, and asks for the messages."""
    settings = Settings(folder)
    store, accounts = NoticeStore(database.readers), open_accounts(settings, database, writer)
    notices = NoticeService(settings, store, writer, MemoryBus(), accounts, messages_of=messages_of)
    for user_id in user_ids:
        notices.join(LineConnection(user_id, None))
    return notices


async def test_the_bells_of_a_crowd_are_read_in_parts(
    database: Database, writer: Writer, tmp_path: Path
) -> None:
    asked: list[int] = []
    all_asked = asyncio.Event()
    loop, n_users = asyncio.get_running_loop(), 2 * PER_QUERY + 1
    users = [f"user-{number}" for number in range(n_users)]

    def messages_of(user_ids: Collection[str]) -> Mapping[str, UnreadMessages]:
        asked.append(len(user_ids))
        if sum(asked) >= n_users:
            loop.call_soon_threadsafe(all_asked.set)
        return {}

    notices = _with_bells(database, writer, tmp_path, messages_of, users)

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

    notices = _with_bells(database, writer, tmp_path, messages_of, ["ann", "bea", "cyd"])

    async with running(notices.run()):
        for change in (
            lambda: None,
            lambda: notices.notify_bells("bea", "dan"),
            lambda: notices.bells_changed(""),
        ):
            change()
            await is_asked.wait()
            is_asked.clear()

    assert asked == [["ann", "bea", "cyd"], ["bea"], ["ann", "bea", "cyd"]]


async def test_bells_that_could_not_be_read_are_read_again_soon(
    database: Database, writer: Writer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "RETRY_S", 0.0)
    asked: list[list[str]] = []
    is_asked = asyncio.Event()
    loop = asyncio.get_running_loop()

    def messages_of(user_ids: Collection[str]) -> Mapping[str, UnreadMessages]:
        asked.append(sorted(user_ids))
        loop.call_soon_threadsafe(is_asked.set)
        if len(asked) == 2:
            raise SQLAlchemyError("the database restarts")
        return {}

    notices = _with_bells(database, writer, tmp_path, messages_of, ["ann", "bea"])

    async with running(notices.run()):
        await is_asked.wait()
        notices.notify_bells("bea")
        while len(asked) < 3:
            is_asked.clear()
            await is_asked.wait()

    assert asked[:3] == [["ann", "bea"], ["bea"], ["bea"]]


def _follow_bell(client: TestClient, name: str) -> LineConnection:
    connection = LineConnection(user_id_of(client, name), None)
    in_loop(client, services(client).notices.join, connection)
    return connection


def _wait_for(client: TestClient, bell: LineConnection, n_unread: int) -> None:
    """Wait until a bell shows a number of notices."""
    while Bell.model_validate_json(in_loop(client, bell.next, 600.0) or "{}").n_unread != n_unread:
        pass


def test_an_answered_invitation_leaves_the_bell_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "COMPARE_S", 1e6)
    room = WaitingRoom(client)
    room.cookies("BEA")
    bell = _follow_bell(client, "BEA")
    invitation = room.posted("ANN", game={"control": "5+3"}, to="BEA")
    _wait_for(client, bell, 1)

    room.ask("BEA", "DELETE", f"/api/challenges/{invitation}")

    _wait_for(client, bell, 0)


def test_an_answered_proposal_leaves_the_bell_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "COMPARE_S", 1e6)
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all", days=7)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    match = people.wait(lambda view: bool(view["sections"]))["sections"][0]["rounds"][0]["matches"][0]["id"]
    bell = _follow_bell(client, "Bea")
    _wait_for(client, bell, 1)  # a new round
    at = in_loop(client, lambda: print_time(services(client).settings.now_ms() + DAY_MS))
    people.do("Ann", "propose", match=match, at=at)
    _wait_for(client, bell, 2)

    people.do("Bea", "accept", match=match, at=at)

    _wait_for(client, bell, 1)


def test_comparing_all_bells_takes_a_bounded_share_of_the_time() -> None:
    pauses = {took_s: pause_after(took_s) for took_s in (0.0, 0.001, 0.5, 20.0)}

    assert all(pause_s >= PAUSE_S for pause_s in pauses.values())
    assert all(took_s <= (took_s + pause_s) * SHARE * 1.0001 for took_s, pause_s in pauses.items())
