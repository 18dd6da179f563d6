"""Real mail servers of several tempers, each on a port of its own."""

import asyncio
import datetime
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

USER, PASSWORD = "notes", "p@ss/word"


@dataclass
class Taking:
    """Takes every mail; `refusing` is what it answers to recipients instead, one answer after the other."""

    refusing: list[str] = field(default_factory=list)
    taken: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        if self.refusing:
            return self.refusing.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.recipients += envelope.rcpt_tos
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.taken.append(message)
        return "250 OK"


class Silent(Taking):
    """Takes the connection and then says nothing."""

    async def handle_DATA(self, _server: Any, _session: Any, _envelope: Any) -> str:
        await asyncio.get_running_loop().create_future()
        return "250 OK"


class _OverTls(Controller):
    """TLS by STARTTLS, and a sign-in."""

    def factory(self) -> SMTP:
        return SMTP(
            self.handler,
            tls_context=self.context,
            require_starttls=True,
            authenticator=_authenticate,
            auth_required=True,
        )

    context: ssl.SSLContext


@contextmanager
def serving(handler: Any, port: int, tls: ssl.SSLContext | None = None, starttls: bool = False) -> Iterator[Any]:
    """The handler, served on a port of this machine."""
    kind = _OverTls if starttls else Controller
    options = {} if starttls or tls is None else {"ssl_context": tls}
    controller = kind(handler, hostname="127.0.0.1", port=port, **options)
    if starttls:
        controller.context = tls
    controller.start()
    try:
        yield handler
    finally:
        for task in asyncio.all_tasks(controller.loop):
            controller.loop.call_soon_threadsafe(task.cancel)
        controller.stop()


def certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A certificate for 127.0.0.1 that only those trust who name its file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail")])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    trusted, whole = folder / "mail.crt", folder / "mail.pem"
    trusted.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    whole.write_bytes(private + trusted.read_bytes())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(whole)
    return context, trusted


def _authenticate(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
    is_right = isinstance(given, LoginPassword) and given == LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=is_right, handled=False)
