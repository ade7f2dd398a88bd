"""The mail address of an account: nothing but one mail goes there until the link in it was followed."""

import asyncio
import re

from tantrix.clock import DAY_MS
from tantrix.server.accounts.accounts import Accounts, Identity
from tantrix.server.accounts.factor_store import (
    MAIL,
    FactorStore,
    SignInStep,
    delete_unconfirmed,
    end_step,
    hold_address,
)
from tantrix.server.accounts.mail.mailing import Mailing
from tantrix.server.accounts.sessions import make_token, user_id_of
from tantrix.server.accounts.store import Account
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import network_of
from tantrix.server.http.rate_limits import RateLimiter, widened
from tantrix.server.settings import Settings

ACCOUNT_RATE = "5/24 hours"  # mails that an account may ask for
ADDRESS_RATE = "3/24 hours"  # mails to one mailbox that is not confirmed, whoever asks
NETWORK_RATE = "40/hour"  # per IP address: a class
_MAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}", re.ASCII)


class MailAddresses:
    """Addresses given and confirmed. Until a new one is confirmed, the old one stays in use.

    Nobody learns from an answer whether an address belongs to another account, or was asked for too often,
    before they have followed a link that was sent there.
    """

    def __init__(
        self, settings: Settings, accounts: Accounts, store: FactorStore, writer: Writer, mailing: Mailing
    ) -> None:
        self._settings = settings
        self._accounts = accounts
        self._store = store
        self._writer = writer
        self._mailing = mailing
        self._rates = RateLimiter()

    def unconfirmed(self, account: Account) -> str | None:
        """Return the address that an account has given and not confirmed. Reads the database."""
        return self._store.unconfirmed(account.user_id)

    async def change(
        self, identity: Identity, address: str, password: str, client_address: str, language: str
    ) -> None:
        """Ask for the confirmation of an address; an empty string removes the one that is in use."""
        mail = _checked_mail(address)
        account = await self._accounts.confirm(identity, password)
        if mail is None:
            await self._accounts.save_mail(account, None, delete_unconfirmed(account.user_id))
        elif mail == account.mail:
            await self._writer.append(delete_unconfirmed(account.user_id))
        else:
            await self._ask(account, mail, client_address, language)

    async def send_again(self, account: Account, client_address: str, language: str) -> None:
        """Send another link to the unconfirmed address of an account; the one before becomes void."""
        mail = await asyncio.to_thread(self.unconfirmed, account)
        if mail is not None:
            await self._ask(account, mail, client_address, language)

    def is_waiting(self, token: str) -> bool:
        """Return whether the link with a token can be used. Reads the database."""
        return self._step(token) is not None

    async def confirm(self, token: str) -> None:
        """Put an address into use with the token of its link. Raises Refusal."""
        found = await asyncio.to_thread(self._step, token)
        account = self._accounts.read_account(found.user_id or "") if found else None
        if found is None or found.challenge is None or account is None or account.closed_ms is not None:
            raise Refusal("bad_reset")
        mail, forgotten = found.challenge, delete_unconfirmed(account.user_id)
        writes = hold_address(mail), end_step(found.token), forgotten
        try:
            await self._accounts.save_mail(account, mail, *writes)
        except Conflict:
            if await asyncio.to_thread(self._step, token) is None:
                raise Refusal("bad_reset") from None
            await self._writer.append(forgotten)
            raise Refusal("mail_taken") from None

    async def _ask(self, account: Account, mail: str, client_address: str, language: str) -> None:
        if self._mailing.is_on:
            self._count(account, client_address)
        token, until_ms = make_token(), self._settings.now_ms() + DAY_MS
        row = SignInStep(user_id_of(token), account.user_id, MAIL, mail, until_ms)
        await self._writer.append(delete_unconfirmed(account.user_id), row)
        if self._rates.take(f"to {_mailbox(mail)}", ADDRESS_RATE):
            self._mailing.ask_to_confirm(account.name, mail, token, language)

    def _count(self, account: Account, client_address: str) -> None:
        width = self._accounts.tiers.width(client_address)
        if not self._rates.take(f"at {network_of(client_address)}", widened(NETWORK_RATE, width)):
            raise Refusal("too_often")
        if not self._rates.take(account.user_id, ACCOUNT_RATE):
            raise Refusal("too_many_mails")

    def _step(self, token: str) -> SignInStep | None:
        return self._store.step(user_id_of(token), MAIL, self._settings.now_ms())


def _mailbox(mail: str) -> str:
    """Return where mails to an address arrive: what follows a plus sign only sorts them there."""
    name, _, host = mail.casefold().partition("@")
    return f"{name.partition('+')[0]}@{host}"


def _checked_mail(text: str) -> str | None:
    """Return a mail address that is safe in a header; None for an empty string."""
    if not text.strip():
        return None
    if not _MAIL.fullmatch(text.strip()) or len(text) > 254:
        raise Refusal("bad_mail")
    return text.strip()
