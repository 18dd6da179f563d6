"""Sessions: rows that a cookie points at, so that they can be listed and ended."""

from notesvc import clock, crypto, database, limits
from notesvc.domain.caller import Caller
from notesvc.models import Session, User

_BY_COOKIE = """
SELECT s.id_hash, s.seen_at, s.expires_at, u.id, u.name, u.handle, u.is_admin, u.disabled_at
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?
"""
_DAY = 86_400
_AGENT = 300


def start(user: User, address: str, agent: str) -> str:
    """Sign the user in; the answer is the cookie's secret, of which only the hash is kept."""
    secret, now = crypto.random_secret(32), clock.now()
    with database.transaction(str(user.id)):
        Session.delete().where(Session.expires_at <= now).execute()
        Session.create(
            id_hash=crypto.digest(secret),
            user=user,
            created_at=now,
            seen_at=now,
            expires_at=clock.from_now(limits.SESSION_DAYS * _DAY),
            address=address,
            agent=agent[:_AGENT],
        )
    return secret


def authenticate(secret: str) -> Caller | None:
    """The caller whose cookie this is; None when no such session lives."""
    row = database.execute(_BY_COOKIE, (crypto.digest(secret),)).fetchone()
    if row is None:
        return None
    id_hash, _, expires_at, user_id, name, handle, is_admin, disabled_at = row
    if disabled_at is not None or expires_at <= clock.now():
        return None
    return Caller(user_id, name, handle, bool(is_admin), "web", session_hash=id_hash)


def end(secret: str) -> None:
    """End the session of this cookie; one that is gone stays gone."""
    with database.transaction():
        Session.delete().where(Session.id_hash == crypto.digest(secret)).execute()


def end_all(user_id: str) -> None:
    """End every session of the user."""
    with database.transaction(user_id):
        Session.delete().where(Session.user == user_id).execute()


def decoy() -> str:
    """A secret that looks like a session's and opens nothing."""
    return crypto.random_secret(32)
