"""The device flow (RFC 8628): a program without a browser shows a code, its user approves it in one."""

import secrets
from dataclasses import dataclass
from typing import Any

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain import audit, notifications, sync_tokens
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox
from notesvc.models import DeviceCode


@dataclass(frozen=True, slots=True)
class Client:
    """A program that may ask: what people know it by, the kind of its key, and the most that the key may do."""

    name: str
    kind: str
    scopes: tuple[str, ...]


CLIENTS = {
    "notes-desktop": Client("Notes for the desktop", "device", ("sync:device", "sync:read", "sync:write")),
    "notes-clipper": Client("Clipper", "api", ("sync:read", "sync:write")),
}
# Letters that cannot be misread or spell a word (RFC 8628, section 6.1): 20 to the 8th.
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_LENGTH = 8
_SLOWER_SECONDS = 5


class DeviceFlowError(Exception):
    """What a device that asks for its key is told instead; an error code of RFC 8628."""


@dataclass(frozen=True, slots=True)
class DeviceGrant:
    """What a device is given at first: its own secret, and what it shows to its user."""

    device_code: str
    user_code: str


def ask(client: str, name: str, scopes: str, address: str) -> DeviceGrant:
    """Note that a device asks for a key. Raises DeviceFlowError for a client or a scope that there is none of."""
    if client not in CLIENTS:
        raise DeviceFlowError("invalid_client")
    known = CLIENTS[client].scopes
    wanted = scopes.split() or list(known)
    if not set(wanted) <= set(known):
        raise DeviceFlowError("invalid_scope")
    device_code, letters = crypto.random_secret(32), "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    now = clock.now()
    with database.transaction():
        DeviceCode.delete().where(DeviceCode.expires_at <= clock.from_now(-limits.DEVICE_CODE_SECONDS)).execute()
        DeviceCode.create(
            device_hash=crypto.digest(device_code),
            user_hash=_hash(letters),
            client=client,
            name=name,
            scopes=" ".join(scope for scope in known if scope in wanted),
            address=address,
            wait=limits.DEVICE_POLL_SECONDS,
            created_at=now,
            expires_at=clock.from_now(limits.DEVICE_CODE_SECONDS),
            state="pending",
        )
    return DeviceGrant(device_code, f"{letters[:4]}-{letters[4:]}")


def look(user_code: str) -> DeviceCode:
    """What asks behind the code, as long as nobody has decided. Looking changes nothing. Raises NotFound."""
    found = DeviceCode.get_or_none(_pending(user_code))
    if found is None:
        raise errors.NotFound
    return found


def decide(caller: Caller, user_code: str, approve: bool) -> None:
    """Approve or deny for the caller; of several who decide, one does. A key that does more than read needs a proof
    that is fresh.

    Raises NotFound, Forbidden (`step_up_required`), Conflict (`token_limit`).
    """
    with database.transaction(caller.user_id):
        pending = _pending(user_code)
        found = DeviceCode.get_or_none(pending)
        if found is None:
            raise errors.NotFound
        if approve:
            sync_tokens.refuse_unproven(caller, str(found.scopes))
            sync_tokens.refuse_too_many(caller)
        decided = {"user": caller.user_id, "state": "approved" if approve else "denied"}
        if not DeviceCode.update(**decided).where(pending).execute():
            raise errors.NotFound
        if approve:
            notifications.security(caller.user_id, "device_approved", name=str(found.name))
            may = "read and write" if "sync:write" in str(found.scopes).split() else "read"
            outbox.queue("device_approved", str(users.by_id(caller.user_id).email), name=str(found.name), may=may)
            audit.record(caller, "device_approved", caller.user_id)


def redeem(client: str, device_code: str) -> tuple[str, str]:
    """The secret of the device's key and its scopes, once. Raises DeviceFlowError."""
    this = (DeviceCode.device_hash == crypto.digest(device_code)) & (DeviceCode.client == client)
    asked = DeviceCode.get_or_none(this)
    with database.transaction(asked.user_id if asked else None):
        found = DeviceCode.get_or_none(this)
        if found is None or found.state == "spent":
            raise DeviceFlowError("invalid_grant")
        if found.expires_at <= clock.now():
            raise DeviceFlowError("expired_token")
        if found.state == "denied":
            raise DeviceFlowError("access_denied")
        made = _make(found) if found.state == "approved" else None
        answer = "authorization_pending" if made else _pace(found)
    # Outside: what was written about the poll stays written.
    if made is None:
        raise DeviceFlowError(answer)
    return made


def _pending(user_code: str) -> Any:
    is_live = (DeviceCode.user_hash == _hash(user_code)) & (DeviceCode.expires_at > clock.now())
    return is_live & (DeviceCode.state == "pending")


def _make(found: DeviceCode) -> tuple[str, str]:
    """One key for one code, however many polls arrive at once."""
    unspent = (DeviceCode.device_hash == found.device_hash) & (DeviceCode.state == "approved")
    if not DeviceCode.update(state="spent").where(unspent).execute():
        raise DeviceFlowError("invalid_grant")
    user = users.by_id(str(found.user_id))
    if user.disabled_at is not None:
        raise DeviceFlowError("access_denied")
    try:
        kind = CLIENTS[str(found.client)].kind
        _, secret = sync_tokens.create_for_program(users.caller_of(user), str(found.name), str(found.scopes), kind)
    except errors.Conflict as error:
        raise DeviceFlowError("access_denied") from error
    return secret, str(found.scopes)


def _pace(found: DeviceCode) -> str:
    """Whether the poll came in time; one that came too soon has to wait longer from then on."""
    now = clock.now()
    is_early = found.polled_at is not None and clock.later(str(found.polled_at), found.wait) > now
    wait = found.wait + _SLOWER_SECONDS if is_early else found.wait
    DeviceCode.update(polled_at=now, wait=wait).where(DeviceCode.device_hash == found.device_hash).execute()
    return "slow_down" if is_early else "authorization_pending"


def _hash(user_code: str) -> str:
    """People type codes with spaces, dashes and in lower case."""
    return crypto.digest("".join(letter for letter in user_code.upper() if letter.isalnum()))
