"""Passkeys: keys of a device or a browser for signing in without a password."""

import asyncio
import json

from tantrix.server.accounts import webauthn_checks
from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.browser import Browser
from tantrix.server.accounts.factor_store import (
    FactorStore,
    Passkey,
    SignInStep,
    delete_passkey,
    end_step,
    use_passkey,
)
from tantrix.server.accounts.sessions import user_id_of
from tantrix.server.accounts.sign_in import SignInOutcome, SignIns
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.accounts.webauthn_checks import TITLE, CheckedPasskey, Site
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.text import clean_name
from tantrix.server.settings import Settings

MAX_PASSKEYS = 10  # per account
NAME_LENGTH = 40
_NEW, _KNOWN = "new passkey", "passkey"  # kinds of steps


class Passkeys:
    """All passkeys of a server.

    The device unlocks a passkey only after checking a fingerprint, a face or a PIN, so no second factor is
    needed.
    """

    def __init__(
        self, settings: Settings, accounts: Accounts, sign_ins: SignIns, store: FactorStore, writer: Writer
    ) -> None:
        self._settings = settings
        self._accounts = accounts
        self._sign_ins = sign_ins
        self._store = store
        self._writer = writer

    def passkeys_of(self, account: Account) -> list[Passkey]:
        """List the passkeys of an account, newest first. Reads the database."""
        return self._store.passkeys_of(account.user_id)

    async def begin_new(self, identity: Identity, password: str, site: Site) -> tuple[str, str]:
        """Begin to add a passkey: return the token of a step, and the options to create one in a browser."""
        account = await self._accounts.confirm(identity, password)
        known = await asyncio.to_thread(self._store.passkeys_of, account.user_id)
        if len(known) >= MAX_PASSKEYS:
            raise Refusal("too_many_passkeys")
        challenge, options = webauthn_checks.new_options(
            site, account.user_id, account.name, [each.id for each in known]
        )
        return await self._sign_ins.begin_step(account.user_id, _NEW, challenge), options

    async def add(self, account: Account, step: str, credential: str, name: str, site: Site) -> None:
        """Save a passkey that a browser has created."""
        found = await self._step(step, _NEW)
        checked = webauthn_checks.check_new(site, found.challenge or "", credential)
        if checked is None or found.user_id != account.user_id:
            raise Refusal("bad_passkey")
        now_ms = self._settings.now_ms()
        title = clean_name(name)[:NAME_LENGTH] or TITLE
        key = Passkey(checked.id, account.user_id, title, checked.public_key, checked.n_signed, now_ms)
        audit = Audit(now_ms, account.name, "new passkey", account.name)
        try:
            await self._writer.append(end_step(found.token), key, audit)
        except Conflict:
            raise Refusal("bad_passkey") from None

    async def remove(self, identity: Identity, passkey: str, password: str) -> None:
        """Remove a passkey of an account."""
        account = await self._accounts.confirm(identity, password)
        audit = Audit(self._settings.now_ms(), account.name, "remove passkey", account.name)
        try:
            await self._writer.append(delete_passkey(passkey, account.user_id), audit)
        except Conflict:
            raise Refusal("no_passkey") from None

    async def begin(self, browser: Browser, site: Site) -> tuple[str, str]:
        """Begin to sign in: return the token of a step, and the options that a browser needs."""
        self._sign_ins.count_passkey(browser)
        challenge, options = webauthn_checks.options(site)
        return await self._sign_ins.begin_step(None, _KNOWN, challenge), options

    async def sign_in(
        self, step: str, credential: str, identity: Identity, browser: Browser, site: Site
    ) -> SignInOutcome:
        """Begin a session with the response of a passkey."""
        found = await self._step(step, _KNOWN)
        key = await asyncio.to_thread(self._store.passkey, _id_of(credential))
        account = self._accounts.account_of(key.user_id) if key else None
        if key is None or account is None or account.closed_ms is not None:
            raise Refusal("bad_passkey")
        known = CheckedPasskey(key.id, key.public_key, key.n_signed)
        checked = webauthn_checks.check_sign_in(site, found.challenge or "", credential, known)
        if checked is None:
            raise Refusal("bad_passkey")
        used = use_passkey(key.id, checked.n_signed, self._settings.now_ms())
        try:
            entry = await self._sign_ins.enter(account, identity, browser, end_step(found.token), used)
        except Conflict:
            raise Refusal("bad_passkey") from None
        self._sign_ins.forget_passkey(browser)
        return entry

    async def _step(self, token: str, kind: str) -> SignInStep:
        now_ms = self._settings.now_ms()
        found = await asyncio.to_thread(self._store.step, user_id_of(token), kind, now_ms)
        if found is None:
            raise Refusal("step_over")
        return found


def _id_of(credential: str) -> str:
    try:
        found = json.loads(credential)
    except ValueError:
        return ""
    return str(found.get("id", "")) if isinstance(found, dict) else ""
