"""Step-up: a session that proves itself once more may do sensitive things for ten minutes (ASVS 7.5.3)."""

from notesvc import crypto, errors
from notesvc.domain.accounts import sessions, users
from notesvc.domain.caller import Caller


def by_password(caller: Caller, password: str) -> str:
    """Open the caller's session for sensitive things, and answer its new cookie.

    Raises NotAuthenticated (`bad_credentials`).
    """
    user = users.by_id(caller.user_id)
    if not crypto.password_fits(user.password_hash, password):
        raise errors.NotAuthenticated("The password is wrong.", code="bad_credentials")
    return sessions.step_up(caller)
