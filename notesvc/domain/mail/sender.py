"""Sends what lies in the outbox, in a process of its own; where there is trouble, again and again."""

import logging
from dataclasses import dataclass
from typing import Literal

from notesvc import clock, database, limits, mail_server
from notesvc.config import Settings
from notesvc.domain.mail import layout, outbox, templates
from notesvc.models import Mail

log = logging.getLogger("notesvc")
_AT_ONCE = 20
_ERROR = 300


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mail; `file` where it is kept for want of a server, `error` in the server's words."""

    state: Literal["sent", "kept", "failed"]
    file: str | None = None
    error: str | None = None


def send_due(settings: Settings) -> int:
    """Send what is due and answer how many went out; one that fails stops no other and is tried again later."""
    due = Mail.select().where((Mail.state == "waiting") & (Mail.due_at <= clock.now())).order_by(Mail.due_at)
    return sum(_send(settings, mail) for mail in list(due.limit(_AT_ONCE)) if _claim(mail))


def send_test(settings: Settings, recipient: str) -> Outcome:
    """Send a test mail the way of all mails, wait for the outcome, and leave nothing of it in the outbox.

    Takes up to `limits.MAIL_SERVER_SECONDS` where the server does not answer.
    """
    mail = outbox.queue_for_sender("test", recipient)
    try:
        letter = templates.letter_of(settings, mail)
        if letter is None:
            raise ValueError("there is nothing to say")
        path = mail_server.deliver(settings, layout.as_message(letter, settings.mail_from))
    except (mail_server.DeliveryError, ValueError) as error:
        return Outcome("failed", error=str(error)[:_ERROR])
    finally:
        _remove(mail)
    return Outcome("sent") if path is None else Outcome("kept", file=str(path))


def sweep(settings: Settings) -> None:
    """Forget failed mails and kept files when their days are over."""
    with database.transaction():
        old = clock.from_now(-limits.MAIL_FAILED_DAYS * 86_400)
        Mail.delete().where((Mail.state == "failed") & (Mail.created_at <= old)).execute()
    mail_server.sweep(settings.mails)


def _claim(mail: Mail) -> bool:
    """Take the mail for this process, until its next turn; whoever dies while sending leaves it to that turn."""
    wait = limits.MAIL_RETRY_SECONDS[min(mail.attempts, len(limits.MAIL_RETRY_SECONDS) - 1)]
    with database.transaction():
        taken = (
            Mail.update(attempts=mail.attempts + 1, due_at=clock.from_now(wait))
            .where((Mail.id == mail.id) & (Mail.attempts == mail.attempts) & (Mail.state == "waiting"))
            .execute()
        )
    return bool(taken)


def _send(settings: Settings, mail: Mail) -> bool:
    try:
        letter = templates.letter_of(settings, mail)
        if letter is None:
            _remove(mail)
            return False
        path = mail_server.deliver(settings, layout.as_message(letter, settings.mail_from))
    except mail_server.DeliveryError as error:
        _not_now(mail, str(error), error.is_final)
        return False
    except ValueError as error:
        _not_now(mail, str(error), is_final=True)
        return False
    _remove(mail)
    fields = {"event": "mail_kept" if path else "mail_sent", "mail": mail.id, "kind": mail.kind}
    log.info("mail", extra={"fields": fields | ({"file": str(path)} if path else {})})
    return True


def _remove(mail: Mail) -> None:
    with database.transaction():
        Mail.delete().where(Mail.id == mail.id).execute()


def _not_now(mail: Mail, reason: str, is_final: bool) -> None:
    is_over = is_final or mail.attempts + 1 >= len(limits.MAIL_RETRY_SECONDS)
    with database.transaction():
        state = "failed" if is_over else "waiting"
        Mail.update(state=state, error=reason[:_ERROR]).where(Mail.id == mail.id).execute()
    fields = {"event": "mail_failed" if is_over else "mail_delayed", "mail": mail.id, "kind": mail.kind}
    log.warning("mail", extra={"fields": fields | {"error": reason[:_ERROR]}})
