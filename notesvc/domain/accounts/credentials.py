"""All the ways into an account, for when they have to go together."""

from notesvc.domain import sync_tokens
from notesvc.domain.accounts import identities, passkeys, second_factor, sessions, users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import links as mail_links
from notesvc.models import User


def close(caller: Caller, user_id: str) -> None:
    """End every session and key, and let no mailed link or approved device be good; in the current transaction.

    `caller` is who does it. What somebody proves themselves with stays: the way in is theirs again if they may use it.
    """
    sync_tokens.revoke_all_of(caller, user_id)
    mail_links.drop_all(user_id)
    sessions.end_all(user_id)


def drop_all(user: User) -> None:
    """End every session and key, and forget every proof but the password, in the current transaction."""
    user_id = str(user.id)
    close(users.caller_of(user), user_id)
    second_factor.drop(user_id)
    identities.drop(user_id)
    passkeys.drop(user_id)
