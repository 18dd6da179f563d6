"""Links that mails carry: 256 random bits, kept as a hash, for one purpose and one use (ASVS 6.4.1)."""

from notesvc import clock, crypto, database, errors, limits
from notesvc.models import MailLink, User


def mint(purpose: str, user: User, email: str) -> str:
    """The token of a new link; an older one of the same purpose is good no more.

    But for a reset: a stranger who asks for one may not void the link that its owner is about to open.
    """
    token, now = crypto.random_secret(32), clock.now()
    with database.transaction(str(user.id)):
        MailLink.delete().where(MailLink.expires_at <= now).execute()
        if purpose != "reset":
            MailLink.delete().where((MailLink.user == user.id) & (MailLink.purpose == purpose)).execute()
        MailLink.create(
            token_hash=crypto.digest(token),
            purpose=purpose,
            user=user.id,
            email=email,
            created_at=now,
            expires_at=clock.from_now(limits.MAIL_LINK_SECONDS),
        )
    return token


def look(token: str, *purposes: str) -> MailLink:
    """The link, which stays good; one that was sent for another purpose is none. Raises InvalidInput."""
    link = MailLink.get_or_none(MailLink.token_hash == crypto.digest(token))
    if link is None or link.purpose not in purposes or link.expires_at <= clock.now():
        raise _no_good()
    return link


def use(link: MailLink) -> None:
    """Spend the link, in the current transaction. Raises InvalidInput where somebody was faster."""
    if not MailLink.delete().where(MailLink.token_hash == link.token_hash).execute():
        raise _no_good()


def drop_all(user_id: str) -> None:
    """Let no link of the user be good any more, in the current transaction."""
    MailLink.delete().where(MailLink.user == user_id).execute()


def _no_good() -> errors.InvalidInput:
    return errors.InvalidInput("token", "is used, too old, or was never valid")
