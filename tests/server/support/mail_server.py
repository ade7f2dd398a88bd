"""A real mail server on a free port, which keeps what it accepts."""

import email
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.server.support.external_servers import free_port


class MailServer:
    """The messages that a mail server has accepted; it temporarily refuses the first `n_refused`."""

    def __init__(self, port: int, n_refused: int = 0) -> None:
        self.port = port
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.recipients: list[str] = []
        self._n_refused = n_refused

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        if self._n_refused > 0:
            self._n_refused -= 1
            return "451 try again later"
        content: Any = envelope.content
        self.raw.append(content)
        self.mails.append(email.message_from_bytes(content, policy=default))  # type: ignore[arg-type]
        self.recipients += envelope.rcpt_tos
        return "250 accepted"


@contextmanager
def mail_server(n_refused: int = 0) -> Iterator[MailServer]:
    """Run a mail server in a thread."""
    server = MailServer(free_port(), n_refused)
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
