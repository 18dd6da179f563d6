"""What a round knows while it goes on, and what its steps share."""

from collections.abc import Mapping
from typing import Any

from notesvc import clock, database, limits
from notesvc.backends.backend import Entry
from notesvc.backends.causes import MissingError
from notesvc.domain.mirror import file_form, listing, records
from notesvc.domain.mirror.file_form import UnusableError
from notesvc.domain.mirror.files import Files
from notesvc.domain.mirror.left_files import LeftFiles
from notesvc.domain.mirror.listing import Found
from notesvc.domain.mirror.matching import Sight
from notesvc.domain.mirror.merging import GONE, Changes
from notesvc.domain.mirror.mirror import Mirror
from notesvc.domain.mirror.places import Places
from notesvc.domain.mirror.records import Record
from notesvc.domain.mirror.rows import Row, Rows

_UNSURE_SECONDS = 2.0


class Round:
    """One round of one mirror. `entries` are all files that are listed; None where nobody looked."""

    def __init__(self, mirror: Mirror, entries: Mapping[str, Entry] | None) -> None:
        self.mirror = mirror
        self.entries = entries
        with database.transaction(mirror.owner_id):
            self.rows = Rows(mirror.part_id)
            self.notes = records.standings(mirror.owner_id)
            self.left = LeftFiles(mirror.part_id)
            self.files = Files(mirror, self.left)
            if entries is not None:
                self.files.see(entries)
            taken = [*(entries or ()), *self.files.keys, *(row.key for row in self.rows.by_note.values())]
            self.places = Places(mirror.part_id, records.folders(mirror.owner_id), taken)
            self.files.plan(self.places)

    def learn(self) -> None:
        """Read again where notes stand: something here has changed within the round."""
        self.notes = records.standings(self.mirror.owner_id)

    # Files there

    def look_into(self, entry: Entry) -> Sight | None:
        """What the file holds; None for one that is gone, or left alone."""
        if self.left.reason_of(entry) is not None:
            return None
        found = self.read(entry.key, entry.tag)
        return Sight(entry.key, found.tag, found.sha256, found.form.note_id) if found else None

    def read(self, key: str, tag: str) -> Found | None:
        """The file as it is now; None for one that is gone, or that cannot be a note's: that is left alone."""
        try:
            return listing.read_file(self.mirror.backend, key)
        except MissingError:
            return None
        except UnusableError as error:
            self.left.leave(key, tag, str(error))
            return None

    def has_files_in(self, folder: str) -> bool:
        """Whether anything lies there that is listed."""
        return any(key.startswith(f"{folder}/") for key in self.entries or ())

    # Notes here

    def record_of(self, note_id: str) -> Record | None:
        return records.text(self.mirror.owner_id, note_id)

    def file_text(self, record: Record, key: str) -> str:
        return record.file_text(key, self.files.key_of)

    def fields(self, changes: Changes, record: Record | None, body_keys: tuple[str, ...]) -> dict[str, Any]:
        """The changes as fields of the note; of a note that is to be made where there is no record.

        `body_keys` are where the file is and where it was: addresses of attachments are seen from there.
        """
        fields: dict[str, Any] = {}
        if changes.body is not None:
            fields["content"] = file_form.with_own_files(changes.body, body_keys, self.files.attachment_at)
        properties = {**record.look.others} if record else {}
        for name, value in changes.properties.items():
            if value is GONE:
                properties.pop(name, None)
            else:
                properties[name] = value
        if changes.tags is not None:
            fields["tags"], others = file_form.tags_that_hold(changes.tags)
            properties = {name: value for name, value in properties.items() if name not in ("tags", "tag")}
            properties |= {"tags": others} if others else {}
        if record is None or properties != record.look.others:
            fields["properties"] = properties
        longest = {"icon": limits.MAX_ICON, "cover": limits.MAX_COVER}
        fields |= {name: value for name, value in changes.plain.items() if len(value or "") <= longest[name]}
        return fields

    # Rows

    def see(self, row: Row, tag: str, sha256: str) -> None:
        """Note in the row, not yet in the database, what is there; where tags are coarse, it is looked at again."""
        row.tag, row.sha256 = tag, sha256
        row.unsure_at = clock.now() if self.mirror.capabilities.tags == "coarse" else None

    def is_sure(self, row: Row) -> bool:
        """Whether the tag is old enough to tell any later change."""
        return row.unsure_at is None or clock.later(row.unsure_at, _UNSURE_SECONDS) < clock.now()
