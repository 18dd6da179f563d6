"""Hands a message over to the mail server; where there is none, keeps it as a file of the instance folder."""

import contextlib
import re
import smtplib
import ssl
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from urllib.parse import unquote, urlsplit

from notesvc import clock, durable, limits
from notesvc.config import Settings

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9_-]+"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
# What goes wrong for now: no connection, no trust, a server that is busy or does not speak.
_TROUBLE = (OSError, smtplib.SMTPException, ssl.SSLError)


class DeliveryError(Exception):
    """The server did not take the message; `is_final` where it never will."""

    def __init__(self, reason: str, is_final: bool) -> None:
        super().__init__(reason)
        self.is_final = is_final


def is_address(text: str) -> bool:
    """Whether the text is one plain address (RFC 5322, dot-atom), which a header can hold without meaning anything
    else. Only ASCII: servers need not take more, and other scripts have letters that look the same."""
    return _ADDRESS.fullmatch(text) is not None


def deliver(settings: Settings, message: EmailMessage) -> Path | None:
    """Send the message to its one recipient, or answer the file it is kept in. Raises DeliveryError."""
    if settings.smtp_url is None:
        return _keep(settings.mails, message)
    try:
        with _connection(settings.smtp_url) as server:
            server.send_message(message)
    except _TROUBLE as error:
        raise DeliveryError(_reason(error), _is_final(error)) from error
    return None


def sweep(folder: Path) -> int:
    """Remove kept mails after `limits.MAIL_KEPT_DAYS`; answers how many."""
    old = time.time() - limits.MAIL_KEPT_DAYS * 86_400
    gone = [path for path in folder.glob("*.eml") if path.stat().st_mtime < old]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


@contextlib.contextmanager
def _connection(url: str) -> Iterator[smtplib.SMTP]:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    seconds = limits.MAIL_SERVER_SECONDS
    # The default context checks the certificate and the name in it (ASVS 12.3.2).
    trust = ssl.create_default_context()
    if parts.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=seconds, context=trust)
    else:
        server = smtplib.SMTP(host, port, timeout=seconds)
    with server:
        if parts.scheme == "smtp+starttls":
            server.starttls(context=trust)
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        yield server


def _keep(folder: Path, message: EmailMessage) -> Path:
    durable.make_folder(folder)
    path = folder / f"{clock.now().replace(':', '')}-{clock.new_id()[-6:]}.eml"
    # Before the outbox forgets it.
    durable.write_new(path, message.as_bytes(policy=SMTP))
    return path


def _is_final(error: Exception) -> bool:
    """RFC 5321: 5xx says that repeating it is in vain; of a sign-in it is the operator's to mend."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return False
    return isinstance(error, smtplib.SMTPNotSupportedError) or (
        isinstance(error, smtplib.SMTPResponseException) and 500 <= error.smtp_code < 600
    )


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{code} {text.decode(errors='replace')}" for code, text in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        answer = error.smtp_error
        return f"{error.smtp_code} {answer.decode(errors='replace') if isinstance(answer, bytes) else answer}"
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
