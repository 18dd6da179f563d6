"""How often shares are looked at: by day and by the host of the link that led there, and nothing about who looked."""

import atexit
import logging
import threading
from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from notesvc import clock, database, limits
from notesvc.domain import access, notifications
from notesvc.domain.caller import Caller

log = logging.getLogger("notesvc")

Key = tuple[str, str, str]
"""share, day, host"""

OTHER_HOSTS = "…"
"""The host under which those are counted that are too many to be told."""

_WRITE_SECONDS = 5.0
_MOST_WAITING = 10_000
_COUNT = """
UPDATE shares SET views = views + ? WHERE id = ? AND revoked_at IS NULL
RETURNING views, owner_id, note_id, folder_id
"""
_ADD = """
INSERT INTO share_views (share_id, day, host, views) VALUES (?, ?, ?, ?)
ON CONFLICT (share_id, day, host) DO UPDATE SET views = share_views.views + excluded.views
"""
_EXPIRING = """
SELECT id, owner_id, note_id, folder_id, expires_at FROM shares
WHERE revoked_at IS NULL AND expiry_told_at IS NULL AND expires_at > ? AND expires_at <= ?
"""
_NAME = "SELECT name FROM {} WHERE id = ?"


class WaitingViews:
    """Views that are counted in memory and written every few seconds: what is lost in a crash is seconds of counts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._counts: Counter[Key] = Counter()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def add(self, share_id: str, host: str) -> None:
        """Count one view, today."""
        with self._lock:
            if len(self._counts) < _MOST_WAITING:
                self._counts[share_id, clock.now()[:10], host] += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep_writing, name="views", daemon=True)
                self._thread.start()
                atexit.register(self.close)

    def write(self) -> None:
        """Write what is counted so far, another thread's too. What cannot be written is counted on."""
        with self._turn:
            self._write()

    def forget(self) -> None:
        """Count none of those that wait. None is being written when it returns."""
        with self._turn, self._lock:
            self._counts.clear()

    def close(self) -> None:
        """Write the last of them as the process ends."""
        self._stop.set()
        self._try()

    def _write(self) -> None:
        with self._lock:
            counts, self._counts = self._counts, Counter()
        try:
            if counts:
                with database.connection():
                    write(counts)
        except Exception:
            with self._lock:
                self._counts.update(counts)
            raise

    def _keep_writing(self) -> None:
        while not self._stop.wait(_WRITE_SECONDS):
            self._try()

    def _try(self) -> None:
        try:
            self.write()
        except Exception:
            log.exception("views are not written", extra={"fields": {"event": "views_not_written"}})


waiting = WaitingViews()


def write(counts: Mapping[Key, int]) -> None:
    """Add to what is counted; tells the owner of a share that was looked at for the first time."""
    with database.transaction():
        for (share_id, day, host), views in sorted(counts.items()):
            made = database.execute(_COUNT, (views, share_id)).fetchall()
            if not made:
                continue
            total, owner_id, note_id, folder_id = made[0]
            database.execute(_ADD, (share_id, day, _told(share_id, day, host), views))
            if total == views:
                _tell("share_viewed", share_id, (owner_id, note_id, folder_id), {})


def of_share(caller: Caller, share_id: str, days: int) -> list[dict[str, Any]]:
    """The views of each of the last days, today last, with those who led there, the most first. Raises NotFound."""
    share = access.own_share(caller, share_id)
    today = date.fromisoformat(clock.now()[:10])
    first = today - timedelta(days=days - 1)
    rows = database.execute(
        "SELECT day, host, views FROM share_views WHERE share_id = ? AND day >= ? ORDER BY views DESC, host",
        (share.id, first.isoformat()),
    ).fetchall()
    found: dict[str, dict[str, Any]] = {}
    for number in range(days):
        day = (first + timedelta(days=number)).isoformat()
        found[day] = {"date": day, "views": 0, "referrers": []}
    for day, host, views in rows:
        if day in found:
            found[day]["views"] += views
            if host:
                found[day]["referrers"].append({"host": host, "views": views})
    return list(found.values())


def remind_of_expiry() -> None:
    """Tell, once, whose shares expire within a day."""
    soon = clock.from_now(limits.SHARE_EXPIRY_WARNING_SECONDS)
    for share_id, owner_id, note_id, folder_id, expires_at in database.execute(
        _EXPIRING, (clock.now(), soon)
    ).fetchall():
        with database.transaction(owner_id):
            database.execute("UPDATE shares SET expiry_told_at = ? WHERE id = ?", (clock.now(), share_id))
            _tell("share_expiring", share_id, (owner_id, note_id, folder_id), {"expiresAt": expires_at})


def _told(share_id: str, day: str, host: str) -> str:
    """The host, or a word for the rest where a day has many: who sends made-up ones fills no disk."""
    if not host:
        return host
    row = database.execute(
        "SELECT count(*), coalesce(max(CASE WHEN host = ? THEN 1 END), 0) FROM share_views "
        "WHERE share_id = ? AND day = ?",
        (host, share_id, day),
    ).fetchone()
    return host if row[1] or row[0] < limits.SHARE_HOSTS_PER_DAY else OTHER_HOSTS


def _tell(
    kind: notifications.Kind, share_id: str, whose: tuple[str, str | None, str | None], more: dict[str, Any]
) -> None:
    owner_id, note_id, folder_id = whose
    table, target = ("notes", note_id) if note_id is not None else ("folders", folder_id)
    row = database.execute(_NAME.format(table), (target,)).fetchone()
    facts = {"shareId": share_id, "title": str(row[0]) if row else "", **more}
    key = f"{kind} {share_id} {more.get('expiresAt', '')}".strip()
    notifications.tell(owner_id, kind, note_id=note_id, facts=facts, key=key)
