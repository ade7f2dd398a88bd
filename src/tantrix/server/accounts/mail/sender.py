"""Sending mail: by SMTP, or by a command that the operator chooses.

Without either of them, or without the server's public address for links, no mail is sent.
"""

import asyncio
import shlex
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

import structlog

from tantrix.server.background import on_thread
from tantrix.server.settings import Settings

_LOG = structlog.get_logger()

SEND_S = 45  # how long sending one mail may take
_STEP_S = 10  # how long a mail server may take for one reply
_FORM = SMTP.clone(max_line_length=998)  # a longer link in a header would be encoded and stop being a link
_PORTS = {"smtp": 587, "smtps": 465}


class MailSender:
    """Sends messages, one per call."""

    def __init__(self, settings: Settings) -> None:
        self._command = settings.mail_command
        self._smtp = None if settings.smtp is None else SmtpServer(settings.smtp)
        self._from = settings.mail_from
        self._address = settings.address

    @property
    def is_on(self) -> bool:
        """Return whether mail can be sent."""
        return (self._command is not None or self._smtp is not None) and self._address is not None

    def link(self, path: str) -> str:
        """Return the public address of a page."""
        return (self._address or "").rstrip("/") + path

    async def send(self, message: EmailMessage) -> bool:
        """Send a message; return whether it was accepted. A failure is logged, without the recipient."""
        if self._from is not None:
            message["From"] = self._from
        try:
            async with asyncio.timeout(SEND_S):
                if self._smtp is not None:
                    smtp, sender = self._smtp, self._from or ""
                    await on_thread("mail", lambda: smtp.send(sender, message))
                else:
                    await _hand_over(self._command or "", message.as_bytes(policy=_FORM.clone(linesep="\n")))
        except (OSError, ValueError, smtplib.SMTPException) as error:  # a timeout is an OSError
            _LOG.error("mail not sent", reason=_reason(error))
            return False
        return True


class SmtpServer:
    """A mail server by its address, like `smtp://name:password@mail.example:587`.

    `smtps` uses TLS from the start; with `smtp` the connection is encrypted if the server offers it. A
    password is sent only over TLS or to this machine. Raises ValueError for an invalid address.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/"):
            raise ValueError("expected the address of a mail server like smtp://mail.example:587")
        self._is_tls = parts.scheme == "smtps"
        self._host = parts.hostname
        self._port = parts.port or _PORTS[parts.scheme]
        self._user = unquote(parts.username or "")
        self._password = unquote(parts.password or "")

    def send(self, sender: str, message: EmailMessage) -> None:
        """Send a message. Blocks; raises OSError or SMTPException."""
        with self._connect() as server:
            is_encrypted = self._is_tls
            server.ehlo()
            if not is_encrypted and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
                is_encrypted = True
            if self._user:
                if not is_encrypted and not _is_this_machine(self._host):
                    raise smtplib.SMTPException("the mail server offers no TLS, so the password is not sent")
                server.login(self._user, self._password)
            server.sendmail(sender, [str(message["To"])], message.as_bytes(policy=_FORM))

    def _connect(self) -> smtplib.SMTP:
        if self._is_tls:
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self._host, self._port, timeout=_STEP_S, context=context)
        return smtplib.SMTP(self._host, self._port, timeout=_STEP_S)


async def _hand_over(command: str, mail: bytes) -> None:
    """Pass a mail to a command on its standard input. Raises OSError or ValueError if it fails."""
    pipe, devnull = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *shlex.split(command), stdin=pipe, stdout=devnull, stderr=devnull
    )
    try:
        await process.communicate(mail)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise OSError(f"the command ended with status {process.returncode}")


def _reason(error: Exception) -> str:
    """Return the reason of a failure, without the addresses that a mail server quotes in its replies."""
    name = type(error).__name__
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{name} {error.smtp_code}"
    return name if isinstance(error, smtplib.SMTPException) else str(error) or name


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
