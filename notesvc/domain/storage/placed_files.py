"""Which files of a user lie at which place, and which are to be brought there."""

from notesvc import clock, database
from notesvc.models import PlacedFile

_UNPROVEN = """
FROM attachments a LEFT JOIN placed_files f ON f.part_id = ? AND f.content_hash = a.content_hash
WHERE a.owner_id = ? AND (f.content_hash IS NULL OR f.verified_at IS NULL)
"""
_REFUSED = "(SELECT content_hash FROM refused_files WHERE part_id = ?)"
_DUE = f"""
SELECT a.content_hash, max(a.size) {_UNPROVEN} AND (f.state IS NULL OR f.state <> 'damaged')
    AND a.content_hash NOT IN {_REFUSED} GROUP BY a.content_hash ORDER BY min(a.id) LIMIT ?
"""
_COUNT = f"SELECT count(DISTINCT a.content_hash) {_UNPROVEN}"
_COUNT_WAITING = f"{_COUNT} AND a.content_hash NOT IN {_REFUSED}"
_FIGURES = """
SELECT count(*), coalesce(sum(size), 0), coalesce(sum(done), 0), coalesce(sum(size * done), 0) FROM (
    SELECT max(a.size) AS size, max(CASE WHEN f.verified_at IS NULL THEN 0 ELSE 1 END) AS done
    FROM attachments a LEFT JOIN placed_files f ON f.part_id = ? AND f.content_hash = a.content_hash
    WHERE a.owner_id = ? GROUP BY a.content_hash) AS files
"""
_PLACES = """
SELECT p.id FROM placed_files f JOIN storage_parts p ON p.id = f.part_id
WHERE p.owner_id = ? AND f.content_hash = ? AND f.state = 'there' AND p.backend <> 'local'
ORDER BY CASE p.standing WHEN 'current' THEN 0 WHEN 'next' THEN 1 ELSE 2 END, p.created_at DESC
"""
_NAMED = """
SELECT content_hash FROM attachments WHERE owner_id = ?
UNION SELECT f.content_hash FROM share_files f JOIN shares s ON s.id = f.share_id WHERE s.owner_id = ?
"""
_HAS_PLACES = "SELECT 1 FROM storage_parts WHERE owner_id = ? AND part = 'attachments' AND backend <> 'local' LIMIT 1"
_LAST_FROZEN = "SELECT coalesce(max(frozen_at), '') FROM shares WHERE owner_id = ?"
_SHARED = """
SELECT DISTINCT f.content_hash FROM share_files f JOIN shares s ON s.id = f.share_id
WHERE s.owner_id = ? AND EXISTS (SELECT 1 FROM placed_files p WHERE p.content_hash = f.content_hash)
"""


def due(part_id: str, owner_id: str, most: int) -> list[tuple[str, int]]:
    """Files with their sizes that are not proven to be at the place, the oldest first; none that are damaged, or
    too large for it."""
    rows = database.execute(_DUE, (part_id, owner_id, part_id, most)).fetchall()
    return [(str(row[0]), int(row[1])) for row in rows]


def count_unproven(part_id: str, owner_id: str) -> int:
    """How many files are not proven to be there, damaged ones included."""
    return int(database.execute(_COUNT, (part_id, owner_id)).fetchone()[0])


def count_waiting(part_id: str, owner_id: str) -> int:
    """How many files are not proven to be there and may come to be: none that are too large for it."""
    return int(database.execute(_COUNT_WAITING, (part_id, owner_id, part_id)).fetchone()[0])


def figures(part_id: str, owner_id: str) -> dict[str, int]:
    """How much of a move is done."""
    row = database.execute(_FIGURES, (part_id, owner_id)).fetchone()
    return dict(zip(("total", "total_bytes", "done", "done_bytes"), map(int, row), strict=True))


def places_of(owner_id: str, content_hash: str) -> list[str]:
    """The ids of the owner's places where the file lies, the one in use first."""
    return [str(row[0]) for row in database.execute(_PLACES, (owner_id, content_hash)).fetchall()]


def named_by(owner_id: str) -> set[str]:
    """The files that the owner's attachments and public links name."""
    return {str(row[0]) for row in database.execute(_NAMED, (owner_id, owner_id)).fetchall()}


def shared_by(owner_id: str) -> list[str]:
    """The files of the owner's public links that lie elsewhere, too."""
    return [str(row[0]) for row in database.execute(_SHARED, (owner_id,)).fetchall()]


def last_frozen_at(owner_id: str) -> str:
    """When a public link of the owner's was last frozen; empty where none was."""
    return str(database.execute(_LAST_FROZEN, (owner_id,)).fetchone()[0])


def has_places(owner_id: str) -> bool:
    """Whether files of the owner may lie elsewhere."""
    return database.execute(_HAS_PLACES, (owner_id,)).fetchone() is not None


def record_there(part_id: str, content_hash: str, size: int, tag: str | None) -> None:
    """The file is at the place, and was right when it was read back."""
    _put(part_id, content_hash, state="there", size=size, tag=tag, verified_at=clock.now(), orphaned_at=None)


def record_damaged(part_id: str, content_hash: str, size: int) -> None:
    """The file cannot be brought there: what there is of it is not what its hash says."""
    _put(part_id, content_hash, state="damaged", size=size, tag=None, verified_at=None, orphaned_at=None)


def record_found(part_id: str, content_hash: str, size: int) -> PlacedFile:
    """A file lies there that we have put there and know nothing of: its content is not proven."""
    _put(part_id, content_hash, state="there", size=size, tag=None, verified_at=None, orphaned_at=None)
    return PlacedFile(part=part_id, content_hash=content_hash)


def record_lost(part_id: str, hashes: list[str]) -> None:
    """The files are not there after all, in the current transaction: they are to be brought again."""
    for content_hash in hashes:
        PlacedFile.delete().where((PlacedFile.part == part_id) & (PlacedFile.content_hash == content_hash)).execute()


def at(part_id: str) -> dict[str, PlacedFile]:
    """All files that are proven to be at a place, by hash."""
    mine = (PlacedFile.part == part_id) & PlacedFile.verified_at.is_null(False)
    return {str(row.content_hash): row for row in PlacedFile.select().where(mine)}


def _put(part_id: str, content_hash: str, **fields: object) -> None:
    with database.transaction():
        PlacedFile.insert(part=part_id, content_hash=content_hash, **fields).on_conflict(
            conflict_target=[PlacedFile.part, PlacedFile.content_hash],
            preserve=[getattr(PlacedFile, name) for name in fields],
        ).execute()
