"""Nobody shuts themselves out: one way into an account always stays."""

from notesvc import errors
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.models import Identity, Passkey


def keep(settings: Settings, caller: Caller) -> None:
    """Within a transaction that took one way in away: let another be left.

    Raises Conflict (`last_way_in`), which takes the whole transaction back.
    """
    user = users.by_id(caller.user_id)
    is_password_taken = settings.password_sign_in or bool(user.is_admin)
    if user.password_hash is not None and is_password_taken:
        return
    for further in (Identity, Passkey):
        if further.get_or_none(further.user == caller.user_id) is not None:
            return
    raise errors.Conflict("This is the last way into the account: set up another one first.", code="last_way_in")
