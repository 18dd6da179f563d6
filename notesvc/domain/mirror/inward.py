"""The way in: what somebody did to the files is done to the notes, each thing in one transaction with its row."""

from notesvc import errors, limits
from notesvc.domain.mirror import adopting, arriving, deleting, listing, moving, saving_files
from notesvc.domain.mirror.matching import Matches, Sight, compare, match
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row


def take_in(work: Round, *, accepts_deletions: bool) -> None:
    """Do what the listing tells. A file that changes meanwhile waits for the next round.

    Raises PauseError for too many deletions at once, before anything is done; BackendError, Busy.
    """
    matches = look(work)
    deleting.count(work, matches.missing, accepts=accepts_deletions)
    for row, sight in matches.moves:
        work.mirror.heed_stop()
        _safely(work, sight, lambda row=row, sight=sight: moving.move(work, row, sight))
        _edit(work, row, sight)
    for row, sight in matches.edits:
        work.mirror.heed_stop()
        _edit(work, row, sight)
    for sight in sorted(matches.news, key=lambda each: each.key):
        work.mirror.heed_stop()
        _safely(work, sight, lambda sight=sight: adopting.adopt(work, sight))
    work.learn()
    arriving.take_in(work)
    deleting.delete(work, matches.missing)
    work.learn()


def look(work: Round) -> Matches:
    """Read what is new or changed, and tell what that means."""
    entries = listing.of_notes((work.entries or {}).values(), work.files.keys)
    rows = work.rows.by_note
    found = compare(rows.values(), entries)
    work.left.forget(work.entries or {})
    sights: dict[str, Sight] = {}
    for entry in [*(entries[row.key] for row in found.changed), *found.strangers]:
        work.mirror.heed_stop()
        sight = work.look_into(entry)
        if sight is not None:
            sights[entry.key] = sight
    for row in found.present:
        if row.missing:
            row.missing = 0
            work.rows.put(row)
    return match(found, sights)


def _edit(work: Round, row: Row, sight: Sight) -> None:
    _safely(work, sight, lambda: saving_files.save(work, row, sight))


def _safely(work: Round, sight: Sight, do: object) -> None:
    """What one file holds keeps no other one waiting: what the service refuses is left alone, and named."""
    assert callable(do)
    try:
        do()
    except (errors.PreconditionFailed, errors.NotFound):
        # Somebody writes here, or deletes the folder, at this moment: the next round sees both.
        pass
    except errors.Busy:
        raise
    except errors.Refusal as refusal:
        work.left.leave(sight.key, sight.tag, refusal.detail[: limits.MAX_NAME])
