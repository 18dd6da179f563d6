"""The days between the wish to delete an account and its end: whoever signs in meanwhile has it back."""

from notesvc import clock, errors
from notesvc.domain import audit
from notesvc.domain.mail import outbox
from notesvc.models import User


def is_over(user: User) -> bool:
    """Whether the account is gone, although its rows may not be yet."""
    return user.deletion_at is not None and user.deletion_at <= clock.now()


def end(user: User) -> None:
    """Keep an account that was to be deleted, in the current transaction; another one is left alone.

    Raises NotAuthenticated (`bad_credentials`) where it is too late.
    """
    if user.deletion_at is None:
        return
    in_time = (User.id == user.id) & (User.deletion_at > clock.now())
    if not User.update(deletion_at=None, updated_at=clock.now()).where(in_time).execute():
        raise errors.NotAuthenticated("The e-mail address or the password is wrong.", code="bad_credentials")
    outbox.queue("deletion_undone", str(user.email))
    audit.record_own(str(user.id), "deletion_undone")
