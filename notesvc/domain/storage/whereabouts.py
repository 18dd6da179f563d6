"""Which files lie elsewhere alone, for those who look after the whole instance."""

from collections.abc import Iterator
from dataclasses import dataclass

from notesvc import database, errors
from notesvc.domain.storage import carrying, placing
from notesvc.domain.storage.trouble import PlaceError
from notesvc.models import StoragePart

_ROWS = """
SELECT DISTINCT f.content_hash, f.size, p.id FROM placed_files f JOIN storage_parts p ON p.id = f.part_id
WHERE p.part = 'attachments' AND p.backend <> 'local' AND f.state = 'there' AND f.verified_at IS NOT NULL
    AND (EXISTS (SELECT 1 FROM attachments a WHERE a.owner_id = p.owner_id AND a.content_hash = f.content_hash)
        OR EXISTS (SELECT 1 FROM share_files x JOIN shares s ON s.id = x.share_id
            WHERE s.owner_id = p.owner_id AND x.content_hash = f.content_hash))
ORDER BY f.content_hash, p.id
"""


@dataclass(frozen=True, slots=True)
class Absence:
    """A file that is not where it should be, or a place that cannot be asked (then without a hash)."""

    content_hash: str
    place: str
    why: str


def are_elsewhere() -> set[str]:
    """The hashes of all files that are known to lie at a place of a user who names them."""
    return {content_hash for content_hash, _, _ in _rows()}


def absences(*, is_deep: bool = False) -> Iterator[Absence]:
    """What is not at its place by the place's own list, with its size; `is_deep` reads every file."""
    expected: dict[str, dict[str, int]] = {}
    for content_hash, size, part_id in _rows():
        expected.setdefault(part_id, {})[content_hash] = size
    for part_id, files in expected.items():
        part = _places()[part_id]
        if part.standing == "former":
            continue
        try:
            yield from _absent(part, files, is_deep)
        except (PlaceError, errors.Busy) as error:
            yield Absence("", shown(part), error.detail)


def shown(part: StoragePart) -> str:
    """The place, as people know it."""
    below = "/".join(str(each) for each in (part.address, part.bucket, part.prefix) if each)
    return f"{part.backend} {below}"


def _absent(part: StoragePart, files: dict[str, int], is_deep: bool) -> Iterator[Absence]:
    with carrying.open_place(part) as backend:
        assert backend is not None
        there = {content_hash: entry.size for content_hash, entry in placing.listing(backend)}
        for content_hash, size in files.items():
            if there.get(content_hash) != size:
                yield Absence(content_hash, shown(part), "it is not there")
            elif is_deep and not placing.is_right(backend, content_hash):
                yield Absence(content_hash, shown(part), "what is there is not what was put there")


def _rows() -> list[tuple[str, int, str]]:
    return [(str(row[0]), int(row[1]), str(row[2])) for row in database.execute(_ROWS).fetchall()]


def _places() -> dict[str, StoragePart]:
    return {str(part.id): part for part in StoragePart.select().where(StoragePart.part == "attachments")}
