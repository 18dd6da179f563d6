"""Sessions: rows that a cookie points at, so that they can be listed and ended."""

import uuid

from notesvc import clock, crypto, database, errors, limits
from notesvc.domain import audit
from notesvc.domain.accounts import deletion_grace, known_devices
from notesvc.domain.caller import Caller
from notesvc.models import Session, User

_BY_COOKIE = """
SELECT s.id_hash, s.seen_at, s.expires_at, u.id, u.name, u.handle, u.is_admin, u.disabled_at, s.stepped_up_until
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?
"""
# Signing in takes little beside the hash: its statements are written out instead of being put together each time.
_FORGET_OLD = "DELETE FROM sessions WHERE expires_at <= ?"
_BEGIN = """
INSERT INTO sessions (id_hash, user_id, created_at, seen_at, expires_at, address, agent) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_BEGUN_FROM = """
SELECT 1 FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.email_key = ? AND s.address = ? LIMIT 1
"""
_DAY = 86_400
_AGENT = 300


def start(user: User, address: str, agent: str) -> str:
    """Sign the user in; the answer is the cookie's secret, of which only the hash is kept. An account that was to
    be deleted is kept. Raises NotAuthenticated where it is too late for that."""
    secret, now = crypto.random_secret(32), clock.now()
    with database.transaction(str(user.id)):
        deletion_grace.end(user)
        database.execute(_FORGET_OLD, (now,))
        until = clock.from_now(limits.SESSION_DAYS * _DAY)
        database.execute(_BEGIN, (crypto.digest(secret), user.id, now, now, until, address, agent[:_AGENT]))
        known_devices.remember(user, address, agent)
        audit.record_own(str(user.id), "sign_in")
    return secret


def authenticate(secret: str) -> Caller | None:
    """The caller whose cookie this is; None when no such session lives."""
    row = database.execute(_BY_COOKIE, (crypto.digest(secret),)).fetchone()
    if row is None:
        return None
    id_hash, seen_at, expires_at, user_id, name, handle, is_admin, disabled_at, stepped_up_until = row
    now = clock.now()
    if disabled_at is not None or expires_at <= now:
        return None
    _remember_seen(id_hash, seen_at)
    is_stepped_up = stepped_up_until is not None and stepped_up_until > now
    return Caller(user_id, name, handle, bool(is_admin), "web", session_hash=id_hash, is_stepped_up=is_stepped_up)


def living(id_hashes: list[str]) -> set[str]:
    """Those of the sessions that have not ended, nor their users been disabled."""
    rows = database.execute(
        f"SELECT s.id_hash FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash IN "
        f"({database.marks(id_hashes)}) AND s.expires_at > ? AND u.disabled_at IS NULL",
        (*id_hashes, clock.now()),
    ).fetchall()
    return {str(row[0]) for row in rows}


def was_begun_from(address: str, email_key: str) -> bool:
    """Whether the account of that address has a session that was begun from there."""
    return database.execute(_BEGUN_FROM, (email_key, address)).fetchone() is not None


def end(secret: str) -> None:
    """End the session of this cookie; one that is gone stays gone."""
    with database.transaction():
        Session.delete().where(Session.id_hash == crypto.digest(secret)).execute()


def end_all(user_id: str) -> None:
    """End every session of the user."""
    with database.transaction(user_id):
        Session.delete().where(Session.user == user_id).execute()


def of_user(caller: Caller) -> list[Session]:
    """The sessions of the caller that live, the last seen first."""
    mine = (Session.user == caller.user_id) & (Session.expires_at > clock.now())
    return list(Session.select().where(mine).order_by(Session.seen_at.desc(), Session.created_at.desc()))


def public_id(session: Session) -> str:
    """What a session is called outside: nothing that opens it, nor what a leaked table could be tried against."""
    return str(uuid.UUID(crypto.digest(f"session {session.id_hash}")[:32]))


def end_one(caller: Caller, session_id: str) -> None:
    """End one of the caller's sessions. Raises NotFound."""
    with database.transaction(caller.user_id):
        for session in of_user(caller):
            if public_id(session) == session_id:
                session.delete_instance()
                return
        raise errors.NotFound


def end_others(caller: Caller) -> int:
    """End every session of the caller but the one that asks; answers how many lived."""
    with database.transaction(caller.user_id):
        others = [session.id_hash for session in of_user(caller) if session.id_hash != caller.session_hash]
        Session.delete().where((Session.user == caller.user_id) & (Session.id_hash != caller.session_hash)).execute()
        return len(others)


def step_up(caller: Caller) -> str:
    """Let the caller's session, and no other, do sensitive things for ten minutes; answers its new secret."""
    until = clock.from_now(limits.STEP_UP_SECONDS)
    with database.transaction(caller.user_id):
        Session.update(stepped_up_until=until).where(Session.id_hash == caller.session_hash).execute()
        return renew(caller)


def renew(caller: Caller) -> str:
    """A new secret for the caller's session; the old one opens nothing any more (ASVS 7.2.4). Raises NotFound."""
    secret = crypto.random_secret(32)
    with database.transaction(caller.user_id):
        mine = Session.id_hash == caller.session_hash
        if not Session.update(id_hash=crypto.digest(secret)).where(mine).execute():
            raise errors.NotFound
    return secret


def decoy() -> str:
    """A secret that looks like a session's and opens nothing."""
    return crypto.random_secret(32)


def _remember_seen(id_hash: str, seen_at: str) -> None:
    """Note when the session was last used, to a few minutes. Best effort: the request goes on without it."""
    now = clock.now()
    if now < clock.later(seen_at, limits.SESSION_SEEN_SECONDS):
        return
    try:
        with database.hurried_transaction():
            Session.update(seen_at=now).where(Session.id_hash == id_hash).execute()
    except database.TROUBLE:
        return
