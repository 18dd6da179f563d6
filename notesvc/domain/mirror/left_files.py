"""Files there that are left alone until they change, and why."""

from collections.abc import Mapping

from notesvc import database
from notesvc.backends.backend import Entry

DETAILS = {
    "not_utf8": "It is not UTF-8.",
    "nul": "It holds a NUL character.",
    "too_large": "It is larger than a note may be.",
    "front_matter": "Its front matter cannot be read.",
    "odd_front_matter": "Its front matter is too large, or holds what is no text.",
    "large_attachment": "It is larger than an attachment may be.",
    "large_there": "The place takes no attachment of its size.",
}
"""Reasons, in words for people; any other one is what a refusal has said."""
NOBODYS = "nobodys"
COMING = "coming"
"""It is becoming an attachment: until all notes that name the file have its address."""
_SELECT = "SELECT key, tag, reason FROM mirror_left_files WHERE part_id = ?"
_LEAVE = """
INSERT INTO mirror_left_files (part_id, key, tag, reason) VALUES (?, ?, ?, ?)
ON CONFLICT (part_id, key) DO UPDATE SET tag = excluded.tag, reason = excluded.reason
"""
_DROP = "DELETE FROM mirror_left_files WHERE part_id = ? AND key = ?"


class LeftFiles:
    """Those of one mirror, by key."""

    def __init__(self, part_id: str) -> None:
        self._part_id = part_id
        found = database.execute(_SELECT, (part_id,)).fetchall()
        self._rows: dict[str, tuple[str, str]] = {str(row[0]): (str(row[1]), str(row[2])) for row in found}

    def reason_of(self, entry: Entry) -> str | None:
        """Why the file is left alone as it is now; None where it is not."""
        tag, reason = self._rows.get(entry.key, (None, None))
        return reason if tag == entry.tag else None

    def leave(self, key: str, tag: str, reason: str) -> None:
        """Leave the file alone until its tag changes."""
        if self._rows.get(key) != (tag, reason):
            self._rows[key] = tag, reason
            database.execute(_LEAVE, (self._part_id, key, tag, reason))

    def drop(self, key: str) -> None:
        """It is not left alone any more."""
        if self._rows.pop(key, None) is not None:
            database.execute(_DROP, (self._part_id, key))

    def forget(self, entries: Mapping[str, Entry]) -> None:
        """Drop what has changed since, or is gone."""
        for key, (tag, _) in list(self._rows.items()):
            if key not in entries or entries[key].tag != tag:
                self.drop(key)
