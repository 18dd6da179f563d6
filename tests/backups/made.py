"""Backups that were made elsewhere, looked at from there; and what is put into the instance."""

import hashlib
import io

from notesvc import clock, file_store
from notesvc.backups.place import Backup, Place
from notesvc.models import Attachment, User


def a_file(content: bytes, name: str = "picture.png") -> Attachment:
    """An attachment of the only account."""
    content_hash, size = file_store.put(io.BytesIO(content).read, len(content) + 1)
    return Attachment.create(
        id=clock.new_id(),
        owner=User.get(),
        name=name,
        name_key=name,
        folder="",
        type="image/png",
        size=size,
        content_hash=content_hash,
        created_at=clock.now(),
        change_number=2,
    )


def whole_backups(place: Place) -> list[Backup]:
    """Every backup that is there; everything that one names has to come out as it went in."""
    found = [place.backup(backup_id) for backup_id in place.backup_ids()]
    for each in found:
        if each.manifest is None:
            continue
        for facts in each.manifest.files.values():
            hashing = hashlib.sha256()
            for name in place.pieces(facts["sha256"], facts["size"]):
                hashing.update(place.get(name))
            assert hashing.hexdigest() == facts["sha256"]
    return [each for each in found if each.manifest is not None]


def everything_named_is_there(place: Place) -> None:
    """At least one whole backup, and each with all that it names."""
    assert whole_backups(place)
