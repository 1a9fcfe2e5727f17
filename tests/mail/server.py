"""A mail server that takes mails, refuses them, dies over them, or takes its time."""

import asyncio
import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.service import free_port


@dataclass
class MailServer:
    """What came, in order; and how the next mails fare: one entry each, then all is well again."""

    port: int = 0
    received: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    sent_to: list[str] = field(default_factory=list)
    at_recipient: list[str] = field(default_factory=list)
    at_data: list[str] = field(default_factory=list)
    dies_before_taking: int = 0
    dies_after_taking: int = 0
    seconds: float = 0

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.at_recipient:
            return self.at_recipient.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        await asyncio.sleep(self.seconds)
        if self.at_data:
            return self.at_data.pop(0)
        if self.dies_before_taking:
            self.dies_before_taking -= 1
            server.transport.abort()
            return "421 dying"
        assert isinstance(envelope.content, bytes)
        self.raw.append(envelope.content)
        self.received.append(email.message_from_bytes(envelope.content, policy=email.policy.default))  # type: ignore
        self.sent_to += envelope.rcpt_tos
        if self.dies_after_taking:
            self.dies_after_taking -= 1
            server.transport.abort()
        return "250 OK"

    @property
    def subjects(self) -> list[str]:
        return [str(mail["Subject"]) for mail in self.received]


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A running server."""
    box = MailServer(port=free_port())
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()


def mailers_of(port: int, *, timeout: float = 5) -> dict[str, Any]:
    """Django's setting for a server on that port."""
    options = {"host": "127.0.0.1", "port": port, "timeout": timeout}
    return {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())
