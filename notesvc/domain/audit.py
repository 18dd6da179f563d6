"""The audit log: what was done to accounts and to the instance. Lines are added, never changed or removed.

They name people by their ids alone, and hold nothing else of them: when an account goes, its ids lead nowhere and the
log can stay as it is.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

import orjson

from notesvc import clock, database
from notesvc.domain import cursors
from notesvc.domain.caller import Caller

Kind = Literal[
    "sign_in",
    "throttled",
    "registered",
    "password_changed",
    "email_changed",
    "second_factor_on",
    "second_factor_off",
    "recovery_codes_made",
    "provider_added",
    "provider_removed",
    "passkey_added",
    "passkey_removed",
    "key_made",
    "key_rotated",
    "key_revoked",
    "keys_revoked",
    "ai_key_set",
    "ai_key_removed",
    "storage_set",
    "device_approved",
    "exported",
    "account_made",
    "account_disabled",
    "account_enabled",
    "administrator_made",
    "administrator_removed",
    "quota_changed",
    "reset_sent",
    "invite_made",
    "invite_revoked",
    "registration_changed",
    "mail_tested",
    "audit_exported",
    "deletion_asked",
    "deletion_undone",
    "account_deleted",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
Row = tuple[Any, ...]
"""number, id, kind, means, facts as JSON text, created at; id, handle and address of the actor, and of the subject"""

_SELECT = """
SELECT e.number, e.id, e.kind, e.means, e.facts, e.created_at,
    e.actor_id, a.handle, a.email, e.subject_id, s.handle, s.email
FROM audit_entries e LEFT JOIN users a ON a.id = e.actor_id LEFT JOIN users s ON s.id = e.subject_id
"""
_ADD = (
    "INSERT INTO audit_entries (id, kind, actor_id, subject_id, means, facts, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_AT_ONCE = 500


def record(caller: Caller, kind: Kind, subject_id: str | None = None, **facts: str | int | None) -> None:
    """Add a line, in the transaction of what it tells about. `facts` hold nothing personal, and no secret."""
    with database.transaction():
        line = (clock.new_id(), kind, caller.user_id or None, subject_id, _means(caller))
        database.execute(_ADD, (*line, orjson.dumps(facts).decode(), clock.now()))


def record_own(user_id: str, kind: Kind, **facts: str | int | None) -> None:
    """Add a line on what somebody did in a browser to their own account."""
    record(Caller(user_id, "", ""), kind, user_id, **facts)


def record_if_possible(caller: Caller, kind: Kind, subject_id: str | None = None, **facts: str | int | None) -> None:
    """Add a line on what goes on without it: on a full disk, or under a lock, people still read and export."""
    try:
        record(caller, kind, subject_id, **facts)
    except database.TROUBLE:
        return


def entries(filters: Mapping[str, Any], size: int) -> tuple[list[Row], str | None]:
    """A page of lines, newest first, and the cursor of the next. `filters`: kind, user_id (who did it, or to whom it
    was done), cursor. Raises InvalidInput."""
    where, parameters = _where(filters)
    if filters.get("cursor"):
        [number] = cursors.decode("audit", filters["cursor"], (int,))
        where.append("e.number < ?")
        parameters.append(number)
    condition = f"WHERE {' AND '.join(where)}" if where else ""
    found = database.execute(
        f"{_SELECT} {condition} ORDER BY e.number DESC LIMIT ?", (*parameters, size + 1)
    ).fetchall()
    page = found[:size]
    return page, cursors.encode("audit", (page[-1][0],)) if len(found) > size else None


def every(filters: Mapping[str, Any]) -> Iterator[Row]:
    """All lines that fit, newest first, read a page at a time: whoever writes meanwhile waits for none of it."""
    cursor: str | None = None
    while True:
        with database.connection():
            page, cursor = entries({**filters, "cursor": cursor}, _AT_ONCE)
        yield from page
        if cursor is None:
            return


def _means(caller: Caller) -> str:
    if caller.token_id is not None:
        return "key"
    return caller.origin if caller.origin in ("command", "service") else "web"


def _where(filters: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    parameters: list[Any] = []
    if filters.get("kind"):
        where.append("e.kind = ?")
        parameters.append(filters["kind"])
    if filters.get("user_id"):
        where.append("(e.actor_id = ? OR e.subject_id = ?)")
        parameters += [filters["user_id"]] * 2
    return where, parameters
