"""Notices by push messages (RFC 8030), encrypted for the browser (RFC 8291) and signed (RFC 8292).

A push service sees only who gets a message and when. A message that is sent twice replaces the first one: at
the push service by its topic, in the browser by the id of the notice.
"""

import asyncio
import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from email.utils import parseaddr
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog

from tantrix.clock import DAY_MS
from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.background import on_thread
from tantrix.server.database.keys import ServerKeys
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.notices.deliverer import DeliveryOutcome, NoticeBatch
from tantrix.server.notices.push_store import PushStore, PushSubscription, delete_subscription, set_failing
from tantrix.server.notices.push_transport import PushTransport, checked_endpoint
from tantrix.server.notices.sentences import sentence_of
from tantrix.server.notices.service import WaitingOf
from tantrix.server.notices.store import delete_deliveries
from tantrix.server.protocol.notices import PushSubscriptionRequest
from tantrix.server.settings import Settings

if TYPE_CHECKING:
    from tantrix.server.notices.push_encryption import PushEncryption

_LOG = structlog.get_logger()

MAX_BROWSERS = 20  # per account; the oldest one is removed
SUBSCRIBE_RATE = "60/hour"  # per account; each one is checked by encrypting for it
FORGET_MS = 7 * DAY_MS  # how long all messages to a browser have failed before it is forgotten
_GONE = (404, 410)


class PushService:
    """The push channel, and the browsers that have subscribed to it."""

    def __init__(
        self,
        settings: Settings,
        store: PushStore,
        writer: Writer,
        accounts: Accounts,
        keys: ServerKeys,
        transport: PushTransport,
        waiting_of: WaitingOf = lambda _user_ids: {},
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._accounts = accounts
        self._transport = transport
        self._waiting_of = waiting_of
        self._secret = keys.push
        self._rates = RateLimiter()

    async def application_key(self) -> str:
        """Return the server's public key, with which a browser subscribes."""
        return await asyncio.to_thread(lambda: self._encryption.application_key)

    async def subscribe(self, identity: Identity, request: PushSubscriptionRequest, language: str) -> None:
        """Send push messages to a session's browser. Raises Refusal for an invalid address, and NotSaved."""
        account = identity.account
        if account is None or identity.token is None:
            raise Refusal("signed_out")
        if not self._rates.take(account.user_id, SUBSCRIBE_RATE):
            raise Refusal("too_often")
        try:
            checked_endpoint(request.endpoint)
            await asyncio.to_thread(self._message, request, b"")
        except ValueError as error:
            raise Refusal("invalid", "expected the keys and the https address of a push service") from error
        row = PushSubscription(
            id=_id_of(request.endpoint),
            user_id=account.user_id,
            session=identity.token,
            endpoint=request.endpoint,
            p256dh=request.p256dh,
            auth=request.auth,
            language=language,
            made_ms=self._settings.now_ms(),
        )
        mine = await asyncio.to_thread(self._store.of_user, account.user_id)
        old = [each for each in mine if each.id != row.id]
        oldest = old[: max(0, len(old) - MAX_BROWSERS + 1)]

        async def save() -> None:
            drops = [delete_subscription(each.id) for each in (row, *oldest)]
            await self._writer.append(*drops, row)

        await retry_on_conflict(save)

    async def unsubscribe(self, user_id: str, endpoint: str) -> None:
        """Stop sending push messages to a browser of a user. Raises NotSaved."""
        found = await asyncio.to_thread(self._store.find, _id_of(endpoint))
        if found is not None and found.user_id == user_id:
            await self._writer.append(delete_subscription(found.id), delete_deliveries(user_id, found.id))

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return the stored subscriptions of a user, without the keys."""
        mine = await asyncio.to_thread(self._store.of_user, user_id)
        return [{"service": urlsplit(each.endpoint).hostname, "made_ms": each.made_ms} for each in mine]

    def targets_of(self, user_id: str) -> Sequence[str]:
        """List the subscriptions of a user."""
        return [each.id for each in self._store.of_user(user_id)]

    async def deliver(self, batch: NoticeBatch) -> DeliveryOutcome:
        """Send a notice to a browser."""
        found = await asyncio.to_thread(self._store.find, batch.target)
        if found is None or found.user_id != batch.user_id:
            return DeliveryOutcome.GONE
        if not await asyncio.to_thread(self._accounts.is_session_open, found.session):
            return DeliveryOutcome.GONE
        outcome = await self._outcome_of(found, batch)
        since_ms, now_ms = found.failing_since_ms, self._settings.now_ms()
        match outcome:
            case DeliveryOutcome.DONE if since_ms is not None:
                await self._writer.append(set_failing(found.id, None))
            case DeliveryOutcome.FAILED if since_ms is None:
                await self._writer.append(set_failing(found.id, now_ms))
            case DeliveryOutcome.FAILED if since_ms is not None and now_ms >= since_ms + FORGET_MS:
                return DeliveryOutcome.GONE
        return outcome

    def expired_writes(self, target: str) -> Sequence[Write]:
        """Return the write that deletes a subscription."""
        return (delete_subscription(target),)

    async def _outcome_of(self, found: PushSubscription, batch: NoticeBatch) -> DeliveryOutcome:
        try:
            status = await on_thread("push", lambda: self._send(found, batch))
        except (OSError, ValueError) as error:
            _LOG.warning("push message not sent", reason=type(error).__name__)
            return DeliveryOutcome.FAILED
        if status in _GONE:
            return DeliveryOutcome.GONE
        if status >= 300:
            _LOG.warning("push message not sent", status=status)
        return DeliveryOutcome.DONE if status < 300 else DeliveryOutcome.FAILED

    def _send(self, found: PushSubscription, batch: NoticeBatch) -> int:
        (notice,) = batch.notices
        text = sentence_of(notice, found.language, batch.zone)
        n_waiting = self._waiting_of([batch.user_id]).get(batch.user_id, 0)
        pushed = {"id": notice.id, "text": text, "url": notice.url, "n_waiting": n_waiting}
        payload = json.dumps(pushed, ensure_ascii=False)
        headers, body = self._message(found, payload.encode())
        topic = urlsafe_b64encode(sha256(notice.id.encode()).digest())[:32].decode()
        headers |= {"topic": topic, "urgency": "normal", "content-type": "application/octet-stream"}
        return self._transport.post(found.endpoint, headers, body)

    def _message(
        self, browser: PushSubscription | PushSubscriptionRequest, payload: bytes
    ) -> tuple[dict[str, str], bytes]:
        """Encrypt and sign a message. Raises ValueError for invalid keys."""
        return self._encryption.message(
            browser.endpoint, browser.p256dh, browser.auth, payload, self._operator
        )

    @cached_property
    def _encryption(self) -> "PushEncryption":
        from tantrix.server.notices.push_encryption import PushEncryption  # 8 MB that few servers need

        return PushEncryption(self._secret)

    @property
    def _operator(self) -> str:
        """The address by which a push service can reach the operator, as RFC 8292 requires."""
        host = urlsplit(self._settings.address or "").hostname or "localhost"
        return parseaddr(self._settings.mail_from or "")[1] or f"operator@{host}"


def _id_of(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()[:32]
