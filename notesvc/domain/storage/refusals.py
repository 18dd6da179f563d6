"""Files that are too large for the place where they should lie: they stay here, and further ones are refused."""

from dataclasses import dataclass

from notesvc import clock, database, errors, limits
from notesvc.models import RefusedFile, StoragePart

_NAMES = """
SELECT min(a.id), min(a.name) FROM refused_files r JOIN attachments a ON a.content_hash = r.content_hash
WHERE r.part_id = ? AND a.owner_id = ? GROUP BY r.content_hash ORDER BY min(a.id) LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """An attachment of which something is to be said."""

    id: str
    name: str


def refuse_too_large(owner_id: str, size: int) -> None:
    """Raise CapabilityUnsupported for a file that is larger than its owner's place takes, as far as that is known."""
    mine = (StoragePart.owner == owner_id) & (StoragePart.part == "attachments") & (StoragePart.standing == "current")
    part = StoragePart.get_or_none(mine)
    largest = None if part is None else _largest(part)
    if part is not None and largest is not None and size > largest:
        detail = f"The file has {size} bytes, and your own storage takes at most {largest}."
        raise errors.CapabilityUnsupported("largest_file", str(part.backend), detail)


def record(part: StoragePart, content_hash: str, size: int) -> None:
    """The place has refused the file: it takes none of that size."""
    with database.transaction(str(part.owner_id)):
        RefusedFile.insert(
            part=part.id, content_hash=content_hash, size=size, refused_at=clock.now()
        ).on_conflict_ignore().execute()
        _learn(part, size - 1)


def record_taken(part: StoragePart, size: int) -> None:
    """The place has taken a file of that size: if it was thought too large, the place takes more than it did."""
    largest = _largest(part)
    if largest is not None and size > largest:
        with database.transaction(str(part.owner_id)):
            _learn(part, None)


def forget(part_id: str, before: str = "9") -> int:
    """Have the files that were refused before that moment tried again, in the current transaction; answers how many."""
    old = (RefusedFile.part == part_id) & (RefusedFile.refused_at < before)
    return int(RefusedFile.delete().where(old).execute())


def names_of(part_id: str, owner_id: str) -> list[NamedFile]:
    """The attachments that the place has refused."""
    rows = database.execute(_NAMES, (part_id, owner_id, limits.PAGE)).fetchall()
    return [NamedFile(str(row[0]), str(row[1])) for row in rows]


def _largest(part: StoragePart) -> int | None:
    return None if part.capabilities is None else part.capabilities["largest"]


def _learn(part: StoragePart, largest: int | None) -> None:
    found = StoragePart.get_or_none(StoragePart.id == part.id)
    if found is None or found.capabilities is None:
        return
    before = _largest(found)
    least = largest if largest is None or before is None else min(before, largest)
    StoragePart.update(capabilities=found.capabilities | {"largest": least}).where(StoragePart.id == part.id).execute()
