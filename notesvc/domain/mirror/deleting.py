"""Files that are gone: their notes go to the trash, unless they were changed here, and never many at once unasked."""

from collections.abc import Sequence

from notesvc import database, errors
from notesvc.domain import trash
from notesvc.domain.mirror import marker
from notesvc.domain.mirror.mirror import PauseError
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row
from notesvc.domain.preconditions import Precondition
from notesvc.domain.text_work import ahead
from notesvc.models.notes import etag_of

ROUNDS = 2
"""How many rounds must miss a file: no listing is of one moment."""
_FEW = 3
_SHARE = 4


def count(work: Round, missing: Sequence[Row], *, accepts: bool) -> None:
    """Note that these were missed. Raises PauseError where more than a few, and more than a quarter of all, are to go
    at once."""
    with database.transaction(work.mirror.owner_id):
        for row in missing:
            row.missing += 1
            work.rows.put(row)
    # Without any note's file in it, a listing is rather that of an empty mount than of an empty folder.
    doomed = [row for row in missing if _is_doomed(work, row)]
    if len(doomed) > _FEW and len(doomed) * _SHARE > len(work.rows.by_note) and not accepts:
        reason = "deletions" if work.entries else "empty"
        names = tuple(sorted(row.name for row in doomed))
        raise PauseError(reason, names[:10], len(doomed))


def delete(work: Round, missing: Sequence[Row]) -> None:
    """Delete the notes of files that are gone for good. One that was changed here gets its file again."""
    gone = [row for row in missing if row.missing >= ROUNDS]
    if not gone:
        return
    # Once more, whether this is the folder that it was: one that was unmounted a moment ago has no files either.
    marker.refuse_other(work.mirror, is_known=True)
    for row in gone:
        work.mirror.heed_stop()
        if work.mirror.backend.find(row.key) is not None and _is_own_place(work, row):
            continue
        if _is_doomed(work, row):
            _delete(work, row)
        elif row.note_id in work.notes:
            row.tag = row.sha256 = None
            work.rows.put(row)
        else:
            work.rows.forget([row.note_id])


@ahead
def _delete(work: Round, row: Row) -> None:
    guard = Precondition(etags=frozenset({etag_of(row.revision, "block")}))
    try:
        with database.transaction(work.mirror.owner_id):
            trash.delete_note(work.mirror.caller, row.note_id, guard)
            work.rows.forget([row.note_id])
    except (errors.PreconditionFailed, errors.NotFound):
        # Changed here a moment ago: the next round sees that.
        return
    work.places.free(row.key)


def _is_doomed(work: Round, row: Row) -> bool:
    note = work.notes.get(row.note_id)
    return row.missing >= ROUNDS and note is not None and note.revision == row.revision


def _is_own_place(work: Round, row: Row) -> bool:
    """Whether what lies there could be its own file: no other note's row has the key."""
    return not any(other.key == row.key and other is not row for other in work.rows.by_note.values())
