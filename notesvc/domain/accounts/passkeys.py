"""The passkeys of a user: what is kept of each, and what their owner does with them."""

from dataclasses import dataclass
from typing import Literal

from notesvc import clock, database, errors, limits
from notesvc.config import Settings
from notesvc.domain import audit
from notesvc.domain.accounts import last_credential, users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox
from notesvc.models import Passkey


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """What an authenticator made; ids and keys as base64url."""

    credential_id: str
    public_key: str
    sign_count: int
    is_synced: bool
    transports: str


def of_user(user_id: str) -> list[Passkey]:
    """The user's passkeys, oldest first."""
    return list(Passkey.select().where(Passkey.user == user_id).order_by(Passkey.created_at, Passkey.id))


def count(user_id: str) -> int:
    """How many passkeys the user has."""
    return int(Passkey.select().where(Passkey.user == user_id).count())


def refuse_full(caller: Caller) -> None:
    """Raise Conflict (`passkey_limit`) where the caller has as many passkeys as there can be."""
    if count(caller.user_id) >= limits.PASSKEYS:
        raise errors.Conflict(f"There can be {limits.PASSKEYS} passkeys: remove one first.", code="passkey_limit")


def add(caller: Caller, name: str, made: NewPasskey) -> Passkey:
    """Let the passkey open the caller's account. Raises Conflict (`passkey_limit`), InvalidInput."""
    with database.transaction("users"):
        refuse_full(caller)
        if Passkey.get_or_none(Passkey.credential_id == made.credential_id) is not None:
            raise errors.InvalidInput("credential", "is registered already")
        _tell(caller, "passkey_added")
        row: Passkey = Passkey.create(
            id=clock.new_id(),
            user=caller.user_id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            transports=made.transports,
            name=name.strip(),
            is_synced=made.is_synced,
            created_at=clock.now(),
        )
        return row


def rename(caller: Caller, passkey_id: str, name: str) -> Passkey:
    """Call a passkey of the caller something else. Raises NotFound."""
    with database.transaction(caller.user_id):
        if not Passkey.update(name=name.strip()).where(_own(caller, passkey_id)).execute():
            raise errors.NotFound
        row: Passkey = Passkey.get(_own(caller, passkey_id))
        return row


def remove(settings: Settings, caller: Caller, passkey_id: str) -> None:
    """Let the passkey open nothing any more. Raises NotFound, Conflict (`last_way_in`)."""
    with database.transaction(caller.user_id):
        if not Passkey.delete().where(_own(caller, passkey_id)).execute():
            raise errors.NotFound
        last_credential.keep(settings, caller)
        _tell(caller, "passkey_removed")


def drop(user_id: str) -> None:
    """Remove all of the user's passkeys, in the current transaction."""
    Passkey.delete().where(Passkey.user == user_id).execute()


def record_use(passkey: Passkey, sign_count: int, is_synced: bool) -> bool:
    """Take note of a use. False where the passkey is gone, or was used elsewhere since it was read."""
    as_read = (Passkey.id == passkey.id) & (Passkey.sign_count == passkey.sign_count)
    change = {"sign_count": sign_count, "is_synced": is_synced, "used_at": clock.now()}
    with database.transaction(passkey.user_id):
        return bool(Passkey.update(change).where(as_read).execute())


def _own(caller: Caller, passkey_id: str) -> object:
    return (Passkey.id == passkey_id) & (Passkey.user == caller.user_id)


def _tell(caller: Caller, what: Literal["passkey_added", "passkey_removed"]) -> None:
    outbox.queue("account_changed", str(users.by_id(caller.user_id).email), what=what)
    audit.record(caller, what, caller.user_id)
