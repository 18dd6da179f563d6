"""The rounds of a move: copy and prove each file, look whether all are there, then switch in one transaction.

New uploads go on to the old place until then. A round may be ended at any moment: what was proven is on disk.
"""

from notesvc import clock, database, file_store, limits
from notesvc.domain.storage import carrying, moves, parts, placed_files, placing
from notesvc.domain.storage.carrying import Stop
from notesvc.domain.storage.trouble import DETAILS, PlaceError
from notesvc.models import PlacedFile, StorageMove, StoragePart

_DAY = 86_400


def work(move: StorageMove, should_stop: Stop) -> bool:
    """Go on with the move for some seconds; whether there is more to do at once. Raises PlaceError."""
    target = parts.find(str(move.target_id))
    if target is None or move.state == "paused":
        return False
    owner_id = str(move.owner_id)
    _tell(move, target, "copying")
    has_more = carrying.bring_due(target, should_stop)
    _tell(move, target, "copying")
    if has_more:
        return True
    if _has_damage(target):
        moves.pause(owner_id, "damaged_source", DETAILS["damaged_source"])
        return False
    if moves.refused_files(move):
        moves.pause(owner_id, "too_large", DETAILS["too_large"])
        return False
    _tell(move, target, "verifying")
    if _doubt_absent(target):
        return True
    _tell(move, target, "switching")
    return not _switch(move, target)


def _tell(move: StorageMove, target: StoragePart, state: str) -> None:
    """How far it is, for people to see; a move that was ended meanwhile stays so."""
    owner_id = str(move.owner_id)
    figures = placed_files.figures(str(target.id), owner_id)
    with database.transaction(owner_id):
        moves.go_on(owner_id, str(target.id), state=state, **figures)


def _has_damage(target: StoragePart) -> bool:
    mine = (PlacedFile.part == target.id) & (PlacedFile.state == "damaged")
    return bool(PlacedFile.select().where(mine).exists())


def _doubt_absent(target: StoragePart) -> int:
    """Have files brought again that are not there with their size; answers how many."""
    proven = placed_files.at(str(target.id))
    there = _sizes_there(target, set(proven))
    absent = [content_hash for content_hash, row in proven.items() if there.get(content_hash) != row.size]
    with database.transaction(str(target.owner_id)):
        placed_files.record_lost(str(target.id), absent)
    return len(absent)


def _sizes_there(target: StoragePart, proven: set[str]) -> dict[str, int]:
    with carrying.open_place(target) as backend:
        if backend is not None:
            return {content_hash: entry.size for content_hash, entry in placing.listing(backend)}
    # Kept from going while the place is on its way to be the one in use.
    here = {content_hash for content_hash in proven if file_store.keep_young(content_hash)}
    return {content_hash: file_store.path_of(content_hash).stat().st_size for content_hash in here}


def _switch(move: StorageMove, target: StoragePart) -> bool:
    """Have the target be the place in use, unless a file was uploaded meanwhile; False then."""
    owner_id, until = str(move.owner_id), clock.from_now(limits.FORMER_PLACE_DAYS * _DAY)
    with database.transaction(owner_id):
        if placed_files.count_unproven(str(target.id), owner_id):
            return False
        if not moves.go_on(owner_id, str(target.id), state="done", kept_until=until, cause=None, detail=None):
            return True
        parts.switch(owner_id, str(target.id), until)
        return True


def fail(move: StorageMove, error: PlaceError) -> None:
    """Take note of what keeps the move; it waits for its user where only they can mend it."""
    owner_id = str(move.owner_id)
    if error.stops or error.cause == "full":
        moves.pause(owner_id, error.cause, error.detail)
        return
    with database.transaction(owner_id):
        moves.go_on(owner_id, str(move.target_id), cause=error.cause, detail=error.detail)
