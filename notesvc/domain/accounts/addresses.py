"""Mail addresses of accounts: proving one, and changing to another."""

from notesvc import clock, database, errors
from notesvc.domain import audit, notifications
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import links as mail_links
from notesvc.domain.mail import outbox
from notesvc.models import User


def ask_to_verify(caller: Caller) -> None:
    """Send a link to the caller's address, if it is not proven yet."""
    user = users.by_id(caller.user_id)
    if user.email_verified_at is None:
        outbox.queue("verify", str(user.email), user=caller.user_id)


def ask_to_change(caller: Caller, email: str) -> None:
    """Send a link to the new address and tell the old one. Whether the new one has an account is not told.

    Raises InvalidInput for what is no address.
    """
    users.check_new_email(email)
    user = users.by_id(caller.user_id)
    with database.transaction(caller.user_id):
        outbox.queue("change", email.strip(), user=caller.user_id)
        outbox.queue("change_asked", str(user.email), user=caller.user_id)


def confirm(caller: Caller, token: str) -> User:
    """Take the address that the link was sent to as the caller's own, proven one.

    Only the account's own session can: a link in strange hands is worth nothing. Raises InvalidInput.
    """
    with database.transaction("users"):
        link = mail_links.look(token, "verify", "change")
        if link.user_id != caller.user_id:
            raise errors.InvalidInput("token", "is not for this account")
        user = users.by_id(caller.user_id)
        if link.purpose == "change":
            _change(user, str(link.email))
        elif link.email != user.email:
            raise errors.InvalidInput("token", "is for an older address")
        mail_links.drop_all(caller.user_id)
        User.update(email_verified_at=clock.now()).where(User.id == user.id).execute()
    return users.by_id(caller.user_id)


def _change(user: User, email: str) -> None:
    if users.is_known(email) and users.key_of(email) != user.email_key:
        raise errors.InvalidInput("token", "is for an address that has become another account's")
    notifications.security(str(user.id), "address_changed")
    outbox.queue("changed", str(user.email), new=email, user=str(user.id))
    audit.record_own(str(user.id), "email_changed")
    User.update(email=email, email_key=users.key_of(email), updated_at=clock.now()).where(User.id == user.id).execute()
