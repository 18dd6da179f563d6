"""What owners see of their shares: which there are, in which state, and what has changed since they were frozen."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from notesvc import clock, database
from notesvc.domain import cursors
from notesvc.domain.caller import Caller
from notesvc.domain.shares import contents
from notesvc.models import Share

State = Literal["active", "expired", "used_up", "revoked"]

_COUNTS = """
SELECT s.id,
    (SELECT count(*) FROM share_pages p WHERE p.share_id = s.id AND p.generation = s.generation),
    (SELECT count(DISTINCT f.content_hash) FROM share_files f WHERE f.share_id = s.id AND f.generation = s.generation
        AND NOT EXISTS (SELECT 1 FROM attachments a WHERE a.owner_id = s.owner_id AND a.content_hash = f.content_hash)),
    coalesce(n.name, d.name), coalesce(n.deleted_at, d.deleted_at)
FROM shares s LEFT JOIN notes n ON n.id = s.note_id LEFT JOIN folders d ON d.id = s.folder_id WHERE s.id IN ({})
"""
_EVERYBODYS = """
SELECT s.id, u.handle, coalesce(n.name, d.name) FROM shares s JOIN users u ON u.id = s.owner_id
LEFT JOIN notes n ON n.id = s.note_id LEFT JOIN folders d ON d.id = s.folder_id
"""
_CHANGED = "SELECT id FROM notes WHERE owner_id = ? AND change_number > ? AND deleted_at IS NULL"
_SHOWN = "SELECT note_id FROM share_pages WHERE share_id = ? AND generation = ? AND note_id IS NOT NULL"


class Overview(NamedTuple):
    """A share with what its owner wants to know of it; `changes` counts the notes that changed since the freeze."""

    share: Share
    title: str
    state: State
    pages: int
    held_files: int
    changes: int
    is_in_trash: bool


class ListedShare(NamedTuple):
    """A share with its owner's handle."""

    share: Share
    handle: str
    title: str


def page(caller: Caller, state: State | None, cursor: str | None, size: int) -> tuple[list[Share], str | None]:
    """A page of the caller's shares, the latest first, and the cursor of the next. Raises InvalidInput."""
    query = Share.select().where(Share.owner == caller.user_id)
    if state is not None:
        query = query.where(_is_in(state))
    if cursor:
        created_at, share_id = cursors.decode("shares", cursor, (str, str))
        query = query.where(
            (Share.created_at < created_at) | ((Share.created_at == created_at) & (Share.id < share_id))
        )
    rows = list(query.order_by(Share.created_at.desc(), Share.id.desc()).limit(size + 1))
    found = rows[:size]
    last = found[-1] if len(rows) > size else None
    return found, cursors.encode("shares", (str(last.created_at), str(last.id))) if last else None


def of(shares: Sequence[Share]) -> list[Overview]:
    """What their owner wants to know of the shares, which are all of one owner."""
    if not shares:
        return []
    ids = [share.id for share in shares]
    rows = database.execute(_COUNTS.format(database.marks(ids)), ids).fetchall()
    facts = {row[0]: row[1:] for row in rows}
    found = []
    for share in shares:
        pages, held, title, deleted_at = facts[share.id]
        changed = 0 if share.revoked_at or deleted_at else _changes(share)
        found.append(Overview(share, str(title), state_of(share), int(pages), int(held), changed, bool(deleted_at)))
    return found


def of_everybody() -> list[ListedShare]:
    """Every share, oldest first, for the operator of the service."""
    named = {row[0]: row[1:] for row in database.execute(_EVERYBODYS).fetchall()}
    shares = Share.select().order_by(Share.created_at, Share.id)
    return [ListedShare(share, *named[share.id]) for share in shares if share.id in named]


def state_of(share: Share) -> State:
    """Whether the share is shown, and why not."""
    if share.revoked_at is not None:
        return "revoked"
    if share.expires_at is not None and str(share.expires_at) <= clock.now():
        return "expired"
    return "used_up" if share.views_left == 0 else "active"


def _changes(share: Share) -> int:
    """How many notes changed, came or went since the share was frozen."""
    if share.frozen_at is None:
        return 0
    rows = database.execute(_CHANGED, (share.owner_id, share.frozen_number)).fetchall()
    changed = {str(row[0]) for row in rows}
    here = contents.live_ids(share)
    shown = {str(row[0]) for row in database.execute(_SHOWN, (share.id, share.generation)).fetchall()}
    return len(changed & here | shown ^ here)


def _is_in(state: State) -> Any:
    """The condition that a share is in that state."""
    live, now = Share.revoked_at.is_null(), clock.now()
    expired = Share.expires_at.is_null(False) & (Share.expires_at <= now)
    not_expired = Share.expires_at.is_null() | (Share.expires_at > now)
    used_up = Share.views_left.is_null(False) & (Share.views_left == 0)
    not_used_up = Share.views_left.is_null() | (Share.views_left > 0)
    return {
        "revoked": Share.revoked_at.is_null(False),
        "expired": live & expired,
        "used_up": live & not_expired & used_up,
        "active": live & not_expired & not_used_up,
    }[state]
