"""Copies here of files that lie elsewhere: they go, the least used first, when they take more than they may."""

from notesvc import belonging, database, file_store, kept_databases, limits
from notesvc.config import Settings

_ELSEWHERE = """
SELECT owner_id FROM storage_parts WHERE part = 'attachments' AND standing = 'current' AND backend <> 'local'
"""
_PROVEN = """
SELECT DISTINCT f.content_hash FROM placed_files f JOIN storage_parts p ON p.id = f.part_id
WHERE p.part = 'attachments' AND p.standing = 'current' AND p.backend <> 'local' AND f.verified_at IS NOT NULL
"""
# Of users whose place is the service itself, was it lately or is about to be; and of public links.
_NEEDED = f"""
SELECT a.content_hash FROM attachments a WHERE a.owner_id NOT IN ({_ELSEWHERE}) OR a.owner_id IN
    (SELECT owner_id FROM storage_parts WHERE part = 'attachments' AND backend = 'local')
UNION SELECT content_hash FROM share_files
"""
_WAITING = """
SELECT a.content_hash FROM attachments a
JOIN storage_parts p ON p.owner_id = a.owner_id AND p.part = 'attachments' AND p.standing = 'current'
LEFT JOIN placed_files f ON f.part_id = p.id AND f.content_hash = a.content_hash
WHERE f.verified_at IS NULL
"""
LOCK = "copies"
"""Held, shared, by whoever needs that no copy goes meanwhile: a backup."""


def sweep(settings: Settings) -> int:
    """Remove copies beyond `limits.MAX_FILE_CACHE`; answers how many. None that somebody needs here: another user's own
    storage, a public link, an upload that waits, a database that a restore has kept, or a backup that runs."""
    if database.execute(f"{_ELSEWHERE} LIMIT 1").fetchone() is None or not belonging.is_sure(settings):
        return 0
    with file_store.alone(LOCK, waits=False) as is_alone:
        return _sweep(settings) if is_alone else 0


def _sweep(settings: Settings) -> int:
    proven = _hashes(_PROVEN)
    # Read last: what is needed since is young, or is fetched again.
    needed = _hashes(_NEEDED) | _hashes(_WAITING) | set(kept_databases.files(settings))
    found = sorted((used_at, each, size) for each, size, used_at in file_store.copies() if each in proven - needed)
    excess, removed = sum(size for _, _, size in found) - limits.MAX_FILE_CACHE, 0
    for _, content_hash, _ in found:
        if excess <= 0:
            break
        freed = file_store.give_up(content_hash, limits.COPY_SECONDS)
        excess, removed = excess - freed, removed + (freed > 0)
    return removed


def _hashes(statement: str) -> set[str]:
    return {str(row[0]) for row in database.execute(statement).fetchall()}
