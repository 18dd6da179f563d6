"""The attachments of the workspace as files of the mirror: written once, never merged, read only when they are new."""

import hashlib
from collections.abc import Mapping
from typing import IO, NamedTuple

from notesvc import database, errors, file_store, limits
from notesvc.backends.backend import Entry, Seen
from notesvc.backends.causes import ChangedError, MissingError
from notesvc.domain import attachments
from notesvc.domain.mirror import listing
from notesvc.domain.mirror.left_files import LeftFiles
from notesvc.domain.mirror.mirror import Mirror
from notesvc.domain.mirror.places import ATTACHMENTS, Places
from notesvc.domain.storage import fetching
from notesvc.text import file_names

_PIECE = 256 * 1024
_AT_ONCE = 8 * limits.MIB
_SELECT = "SELECT attachment_id, key, name, sha256, tag FROM mirror_files WHERE part_id = ?"
_WANTED = "SELECT id, name, folder, content_hash, size FROM attachments WHERE owner_id = ? ORDER BY name_key, id"
_INSERT = "INSERT INTO mirror_files (part_id, attachment_id, key, name, sha256, tag) VALUES (?, ?, ?, ?, ?, ?)"
_SET = "UPDATE mirror_files SET key = ?, tag = ? WHERE part_id = ? AND attachment_id = ?"
_FORGET = "DELETE FROM mirror_files WHERE part_id = ? AND attachment_id = ?"


class FileRow(NamedTuple):
    """An attachment and its file; no tag as long as it is not there."""

    attachment_id: str
    key: str
    name: str
    sha256: str
    tag: str | None


class Files:
    """The attachments of one mirror, by id and by key."""

    def __init__(self, mirror: Mirror, left: LeftFiles) -> None:
        self._mirror = mirror
        self._left = left
        self._rows: dict[str, FileRow] = {}
        self._by_key: dict[str, FileRow] = {}
        self._entries: Mapping[str, Entry] = {}
        self._sizes: dict[str, int] = {}
        for row in database.execute(_SELECT, (mirror.part_id,)).fetchall():
            self._keep(FileRow._make(row))

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._by_key)

    def is_known(self, key: str) -> bool:
        """Whether the file there is an attachment's, or is to be."""
        return key in self._by_key

    def key_of(self, attachment_id: str) -> str | None:
        """Where its file is, or will be."""
        row = self._rows.get(attachment_id)
        return row.key if row else None

    def attachment_at(self, key: str) -> tuple[str, str] | None:
        """Id and name of the attachment whose file lies there; a file that is new becomes one."""
        row = self._by_key.get(key) or self._adopt(key)
        return (row.attachment_id, row.name) if row else None

    def see(self, entries: Mapping[str, Entry]) -> None:
        """Learn what is there now; what was deleted there is to be written again."""
        self._entries = entries
        for row in [each for each in self._rows.values() if each.tag is not None and each.key not in entries]:
            self._set(row, row.key, None)

    def plan(self, places: Places) -> None:
        """Choose a place for each attachment that has none yet, in the current transaction."""
        wanted = database.execute(_WANTED, (self._mirror.owner_id,)).fetchall()
        self._sizes = {attachment_id: size for attachment_id, _, _, _, size in wanted}
        for attachment_id, name, folder, sha256, _ in wanted:
            if attachment_id not in self._rows:
                row = FileRow(attachment_id, _free(places, folder, name), name, sha256, None)
                places.take(row.key)
                self._insert(row)

    def write_out(self, places: Places) -> None:
        """Store what is not there yet, and remove what belongs to no attachment any more. Raises BackendError."""
        for row in list(self._rows.values()):
            self._mirror.heed_stop()
            if row.attachment_id not in self._sizes:
                self._remove(row)
            elif row.tag is None and self._is_too_large(row):
                self._left.leave(row.key, "", "large_there")
            elif row.tag is None:
                self._put(row, places)

    def _put(self, row: FileRow, places: Places) -> None:
        found = self._mirror.backend.find(row.key)
        if found is not None and not self._is_same(row, found):
            places.take(row.key)
            self._set(row, _free(places, row.key.rpartition("/")[0], row.name), None)
            return
        tag = found.tag if found is not None else None
        try:
            with fetching.reading(self._mirror.owner_id, row.sha256) as file:
                tag = tag or self._store(row, file)
        except (FileNotFoundError, errors.Refusal):
            # Neither here nor to be had from where it lies.
            return
        except ChangedError:
            # Somebody has put a file of that name there a moment ago: the next round finds another one.
            return
        self._set(row, row.key, tag)

    def _store(self, row: FileRow, file: IO[bytes]) -> str:
        """Raises ChangedError where somebody's file is there by now; not told of what is too large for memory."""
        size = self._sizes[row.attachment_id]
        if size > _AT_ONCE:
            return self._mirror.backend.put(row.key, file, size)
        return self._mirror.backend.create(row.key, file.read())

    def _is_same(self, row: FileRow, entry: Entry) -> bool:
        """Whether the file there is this one, put by an attempt whose answer was lost."""
        return entry.size == self._sizes[row.attachment_id] and self._hash_there(row.key) == row.sha256

    def _hash_there(self, key: str) -> str:
        hashing = hashlib.sha256()
        try:
            with self._mirror.backend.open(key) as reading:
                while piece := reading.read(_PIECE):
                    hashing.update(piece)
        except MissingError:
            return ""
        return hashing.hexdigest()

    def _is_too_large(self, row: FileRow) -> bool:
        largest = self._mirror.capabilities.largest
        return largest is not None and self._sizes[row.attachment_id] > largest

    def _remove(self, row: FileRow) -> None:
        try:
            if row.tag is not None:
                self._mirror.backend.remove(row.key, Seen(row.tag, row.sha256))
        except ChangedError:
            # Somebody's own file by now.
            pass
        database.execute(_FORGET, (self._mirror.part_id, row.attachment_id))
        del self._rows[row.attachment_id], self._by_key[row.key]

    def _adopt(self, key: str) -> FileRow | None:
        """A file that a note's file names and that is nobody's yet becomes an attachment."""
        entry = self._entries.get(key)
        if entry is None or not self._mirror.is_two_way or listing.is_note(key) or not listing.is_shown(key):
            return None
        if entry.size > limits.MAX_ATTACHMENT:
            self._left.leave(key, entry.tag, "large_attachment")
            return None
        try:
            with self._mirror.backend.open(key) as reading:
                stored, tag = file_store.put(reading.read, limits.MAX_ATTACHMENT), reading.tag
            with database.transaction(self._mirror.owner_id):
                folder, _, name = key.rpartition("/")
                made = attachments.add(
                    self._mirror.owner_id, attachments.safe_name(name), stored, None, folder[: limits.FILE_NAME]
                )
                row = FileRow(str(made.id), key, str(made.name), stored[0], tag)
                self._insert(row)
            # Else it would count as one that is gone here.
            self._sizes[row.attachment_id] = stored[1]
            return row
        except MissingError:
            return None
        except (errors.InvalidInput, errors.TooLarge, errors.CapabilityUnsupported) as refusal:
            self._left.leave(key, entry.tag, refusal.detail[: limits.MAX_NAME])
            return None

    def _insert(self, row: FileRow) -> None:
        database.execute(_INSERT, (self._mirror.part_id, *row))
        self._keep(row)

    def _set(self, row: FileRow, key: str, tag: str | None) -> None:
        database.execute(_SET, (key, tag, self._mirror.part_id, row.attachment_id))
        del self._by_key[row.key]
        self._keep(row._replace(key=key, tag=tag))

    def _keep(self, row: FileRow) -> None:
        self._rows[row.attachment_id] = row
        self._by_key[row.key] = row


def _free(places: Places, folder: str, name: str) -> str:
    """A free place as the export would choose it: where the file lay in an imported vault, else beside all others."""
    parts = [file_names.safe(part) for part in folder.split("/") if part.strip(". ")] or [ATTACHMENTS]
    names = file_names.Names()
    while places.is_taken(key := "/".join([*parts, names.take(file_names.safe_file(name))])):
        pass
    return key
