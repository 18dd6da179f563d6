"""Passwords: a new one by a mailed link, or by somebody who is signed in."""

from notesvc import clock, crypto, database
from notesvc.domain import audit, notifications, sync_tokens
from notesvc.domain.accounts import credentials, sessions, users
from notesvc.domain.caller import OPERATOR, Caller
from notesvc.domain.mail import links as mail_links
from notesvc.domain.mail import outbox
from notesvc.languages import Language
from notesvc.models import User


def ask_to_reset(email: str, language: Language | None = None) -> None:
    """Send a link if the address has an account. The same work either way: whose it is, the sender looks up.

    `language` is that of who asks, for an account that has none.
    """
    outbox.queue("reset", email=email, language=language or "")


def reset(token: str, password: str, keep_keys: bool = False) -> None:
    """Set a new password by a mailed link and end every session, and keys but for who says to keep them; who had the
    mail owns the address.

    An account whose address was never proven may be a stranger's making: every way into it goes. Raises InvalidInput.
    """
    users.check_password(password)
    link = mail_links.look(token, "reset")
    hashed = crypto.hash_password(password)
    with database.transaction(link.user_id):
        mail_links.use(link)
        user = users.by_id(link.user_id)
        if user.email_verified_at is None:
            credentials.drop_all(user)
        elif not keep_keys:
            sync_tokens.revoke_all(users.caller_of(user))
        _set_hash(user, hashed)
        User.update(email_verified_at=clock.now()).where(User.id == user.id).execute()
        sessions.end_all(link.user_id)


def change(caller: Caller, password: str, keep_keys: bool = False) -> str:
    """Set a new password, end the caller's other sessions, and keys but for who says to keep them; answer this
    session's new cookie. Raises InvalidInput."""
    users.check_password(password)
    hashed = crypto.hash_password(password)
    with database.transaction(caller.user_id):
        if not keep_keys:
            sync_tokens.revoke_all(caller)
        _set_hash(users.by_id(caller.user_id), hashed)
        sessions.end_others(caller)
        return sessions.renew(caller)


def set_by_operator(email: str, password: str) -> None:
    """Set a new password, end every session and key, and let no mailed link be good. Raises NotFound, InvalidInput."""
    user = users.by_email(email)
    users.check_password(password)
    hashed = crypto.hash_password(password)
    with database.transaction(str(user.id)):
        User.update(password_hash=hashed, updated_at=clock.now()).where(User.id == user.id).execute()
        credentials.close(OPERATOR, str(user.id))
        notifications.security(str(user.id), "password_changed")
        outbox.queue("password_changed", str(user.email))
        audit.record(OPERATOR, "password_changed", str(user.id))


def _set_hash(user: User, hashed: str) -> None:
    """In the current transaction; the links of older mails die with the old password (ASVS 6.4.1)."""
    User.update(password_hash=hashed, updated_at=clock.now()).where(User.id == user.id).execute()
    mail_links.drop_all(str(user.id))
    notifications.security(str(user.id), "password_changed")
    outbox.queue("password_changed", str(user.email))
    audit.record_own(str(user.id), "password_changed")
