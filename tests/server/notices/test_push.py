"""Push messages: a push service gets each once, encrypted and signed, and no internal address is reached."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tantrix.server.account_data import open_accounts
from tantrix.server.accounts.accounts import ANONYMOUS, Accounts, Identity
from tantrix.server.accounts.browser import Browser
from tantrix.server.accounts.sessions import user_id_of
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.database.database import Database
from tantrix.server.database.keys import open_keys
from tantrix.server.database.writer import Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.notices.deliverer import RETRY_MS, Deliverer
from tantrix.server.notices.push import FORGET_MS, MAX_BROWSERS, SUBSCRIBE_RATE, PushService
from tantrix.server.notices.push_store import PushStore
from tantrix.server.notices.push_transport import PushTransport, checked_endpoint, is_public
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import NoticeRow, NoticeStore
from tantrix.server.notices.timing import PUSH_AFTER_MS, NoticeChannel
from tantrix.server.protocol.notices import PushSubscriptionRequest
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_file
from tests.server.support.manual_clock import ManualClock
from tests.server.support.push_endpoint import PushEndpoint, bytes_of, push_endpoint

pytestmark = pytest.mark.anyio


class Pushing:
    """A server whose only account has a browser, with a clock controlled by the test."""

    def __init__(
        self, accounts: Accounts, identity: Identity, push: PushService, deliverer: Deliverer, writer: Writer
    ) -> None:
        self.accounts = accounts
        self.identity = identity
        self.push = push
        self._deliverer = deliverer
        self._writer = writer
        self.clock = ManualClock()

    @property
    def user_id(self) -> str:
        assert self.identity.user_id is not None
        return self.identity.user_id

    async def subscribe(self, endpoint: PushEndpoint, address: str = "") -> None:
        request = PushSubscriptionRequest(
            endpoint=address or endpoint.address, p256dh=endpoint.p256dh, auth=endpoint.auth
        )
        await self.push.subscribe(self.identity, request, "ru")

    async def notify(self, notice_id: str) -> None:
        at_ms = self.clock.now_ms
        await self._writer.append(NoticeRow(self.user_id, notice_id, "turn", "Bob", "/games/abc", at_ms))

    async def work(self, wait_ms: int) -> None:
        self.clock.now_ms += wait_ms
        await self._deliverer.step()


@asynccontextmanager
async def pushing(folder: Path, endpoint: PushEndpoint) -> AsyncIterator[Pushing]:
    database = Database(migrated_file(folder / "push.sqlite3"))
    writer, clock = Writer(database.connect_writer), ManualClock()
    settings = Settings(folder, now_ms=clock, address="https://tantrix.example")
    accounts, store = open_accounts(settings, database, writer), NoticeStore(database.readers)
    token = await accounts.sign_up("Ann", "correct horse battery", ANONYMOUS, Browser("", "", "ru", "d" * 43))
    account = accounts.named("Ann")
    assert account is not None
    identity = Identity(user_id_of(token), account.user_id, account)
    transport = PushTransport(is_allowed=lambda _address: True, make_context=lambda: endpoint.trust)
    keys = await open_keys(database, writer)
    store_of_browsers = PushStore(database.readers)
    push = PushService(
        settings, store_of_browsers, writer, accounts, keys, transport, lambda users: dict.fromkeys(users, 3)
    )
    notices = NoticeService(settings, store, writer, MemoryBus(), accounts)
    deliverer = Deliverer(settings, store, writer, notices, {NoticeChannel.PUSH: push})
    found = Pushing(accounts, identity, push, deliverer, writer)
    found.clock = clock
    try:
        yield found
    finally:
        writer.close()
        database.close()


async def test_a_browser_gets_a_notice_once_and_can_read_it(tmp_path: Path) -> None:
    with push_endpoint(tmp_path) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            await server.subscribe(endpoint)
            await server.subscribe(endpoint)  # a page that is loaded again
            await server.notify("turn-1")
            for wait_ms in (0, PUSH_AFTER_MS, PUSH_AFTER_MS):
                await server.work(wait_ms)
            key = await server.push.application_key()

    assert len(endpoint.messages) == 1
    headers, body = endpoint.messages[0]
    pushed = endpoint.read(0)
    assert (pushed["id"], pushed["url"], pushed["n_waiting"]) == ("turn-1", "/games/abc", 3)
    assert "Bob" in pushed["text"]
    assert "Ваш ход" in pushed["text"]
    assert b"Bob" not in body
    assert headers["content-encoding"] == "aes128gcm"
    scheme, _, rest = headers["authorization"].partition(" ")
    signed, _, named = rest.partition(", k=")
    assert (scheme, named) == ("vapid", key)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    claims = jwt.decode(signed.removeprefix("t="), public, ["ES256"], audience="https://localhost")
    assert claims["sub"] == "mailto:operator@tantrix.example"


async def test_an_account_cannot_subscribe_ever_more_browsers(tmp_path: Path) -> None:
    most = int(SUBSCRIBE_RATE.partition("/")[0])
    with push_endpoint(tmp_path) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            for number in range(most):
                await server.subscribe(endpoint, f"https://push.example/{number}")
            with pytest.raises(Refusal) as refused:
                await server.subscribe(endpoint)
            stored = await server.push.export(server.user_id)

    assert refused.value.code == "too_often"
    assert len(stored) == MAX_BROWSERS


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int) -> None:
    with push_endpoint(tmp_path, status) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            await server.subscribe(endpoint)
            await server.notify("turn-1")
            await server.work(0)
            await server.work(PUSH_AFTER_MS)
            left = server.push.targets_of(server.user_id)

    assert (left, endpoint.messages) == ([], [])


@pytest.mark.parametrize("status", [302, 429, 500])
async def test_a_refused_message_comes_later_and_redirects_are_not_followed(
    tmp_path: Path, status: int
) -> None:
    with push_endpoint(tmp_path, status) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            await server.subscribe(endpoint)
            await server.notify("turn-1")
            await server.work(0)
            await server.work(PUSH_AFTER_MS)
            refused = len(endpoint.messages)
            await server.work(RETRY_MS[0])

    assert (refused, len(endpoint.messages)) == (0, 1)


async def fail_for(server: Pushing, endpoint: PushEndpoint, notice_id: str) -> None:
    """Let a push service refuse all tries to send a notice."""
    endpoint.statuses[:] = [403] * (len(RETRY_MS) + 1)
    await server.notify(notice_id)
    for wait_ms in (0, PUSH_AFTER_MS, *RETRY_MS):
        await server.work(wait_ms)


async def test_a_browser_to_which_everything_fails_for_days_is_forgotten(tmp_path: Path) -> None:
    with push_endpoint(tmp_path) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            await server.subscribe(endpoint)
            await fail_for(server, endpoint, "turn-1")
            kept = len(server.push.targets_of(server.user_id))
            server.clock.now_ms += FORGET_MS
            await fail_for(server, endpoint, "turn-2")
            left = server.push.targets_of(server.user_id)

    assert (kept, left, endpoint.messages) == (1, [], [])
    assert len(endpoint.statuses) == len(RETRY_MS)  # the first failure after so long is the last one


async def test_a_browser_is_kept_if_a_message_arrives_between_failures(tmp_path: Path) -> None:
    with push_endpoint(tmp_path) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            await server.subscribe(endpoint)
            await fail_for(server, endpoint, "turn-1")
            endpoint.statuses.clear()
            await server.notify("turn-2")
            await server.work(0)
            await server.work(PUSH_AFTER_MS)
            server.clock.now_ms += FORGET_MS
            await fail_for(server, endpoint, "turn-3")
            left = server.push.targets_of(server.user_id)

    assert (len(left), len(endpoint.messages)) == (1, 1)


async def test_nothing_comes_after_the_session_has_ended(tmp_path: Path) -> None:
    with push_endpoint(tmp_path) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            await server.subscribe(endpoint)
            await server.notify("turn-1")
            await server.work(0)
            await server.accounts.sign_out(server.identity)
            await server.work(PUSH_AFTER_MS)
            left = server.push.targets_of(server.user_id)

    assert (left, endpoint.messages) == ([], [])


@pytest.mark.parametrize(
    "address",
    ["http://push.example/1", "https://user@push.example/1", "https://", "ftp://push.example", "https://a b"],
)
async def test_an_address_that_is_not_a_push_service_is_refused(tmp_path: Path, address: str) -> None:
    with push_endpoint(tmp_path) as endpoint:
        async with pushing(tmp_path, endpoint) as server:
            with pytest.raises(Refusal):
                await server.subscribe(endpoint, address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_no_internal_address_is_reached(address: str) -> None:
    host = f"[{address}]" if ":" in address else address

    assert not is_public(ip_address(address))
    with pytest.raises(ValueError, match="public address"):
        PushTransport().post(f"https://{host}:9/send", {}, b"")


def test_public_addresses_and_plain_endpoints_are_allowed() -> None:
    assert is_public(ip_address("142.250.74.10"))
    assert is_public(ip_address("2a00:1450:4001::1"))
    assert checked_endpoint("https://push.example/send/abc?x=1").hostname == "push.example"
