"""The outbox: mails are queued in the transaction of what they tell about; `sender` sends them."""

from notesvc import clock, database, limits
from notesvc.models import Mail


def queue(kind: str, recipient: str = "", **facts: str) -> None:
    """Have a mail sent soon. Joins the transaction that it is called in."""
    _put(kind, recipient, facts, clock.now())


def queue_for_sender(kind: str, recipient: str) -> Mail:
    """A mail that whoever queues it sends at once; if they die meanwhile, it goes out with the others."""
    return _put(kind, recipient, {}, clock.from_now(2 * limits.MAIL_SERVER_SECONDS))


def waiting() -> int:
    """How many mails are still to be sent."""
    return int(Mail.select().where(Mail.state == "waiting").count())


def failures() -> list[Mail]:
    """The mails that could not be delivered, newest first."""
    return list(Mail.select().where(Mail.state == "failed").order_by(Mail.created_at.desc()).limit(limits.PAGE))


def _put(kind: str, recipient: str, facts: dict[str, str], due_at: str) -> Mail:
    with database.transaction():
        return Mail.create(
            id=clock.new_id(),
            kind=kind,
            recipient=recipient,
            facts=facts,
            state="waiting",
            attempts=0,
            created_at=clock.now(),
            due_at=due_at,
        )
