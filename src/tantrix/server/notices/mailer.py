"""Notices by mail: one mail for all notices that are due together.

Every mail has a link for unsubscribing with one click (RFC 8058): the link in `List-Unsubscribe` is signed,
so it works without signing in and cannot be forged for another account. The `Message-ID` is derived from the
notices, so that a mail sent twice after a crash is recognised as the same.
"""

import hmac
from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import formatdate
from hashlib import sha256
from urllib.parse import quote, urlsplit

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.mail.sender import MailSender
from tantrix.server.accounts.store import Account
from tantrix.server.background import on_thread
from tantrix.server.database.keys import ServerKeys
from tantrix.server.database.writes import Write
from tantrix.server.notices.deliverer import DeliveryOutcome, NoticeBatch
from tantrix.server.notices.sentences import sentence_of
from tantrix.server.wording.catalogues import gettext_noop, translate

_SUBJECT = gettext_noop("Notices from Tantrix: {n}")
_FOOTER = gettext_noop(
    "You get this mail because you chose to. Change your notices: {settings}\nUnsubscribe: {stop}"
)


class NoticeMailer:
    """The mail channel: to the address of an account, if it has one."""

    def __init__(self, sender: MailSender, accounts: Accounts, keys: ServerKeys) -> None:
        self._sender = sender
        self._accounts = accounts
        self._keys = keys

    def targets_of(self, user_id: str) -> Sequence[str]:
        """Return a single empty target if mail can be sent to the user."""
        return ("",) if self._sender.is_on and self._address_of(user_id) is not None else ()

    async def deliver(self, batch: NoticeBatch) -> DeliveryOutcome:
        """Send a mail about some notices."""
        account, address = self._accounts.find(batch.user_id), self._address_of(batch.user_id)
        if account is None or address is None:
            return DeliveryOutcome.GONE
        language = await on_thread("language", lambda: self._accounts.language_of(batch.user_id))
        is_sent = await self._sender.send(self._message(account, address, batch, language))
        return DeliveryOutcome.DONE if is_sent else DeliveryOutcome.FAILED

    def expired_writes(self, _target: str) -> Sequence[Write]:
        """Return nothing: a removed address leaves nothing to delete."""
        return ()

    def _address_of(self, user_id: str) -> str | None:
        account = self._accounts.find(user_id)
        return None if account is None or account.banned_ms is not None else account.mail

    def _message(self, account: Account, address: str, batch: NoticeBatch, language: str) -> EmailMessage:
        sentences = [_in_one_line(sentence_of(notice, language, batch.zone)) for notice in batch.notices]
        links = [self._sender.link(notice.url) for notice in batch.notices]
        stop = self._sender.link(
            f"/unsubscribe/{quote(account.name, safe='')}/{stop_code(self._keys, account)}"
        )
        many = translate(language, _SUBJECT).format(n=len(sentences))
        footer = translate(language, _FOOTER).format(settings=self._sender.link("/notices"), stop=stop)
        lines = [f"{sentence}\n{link}\n" for sentence, link in zip(sentences, links, strict=True)]
        message = EmailMessage()
        message["To"] = address
        message["Subject"] = sentences[0] if len(sentences) == 1 else many
        message["Date"] = formatdate(max(notice.at_ms for notice in batch.notices) / 1000)
        message["Message-ID"] = self._message_id(batch)
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content("\n".join([*lines, "--", footer, ""]))
        return message

    def _message_id(self, batch: NoticeBatch) -> str:
        ids = " ".join(sorted(notice.id for notice in batch.notices))
        digest = sha256(f"{batch.user_id} {ids}".encode()).hexdigest()[:32]
        return f"<{digest}@{urlsplit(self._sender.link('/')).hostname}>"


def stop_code(keys: ServerKeys, account: Account) -> str:
    """Return the signature for the unsubscribe link of an account."""
    return hmac.new(keys.links, f"stop mail {account.user_id}".encode(), sha256).hexdigest()[:32]


def is_stop_code(keys: ServerKeys, account: Account, given: str) -> bool:
    """Return whether a signature is right for the unsubscribe link of an account."""
    return hmac.compare_digest(stop_code(keys, account).encode(), given.encode())


def _in_one_line(text: str) -> str:
    """Return a text without characters that a header cannot contain."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
