"""The second factor of an account: a code of an authenticator app, or a recovery code, after the password."""

import asyncio

from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.factor_store import (
    FactorStore,
    RecoveryCode,
    SecondFactor,
    delete_factor,
    delete_passkeys,
    delete_recovery_codes,
    use_recovery_code,
    use_step,
)
from tantrix.server.accounts.second_factor.one_time_codes import (
    is_secret,
    make_recovery_codes,
    recovery_hash,
    step_of,
)
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.settings import Settings


class SecondFactors:
    """Switches second factors on and off, and checks their codes."""

    def __init__(self, settings: Settings, accounts: Accounts, store: FactorStore, writer: Writer) -> None:
        self._settings = settings
        self._accounts = accounts
        self._store = store
        self._writer = writer

    def is_on(self, account: Account) -> bool:
        """Return whether an account has a second factor. Reads the database."""
        return self._store.factor(account.user_id) is not None

    def factor_of(self, account: Account) -> SecondFactor | None:
        """Return the second factor of an account. Reads the database."""
        return self._store.factor(account.user_id)

    def n_recovery_codes(self, account: Account) -> int:
        """Count the recovery codes that an account has left. Reads the database."""
        return self._store.n_recovery_codes(account.user_id)

    async def turn_on(self, identity: Identity, secret: str, code: str, password: str) -> list[str]:
        """Switch the second factor on with the first code of the app; return the recovery codes.

        The codes are stored as hashes, so this is the only time that they can be shown.
        """
        account = await self._accounts.confirm(identity, password)
        if await asyncio.to_thread(self.is_on, account):
            raise Refusal("factor_on")
        now_ms = self._settings.now_ms()
        step = step_of(secret, code, now_ms) if is_secret(secret) else None
        if step is None:
            raise Refusal("bad_code")
        codes = make_recovery_codes()
        factor = SecondFactor(account.user_id, secret, now_ms, step)
        await self._save(account, "second factor on", factor, *_rows(account, codes))
        return codes

    async def turn_off(self, identity: Identity, password: str, code: str) -> None:
        """Switch the second factor off, with the password and a code."""
        account = await self._accounts.confirm(identity, password)
        used = await self.use(account, code)
        deletions = delete_factor(account.user_id), delete_recovery_codes(account.user_id)
        await self._save(account, "second factor off", *used, *deletions)

    async def renew_codes(self, identity: Identity, password: str, code: str) -> list[str]:
        """Replace the recovery codes, with the password and a code; return the new ones."""
        account = await self._accounts.confirm(identity, password)
        used, codes = await self.use(account, code), make_recovery_codes()
        void = delete_recovery_codes(account.user_id)
        await self._save(account, "new recovery codes", *used, void, *_rows(account, codes))
        return codes

    async def use(self, account: Account, code: str) -> list[Write]:
        """Return the writes that use up a code of the app or a recovery code.

        The writes fail with Conflict if the code has already been used. Raises Refusal if the code is wrong.
        """
        factor = await asyncio.to_thread(self._store.factor, account.user_id)
        if factor is None:
            raise Refusal("bad_code")
        step = step_of(factor.secret, code, self._settings.now_ms())
        if step is not None and step > factor.used_step:
            return [use_step(account.user_id, step)]
        hashed = recovery_hash(account.user_id, code)
        if not await asyncio.to_thread(self._store.has_recovery_code, account.user_id, hashed):
            raise Refusal("bad_code")
        now_ms = self._settings.now_ms()
        return [
            use_recovery_code(hashed, account.user_id),
            Audit(now_ms, account.name, "use recovery code", account.name),
        ]

    async def drop(self, account: Account, with_passkeys: bool, actor: str) -> None:
        """Switch the second factor off for a user who has lost it; optionally remove all passkeys."""
        user_id, now_ms = account.user_id, self._settings.now_ms()
        passkeys = [delete_passkeys(user_id)] if with_passkeys else []
        audit = Audit(now_ms, actor, "second factor off", account.name)
        await self._writer.append(delete_factor(user_id), delete_recovery_codes(user_id), *passkeys, audit)

    async def _save(self, account: Account, action: str, *writes: Write) -> None:
        audit = Audit(self._settings.now_ms(), account.name, action, account.name)
        try:
            await self._writer.append(*writes, audit)
        except Conflict:  # another request used the same code
            raise Refusal("bad_code") from None


def _rows(account: Account, codes: list[str]) -> list[RecoveryCode]:
    return [RecoveryCode(recovery_hash(account.user_id, code), account.user_id) for code in codes]
