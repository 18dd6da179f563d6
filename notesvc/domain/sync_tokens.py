"""Keys of the sync interface: made, rotated, revoked, and recognised."""

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain import access, audit, instance
from notesvc.domain.caller import Caller
from notesvc.models import Capture, DeviceCode, SyncToken

SECRET_PREFIX = "svc_sync_"
SHOWN = 18
READ, WRITE, DEVICE = "sync:read", "sync:write", "sync:device"

_BY_SECRET = """
SELECT t.id, t.name, t.scopes, t.kind, t.created_at, t.expires_at, t.revoked_at,
    u.id, u.name, u.handle, u.is_admin, u.disabled_at
FROM sync_tokens t JOIN users u ON u.id = t.user_id WHERE t.secret_hash = ?
"""


def tokens_of(caller: Caller) -> list[SyncToken]:
    """All keys of the caller, newest first."""
    return _of(caller.user_id)


def create(caller: Caller, name: str, can_write: bool, expires_at: str | None) -> tuple[SyncToken, str]:
    """A new key and its secret, which is not kept. One that may write wants a fresh proof of a session.

    Raises Forbidden (`step_up_required`), and Conflict (`token_limit`) at 20 active ones.
    """
    scopes = f"{READ} {WRITE}" if can_write else READ
    refuse_unproven(caller, scopes)
    with database.transaction(caller.user_id):
        refuse_too_many(caller)
        return _make(caller, _insert(caller, name, scopes, "api", expires_at))


def create_for_program(caller: Caller, name: str, scopes: str, kind: str) -> tuple[SyncToken, str]:
    """A new key of a program that the caller approved, and its secret. Raises Conflict (`token_limit`)."""
    with database.transaction(caller.user_id):
        refuse_too_many(caller)
        return _make(caller, _insert(caller, name, scopes, kind, None))


def refuse_unproven(caller: Caller, scopes: str) -> None:
    """Raise Forbidden (`step_up_required`) where a session that has not just proven itself asks for a key that does
    more than read: a stolen one must not leave a way in behind."""
    if scopes != READ and caller.session_hash is not None and not caller.is_stepped_up:
        raise errors.Forbidden("Prove that it is you, then do this again.", code="step_up_required")


def refuse_too_many(caller: Caller) -> None:
    """Raise Conflict (`token_limit`) where the caller can have no further key."""
    if len(_active(caller.user_id)) >= limits.ACTIVE_TOKENS:
        raise errors.Conflict(
            f"There are {limits.ACTIVE_TOKENS} active keys already: revoke one first.", code="token_limit"
        )


def rotate(caller: Caller, token_id: str) -> tuple[SyncToken, str]:
    """A new key with the same name, scopes and expiry in place of this one, in one transaction.

    Raises NotFound, Forbidden (`step_up_required`), and Conflict (`token_not_active`) for a revoked or expired key.
    """
    with database.transaction(caller.user_id):
        token = access.token_to_change(caller, token_id)
        now = clock.now()
        if token.state_at(now) != "active":
            raise errors.Conflict("This key is not active any more.", code="token_not_active")
        refuse_unproven(caller, str(token.scopes))
        made = _insert(caller, token.name, token.scopes, token.kind, token.expires_at)
        token.revoked_at = now
        token.save()
        Capture.update(token_id=made[0].id).where(Capture.token_id == token_id).execute()
        audit.record(caller, "key_rotated", caller.user_id, key=str(token.id), new=str(made[0].id))
        return made


def revoke(caller: Caller, token_id: str) -> SyncToken:
    """The key, revoked; once revoked it stays as it is. Raises NotFound."""
    with database.transaction(caller.user_id):
        token = access.token_to_change(caller, token_id)
        if token.revoked_at is None:
            token.revoked_at = clock.now()
            token.save()
            audit.record(caller, "key_revoked", caller.user_id, key=token_id)
    return token


def revoke_all(caller: Caller) -> int:
    """Revoke every active key at once; answers how many there were. A device that was approved and has not fetched
    its key gets none."""
    return revoke_all_of(caller, caller.user_id)


def revoke_all_of(caller: Caller, user_id: str) -> int:
    """`revoke_all` for any user; the caller may be an administrator."""
    with database.transaction(user_id):
        DeviceCode.delete().where((DeviceCode.user == user_id) & (DeviceCode.state == "approved")).execute()
        active, now = _active(user_id), clock.now()
        for token in active:
            token.revoked_at = now
            token.save()
        if active:
            audit.record(caller, "keys_revoked", user_id, count=len(active))
    return len(active)


def authenticate(secret: str, scope: str) -> Caller:
    """The holder of a key. Raises NotAuthenticated only for a key that is certainly bad (a client throws it away),
    Forbidden (`insufficient_scope`), and Busy where our clock or a restored backup leaves a doubt."""
    row = database.execute(_BY_SECRET, (crypto.digest(secret),)).fetchone()
    if row is None:
        if instance.was_restored_lately():
            raise errors.Busy("This service was restored from a backup: keys made since are unknown. Pair again.")
        raise _bad_key()
    token_id, name, scopes, kind, created_at, expires_at, revoked_at, *user = row
    user_id, user_name, handle, is_admin, disabled_at = user
    if revoked_at is not None or disabled_at is not None:
        raise _bad_key()
    now = clock.now()
    if clock.later(now, limits.CLOCK_DOUBT_SECONDS) < created_at:
        raise errors.Busy("The clock of this service is behind.")
    if expires_at is not None and expires_at <= now:
        raise _bad_key()
    is_device = kind == "device"
    if scope not in scopes.split() or (scope == DEVICE and not is_device):
        raise errors.Forbidden(f"This key lacks the scope {scope}.", code="insufficient_scope")
    return Caller(user_id, user_name, handle, bool(is_admin), f"token:{name}", token_id=token_id, is_device=is_device)


def living(token_ids: list[str]) -> set[str]:
    """Those of the keys that are good at this moment."""
    rows = database.execute(
        "SELECT t.id FROM sync_tokens t JOIN users u ON u.id = t.user_id WHERE u.disabled_at IS NULL "
        "AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?) "
        f"AND t.id IN ({database.marks(token_ids)})",
        (clock.now(), *token_ids),
    ).fetchall()
    return {str(row[0]) for row in rows}


def token_of(caller: Caller) -> SyncToken:
    """The key that the caller came with. Raises NotFound."""
    return access.token_to_change(caller, str(caller.token_id))


def _of(user_id: str) -> list[SyncToken]:
    query = SyncToken.select().where(SyncToken.user == user_id)
    return list(query.order_by(SyncToken.created_at.desc(), SyncToken.id.desc()))


def _active(user_id: str) -> list[SyncToken]:
    now = clock.now()
    return [token for token in _of(user_id) if token.state_at(now) == "active"]


def _insert(caller: Caller, name: str, scopes: str, kind: str, expires_at: str | None) -> tuple[SyncToken, str]:
    secret = SECRET_PREFIX + crypto.random_secret(32)
    token = SyncToken.create(
        id=clock.new_id(),
        user=caller.user_id,
        name=name,
        prefix=secret[:SHOWN],
        secret_hash=crypto.digest(secret),
        scopes=scopes,
        kind=kind,
        created_at=clock.now(),
        expires_at=expires_at,
    )
    return token, secret


def _make(caller: Caller, made: tuple[SyncToken, str]) -> tuple[SyncToken, str]:
    token = made[0]
    audit.record(caller, "key_made", caller.user_id, key=str(token.id), scopes=str(token.scopes))
    return made


def _bad_key() -> errors.NotAuthenticated:
    return errors.NotAuthenticated("This key is not valid.", code="invalid_token")
