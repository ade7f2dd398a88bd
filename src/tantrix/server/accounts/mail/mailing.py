"""Mail for resetting a password or confirming an address, and about wrong passwords and changes.

If the server cannot send mail (`sender.py`), the page says so. The response does not reveal whether an
account exists or has a mail address: the work is done after the response.
"""

from contextlib import suppress
from email.message import EmailMessage

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.mail.sender import MailSender
from tantrix.server.accounts.store import Account
from tantrix.server.background import Tasks, on_thread
from tantrix.server.database.writer import NotSaved
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.wording.catalogues import gettext_noop, translate

_SUBJECT = gettext_noop("A new password for Tantrix")
_BODY = gettext_noop(
    "Someone asked for a new password for {name}. If it was you, choose it here within 24 "
    "hours; the link works once:\n\n{link}\n\nIf not, ignore this mail: nothing has changed."
)
_CONFIRM_SUBJECT = gettext_noop("Confirm your email address for Tantrix")
_CONFIRM_BODY = gettext_noop(
    "Someone gave this email address for the account {name}. If it was you, confirm it here within 24 "
    "hours; the link works once:\n\n{link}\n\nIf not, ignore this mail: nothing else is sent to you."
)
_WARNING_SUBJECT = gettext_noop("Wrong passwords for your Tantrix account")
_WARNING_BODY = gettext_noop(
    "Someone entered a wrong password {n} times for {name} in the last 24 hours, most "
    "recently from {host}.\n\nNobody got in. If it was you, you can ignore this mail. If not, "
    "a long password, a second factor or a passkey keeps your account safe:\n\n{link}"
)
_ADDRESS_SUBJECT = gettext_noop("The email address of your Tantrix account has changed")
_ADDRESS_BODY = gettext_noop(
    "The email address of {name} was changed or removed. Links for a new password that were sent "
    "before no longer work.\n\nIf it was you, you can ignore this mail. If not, sign in, change your "
    "password and set your address again:\n\n{link}"
)
_PASSWORD_SUBJECT = gettext_noop("The password of your Tantrix account has changed")
_PASSWORD_BODY = gettext_noop(
    "{name} has a new password, and all other devices were signed out.\n\nIf it was you, you can "
    "ignore this mail. If not, ask for another password now:\n\n{link}"
)
_CHANGE_RATE = "6/hour"  # mails about changes, to one address: nobody can flood the address of a stranger


class Mailing:
    """Sends mail, each message in its own task."""

    def __init__(self, sender: MailSender, accounts: Accounts) -> None:
        self._sender = sender
        self._accounts = accounts
        self._tasks = Tasks()
        self._rates = RateLimiter()

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

    def ask_to_confirm(self, name: str, address: str, token: str, language: str) -> None:
        """Send a link that confirms an address, if mail can be sent."""
        if self.is_on:
            link = self._sender.link(f"/confirm-mail/{token}")
            text = translate(language, _CONFIRM_BODY).format(name=name, link=link)
            message = _message(address, translate(language, _CONFIRM_SUBJECT), text)
            self._tasks.start(self._sender.send(message))

    def warn(self, account: Account, n_failed: int, client_address: str, language: str) -> None:
        """Warn a user about wrong passwords, if mail can be sent to them."""
        if self.is_on and account.mail is not None and account.banned_ms is None:
            link = self._sender.link("/account#security")
            body = translate(language, _WARNING_BODY)
            text = body.format(n=n_failed, name=account.name, host=client_address, link=link)
            subject = translate(language, _WARNING_SUBJECT)
            self._tasks.start(self._sender.send(_message(account.mail, subject, text)))

    def tell_change(self, before: Account, after: Account) -> None:
        """Tell the old and the new address of a change, or the owner of a new password.

        An account that had no address has nobody to tell: its first address may be a stranger's.
        """
        if not self.is_on or before.mail is None or before == after:
            return
        for address in sorted({before.mail, after.mail or before.mail}):
            if self._rates.take(address.casefold(), _CHANGE_RATE):
                self._tasks.start(self._send_change(address, before, after))

    async def close(self) -> None:
        """Wait until all mails have been sent."""
        await self._tasks.finish()

    async def _send_change(self, address: str, before: Account, after: Account) -> None:
        language = await on_thread("language", lambda: self._accounts.language_of(after.user_id))
        if before.mail == after.mail:
            subject, body, path = _PASSWORD_SUBJECT, _PASSWORD_BODY, "/forgot"
        else:
            subject, body, path = _ADDRESS_SUBJECT, _ADDRESS_BODY, "/account#security"
        text = translate(language, body).format(name=after.name, link=self._sender.link(path))
        await self._sender.send(_message(address, translate(language, subject), text))

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
