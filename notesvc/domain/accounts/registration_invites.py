"""Invites: codes with which people may register, each so often and so long."""

from notesvc import clock, crypto, database, errors
from notesvc.domain import audit
from notesvc.domain.caller import Caller
from notesvc.models import Invite

_DAY = 86_400


def create(caller: Caller, uses: int = 1, days: int = 7) -> tuple[Invite, str]:
    """A new invite and its code, which is not kept."""
    code = crypto.random_secret(18)
    with database.transaction():
        made = Invite.create(
            id=clock.new_id(),
            code_hash=crypto.digest(code),
            made_by=caller.user_id or None,
            uses=uses,
            uses_left=uses,
            created_at=clock.now(),
            expires_at=clock.from_now(days * _DAY),
        )
        audit.record(caller, "invite_made", None, invite=str(made.id), uses=uses, days=days)
    return made, code


def all() -> list[Invite]:
    """Every invite in any state, newest first."""
    return list(Invite.select().order_by(Invite.created_at.desc(), Invite.id.desc()))


def revoke(caller: Caller, invite_id: str) -> Invite:
    """The invite, with which nobody can register any more; once revoked it stays as it is. Raises NotFound."""
    with database.transaction():
        unrevoked = (Invite.id == invite_id) & Invite.revoked_at.is_null()
        if Invite.update(revoked_at=clock.now()).where(unrevoked).execute():
            audit.record(caller, "invite_revoked", None, invite=invite_id)
        found: Invite | None = Invite.get_or_none(Invite.id == invite_id)
    if found is None:
        raise errors.NotFound
    return found


def use(code: str) -> None:
    """Spend one use of the code, in the current transaction: of any number at once, as many as are left succeed.

    Raises Forbidden.
    """
    good = (
        (Invite.code_hash == crypto.digest(code))
        & Invite.revoked_at.is_null()
        & (Invite.uses_left > 0)
        & (Invite.expires_at > clock.now())
    )
    if not Invite.update(uses_left=Invite.uses_left - 1).where(good).execute():
        raise errors.Forbidden("This invite is not valid any more.")
