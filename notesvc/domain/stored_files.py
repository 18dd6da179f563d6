"""Stored files that nothing names any more: looked at for weeks, then set aside, and removed in the end.

Nothing goes while it is in doubt that the database is the one that the files belong to.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from notesvc import belonging, clock, database, file_store, kept_databases, limits
from notesvc.config import Settings
from notesvc.domain import batches, instance
from notesvc.models import OrphanedFile

log = logging.getLogger("notesvc")
_DAY = 86_400
_OF = """
SELECT content_hash FROM attachments WHERE owner_id = ?
UNION SELECT f.content_hash FROM share_files f JOIN shares s ON s.id = f.share_id WHERE s.owner_id = ?
"""
STOPPED = "file_sweep_stopped"
_NAMED = "SELECT content_hash FROM attachments UNION SELECT content_hash FROM share_files"


@dataclass(frozen=True)
class Outlook:
    """The files that are due to go, of how many there are."""

    due: tuple[str, ...]
    stored: int

    @property
    def is_unlikely(self) -> bool:
        """Whether so many would go that another cause is likelier than that people deleted them."""
        return len(self.due) > max(limits.SWEEP_FEW_FILES, self.stored * limits.SWEEP_MOST_SHARE)


def sweep(settings: Settings, is_confirmed: bool = False) -> int:
    """Set aside what was orphaned for `limits.ORPHANED_FILE_DAYS`, remove what lay aside long; answers how many.

    Does nothing where folder and database do not belong together, and stops where more than a tenth of the files
    would go, unless a person has confirmed it.
    """
    if not belonging.is_sure(settings):
        log.error("files are not swept", extra={"fields": {"event": "file_sweep_stopped", "reason": "other database"}})
        return 0
    file_store.remove_unfinished(older_than=_DAY)
    named = _names(settings)
    for content_hash in file_store.set_aside_hashes() & named:
        file_store.bring_back(content_hash)
    outlook = look(settings, named)
    if outlook.is_unlikely and not is_confirmed:
        _stop(outlook)
        return 0
    _go_on()
    for content_hash in outlook.due:
        file_store.set_aside(content_hash, clock.now()[:10])
    file_store.remove_set_aside(before=clock.from_now(-limits.FILE_TRASH_DAYS * _DAY)[:10])
    return len(outlook.due)


def of(owner_id: str) -> set[str]:
    """The hashes of the files that the owner's attachments and shares name."""
    return {str(row[0]) for row in database.execute(_OF, (owner_id, owner_id)).fetchall()}


def remove_now(settings: Settings, hashes: Iterable[str]) -> None:
    """Remove those of the files that nothing names any more, on behalf of somebody who asked that all of theirs goes.

    One that was stored again within a day may be about to be named; the sweep looks after it.
    """
    if not belonging.is_sure(settings):
        return
    for content_hash in set(hashes) - _names(settings):
        if file_store.is_older(content_hash, _DAY):
            file_store.remove(content_hash)


def look(settings: Settings, named: set[str] | None = None) -> Outlook:
    """Take note of what is orphaned since when, and answer what is due."""
    stored = file_store.hashes()
    orphaned = stored - (_names(settings) if named is None else named)
    long_ago = clock.from_now(-limits.ORPHANED_FILE_DAYS * _DAY)
    with database.transaction():
        since = {row.content_hash: row.orphaned_at for row in OrphanedFile.select()}
        _forget(since.keys() - orphaned)
        for chunk in batches.chunks(sorted(orphaned - since.keys())):
            rows = [{"content_hash": content_hash, "orphaned_at": clock.now()} for content_hash in chunk]
            OrphanedFile.insert_many(rows).on_conflict_ignore().execute()
    due = tuple(sorted(each for each in orphaned if since.get(each, "9") <= long_ago))
    return Outlook(due, len(stored))


def _names(settings: Settings) -> set[str]:
    """What rows name: attachments and pages of shares, and those of databases that a restore has kept beside it."""
    own = {str(row[0]) for row in database.execute(_NAMED).fetchall()}
    return own | set(kept_databases.files(settings))


def _forget(hashes: Iterable[str]) -> None:
    for chunk in batches.chunks(hashes):
        OrphanedFile.delete().where(OrphanedFile.content_hash.in_(list(chunk))).execute()


def _stop(outlook: Outlook) -> None:
    fields = {"event": "file_sweep_stopped", "due": len(outlook.due), "stored": outlook.stored}
    log.error("more files than is likely belong to nothing; `notesvc check` says more", extra={"fields": fields})
    with database.transaction():
        instance.remember(STOPPED, str(len(outlook.due)))


def _go_on() -> None:
    with database.transaction():
        database.execute("DELETE FROM instance_facts WHERE name = ?", (STOPPED,))
