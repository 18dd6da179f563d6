"""Accounts as administrators see them: listed, made, closed and opened again, given rights and room.

Who may call these is decided before: a route for administrators, or a command on the machine of the service.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from notesvc import clock, database, errors
from notesvc.domain import audit, cursors
from notesvc.domain.accounts import credentials, second_factor, users
from notesvc.domain.caller import Caller
from notesvc.domain.mail import outbox
from notesvc.models import User

_USED = """
SELECT u.id,
    (SELECT count(*) FROM notes n WHERE n.owner_id = u.id AND n.deleted_at IS NULL),
    (SELECT coalesce(sum(a.size), 0) FROM attachments a WHERE a.owner_id = u.id),
    (SELECT max(s.seen_at) FROM sessions s WHERE s.user_id = u.id)
FROM users u WHERE u.id IN ({})
"""


@dataclass(frozen=True, slots=True)
class Account:
    """A user, and what they use: live notes, bytes of attachments, when a session of theirs was last seen."""

    user: User
    notes: int
    attachment_bytes: int
    seen_at: str | None
    has_second_factor: bool


def page(search: str | None, cursor: str | None, size: int) -> tuple[list[Account], str | None]:
    """A page of accounts by address, and the cursor of the next; `search` is part of an address, handle or name.

    Raises InvalidInput.
    """
    query = User.select()
    if search:
        key = users.key_of(search)
        query = query.where(User.email_key.contains(key) | User.handle_key.contains(key) | User.name.contains(search))
    if cursor:
        [after] = cursors.decode("accounts", cursor, (str,))
        query = query.where(User.email_key > after)
    found = list(query.order_by(User.email_key).limit(size + 1))
    next_cursor = cursors.encode("accounts", (str(found[size - 1].email_key),)) if len(found) > size else None
    return _with_use(found[:size]), next_cursor


def one(user_id: str) -> Account:
    """The account. Raises NotFound."""
    return _with_use([users.by_id(user_id)])[0]


def make(caller: Caller, *, email: str, name: str, handle: str | None, is_admin: bool) -> User:
    """An account without a password: a mail says how to choose one, which proves the address too.

    Raises InvalidInput, Conflict (`name_taken`).
    """
    users.check_email(email)
    with database.transaction("users"):
        if users.is_known(email):
            raise errors.Conflict("This address has an account.")
        user = users.create(email, None, name, handle, is_admin)
        # Nothing is known of who gets it: the administrator's language has to do.
        language = users.language_of(caller.user_id) or ""
        outbox.queue("account_made", str(user.email), user=str(user.id), language=language)
        audit.record(caller, "account_made", str(user.id))
        if is_admin:
            audit.record(caller, "administrator_made", str(user.id))
    return user


def change(caller: Caller, user_id: str, fields: Mapping[str, Any]) -> None:
    """Change what is named: `is_disabled`, `is_admin`, `quota_bytes` (None: no bound); what is so is left.

    Raises NotFound, and Conflict (`last_administrator`) where nobody would be left to administer.
    """
    with database.transaction("users"):
        user = users.by_id(user_id)
        if "is_disabled" in fields and fields["is_disabled"] is not (user.disabled_at is not None):
            _disable(caller, user) if fields["is_disabled"] else _enable(caller, user)
        if "is_admin" in fields and fields["is_admin"] is not bool(user.is_admin):
            _make_admin(caller, user, fields["is_admin"])
        if "quota_bytes" in fields and fields["quota_bytes"] != user.quota_bytes:
            _set_columns(user, quota_bytes=fields["quota_bytes"])
            audit.record(caller, "quota_changed", user_id, bytes=fields["quota_bytes"])


def send_reset(caller: Caller, user_id: str) -> None:
    """Send the user a link with which to set a new password. Raises NotFound."""
    user = users.by_id(user_id)
    with database.transaction():
        outbox.queue("reset", email=str(user.email))
        audit.record(caller, "reset_sent", user_id)


def refuse_last_administrator(user: User) -> None:
    """Raise Conflict (`last_administrator`) where no other administrator can sign in. In a transaction of "users"."""
    if not user.is_admin or user.disabled_at is not None:
        return
    others = (User.id != user.id) & User.is_admin & User.disabled_at.is_null() & User.deletion_at.is_null()
    if User.select(User.id).where(others).first() is None:
        raise errors.Conflict(
            "This is the last administrator: make somebody else one first.", code="last_administrator"
        )


def _disable(caller: Caller, user: User) -> None:
    """Whatever is open closes at once; what is asked for from now on is refused where `disabled_at` is looked at."""
    refuse_last_administrator(user)
    _set_columns(user, disabled_at=clock.now())
    credentials.close(caller, str(user.id))
    audit.record(caller, "account_disabled", str(user.id))


def _enable(caller: Caller, user: User) -> None:
    _set_columns(user, disabled_at=None)
    audit.record(caller, "account_enabled", str(user.id))


def _make_admin(caller: Caller, user: User, is_admin: bool) -> None:
    if not is_admin:
        refuse_last_administrator(users.by_id(str(user.id)))
    _set_columns(user, is_admin=is_admin)
    audit.record(caller, "administrator_made" if is_admin else "administrator_removed", str(user.id))


def _set_columns(user: User, **columns: Any) -> None:
    User.update(**columns, updated_at=clock.now()).where(User.id == user.id).execute()


def _with_use(found: list[User]) -> list[Account]:
    ids = [str(user.id) for user in found]
    rows = database.execute(_USED.format(database.marks(ids)), ids).fetchall() if ids else []
    used = {row[0]: row[1:] for row in rows}
    secured = second_factor.of_those(ids)
    # Postgres sums to decimals.
    return [
        Account(user, int(used[user.id][0]), int(used[user.id][1]), used[user.id][2], str(user.id) in secured)
        for user in found
    ]
