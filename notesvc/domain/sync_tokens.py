"""Keys of the sync interface: made, rotated, revoked, and recognised (contract, section 4)."""

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain import access, instance
from notesvc.domain.caller import Caller
from notesvc.models import SyncToken

SECRET_PREFIX = "svc_sync_"
SHOWN = 18
READ, WRITE = "sync:read", "sync:write"

_BY_SECRET = """
SELECT t.id, t.name, t.scopes, t.kind, t.created_at, t.expires_at, t.revoked_at,
    u.id, u.name, u.handle, u.is_admin, u.disabled_at
FROM sync_tokens t JOIN users u ON u.id = t.user_id WHERE t.secret_hash = ?
"""


def tokens_of(caller: Caller) -> list[SyncToken]:
    """All keys of the caller, newest first."""
    query = SyncToken.select().where(SyncToken.user == caller.user_id)
    return list(query.order_by(SyncToken.created_at.desc(), SyncToken.id.desc()))


def create(caller: Caller, name: str, can_write: bool, expires_at: str | None) -> tuple[SyncToken, str]:
    """A new key and its secret, which is not kept. Raises Conflict (`token_limit`) at 20 active ones."""
    with database.transaction(caller.user_id):
        if len(_active(caller)) >= limits.ACTIVE_TOKENS:
            raise errors.Conflict(
                f"There are {limits.ACTIVE_TOKENS} active keys already: revoke one first.", code="token_limit"
            )
        scopes = f"{READ} {WRITE}" if can_write else READ
        return _insert(caller, name, scopes, "api", expires_at)


def rotate(caller: Caller, token_id: str) -> tuple[SyncToken, str]:
    """A new key with the same name, scopes and expiry in place of this one, in one transaction.

    Raises NotFound, and Conflict (`token_not_active`) for a revoked or expired key.
    """
    with database.transaction(caller.user_id):
        token = access.token_to_change(caller, token_id)
        now = clock.now()
        if token.state_at(now) != "active":
            raise errors.Conflict("This key is not active any more.", code="token_not_active")
        made = _insert(caller, token.name, token.scopes, token.kind, token.expires_at)
        token.revoked_at = now
        token.save()
        return made


def revoke(caller: Caller, token_id: str) -> SyncToken:
    """The key, revoked; once revoked it stays as it is. Raises NotFound."""
    with database.transaction(caller.user_id):
        token = access.token_to_change(caller, token_id)
        if token.revoked_at is None:
            token.revoked_at = clock.now()
            token.save()
    return token


def revoke_all(caller: Caller) -> int:
    """Revoke every active key at once; answers how many there were."""
    with database.transaction(caller.user_id):
        active = _active(caller)
        now = clock.now()
        for token in active:
            token.revoked_at = now
            token.save()
    return len(active)


def authenticate(secret: str, scope: str) -> Caller:
    """The holder of a key. Raises Unauthenticated only for a key that is certainly bad (a client throws it away),
    Forbidden (`insufficient_scope`), and Busy where our clock or a restored backup leaves a doubt."""
    row = database.execute(_BY_SECRET, (crypto.digest(secret),)).fetchone()
    if row is None:
        if instance.was_restored_lately():
            raise errors.Busy("This service was restored from a backup: keys made since are unknown. Pair again.")
        raise _bad_key()
    token_id, name, scopes, _, created_at, expires_at, revoked_at, *user = row
    user_id, user_name, handle, is_admin, disabled_at = user
    if revoked_at is not None or disabled_at is not None:
        raise _bad_key()
    now = clock.now()
    if clock.later(now, limits.CLOCK_DOUBT_SECONDS) < created_at:
        raise errors.Busy("The clock of this service is behind.")
    if expires_at is not None and expires_at <= now:
        raise _bad_key()
    if scope not in scopes.split():
        raise errors.Forbidden(f"This key lacks the scope {scope}.", code="insufficient_scope")
    return Caller(user_id, user_name, handle, bool(is_admin), f"token:{name}", token_id=token_id)


def token_of(caller: Caller) -> SyncToken:
    """The key that the caller came with. Raises NotFound."""
    return access.token_to_change(caller, str(caller.token_id))


def _active(caller: Caller) -> list[SyncToken]:
    now = clock.now()
    return [token for token in tokens_of(caller) if token.state_at(now) == "active"]


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


def _bad_key() -> errors.Unauthenticated:
    return errors.Unauthenticated("This key is not valid.", code="invalid_token")
