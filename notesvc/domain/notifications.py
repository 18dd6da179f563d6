"""Notifications: what a user should know, to be read once."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import orjson

from notesvc import clock, database, limits
from notesvc.domain import cursors, events
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox

Kind = Literal[
    "mention",
    "watched",
    "collaboration_request",
    "collaboration_accepted",
    "share_viewed",
    "share_expiring",
    "import_finished",
    "token_expiring",
    "security",
]
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]

_INSERT = """
INSERT INTO notifications (id, user_id, kind, actor_id, note_id, facts, key, created_at)
SELECT ?, u.id, ?, ?, ?, ?, ?, ? FROM users u WHERE u.id = ? AND u.disabled_at IS NULL
AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.user_id = u.id AND m.note_id = ?)
ON CONFLICT DO NOTHING RETURNING id
"""
_MAILED = """
SELECT u.email FROM mailed_kinds k JOIN users u ON u.id = k.user_id
WHERE k.user_id = ? AND k.kind = ? AND u.email_verified_at IS NOT NULL
"""
# The name of a note that its reader may no longer see is nobody's business.
_SELECT = """
SELECT x.id, x.kind, x.created_at, x.read_at, x.facts, a.id, a.handle, a.name, n.id, n.name
FROM notifications x LEFT JOIN users a ON a.id = x.actor_id
LEFT JOIN notes n ON n.id = x.note_id AND n.deleted_at IS NULL AND (n.owner_id = x.user_id
    OR EXISTS (SELECT 1 FROM collaborators c WHERE c.note_id = n.id AND c.user_id = x.user_id))
WHERE x.user_id = ?
"""
_PRESENT = "SELECT 1 FROM notifications WHERE user_id = ? AND kind = ? AND note_id = ? AND read_at IS NULL"
_AFTER_ALL = "~"


class Notification(NamedTuple):
    """A notification as its reader sees it; actor and note are None where there is none, or none to be seen."""

    id: str
    kind: Kind
    created_at: str
    read_at: str | None
    facts: str
    actor_id: str | None
    actor_handle: str | None
    actor_name: str | None
    note_id: str | None
    note_name: str | None


def tell(
    user_id: str,
    kind: Kind,
    *,
    actor_id: str | None = None,
    note_id: str | None = None,
    facts: Mapping[str, Any] | None = None,
    key: str | None = None,
) -> None:
    """Tell a user something, in the current transaction; never what they did themselves, nor of a note they muted.

    `key` names what is told once only.
    """
    if actor_id == user_id:
        return
    text = orjson.dumps(facts or {}).decode()
    values = (clock.new_id(), kind, actor_id, note_id, text, key, clock.now(), user_id, note_id)
    made = database.execute(_INSERT, values).fetchall()
    if not made:
        return
    events.append([user_id], "notification", str(made[0][0]), "created")
    row = database.execute(_MAILED, (user_id, kind)).fetchone()
    # What concerns the safety of an account is mailed always, by those who tell of it.
    if row is not None and kind != "security":
        outbox.queue("notification", str(row[0]), notification=str(made[0][0]))


def has_unread(user_id: str, kind: Kind, note_id: str) -> bool:
    """Whether the user has been told the like of the note and has not read it yet."""
    return database.execute(_PRESENT, (user_id, kind, note_id)).fetchone() is not None


def of_user(
    caller: Caller, unread: bool | None, cursor: str | None, size: int
) -> tuple[list[Notification], str | None]:
    """A page of the caller's notifications, the latest first: all, the unread or the read ones."""
    after = cursors.decode("notifications", cursor, (str, str)) if cursor else [_AFTER_ALL, ""]
    which = "" if unread is None else f"AND x.read_at IS {'' if unread else 'NOT '}NULL"
    rows = database.execute(
        f"{_SELECT} {which} AND (x.created_at, x.id) < (?, ?) ORDER BY x.created_at DESC, x.id DESC LIMIT ?",
        (caller.user_id, *after, size + 1),
    ).fetchall()
    page = [Notification._make(row) for row in rows[:size]]
    following = cursors.encode("notifications", (page[-1].created_at, page[-1].id)) if len(rows) > size else None
    return page, following


def by_ids(user_id: str, ids: Sequence[str]) -> dict[str, Notification]:
    """Those of the user's notifications that are there, by id."""
    if not ids:
        return {}
    rows = database.execute(f"{_SELECT} AND x.id IN ({database.marks(ids)})", (user_id, *ids)).fetchall()
    return {str(row[0]): Notification._make(row) for row in rows}


def unread_count(caller: Caller) -> int:
    """How many notifications the caller has not read."""
    mine = "SELECT count(*) FROM notifications WHERE user_id = ? AND read_at IS NULL"
    return int(database.execute(mine, (caller.user_id,)).fetchone()[0])


def read(caller: Caller, ids: Sequence[str] | None) -> None:
    """Mark these of the caller's notifications as read, or all of them; ids that are not theirs change nothing.

    The caller's other tabs hear of the newest `limits.NOTIFICATIONS_PAGE` of them.
    """
    which = "" if ids is None else f"AND id IN ({database.marks(ids)})"
    if ids is not None and not ids:
        return
    with database.transaction(caller.user_id):
        rows = database.execute(
            f"UPDATE notifications SET read_at = ? WHERE user_id = ? AND read_at IS NULL {which} RETURNING id",
            (clock.now(), caller.user_id, *(ids or ())),
        ).fetchall()
        for notification_id in sorted((str(row[0]) for row in rows), reverse=True)[: limits.NOTIFICATIONS_PAGE]:
            events.append([caller.user_id], "notification", notification_id, "read")


def sweep() -> None:
    """Forget notifications that are older than `limits.NOTIFICATION_DAYS`."""
    with database.transaction():
        before = clock.from_now(-limits.NOTIFICATION_DAYS * 86_400)
        database.execute("DELETE FROM notifications WHERE created_at < ?", (before,))


def warn_of_expiring_keys() -> None:
    """Tell, once, whose sync keys expire within `limits.KEY_WARNING_DAYS`."""
    now, soon = clock.now(), clock.from_now(limits.KEY_WARNING_DAYS * 86_400)
    rows = database.execute(
        "SELECT id, user_id, name, expires_at FROM sync_tokens WHERE revoked_at IS NULL AND expires_at > ? "
        "AND expires_at <= ? AND NOT EXISTS (SELECT 1 FROM notifications x WHERE x.user_id = sync_tokens.user_id "
        "AND x.key = 'token_expiring ' || sync_tokens.id)",
        (now, soon),
    ).fetchall()
    for token_id, user_id, name, expires_at in rows:
        with database.transaction(user_id):
            facts = {"tokenId": token_id, "tokenName": name, "expiresAt": expires_at}
            tell(user_id, "token_expiring", facts=facts, key=f"token_expiring {token_id}")


def security(user_id: str, what: str, **facts: str) -> None:
    """Tell a user of something that concerns the safety of their account, in the current transaction."""
    tell(user_id, "security", facts={"what": what, **facts})
