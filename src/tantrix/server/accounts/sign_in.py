"""Signing in: by password, by password and a code, by a passkey, or with a link for a new password."""

import asyncio
from dataclasses import dataclass

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.browser import Browser
from tantrix.server.accounts.device_store import DeviceStore, FailedSignIn, delete_failed_sign_ins
from tantrix.server.accounts.factor_store import FactorStore, SignInStep, delete_old_steps, end_step
from tantrix.server.accounts.mail.mailing import Mailing
from tantrix.server.accounts.names import skeleton
from tantrix.server.accounts.second_factor.service import SecondFactors
from tantrix.server.accounts.sessions import make_token, user_id_of
from tantrix.server.accounts.store import Account, AccountStore
from tantrix.server.accounts.throttle import SignInAttempt, Throttle
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.settings import Settings

FAILED_RETENTION_MS = 30 * DAY_MS
STEP_MS = 10 * MINUTE_MS  # the time allowed between the password and the code
WARN_FROM = 3  # after this many wrong passwords since the last sign-in, the next sign-in shows a warning
MAIL_AT = (5, 50)  # numbers of wrong passwords within a day at which a mail is sent
MAX_LISTED = 20

CODE = "code"  # the kind of step that waits for a code


@dataclass(frozen=True, slots=True)
class SignInOutcome:
    """The result of a sign-in: the token of a session, or the token of a step that needs a code."""

    session: str | None = None
    step: str | None = None
    is_warned: bool = False  # there were wrong passwords since the last sign-in


class SignIns:
    """Signs users in, counts wrong passwords, and warns the users about them."""

    def __init__(
        self,
        settings: Settings,
        accounts: Accounts,
        store: AccountStore,
        devices: DeviceStore,
        steps: FactorStore,
        factors: SecondFactors,
        writer: Writer,
        mailing: Mailing,
    ) -> None:
        self._settings = settings
        self._accounts = accounts
        self._store = store
        self._devices = devices
        self._steps = steps
        self._factors = factors
        self._writer = writer
        self._mailing = mailing
        self._throttle = Throttle(RateLimiter(), accounts.tiers.width)

    async def sign_in(self, name: str, password: str, identity: Identity, browser: Browser) -> SignInOutcome:
        """Begin a session, or a step if the account has a second factor. A guest's games stay the guest's.

        Raises the same Refusal for a wrong name and for a wrong password.
        """
        account = await self._accounts.find_named(name)
        one = await self._attempt(skeleton(name), account, browser)
        self._throttle.take(one)
        if not await self._accounts.is_right(account, password) or account is None:
            self._throttle.was_wrong(one)
            if account is not None:
                await self._save_failure(account, browser)
            raise Refusal("wrong_password")
        self._throttle.forget(one)
        return await self._continue(account, identity, browser)

    async def reset(self, token: str, password: str, identity: Identity, browser: Browser) -> SignInOutcome:
        """Set a new password with a reset token, and sign in; a second factor is still required."""
        account = await self._accounts.reset(token, password, browser)
        return await self._continue(account, identity, browser)

    async def finish(self, step: str, code: str, identity: Identity, browser: Browser) -> SignInOutcome:
        """Begin a session with a code of the app, or with a recovery code."""
        found = await asyncio.to_thread(self._steps.step, user_id_of(step), CODE, self._settings.now_ms())
        account = self._accounts.account_of(found.user_id or "") if found else None
        if found is None or account is None or account.closed_ms is not None:
            raise Refusal("step_over")
        one = await self._attempt(f"code {account.skeleton}", account, browser)
        self._throttle.take(one)
        try:
            used = await self._factors.use(account, code)
            entry = await self.enter(account, identity, browser, *used, end_step(found.token))
        except Conflict:  # another request used the same code
            raise Refusal("bad_code") from None
        except Refusal:
            self._throttle.was_wrong(one)
            await self._save_failure(account, browser)
            raise
        self._throttle.forget(one)
        return entry

    async def enter(
        self, account: Account, identity: Identity, browser: Browser, *more: Write
    ) -> SignInOutcome:
        """Begin a session for a user who has proved their identity."""
        is_warned = await asyncio.to_thread(self._must_warn, account)
        now_ms = self._settings.now_ms()
        old = delete_failed_sign_ins(account.user_id, now_ms - FAILED_RETENTION_MS)
        token = await self._accounts.start_session(account, identity, browser, old, *more)
        return SignInOutcome(session=token, is_warned=is_warned)

    async def begin_step(self, user_id: str | None, kind: str, challenge: str | None) -> str:
        """Save a step that waits for its second half; return its token."""
        token, now_ms = make_token(), self._settings.now_ms()
        row = SignInStep(user_id_of(token), user_id, kind, challenge, now_ms + STEP_MS)
        await self._writer.append(row, delete_old_steps(now_ms))
        return token

    def count_passkey(self, browser: Browser) -> None:
        """Count a sign-in attempt with a passkey. Raises Refusal if there were too many from one address."""
        self._throttle.take_at(browser.network)

    def forget_passkey(self, browser: Browser) -> None:
        """Forget an attempt with a passkey that was right."""
        self._throttle.forget_at(browser.network)

    def failed(self, account: Account) -> list[FailedSignIn]:
        """List the wrong passwords and codes of the last month, newest first. Reads the database."""
        since_ms = self._settings.now_ms() - FAILED_RETENTION_MS
        return self._devices.failed(account.user_id, since_ms, MAX_LISTED)

    def failed_since_last(self, identity: Identity) -> list[FailedSignIn]:
        """List the wrong passwords between this sign-in and the one before. Reads the database."""
        if identity.account is None or identity.token is None:
            return []
        session = self._store.session(identity.token)
        if session is None:
            return []
        user_id = identity.account.user_id
        found = self._devices.failed(user_id, self._last_sign_in(user_id, session.made_ms), MAX_LISTED)
        return [each for each in found if each.at_ms < session.made_ms]

    def _must_warn(self, account: Account) -> bool:
        since_ms = self._last_sign_in(account.user_id, self._settings.now_ms())
        return self._devices.n_failed(account.user_id, since_ms) >= WARN_FROM

    def _last_sign_in(self, user_id: str, before_ms: int) -> int:
        newest = self._store.newest_session(user_id, before_ms)
        return newest.made_ms if newest else 0

    async def _attempt(self, account_key: str, account: Account | None, browser: Browser) -> SignInAttempt:
        is_known = account is not None and await asyncio.to_thread(
            self._devices.knows, account.user_id, browser.device_hash
        )
        return SignInAttempt(account_key, browser.network, browser.device_hash if is_known else None)

    async def _continue(self, account: Account, identity: Identity, browser: Browser) -> SignInOutcome:
        if await asyncio.to_thread(self._factors.is_on, account):
            return SignInOutcome(step=await self.begin_step(account.user_id, CODE, None))
        return await self.enter(account, identity, browser)

    async def _save_failure(self, account: Account, browser: Browser) -> None:
        now_ms = self._settings.now_ms()
        await self._writer.append(
            FailedSignIn(account.user_id, browser.client_address, browser.agent, now_ms)
        )
        n_failed = await asyncio.to_thread(self._devices.n_failed, account.user_id, now_ms - DAY_MS)
        if n_failed in MAIL_AT:
            newest = await asyncio.to_thread(self._store.newest_session, account.user_id, now_ms)
            self._mailing.warn(account, n_failed, browser.client_address, newest.language if newest else "en")
