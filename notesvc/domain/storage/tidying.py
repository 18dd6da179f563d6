"""Files at places that nothing names any more, and places that attachments were moved away from.

The rules are those of the service's own folder: what is orphaned is looked at for weeks, nothing goes where more would
go than is likely, and only what lies under a name of ours at a place that bears our mark.
"""

import logging

from notesvc import belonging, clock, database, file_store, kept_databases, limits
from notesvc.config import Settings
from notesvc.domain import stored_files
from notesvc.domain.storage import carrying, parts, placed_files, placing, refusals
from notesvc.domain.storage.trouble import PlaceError
from notesvc.errors import Busy
from notesvc.models import PlacedFile, StoragePart

log = logging.getLogger("notesvc")
_DAY = 86_400
_PLACES = (StoragePart.part == "attachments") & (StoragePart.standing != "next")


def sweep(settings: Settings) -> None:
    """Look at all places, a day apart at the least; one that does not answer is looked at the next time."""
    if not belonging.is_sure(settings):
        return
    kept = set(kept_databases.files(settings))
    # Those that are left come first: sweeping the others has files wait that were too large, and are tried again.
    for part in sorted(StoragePart.select().where(_PLACES), key=lambda each: each.standing != "former"):
        try:
            if part.standing == "former":
                _leave(part, kept)
            elif part.is_elsewhere and part.state == "ok":
                _sweep(part, kept)
        except (PlaceError, Busy) as error:
            log.warning("a place was not swept", extra={"fields": {"event": "place_not_swept", "cause": str(error)}})


def _sweep(part: StoragePart, kept: set[str]) -> None:
    part_id = str(part.id)
    with carrying.open_place(part) as backend:
        assert backend is not None
        there = {content_hash: entry.size for content_hash, entry in placing.listing(backend)}
        # Named since the listing: then it is not orphaned.
        named = placed_files.named_by(str(part.owner_id)) | kept
        _bring_lost_again(part, there)
        due = _note_orphans(part_id, there, named)
        outlook = stored_files.Outlook(tuple(due), len(there))
        if outlook.is_unlikely:
            fields = {"event": "place_sweep_stopped", "due": len(due), "stored": len(there)}
            log.error("more files of a place than is likely belong to nothing", extra={"fields": fields})
            return
        for content_hash in due:
            backend.remove(placing.key_of(content_hash))
            with database.transaction():
                placed_files.record_lost(part_id, [content_hash])


def _bring_lost_again(part: StoragePart, there: dict[str, int]) -> None:
    """Have what somebody has removed there brought again from what there is of it elsewhere; try again what was
    damaged, and each day what was too large."""
    lost = [
        content_hash
        for content_hash, row in placed_files.at(str(part.id)).items()
        if there.get(content_hash) != row.size and _is_to_be_had(part, content_hash)
    ]
    with database.transaction(str(part.owner_id)):
        placed_files.record_lost(str(part.id), lost)
        damaged = PlacedFile.delete().where((PlacedFile.part == part.id) & (PlacedFile.state == "damaged")).execute()
        refused = refusals.forget(str(part.id), before=clock.from_now(-_DAY))
        if lost or damaged or refused:
            StoragePart.update(updated_at=clock.now()).where(StoragePart.id == part.id).execute()


def _is_to_be_had(part: StoragePart, content_hash: str) -> bool:
    """Whether the file is here, or should be at another place of the owner's."""
    places = placed_files.places_of(str(part.owner_id), content_hash)
    return file_store.path_of(content_hash).is_file() or any(each != part.id for each in places)


def _note_orphans(part_id: str, there: dict[str, int], named: set[str]) -> list[str]:
    """Take note of what is orphaned since when; answers what is due."""
    long_ago = clock.from_now(-limits.ORPHANED_FILE_DAYS * _DAY)
    rows = {str(row.content_hash): row for row in PlacedFile.select().where(PlacedFile.part == part_id)}
    due = []
    with database.transaction():
        for content_hash, size in there.items():
            row = rows.get(content_hash)
            since = None if row is None else row.orphaned_at
            if content_hash in named:
                _note_orphan(part_id, row, None)
            elif since is None:
                _note_orphan(part_id, row or placed_files.record_found(part_id, content_hash, size), clock.now())
            elif since <= long_ago:
                due.append(content_hash)
    return due


def _note_orphan(part_id: str, row: PlacedFile | None, since: str | None) -> None:
    if row is not None and row.orphaned_at != since:
        mine = (PlacedFile.part == part_id) & (PlacedFile.content_hash == row.content_hash)
        PlacedFile.update(orphaned_at=since).where(mine).execute()


def _leave(part: StoragePart, kept: set[str]) -> None:
    """Remove what we have put at a place that attachments were moved away from, once its time is over and all of them
    are where they should be."""
    if part.kept_until is None or str(part.kept_until) > clock.now():
        return
    if part.is_elsewhere:
        if not _is_needless(part, kept):
            return
        try:
            _empty(part)
        except PlaceError:
            # Whoever has closed the place may have the files that are left there.
            if clock.later(str(part.kept_until), limits.FORMER_PLACE_DAYS * _DAY) > clock.now():
                raise
    StoragePart.delete().where(StoragePart.id == part.id).execute()


def _is_needless(part: StoragePart, kept: set[str]) -> bool:
    """Whether all that was there, and is still named, is where it should be: there is no other copy of it."""
    owner_id = str(part.owner_id)
    now = parts.of(owner_id, "attachments")
    if now.is_elsewhere and placed_files.count_waiting(str(now.id), owner_id):
        return False
    elsewhere = _found_at(now) if now.is_elsewhere else set()
    needed = placed_files.named_by(owner_id) | (kept & set(placed_files.at(str(part.id))))
    return all(file_store.found(content_hash).is_file() for content_hash in needed - elsewhere)


def _found_at(part: StoragePart) -> set[str]:
    """The files that are proven to be there, and are still listed with their size."""
    with carrying.open_place(part) as backend:
        assert backend is not None
        there = {content_hash: entry.size for content_hash, entry in placing.listing(backend)}
    proven = placed_files.at(str(part.id))
    return {content_hash for content_hash, row in proven.items() if there.get(content_hash) == row.size}


def _empty(part: StoragePart) -> None:
    with carrying.open_place(part) as backend:
        assert backend is not None
        for content_hash, _ in list(placing.listing(backend)):
            backend.remove(placing.key_of(content_hash))
        placing.leave(backend)
