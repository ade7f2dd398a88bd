"""Mail for resetting a password, and warnings about wrong passwords.

If the server cannot send mail (`mail_sender.py`), the page says so. The response does not reveal whether an
account exists or has a mail address: the work is done after the response.
"""

from contextlib import suppress
from email.message import EmailMessage

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.mail_sender import MailSender
from tantrix.server.accounts.store import Account
from tantrix.server.background import Tasks
from tantrix.server.database.writer import NotSaved
from tantrix.server.wording.catalogues import gettext_noop, translate

_SUBJECT = gettext_noop("A new password for Tantrix")
_BODY = gettext_noop(
    "Someone asked for a new password for {name}. If it was you, choose it here within 24 "
    "hours; the link works once:\n\n{link}\n\nIf not, ignore this mail: nothing has changed."
)
_WARNING_SUBJECT = gettext_noop("Wrong passwords for your Tantrix account")
_WARNING_BODY = gettext_noop(
    "Someone entered a wrong password {n} times for {name} in the last 24 hours, most "
    "recently from {host}.\n\nNobody got in. If it was you, you can ignore this mail. If not, "
    "a long password, a second factor or a passkey keeps your account safe:\n\n{link}"
)


class Mailing:
    """Sends mail, each message in its own task."""

    def __init__(self, sender: MailSender, accounts: Accounts) -> None:
        self._sender = sender
        self._accounts = accounts
        self._tasks = Tasks()

    @property
    def is_on(self) -> bool:
        """Return whether mail can be sent."""
        return self._sender.is_on

    def ask(self, name: str, client_address: str, language: str) -> None:
        """Send a password reset link, if the account exists and has a mail address.

        Raises Refusal if too many requests came from one IP address.
        """
        self._accounts.count_mail(client_address)
        self._tasks.start(self._send(name, language))

    def warn(self, account: Account, n_failed: int, client_address: str, language: str) -> None:
        """Warn a user about wrong passwords, if mail can be sent to them."""
        if self.is_on and account.mail is not None and account.banned_ms is None:
            link = self._sender.link("/account#security")
            body = translate(language, _WARNING_BODY)
            text = body.format(n=n_failed, name=account.name, host=client_address, link=link)
            subject = translate(language, _WARNING_SUBJECT)
            self._tasks.start(self._sender.send(_message(account.mail, subject, text)))

    async def close(self) -> None:
        """Wait until all mails have been sent."""
        await self._tasks.finish()

    async def _send(self, name: str, language: str) -> None:
        with suppress(NotSaved):
            found = await self._accounts.reset_by_mail(name)
            if found is not None:
                await self._sender.send(self._mail(name, *found, language))

    def _mail(self, name: str, mail: str, token: str, language: str) -> EmailMessage:
        text = translate(language, _BODY).format(name=name, link=self._sender.link(f"/reset/{token}"))
        return _message(mail, translate(language, _SUBJECT), text)


def _message(to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text + "\n")
    return message
